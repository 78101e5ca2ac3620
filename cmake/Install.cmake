# The install tree: libraries, headers below include/tickgraph, CMake package files (one export per
# floor, so that a user of the scheduler alone needs no Bullet) and pkg-config files.
include(CMakePackageConfigHelpers)
set(TICKGRAPH_PACKAGE_DIRECTORY "${CMAKE_INSTALL_LIBDIR}/cmake/tickgraph")

# The way from the folder of a pkg-config file up to the prefix: the tree may be moved.
file(RELATIVE_PATH TICKGRAPH_PREFIX_FROM_PC "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
string(REGEX REPLACE "/$" "" TICKGRAPH_PREFIX_FROM_PC "${TICKGRAPH_PREFIX_FROM_PC}")
set(TICKGRAPH_ABSL_MODULES ${TICKGRAPH_ABSL_PARTS})
list(TRANSFORM TICKGRAPH_ABSL_MODULES PREPEND "absl_")
list(JOIN TICKGRAPH_ABSL_MODULES ", " TICKGRAPH_ABSL_MODULES)

# tickgraph_install_floor(<target> <floor> <pkg-config module> [<pkg-config modules inside of it>])
function(tickgraph_install_floor target floor module)
  if(NOT TARGET ${target})
    return()
  endif()
  install(
    TARGETS ${target}
    EXPORT tickgraph-${floor}-targets
    FILE_SET HEADERS)
  install(
    EXPORT tickgraph-${floor}-targets
    NAMESPACE tickgraph::
    DESTINATION "${TICKGRAPH_PACKAGE_DIRECTORY}")

  get_target_property(type ${target} TYPE)
  set(TICKGRAPH_PC_LIBRARY)
  if(NOT type STREQUAL "INTERFACE_LIBRARY")
    set(TICKGRAPH_PC_LIBRARY "-l${target}")
  endif()
  # A static library needs what it was made with at every link, a shared one does not.
  list(JOIN ARGN ", " TICKGRAPH_PC_PRIVATE)
  set(TICKGRAPH_PC_ALSO)
  if(type STREQUAL "STATIC_LIBRARY" AND ARGN)
    set(TICKGRAPH_PC_ALSO ", ${TICKGRAPH_PC_PRIVATE}")
    set(TICKGRAPH_PC_PRIVATE)
  endif()
  configure_file(cmake/${module}.pc.in "${CMAKE_CURRENT_BINARY_DIR}/pkgconfig/${module}.pc" @ONLY)
  install(FILES "${CMAKE_CURRENT_BINARY_DIR}/pkgconfig/${module}.pc"
          DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endfunction()

tickgraph_install_floor(tickgraph tickgraph tickgraph tbb)
tickgraph_install_floor(tickgraph_physics physics tickgraph-physics bullet)
tickgraph_install_floor(tickgraph_world world tickgraph-world)

configure_package_config_file(
  cmake/tickgraphConfig.cmake.in "${CMAKE_CURRENT_BINARY_DIR}/tickgraphConfig.cmake"
  INSTALL_DESTINATION "${TICKGRAPH_PACKAGE_DIRECTORY}"
  NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/tickgraphConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/tickgraphConfig.cmake"
              "${CMAKE_CURRENT_BINARY_DIR}/tickgraphConfigVersion.cmake"
        DESTINATION "${TICKGRAPH_PACKAGE_DIRECTORY}")
install(FILES LICENSE CHANGELOG.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")

if(TARGET tickgraph_command)
  install(TARGETS tickgraph_command)
endif()
