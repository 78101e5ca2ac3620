# What holds for the whole build where we are the top level, and tickgraph_configure_target for
# each target of ours. An embedding project's own targets never see any of this.

if(PROJECT_IS_TOP_LEVEL)
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "The kind of build" FORCE)
  endif()

  find_program(TICKGRAPH_CCACHE ccache)
  mark_as_advanced(TICKGRAPH_CCACHE)
  if(TICKGRAPH_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${TICKGRAPH_CCACHE}")
  endif()

  set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/bin")
  set(CMAKE_VERIFY_INTERFACE_HEADER_SETS ON)
  if(BUILD_SHARED_LIBS)
    # Installed libraries and the command find each other wherever the tree is moved.
    set(CMAKE_INSTALL_RPATH "$ORIGIN" "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
  endif()

  if(TICKGRAPH_SANITIZE)
    # Line numbers are all that reports need, and building takes half the time.
    add_compile_options("-fsanitize=${TICKGRAPH_SANITIZE}" -fno-omit-frame-pointer -g1)
    add_link_options("-fsanitize=${TICKGRAPH_SANITIZE}")
    if(TICKGRAPH_SANITIZE STREQUAL "thread" AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
      add_compile_options(
        "-fsanitize-ignorelist=${CMAKE_CURRENT_SOURCE_DIR}/cmake/tsan.ignorelist")
    endif()
    if(TICKGRAPH_SANITIZE MATCHES "undefined")
      add_compile_options(-fno-sanitize-recover=undefined)
      if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # Libraries built without run-time type information would not link.
        add_compile_options(-fno-sanitize=vptr)
      endif()
    endif()
  endif()

  if(TICKGRAPH_COVERAGE)
    add_compile_options(--coverage)
    add_link_options(--coverage)
  endif()
endif()

# tickgraph_configure_target(<target>): language level, warnings, and arithmetic that gives the
# same bits with and without fused multiply-add instructions.
function(tickgraph_configure_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${target} PRIVATE -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow
                                           -Wconversion)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # clang counts these to -Wconversion, gcc does not: both shall accept the same code.
    target_compile_options(${target} PRIVATE -Wno-sign-conversion)
  endif()
  if(TICKGRAPH_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()
