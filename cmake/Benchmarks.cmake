# Each benchmarks/<name>_benchmark.cc is a program of that name.
file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/benchmarks/*_benchmark.cc")
if(sources)
  find_package(benchmark REQUIRED CONFIG)
endif()
foreach(source ${sources})
  get_filename_component(name "${source}" NAME_WE)
  add_executable(${name} "${source}")
  tickgraph_configure_target(${name})
  target_include_directories(${name} PRIVATE "${TICKGRAPH_LINK_DIRECTORY}/development")
  target_link_libraries(${name} PRIVATE ${TICKGRAPH_TOP_LIBRARY} benchmark::benchmark
                                        benchmark::benchmark_main)
endforeach()
