// The command `tickgraph`: one verb for each way in, each a few calls of the library.

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "CLI/CLI.hpp"
#include "tickgraph/version.h"
#include "tools/demo_command.h"
#include "tools/duration_text.h"
#include "tools/exit_code.h"
#include "tools/plan_command.h"
#include "tools/run_command.h"
#include "tools/simulate_command.h"

namespace {

// What the chosen verb does; returns the exit code.
using Verb = std::function<int()>;

std::string VersionText() {
  return std::to_string(TICKGRAPH_VERSION_MAJOR) + "." + std::to_string(TICKGRAPH_VERSION_MINOR) +
         "." + std::to_string(TICKGRAPH_VERSION_PATCH);
}

// Refuses what is no whole number of type T, and says which are. The parser's own conversion lets
// some numbers that are too large, or negative, become others.
template <typename T>
CLI::Validator WholeNumber() {
  const auto check = [](const std::string& text) {
    T value = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc() && rest == end && !text.empty()) return std::string();
    return "\"" + text + "\" is no whole number from " +
           std::to_string(std::numeric_limits<T>::min()) + " to " +
           std::to_string(std::numeric_limits<T>::max());
  };
  return CLI::Validator(check, "");
}

// An option for a time such as 0.2ms, which `microseconds` gets.
void AddDuration(CLI::App& command, const std::string& name, double& microseconds,
                 const std::string& help, const std::string& default_text) {
  command
      .add_option_function<std::string>(
          name,
          [name, &microseconds](const std::string& text) {
            const absl::StatusOr<double> duration = tickgraph::ParseMicroseconds(text);
            if (!duration.ok()) {
              throw CLI::ValidationError(name, std::string(duration.status().message()));
            }
            microseconds = *duration;
          },
          help)
      ->default_str(default_text);
}

// Where an option that wants a value has another option behind it: what to do. The parser itself
// would take the other option for the value.
std::string MissingValue(const CLI::App& command, const std::vector<std::string>& arguments) {
  for (std::size_t index = 0; index + 1 < arguments.size(); ++index) {
    const std::string& name = arguments[index];
    if (name == "--") break;
    const CLI::Option* const option =
        name.starts_with("--") ? command.get_option_no_throw(name) : nullptr;
    if (option == nullptr || option->get_items_expected_min() == 0) continue;
    const std::string& value = arguments[++index];
    if (value.starts_with("--")) {
      return name + " needs a value, and \"" + value +
             "\" behind it looks like an option; if it is the value, write " + name + "=" + value;
    }
  }
  return "";
}

std::string VerbNames(const CLI::App& app) {
  std::string names;
  for (const CLI::App* verb : app.get_subcommands(std::function<bool(const CLI::App*)>())) {
    names += (names.empty() ? "" : ", ") + verb->get_name();
  }
  return names;
}

// The text for options that cannot be used, with the verb that refuses them.
std::string UseError(const CLI::App& app, const std::string& problem,
                     const std::vector<std::string>& arguments) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  if (!chosen.empty()) {
    const std::string command = "tickgraph " + chosen.front()->get_name();
    return command + ": " + problem + "; " + command + " --help lists the options";
  }
  if (!arguments.empty() && !arguments.front().empty()) {
    return "tickgraph: there is no verb \"" + arguments.front() + "\"; the verbs are " +
           VerbNames(app);
  }
  return "tickgraph: which verb? They are " + VerbNames(app);
}

// What the program returns: output that nobody got is no success.
int FinishOutput(int code) {
  std::cout.flush();
  if (std::cout) return code;
  std::cerr << "tickgraph: standard output cannot be written; is its disk full, or its reader "
               "gone?\n";
  return tickgraph::kBadUse;
}

void AddDemo(CLI::App& app, Verb& chosen) {
  CLI::App* command =
      app.add_subcommand("demo", "The arena: actors, physics and a render thread; prints a table");
  auto options = std::make_shared<tickgraph::DemoOptions>();
  command->add_option("--frames", options->frames, "How many frames to run")
      ->capture_default_str()
      ->check(WholeNumber<int>());
  command->add_option("--actors", options->actors, "How many actors walk")
      ->capture_default_str()
      ->check(WholeNumber<int>());
  command->add_option("--bodies", options->bodies, "How many crates lie about")
      ->capture_default_str()
      ->check(WholeNumber<int>());
  command
      ->add_option("--workers", options->workers,
                   "Worker threads beside the game thread [one less than processors]")
      ->check(WholeNumber<int>());
  command->add_option("--lag", options->lag, "Frames that the render thread may be behind, 0 to 2")
      ->capture_default_str()
      ->check(WholeNumber<int>());
  command->add_flag("--headless", options->headless,
                    "Fixed clock of 60 frames a second, no window: every run does the same");
  command->add_flag("--draw,!--no-draw", options->draw, "Whether the render thread draws [yes]");
  command->add_option("--out", options->out, "Folder for trace.json, plan.dot and pictures")
      ->capture_default_str();
  command->add_flag("--arrows,!--no-arrows", options->arrows,
                    "Whether the trace has an arrow along each prerequisite edge [yes]");
  AddDuration(*command, "--budget", options->budget_us,
              "The trace marks frames whose ticks took longer, 0 none", "16.7ms");
  command->add_flag("--json", options->json, "Print one JSON object instead of the table");
  command->callback([options, &chosen] {
    chosen = [options] {
      options->progress = !options->json && isatty(STDERR_FILENO) != 0;
      options->colour = isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
      return tickgraph::RunDemoCommand(*options, std::cout, std::cerr);
    };
  });
}

constexpr const char* kFileHelp =
    "Graphviz DOT, Unreal's dumpticks or saved log, an STG task graph, Unity's player loop, or "
    "JSON";

/// How a schedule is read and shown. `options` outlives the parsing.
template <typename Options>
void AddReading(CLI::App& command, Options& options) {
  command.add_flag("--json", options.json, "Print one JSON object instead of the text");
  command.add_flag("--lenient", options.lenient,
                   "Read everything that can be read; each loss is a warning");
}

/// `what` a card of unknown cost is given.
template <typename Options>
void AddCost(CLI::App& command, Options& options, const std::string& what) {
  AddDuration(command, "--cost", options.cost_us,
              what + " of a card whose cost the file does not give, such as 5us or 0.1ms", "5us");
}

void AddPlan(CLI::App& app, Verb& chosen) {
  CLI::App* command =
      app.add_subcommand("plan", "What a schedule is, in which order it runs, what is odd in it");
  auto options = std::make_shared<tickgraph::PlanOptions>();
  command->add_option("file", options->file, kFileHelp)->required();
  command->add_option("--dot", options->dot,
                      "Write the schedule and its plan for Graphviz to this file");
  command->add_option("--save", options->save,
                      "Write the schedule in our own JSON to this file, whatever its format was");
  command->add_option("--explain", options->explain,
                      "Explain why the card of this name runs where it does");
  AddReading(*command, *options);
  command->callback([options, &chosen] {
    chosen = [options] { return tickgraph::RunPlanCommand(*options, std::cout, std::cerr); };
  });
}

void AddRun(CLI::App& app, Verb& chosen) {
  CLI::App* command =
      app.add_subcommand("run", "Run a schedule with calibrated work and check its order");
  auto options = std::make_shared<tickgraph::RunOptions>();
  command->add_option("file", options->file, kFileHelp)->required();
  command->add_option("--frames", options->frames, "How many frames to run")
      ->capture_default_str()
      ->check(WholeNumber<std::int64_t>());
  command
      ->add_option("--workers", options->workers,
                   "Worker threads beside the game thread [one less than processors]")
      ->check(WholeNumber<int>());
  AddCost(*command, *options, "Work");
  command
      ->add_option("--game-share", options->game_share,
                   "Share of cards on the game thread where the file names no lanes, 0 to 1")
      ->capture_default_str();
  command->add_option("--seed", options->seed, "Chooses which")
      ->capture_default_str()
      ->check(WholeNumber<std::uint64_t>());
  command->add_flag("--serial", options->serial, "One thread, in plan order");
  AddReading(*command, *options);
  command->callback([options, &chosen] {
    chosen = [options] { return tickgraph::RunScheduleCommand(*options, std::cout, std::cerr); };
  });
}

void AddSimulate(CLI::App& app, Verb& chosen) {
  CLI::App* command = app.add_subcommand(
      "simulate", "How long a frame would take on more processors, and what a change would win");
  auto options = std::make_shared<tickgraph::SimulateOptions>();
  command->add_option("file", options->files, kFileHelp)->required();
  command
      ->add_option_function<std::string>(
          "--processors",
          [options](const std::string& text) {
            const auto processors = tickgraph::ParseProcessors(text);
            if (!processors.ok()) {
              throw CLI::ValidationError("--processors",
                                         std::string(processors.status().message()));
            }
            options->processors = *processors;
          },
          "Numbers of processors to try; the first of each is the game thread")
      ->default_str("1,2,4,8,16");
  command
      ->add_option("--what-if", options->what_if,
                   "any-thread=NAME, remove-edge=BEFORE:AFTER or cost=NAME:us; several are made "
                   "together")
      ->allow_extra_args(false);
  command
      ->add_option("--search", options->search,
                   "Try at most so many orders of the ready cards, for each number of processors, "
                   "to say how far the plain one is from the best; 0 tries none")
      ->capture_default_str()
      ->check(WholeNumber<int>());
  AddCost(*command, *options, "Cost");
  AddReading(*command, *options);
  command->callback([options, &chosen] {
    chosen = [options] { return tickgraph::RunSimulateCommand(*options, std::cout, std::cerr); };
  });
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Tick scheduling for games and simulations", "tickgraph");
  app.set_version_flag("--version", VersionText());
  app.require_subcommand(1);
  Verb chosen;
  AddDemo(app, chosen);
  AddRun(app, chosen);
  AddPlan(app, chosen);
  AddSimulate(app, chosen);
  const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  std::optional<std::string> problem;
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // Help and version come this way, too; they are no mistake.
    if (error.get_exit_code() == 0) return FinishOutput(app.exit(error));
    problem = error.what();
  }
  for (const CLI::App* verb : app.get_subcommands()) {
    // Before what the parser says, of which it may be the cause.
    if (std::string missing = MissingValue(*verb, arguments); !missing.empty()) problem = missing;
  }
  if (problem.has_value()) {
    std::cerr << UseError(app, *problem, arguments) << '\n';
    return tickgraph::kBadUse;
  }
  return FinishOutput(chosen());
}
