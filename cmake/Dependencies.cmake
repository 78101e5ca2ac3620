# The libraries we stand on. Inside another project their targets must be visible to that project,
# too, because a static library of ours passes them on to whoever links it.
if(NOT PROJECT_IS_TOP_LEVEL)
  set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL ON)
endif()

find_package(Threads REQUIRED)
find_package(TBB 2021.8 REQUIRED CONFIG)
find_package(absl REQUIRED CONFIG)
find_package(nlohmann_json 3.11 REQUIRED CONFIG)

# Bullet's own CMake files name folders that do not exist; its pkg-config file is right.
find_package(PkgConfig REQUIRED)
pkg_check_modules(TICKGRAPH_BULLET REQUIRED IMPORTED_TARGET GLOBAL bullet)

# The parts of Abseil the scheduler uses, as CMake targets absl::<name> and pkg-config absl_<name>.
set(TICKGRAPH_ABSL_PARTS
    any_invocable
    cleanup
    flat_hash_map
    flat_hash_set
    function_ref
    hash
    inlined_vector
    span
    status
    statusor
    str_format
    strings
    synchronization
    time)
