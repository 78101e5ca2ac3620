#ifndef TICKGRAPH_TOOLS_ARENA_H_
#define TICKGRAPH_TOOLS_ARENA_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "tickgraph/world/world.h"
#include "tools/arena_actors.h"

namespace tickgraph {

class RenderPacket;

struct ArenaDefinition {
  /// Leaders and followers together, at least 1.
  int actors = 2000;
  /// Crates, at least 0.
  int bodies = 1000;
  /// Where any-thread cards and the physics step run; outlives the arena.
  WorkerPool* workers = nullptr;
  /// How many frames the scheduler keeps records of.
  int recorded_frames = 0;
};

/// The world of the demo: squads of actors that walk around a heap of crates and push them.
///
///   Arena arena({.workers = &workers});
///   EngineLoop loop({.render = &pipeline});
///   loop.AddWorld(arena.world());
///   while (loop.Iterate()) {}
///
/// Leaders and followers move before physics, followers after their leader; sensors look at the
/// crates beside the physics step, on any thread; the camera follows after physics. Three cards of
/// ten may run on any thread. With a fixed clock everything happens in the same way every time,
/// whatever the number of workers. Game thread.
class Arena {
 public:
  /// What identity pictures and packets call the things: crate i is i, actor i is kFirstActor + i.
  static constexpr std::uint32_t kFirstActor = 1'000'000;
  /// Metres from the middle to the rim.
  static constexpr double kRadius = 34;

  explicit Arena(const ArenaDefinition& definition);
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  World& world() { return world_; }

  /// Ok, or why the arena is not complete; checked once after it was made.
  const absl::Status& status() const { return status_; }

  /// A number that is equal when everything is where it was, to the last bit: crates and actors.
  std::uint64_t StateHash();

 private:
  void BuildGround();
  std::vector<BodyHandle> BuildCrates(int count);
  void BuildSquads(int count);
  void Describe(RenderPacket& packet);
  void Note(const absl::Status& status);

  absl::Status status_;
  struct Member {
    const Actor* actor = nullptr;
    bool leads = false;
    std::array<std::uint8_t, 4> colour{};
  };
  World world_;
  std::vector<Member> members_;
  Ref<Leader> first_leader_;
  Ref<Camera> camera_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_TOOLS_ARENA_H_
