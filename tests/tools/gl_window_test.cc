#include "tools/demo_renderer/gl_window.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>

#include "tests/tools/drawing_test.h"

#if TICKGRAPH_DEMO_RENDERER

namespace tickgraph {
namespace {

// Sets a variable of the environment, or takes it out, until the end of a scope.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    Set(value);
  }
  ~Variable() { Set(before_ ? before_->c_str() : nullptr); }

 private:
  void Set(const char* value) {
    if (value != nullptr) {
      setenv(name_, value, 1);
    } else {
      unsetenv(name_);
    }
  }

  const char* name_;
  std::optional<std::string> before_;
};

class GlWindowTest : public DrawingTest {};

// The name of a display is no display: what is drawn would be seen by nobody.
TEST_F(GlWindowTest, ADisplayThatIsGoneGivesASurfaceAndNoWindow) {
  const Variable display("DISPLAY", ":7853");
  const Variable wayland("WAYLAND_DISPLAY", nullptr);
  for (const char* driver : {static_cast<const char*>(nullptr), "dummy", "offscreen"}) {
    const Variable wanted("SDL_VIDEODRIVER", driver);
    const auto window = GlWindow::Open("test", 64, 48, true);
    if (!window.ok()) {
      EXPECT_NE(std::string(window.status().message()).find("window:"), std::string::npos);
      GTEST_SKIP() << window.status();
    }
    EXPECT_FALSE((*window)->visible());
  }
}

}  // namespace
}  // namespace tickgraph

#endif  // TICKGRAPH_DEMO_RENDERER
