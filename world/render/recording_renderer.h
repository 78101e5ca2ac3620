#ifndef TICKGRAPH_WORLD_RENDER_RECORDING_RENDERER_H_
#define TICKGRAPH_WORLD_RENDER_RECORDING_RENDERER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "tickgraph/world/render/renderer.h"

namespace tickgraph {

/// Draws nothing and remembers what it was asked to draw; a test reads it after the pipeline has
/// stopped. `on_draw` may wait, fail or throw to play a renderer in trouble.
class RecordingRenderer : public Renderer {
 public:
  struct Drawn {
    std::int64_t frame = 0;
    std::size_t item_count = 0;
    std::uint64_t checksum = 0;  ///< PacketChecksum, computed on the stage's thread
  };
  using DrawFunction = std::function<absl::Status(const RenderPacket&)>;

  RecordingRenderer() = default;
  explicit RecordingRenderer(DrawFunction on_draw) : on_draw_(std::move(on_draw)) {}

  absl::Status Start() override {
    ++starts_;
    return absl::OkStatus();
  }
  absl::Status Draw(const RenderPacket& packet) override {
    drawn_.push_back({packet.frame(), packet.items().size(), PacketChecksum(packet)});
    return on_draw_ ? on_draw_(packet) : absl::OkStatus();
  }
  void Stop() override { ++stops_; }

  /// These may be read on the stage's thread, or anywhere once the pipeline has stopped.
  const std::vector<Drawn>& drawn() const { return drawn_; }
  int starts() const { return starts_; }
  int stops() const { return stops_; }

 private:
  DrawFunction on_draw_;
  std::vector<Drawn> drawn_;
  int starts_ = 0;
  int stops_ = 0;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_RENDER_RECORDING_RENDERER_H_
