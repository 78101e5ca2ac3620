#include "tools/demo_renderer/gl_program.h"

#if TICKGRAPH_DEMO_RENDERER

#include <GLES3/gl3.h>

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "tickgraph/absl_strings.h"

namespace tickgraph {
namespace {

absl::StatusOr<GLuint> Compile(std::string_view name, GLenum kind, const char* source) {
  const GLuint shader = glCreateShader(kind);
  glShaderSource(shader, 1, &source, nullptr);
  glCompileShader(shader);
  GLint compiled = GL_FALSE;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
  if (compiled == GL_TRUE) return shader;
  std::array<char, 1024> message{};
  glGetShaderInfoLog(shader, static_cast<GLsizei>(message.size()), nullptr, message.data());
  glDeleteShader(shader);
  return absl::InternalError(absl::StrCat("shader '", ToAbsl(name), "': ", message.data()));
}

}  // namespace

GlProgram::~GlProgram() {
  if (program_ != 0) glDeleteProgram(program_);
}

absl::Status GlProgram::Create(std::string_view name, const char* vertex_source,
                               const char* fragment_source) {
  const absl::StatusOr<GLuint> vertex = Compile(name, GL_VERTEX_SHADER, vertex_source);
  if (!vertex.ok()) return vertex.status();
  const absl::StatusOr<GLuint> fragment = Compile(name, GL_FRAGMENT_SHADER, fragment_source);
  if (!fragment.ok()) {
    glDeleteShader(*vertex);
    return fragment.status();
  }
  program_ = glCreateProgram();
  glAttachShader(program_, *vertex);
  glAttachShader(program_, *fragment);
  glLinkProgram(program_);
  glDeleteShader(*vertex);
  glDeleteShader(*fragment);
  GLint linked = GL_FALSE;
  glGetProgramiv(program_, GL_LINK_STATUS, &linked);
  if (linked == GL_TRUE) return absl::OkStatus();
  std::array<char, 1024> message{};
  glGetProgramInfoLog(program_, static_cast<GLsizei>(message.size()), nullptr, message.data());
  return absl::InternalError(absl::StrCat("program '", ToAbsl(name), "': ", message.data()));
}

void GlProgram::Use() const { glUseProgram(program_); }

void GlProgram::Set(const char* uniform, float value) const {
  glUniform1f(glGetUniformLocation(program_, uniform), value);
}

void GlProgram::Set(const char* uniform, const std::array<float, 3>& value) const {
  glUniform3fv(glGetUniformLocation(program_, uniform), 1, value.data());
}

void GlProgram::Set(const char* uniform, const std::array<float, 16>& value) const {
  glUniformMatrix4fv(glGetUniformLocation(program_, uniform), 1, GL_FALSE, value.data());
}

}  // namespace tickgraph

#endif  // TICKGRAPH_DEMO_RENDERER
