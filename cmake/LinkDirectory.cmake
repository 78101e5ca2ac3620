# Every header is included as "tickgraph/…", in this tree as in the install tree, although the
# folders world/ and physics/ lie beside tickgraph/. Directory links under <build>/include give
# those paths. There is one base directory for each library, so a library sees the floors it
# links and no others, and an embedding project's own world/world.h never meets ours:
#   include/tickgraph/tickgraph          → tickgraph/
#   include/physics/tickgraph/physics    → physics/
#   include/world/tickgraph/world        → world/
#   include/development/{tests,tools,…}  → tests/, tools/, …   (targets that are never installed)
set(TICKGRAPH_LINK_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/include")

function(tickgraph_link_folder folder path)
  set(link "${TICKGRAPH_LINK_DIRECTORY}/${path}")
  get_filename_component(parent "${link}" DIRECTORY)
  file(MAKE_DIRECTORY "${parent}")
  file(CREATE_LINK "${CMAKE_CURRENT_SOURCE_DIR}/${folder}" "${link}" SYMBOLIC)
endfunction()

tickgraph_link_folder(tickgraph tickgraph/tickgraph)
tickgraph_link_folder(physics physics/tickgraph/physics)
tickgraph_link_folder(world world/tickgraph/world)
foreach(folder tests tools samples benchmarks)
  tickgraph_link_folder(${folder} development/${folder})
endforeach()
