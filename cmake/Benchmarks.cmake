# Each benchmarks/<name>_benchmark.cc is a program of that name, with a main of its own. What the
# programs share lies in benchmarks/support/.
file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/benchmarks/*_benchmark.cc")
file(GLOB support CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/benchmarks/support/*.cc")
find_package(benchmark REQUIRED CONFIG)
add_library(tickgraph_benchmark_support OBJECT ${support})
tickgraph_configure_target(tickgraph_benchmark_support)
target_include_directories(tickgraph_benchmark_support
                           PUBLIC "${TICKGRAPH_LINK_DIRECTORY}/development")
target_link_libraries(tickgraph_benchmark_support PUBLIC tickgraph::tickgraph benchmark::benchmark)
add_custom_target(tickgraph_benchmarks)
foreach(source ${sources})
  get_filename_component(name "${source}" NAME_WE)
  add_executable(${name} "${source}")
  tickgraph_configure_target(${name})
  target_link_libraries(${name} PRIVATE tickgraph_benchmark_support)
  add_dependencies(tickgraph_benchmarks ${name})
endforeach()

# What tests and tools have for the same purpose.
target_sources(memory_benchmark PRIVATE tests/support/allocation_counter.cc)
target_sources(
  task_graph_benchmark PRIVATE tests/support/reference_data.cc tests/support/standard_task_graphs.cc
                               tools/calibrated_work.cc)
target_compile_definitions(task_graph_benchmark
                           PRIVATE TICKGRAPH_SOURCE_DIR="${CMAKE_CURRENT_SOURCE_DIR}")

# Libraries to be compared with; OpenMP only where the compiler has it.
file(GLOB peers CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/benchmarks/peers/*.cc")
find_package(OpenMP QUIET COMPONENTS CXX)
target_sources(peer_benchmark PRIVATE ${peers})
target_link_libraries(peer_benchmark PRIVATE TBB::tbb
                                             $<$<BOOL:${OpenMP_CXX_FOUND}>:OpenMP::OpenMP_CXX>)

# For scripts/instructions.
add_executable(instruction_count benchmarks/instruction_count.cc)
tickgraph_configure_target(instruction_count)
target_link_libraries(instruction_count PRIVATE tickgraph_benchmark_support)
