#include "tickgraph/physics/command_relay.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "absl/functional/any_invocable.h"

namespace tickgraph {
namespace {

double HeightOf(const PhysicsCommand &command) {
  return std::get<TeleportCommand>(command).position.y;
}

PhysicsCommand Teleport(double height) { return TeleportCommand{{}, {0, height, 0}, {}}; }

TEST(CommandRelayTest, ACallGivesItsCommandToTheReceiver) {
  std::vector<double> heights;
  const auto relay = std::make_shared<CommandRelay>(
      [&](const PhysicsCommand &command) { heights.push_back(HeightOf(command)); });
  absl::AnyInvocable<void() &&> first = CommandRelay::Hold(relay, Teleport(1));
  absl::AnyInvocable<void() &&> second = CommandRelay::Hold(relay, Teleport(2));
  std::move(second)();
  std::move(first)();
  EXPECT_EQ(heights, std::vector<double>({2, 1}));
}

// rule N6: what waits in an outbox is small enough to be kept there without an allocation.
TEST(CommandRelayTest, ACallIsOnePointer) {
  EXPECT_EQ(sizeof(CommandRelay::Call), sizeof(void *));
  EXPECT_TRUE(std::is_nothrow_move_constructible_v<CommandRelay::Call>);
}

TEST(CommandRelayTest, ACallAfterCloseDoesNothing) {
  int received = 0;
  auto relay = std::make_shared<CommandRelay>([&](const PhysicsCommand &) { ++received; });
  absl::AnyInvocable<void() &&> call = CommandRelay::Hold(relay, Teleport(1));
  relay->Close();
  relay.reset();  // the call keeps what it needs
  std::move(call)();
  EXPECT_EQ(received, 0);
}

TEST(CommandRelayTest, ACallThatIsNeverMadeGivesUpTheRelay) {
  auto relay = std::make_shared<CommandRelay>([](const PhysicsCommand &) {});
  const std::weak_ptr<CommandRelay> watched = relay;
  {
    std::optional<CommandRelay::Call> call(CommandRelay::Hold(relay, Teleport(1)));
    relay.reset();
    EXPECT_FALSE(watched.expired());
  }
  EXPECT_TRUE(watched.expired());
}

}  // namespace
}  // namespace tickgraph
