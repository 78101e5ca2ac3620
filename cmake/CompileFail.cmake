# Each tests/compile_fail/<name>.cc must not compile, and the compiler must say what its first line
# expects: "// expect: <text>". A file that expects nothing must compile: it shows that the others
# fail for the reason they give.
file(GLOB snippets CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/tests/compile_fail/*.cc")
foreach(snippet ${snippets})
  get_filename_component(name "${snippet}" NAME_WE)
  file(STRINGS "${snippet}" first_line LIMIT_COUNT 1)
  string(REGEX REPLACE "^// expect: " "" expected "${first_line}")
  set(includes)
  foreach(floor tickgraph physics world)
    list(APPEND includes "-I${TICKGRAPH_LINK_DIRECTORY}/${floor}")
  endforeach()
  add_test(NAME compile_fail_${name} COMMAND "${CMAKE_CXX_COMPILER}" -std=c++20 -fsyntax-only
                                             ${includes} "${snippet}")
  set_tests_properties(compile_fail_${name} PROPERTIES LABELS compile-fail TIMEOUT 300)
  if(NOT expected MATCHES "^nothing")
    set_tests_properties(compile_fail_${name} PROPERTIES PASS_REGULAR_EXPRESSION "${expected}")
  endif()
endforeach()
