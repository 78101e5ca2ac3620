// Sets of cards, a chain of them, and the answer to "why does it run there?".

#include <iostream>

#include "tickgraph/observe/card_explanation.h"
#include "tickgraph/scheduler.h"

int main() {
  tickgraph::TickScheduler scheduler(tickgraph::TickSchedulerDefinition{});

  int sensed = 0;
  bool thought_after_all = false;
  const tickgraph::TickSet senses = scheduler.RegisterSet({.name = "senses"});
  for (const char* name : {"eye", "ear", "nose"}) {
    scheduler.Register({.name = name, .in = {senses}, .run = [&](auto&) { ++sensed; }});
  }
  const auto think =
      scheduler.Register({.name = "think", .run = [&](auto&) { thought_after_all = sensed == 3; }});
  const auto act = scheduler.Register({.name = "act", .run = [](auto&) {}});
  const auto physics_result = scheduler.Register(
      {.name = "touch", .start = tickgraph::TickGroup::kPostPhysics, .in = {senses}});

  // Every sense before the thought, the thought before the act.
  scheduler.Chain({senses, think, act});
  std::cout << scheduler.RunFrame(1.0 / 60);

  // "touch" is felt after physics, so everything behind the set has moved there.
  const auto why = tickgraph::ExplainCard(scheduler, act);
  if (!why.ok()) return 1;
  std::cout << '\n' << tickgraph::ExplanationText(*why);

  sensed = 0;
  scheduler.RemoveFromSet(physics_result, senses);
  scheduler.RunFrame(1.0 / 60);
  const bool is_early =
      tickgraph::ExplainCard(scheduler, act)->effective_start == tickgraph::TickGroup::kPrePhysics;
  return thought_after_all && is_early ? 0 : 1;
}
