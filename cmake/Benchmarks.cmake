# Each benchmarks/<name>_benchmark.cc is a program of that name, with a main of its own.
file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/benchmarks/*_benchmark.cc")
file(GLOB support CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/benchmarks/support/*.cc")
find_package(benchmark REQUIRED CONFIG)
add_library(tickgraph_benchmark_support OBJECT ${support})
tickgraph_configure_target(tickgraph_benchmark_support)
target_include_directories(tickgraph_benchmark_support
                           PUBLIC "${TICKGRAPH_LINK_DIRECTORY}/development")
target_link_libraries(tickgraph_benchmark_support PUBLIC ${TICKGRAPH_TOP_LIBRARY}
                                                         benchmark::benchmark)
foreach(source ${sources})
  get_filename_component(name "${source}" NAME_WE)
  add_executable(${name} "${source}")
  tickgraph_configure_target(${name})
  target_link_libraries(${name} PRIVATE tickgraph_benchmark_support)
endforeach()
