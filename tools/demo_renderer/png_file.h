#ifndef TICKGRAPH_TOOLS_DEMO_RENDERER_PNG_FILE_H_
#define TICKGRAPH_TOOLS_DEMO_RENDERER_PNG_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "tools/demo_renderer/picture.h"

namespace tickgraph {

/// Writes `picture` to the file `path`, without its alpha channel. Any thread, blocks while it
/// compresses (tens of milliseconds for a million pixels) and writes. UNAVAILABLE when the file
/// cannot be written, UNIMPLEMENTED in a build without the demo's renderer.
absl::Status WritePng(const std::string& path, const Picture& picture);

}  // namespace tickgraph

#endif  // TICKGRAPH_TOOLS_DEMO_RENDERER_PNG_FILE_H_
