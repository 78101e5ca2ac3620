// Cards that come and go in the middle of a frame: a gun spawns shots, which run in the same frame,
// hit after a while and are gone. Nobody keeps lists or waits for a safe moment.

#include <iostream>

#include "tickgraph/world/world.h"

namespace {

class Shot : public tickgraph::Actor {
 public:
  explicit Shot(int& hits) : hits_(hits) {}
  void Tick(const tickgraph::TickContext&) override {
    if (++frames < 3) return;
    ++hits_;
    Destroy();  // It does not tick any more; it is deleted at the end of the frame.
  }
  int frames = 0;

 private:
  int& hits_;
};

class Gun : public tickgraph::Actor {
 public:
  void Tick(const tickgraph::TickContext&) override {
    last = world()->Spawn<Shot>({.name = "shot"}, hits);
  }
  tickgraph::Ref<Shot> last;
  int hits = 0;
};

}  // namespace

int main() {
  tickgraph::World world;
  auto gun = world.Spawn<Gun>({.name = "gun"});
  bool ticks_at_once = true;
  for (int frame = 0; frame < 10; ++frame) {
    if (const auto& result = world.Tick(1.0 / 60); !result.ok()) std::cerr << result;
    ticks_at_once = ticks_at_once && gun->last->frames == 1;
  }
  std::cout << "ten shots, " << gun->hits << " hits, " << world.actor_count() - 1
            << " in the air\n";

  // Cards that spawn cards without end: the frame ends all the same, and says who it was.
  tickgraph::TickScheduler scheduler(tickgraph::TickSchedulerDefinition{.max_rounds = 10});
  struct Rabbit {
    void operator()(const tickgraph::TickContext& t) const {
      t.scheduler().Register({.name = "rabbit", .run = Rabbit()});
    }
  };
  scheduler.Register({.name = "rabbit", .run = Rabbit()});
  const tickgraph::FrameResult& frame = scheduler.RunFrame(1.0 / 60);
  std::cout << frame;
  const bool is_told = frame.first_error.code == tickgraph::TickErrorCode::kTooManyRounds;
  return ticks_at_once && gun->hits == 8 && world.actor_count() == 3 && is_told ? 0 : 1;
}
