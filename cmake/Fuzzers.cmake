# A libFuzzer program for each reader of schedules, tickgraph_fuzz_<reader>:
#
#   cmake -B build-fuzz -DCMAKE_CXX_COMPILER=clang++ -DTICKGRAPH_BUILD_FUZZERS=ON …
#   build-fuzz/bin/tickgraph_fuzz_json corpus tests/fuzz/corpus/json tests/fuzz/seeds/json \
#     -dict=tests/fuzz/json.dict -max_total_time=300
#
# What they find and keep is replayed by tests/model/fuzz_corpus_test.cc in every build.
option(TICKGRAPH_BUILD_FUZZERS "Build the fuzzers of the readers (needs clang and libFuzzer)" OFF)
if(NOT TICKGRAPH_BUILD_FUZZERS)
  return()
endif()
if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  message(FATAL_ERROR "TICKGRAPH_BUILD_FUZZERS needs clang: set CMAKE_CXX_COMPILER to clang++")
endif()

# The readers once more, watched by the sanitizers and by the fuzzer; without the scheduler, which
# they do not need.
file(GLOB fuzzed CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/tickgraph/model/*.cc")
list(FILTER fuzzed EXCLUDE REGEX "/(schedule_builder|run_order_check)\\.cc$")
file(GLOB others CONFIGURE_DEPENDS
     "${CMAKE_CURRENT_SOURCE_DIR}/tickgraph/tick_group.cc"
     "${CMAKE_CURRENT_SOURCE_DIR}/tickgraph/quoted_name.cc"
     "${CMAKE_CURRENT_SOURCE_DIR}/tickgraph/observe/dot_text.cc"
     "${CMAKE_CURRENT_SOURCE_DIR}/tickgraph/observe/json_text.cc"
     "${CMAKE_CURRENT_SOURCE_DIR}/tickgraph/observe/utf8_bytes.cc"
     "${CMAKE_CURRENT_SOURCE_DIR}/tests/model/check_reading.cc"
     "${CMAKE_CURRENT_SOURCE_DIR}/tests/model/same_schedule.cc")
set(TICKGRAPH_FUZZ_OPTIONS -fsanitize=address,undefined -fno-sanitize-recover=undefined
                           -fno-omit-frame-pointer -O1 -g1)
set(fuzz_absl_targets ${TICKGRAPH_ABSL_PARTS})
list(TRANSFORM fuzz_absl_targets PREPEND "absl::")

add_library(tickgraph_fuzzed OBJECT ${fuzzed} ${others})
tickgraph_configure_target(tickgraph_fuzzed)
target_include_directories(tickgraph_fuzzed PUBLIC "${TICKGRAPH_LINK_DIRECTORY}/tickgraph"
                                                   "${TICKGRAPH_LINK_DIRECTORY}/development")
target_compile_options(tickgraph_fuzzed PUBLIC ${TICKGRAPH_FUZZ_OPTIONS}
                                        PRIVATE -fsanitize=fuzzer-no-link)
target_link_libraries(tickgraph_fuzzed PUBLIC ${fuzz_absl_targets} nlohmann_json::nlohmann_json)

foreach(reader dot dumpticks stg player_loop json)
  add_executable(tickgraph_fuzz_${reader} "tests/fuzz/${reader}_fuzzer.cc")
  tickgraph_configure_target(tickgraph_fuzz_${reader})
  target_link_libraries(tickgraph_fuzz_${reader} PRIVATE tickgraph_fuzzed)
  target_link_options(tickgraph_fuzz_${reader} PRIVATE -fsanitize=fuzzer,address,undefined)
endforeach()
