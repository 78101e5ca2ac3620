#ifndef TICKGRAPH_TOOLS_DEMO_RENDERER_GL_PROGRAM_H_
#define TICKGRAPH_TOOLS_DEMO_RENDERER_GL_PROGRAM_H_

#include <array>
#include <string_view>

#include "absl/status/status.h"

namespace tickgraph {

/// A vertex and a fragment shader linked into one program. Used and destroyed on the thread that
/// has the OpenGL context.
class GlProgram {
 public:
  GlProgram() = default;
  ~GlProgram();
  GlProgram(const GlProgram&) = delete;
  GlProgram& operator=(const GlProgram&) = delete;

  /// Compiles and links. INTERNAL with the compiler's message when the source is wrong for this
  /// device; `name` says which program.
  absl::Status Create(std::string_view name, const char* vertex_source,
                      const char* fragment_source);

  void Use() const;

  /// Sets a uniform of the program in use; one that the program does not have is ignored.
  void Set(const char* uniform, float value) const;
  void Set(const char* uniform, const std::array<float, 3>& value) const;
  void Set(const char* uniform, const std::array<float, 16>& value) const;

 private:
  unsigned program_ = 0;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_TOOLS_DEMO_RENDERER_GL_PROGRAM_H_
