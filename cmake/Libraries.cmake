# tickgraph_add_library(<target> <floor> <folder> <header prefix> <libraries it links>…)
# makes the library of one floor from all sources below <folder>, if there are any, and its ALIAS
# tickgraph::<floor>, the name under which the installed package exports it as well.
function(tickgraph_add_library target floor folder prefix)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cc")
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}/${folder}"
       "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.h")
  if(NOT sources AND NOT headers)
    return()
  endif()
  set(base "${TICKGRAPH_LINK_DIRECTORY}/${floor}")
  list(TRANSFORM headers PREPEND "${base}/${prefix}/")

  if(sources)
    set(scope PUBLIC)
    add_library(${target} ${sources})
    tickgraph_configure_target(${target})
    if(TICKGRAPH_SANITIZE)
      # The sanitizers are slow without, and tests build twice as fast without.
      target_compile_options(${target} PRIVATE -O1)
    endif()
    set_target_properties(${target} PROPERTIES VERSION ${PROJECT_VERSION}
                                               SOVERSION ${PROJECT_VERSION_MAJOR})
  else()
    set(scope INTERFACE)
    add_library(${target} INTERFACE)
    target_compile_features(${target} INTERFACE cxx_std_20)
  endif()
  add_library(tickgraph::${floor} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${floor})
  target_sources(${target} ${scope} FILE_SET HEADERS BASE_DIRS "${base}" FILES ${headers})
  target_link_libraries(${target} ${scope} ${ARGN})
endfunction()

# tickgraph_link_privately(<target> <libraries>…): for the implementation only.
function(tickgraph_link_privately target)
  if(TARGET ${target})
    get_target_property(type ${target} TYPE)
    if(NOT type STREQUAL "INTERFACE_LIBRARY")
      target_link_libraries(${target} PRIVATE ${ARGN})
    endif()
  endif()
endfunction()

set(absl_targets ${TICKGRAPH_ABSL_PARTS})
list(TRANSFORM absl_targets PREPEND "absl::")

tickgraph_add_library(tickgraph tickgraph tickgraph tickgraph ${absl_targets})
tickgraph_link_privately(tickgraph TBB::tbb Threads::Threads
                         $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>)

tickgraph_add_library(tickgraph_physics physics physics tickgraph/physics tickgraph::tickgraph)
tickgraph_link_privately(tickgraph_physics PkgConfig::TICKGRAPH_BULLET)

if(TARGET tickgraph_physics)
  tickgraph_add_library(tickgraph_world world world tickgraph/world tickgraph::physics)
else()
  tickgraph_add_library(tickgraph_world world world tickgraph/world tickgraph::tickgraph)
endif()

# The topmost library there is: what tools, samples and benchmarks link.
set(TICKGRAPH_TOP_LIBRARY tickgraph::tickgraph)
foreach(floor physics world)
  if(TARGET tickgraph::${floor})
    set(TICKGRAPH_TOP_LIBRARY tickgraph::${floor})
  endif()
endforeach()
