# The command `tickgraph` from tools/: main.cc, and everything else as a library that its tests
# link. The demo draws with SDL2 and GLES 3 where they are found: the macro
# TICKGRAPH_DEMO_RENDERER is 1 then and 0 otherwise.
file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/tools/*.cc")
list(REMOVE_ITEM sources "${CMAKE_CURRENT_SOURCE_DIR}/tools/main.cc")

if(sources)
  find_package(CLI11 2.1 REQUIRED CONFIG)
  add_library(tickgraph_tools STATIC ${sources})
  tickgraph_configure_target(tickgraph_tools)
  target_include_directories(tickgraph_tools PUBLIC "${TICKGRAPH_LINK_DIRECTORY}/development")
  target_link_libraries(
    tickgraph_tools
    PUBLIC ${TICKGRAPH_TOP_LIBRARY}
    PRIVATE CLI11::CLI11 nlohmann_json::nlohmann_json Threads::Threads)

  set(draws 0)
  if(TICKGRAPH_DEMO_RENDERER)
    pkg_check_modules(TICKGRAPH_RENDERER IMPORTED_TARGET sdl2 glesv2 stb)
    if(TICKGRAPH_RENDERER_FOUND)
      set(draws 1)
      target_link_libraries(tickgraph_tools PRIVATE PkgConfig::TICKGRAPH_RENDERER)
    else()
      message(STATUS "tickgraph: the demo will not draw (SDL2, GLES 3 or stb was not found)")
    endif()
  endif()
  target_compile_definitions(tickgraph_tools PUBLIC TICKGRAPH_DEMO_RENDERER=${draws})

  if(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/tools/main.cc")
    # The target cannot be called as the program is: that is the library's name.
    add_executable(tickgraph_command tools/main.cc)
    set_target_properties(tickgraph_command PROPERTIES OUTPUT_NAME tickgraph)
    tickgraph_configure_target(tickgraph_command)
    target_link_libraries(tickgraph_command PRIVATE tickgraph_tools)
  endif()
endif()
