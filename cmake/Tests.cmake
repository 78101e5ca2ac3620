# One test program for each floor. What the programs share lies in tests/support/.
find_package(GTest 1.12 REQUIRED CONFIG)
include(GoogleTest)

set(TICKGRAPH_TEST_ENVIRONMENT
    "TSAN_OPTIONS=suppressions=${CMAKE_CURRENT_SOURCE_DIR}/cmake/tsan.supp")

file(GLOB support CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/tests/support/*.cc")
# It replaces malloc, so only the program that needs it has it.
list(FILTER support EXCLUDE REGEX "/allocation_counter\\.cc$")
add_library(tickgraph_test_support OBJECT ${support})
tickgraph_configure_target(tickgraph_test_support)
target_include_directories(tickgraph_test_support
                           PUBLIC "${TICKGRAPH_LINK_DIRECTORY}/development")
target_compile_definitions(
  tickgraph_test_support PUBLIC TICKGRAPH_SOURCE_DIR="${CMAKE_CURRENT_SOURCE_DIR}"
                                TICKGRAPH_PROJECT_VERSION="${PROJECT_VERSION}")
target_link_libraries(tickgraph_test_support PUBLIC tickgraph::tickgraph GTest::gmock
                                                    Threads::Threads)

# Building tests with full optimisation and debug information takes longer than running them.
set(TICKGRAPH_TEST_OPTIONS "$<$<CONFIG:RelWithDebInfo>:-O1;-g1>")
target_compile_options(tickgraph_test_support PRIVATE ${TICKGRAPH_TEST_OPTIONS})

# What every test includes is read once for each program: a third of the time to build them.
function(tickgraph_precompile_test_headers target)
  target_precompile_headers(${target} PRIVATE <gtest/gtest.h> <gmock/gmock.h> <algorithm>
                            <functional> <map> <memory> <string> <vector>
                            <absl/functional/any_invocable.h> <absl/status/statusor.h>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # A time stamp inside would keep ccache from knowing the file again.
    target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
endfunction()
tickgraph_precompile_test_headers(tickgraph_test_support)

# tickgraph_add_test(<target> LIBRARIES <libraries>… FOLDERS <folders below tests/>…): all sources
# below the folders; "." means the files of tests/ itself. Nothing where a library is missing.
function(tickgraph_add_test target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBRARIES;FOLDERS")
  set(root "${CMAKE_CURRENT_SOURCE_DIR}/tests")
  set(sources)
  foreach(folder ${arg_FOLDERS})
    if(folder STREQUAL ".")
      file(GLOB found CONFIGURE_DEPENDS "${root}/*.cc")
    else()
      file(GLOB_RECURSE found CONFIGURE_DEPENDS "${root}/${folder}/*.cc")
    endif()
    list(APPEND sources ${found})
  endforeach()
  list(FILTER sources EXCLUDE REGEX "/seeded_race\\.cc$")
  if(TICKGRAPH_SANITIZE)
    # They count by an operator new of their own, which does not go with that of a sanitizer.
    list(FILTER sources EXCLUDE REGEX "_allocation_test\\.cc$")
  endif()
  foreach(library ${arg_LIBRARIES})
    if(NOT TARGET ${library})
      return()
    endif()
  endforeach()
  if(NOT sources)
    return()
  endif()

  add_executable(${target} ${sources})
  tickgraph_configure_target(${target})
  target_compile_options(${target} PRIVATE ${TICKGRAPH_TEST_OPTIONS})
  target_link_libraries(${target} PRIVATE ${arg_LIBRARIES} tickgraph_test_support
                                          nlohmann_json::nlohmann_json GTest::gmock_main)
  tickgraph_precompile_test_headers(${target})
  if(TARGET tickgraph_command AND "tickgraph_tools" IN_LIST arg_LIBRARIES)
    add_dependencies(${target} tickgraph_command)
    target_compile_definitions(${target}
                               PRIVATE TICKGRAPH_COMMAND="$<TARGET_FILE:tickgraph_command>")
  endif()
  gtest_discover_tests(${target} DISCOVERY_TIMEOUT 60
                       PROPERTIES TIMEOUT 300 ENVIRONMENT "${TICKGRAPH_TEST_ENVIRONMENT}")
endfunction()

tickgraph_add_test(tickgraph_core_test LIBRARIES tickgraph::tickgraph FOLDERS . cases plan run)
target_sources(tickgraph_core_test PRIVATE tests/support/allocation_counter.cc)
tickgraph_add_test(tickgraph_model_test LIBRARIES tickgraph::tickgraph FOLDERS model)
tickgraph_add_test(tickgraph_simulate_test LIBRARIES tickgraph::tickgraph FOLDERS simulate)
tickgraph_add_test(tickgraph_observe_test LIBRARIES tickgraph::tickgraph FOLDERS observe)
tickgraph_add_test(tickgraph_physics_test LIBRARIES tickgraph::physics FOLDERS physics)
tickgraph_add_test(tickgraph_world_test LIBRARIES tickgraph::world FOLDERS world)
tickgraph_add_test(tickgraph_tools_test LIBRARIES tickgraph_tools FOLDERS tools)

# ThreadSanitizer must find the race that was put into this program, else its silence means nothing.
if(TICKGRAPH_SANITIZE STREQUAL "thread")
  add_executable(tickgraph_seeded_race tests/run/seeded_race.cc)
  tickgraph_configure_target(tickgraph_seeded_race)
  target_link_libraries(tickgraph_seeded_race PRIVATE tickgraph::tickgraph)
  add_test(NAME SeededRace.IsReported COMMAND tickgraph_seeded_race)
  set_tests_properties(
    SeededRace.IsReported
    PROPERTIES TIMEOUT 60
               ENVIRONMENT "${TICKGRAPH_TEST_ENVIRONMENT}"
               PASS_REGULAR_EXPRESSION "SUMMARY: ThreadSanitizer: data race [^\n]*seeded_race\\.cc")
endif()

include(CompileFail)
