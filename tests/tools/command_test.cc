// The program itself, as a shell runs it: what it prints, and what it returns.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "tests/tools/text_file.h"

#ifdef TICKGRAPH_COMMAND

namespace tickgraph {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

struct Outcome {
  int code = -1;
  std::string out;
  std::string err;
};

// Runs `tickgraph ARGUMENTS`; `redirection` takes the place of the file for standard output.
Outcome RunCommand(const std::string& arguments, const std::string& redirection = "") {
  const auto out = TemporaryPath("out");
  const auto err = TemporaryPath("err");
  const std::string line = "'" TICKGRAPH_COMMAND "' " + arguments + " >'" +
                           (redirection.empty() ? out.string() : redirection) + "' 2>'" +
                           err.string() + "' </dev/null";
  const int status = std::system(line.c_str());
  Outcome outcome;
  if (WIFEXITED(status)) outcome.code = WEXITSTATUS(status);
  outcome.out = ReadTextFile(out);
  outcome.err = ReadTextFile(err);
  std::filesystem::remove(out);
  std::filesystem::remove(err);
  return outcome;
}

// The process stands in an empty folder as long as this is there.
class EmptyFolder {
 public:
  EmptyFolder() : before_(std::filesystem::current_path()), folder_(TemporaryPath("folder")) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    std::filesystem::current_path(folder_);
  }
  ~EmptyFolder() {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(folder_);
  }
  EmptyFolder(const EmptyFolder&) = delete;
  EmptyFolder& operator=(const EmptyFolder&) = delete;

  bool is_empty() const { return std::filesystem::is_empty(folder_); }

 private:
  std::filesystem::path before_;
  std::filesystem::path folder_;
};

std::string ScheduleFile() {
  return "'" + WriteTextFile("a.dot", "digraph { a -> b }").string() + "'";
}

// case-C2: each run of the program, in memory of its own, finds the same cycle, whole, and ends
// with the same code. Six cards, three of which bear one label.
TEST(CommandTest, FindsTheSameCycleInEveryRun) {
  const std::string file = "'" +
                           WriteTextFile("ring.dot",
                                         "digraph { a [label=0] b [label=0] c [label=0]\n"
                                         "d [label=1] e [label=2] f [label=3]\n"
                                         "b -> d\nd -> e\ne -> f\nf -> b\nb -> a\nc -> d }")
                               .string() +
                           "'";
  const Outcome first = RunCommand("plan " + file + " --json");
  EXPECT_EQ(first.code, 1);
  const nlohmann::json cycles = nlohmann::json::parse(first.out).at("cycles");
  ASSERT_EQ(cycles.size(), 1U);
  std::string path;
  for (const nlohmann::json& card : cycles[0].at("path")) path += card.at("card");
  EXPECT_EQ(path, "0123");
  EXPECT_EQ(cycles[0].at("ignored_line"), 6);
  for (int run = 0; run < 20; ++run) {
    const Outcome outcome = RunCommand("plan " + file + " --json");
    ASSERT_EQ(outcome.code, first.code);
    ASSERT_EQ(outcome.out, first.out);
  }
}

TEST(CommandTest, PlansAndRunsAFile) {
  const Outcome plan = RunCommand("plan " + ScheduleFile() + " --json");
  EXPECT_EQ(plan.code, 0) << plan.err;
  EXPECT_EQ(nlohmann::json::parse(plan.out).at("counts").at("cards"), 2);
  const Outcome run = RunCommand("run " + ScheduleFile() + " --frames 3 --workers 1 --json");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(nlohmann::json::parse(run.out).at("cards_run"), 6);
}

TEST(CommandTest, PlansWhatItHasWritten) {
  const std::string dot = "'" + TemporaryPath("written.dot").string() + "'";
  const std::string saved = "'" + TemporaryPath("written.json").string() + "'";
  EXPECT_EQ(RunCommand("plan " + ScheduleFile() + " --dot " + dot + " --save " + saved).code, 0);
  for (const std::string& written : {dot, saved}) {
    const Outcome again = RunCommand("plan " + written + " --json");
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(nlohmann::json::parse(again.out).at("counts").at("edges"), 1);
  }
}

TEST(CommandTest, HelpAndVersionAreNoMistakes) {
  for (const char* arguments : {"--help", "--version", "run --help", "demo --help"}) {
    const Outcome outcome = RunCommand(arguments);
    EXPECT_EQ(outcome.code, 0) << arguments;
    EXPECT_FALSE(outcome.out.empty()) << arguments;
    EXPECT_THAT(outcome.err, IsEmpty()) << arguments;
  }
}

TEST(CommandTest, AnUnknownVerbIsNamed) {
  const Outcome outcome = RunCommand("frobnicate --json");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, StartsWith("tickgraph: there is no verb \"frobnicate\""));
  EXPECT_THAT(outcome.err, HasSubstr("demo, run, "));
  EXPECT_THAT(outcome.out, IsEmpty());
}

TEST(CommandTest, NoVerbIsAQuestion) {
  const Outcome outcome = RunCommand("");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, StartsWith("tickgraph: which verb?"));
}

TEST(CommandTest, NumbersThatDoNotFitAreRefusedByName) {
  for (const std::string arguments :
       {"--frames 99999999999999999999", "--frames 3.5", "--frames 12x", "--seed -1",
        "--seed 18446744073709551616", "--workers 4294967297", "--workers ''"}) {
    const Outcome outcome = RunCommand("run " + ScheduleFile() + " " + arguments);
    EXPECT_EQ(outcome.code, 2) << arguments;
    EXPECT_THAT(outcome.err, StartsWith("tickgraph run: ")) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr(arguments.substr(0, arguments.find(' ')))) << arguments;
    EXPECT_THAT(outcome.out, IsEmpty()) << arguments;
  }
  const Outcome outcome = RunCommand("demo --actors 4294967297");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, StartsWith("tickgraph demo: "));
}

// An option whose value was forgotten would take the next option for it: a demo that draws, with
// its files in a folder "--no-draw".
TEST(CommandTest, AForgottenValueDoesNotSwallowTheNextOption) {
  const std::string file = ScheduleFile();
  const std::pair<std::string, const char*> mistakes[] = {
      {"demo --frames 1 --out --no-draw --headless --json", "--out"},
      {"demo --out --help", "--out"},
      {"demo --frames --headless", "--frames"},
      {"demo --budget --headless", "--budget"},
      {"plan " + file + " --dot --json", "--dot"},
      {"plan " + file + " --json --save --lenient", "--save"},
      {"plan --dot --save " + file, "--dot"},
      {"plan " + file + " --explain a --explain --json", "--explain"},
      {"plan " + file + " --save --", "--save"},
      {"run " + file + " --cost --serial", "--cost"},
      {"run " + file + " --game-share --serial", "--game-share"},
      {"simulate " + file + " --processors --json", "--processors"},
      {"simulate " + file + " --what-if --json", "--what-if"},
      {"simulate " + file + " --search --json", "--search"},
  };
  const EmptyFolder folder;
  for (const auto& [arguments, option] : mistakes) {
    const Outcome outcome = RunCommand(arguments);
    EXPECT_EQ(outcome.code, 2) << arguments;
    EXPECT_THAT(outcome.err, StartsWith("tickgraph " + arguments.substr(0, arguments.find(' ')) +
                                        ": " + option + " needs a value"))
        << arguments;
    EXPECT_THAT(outcome.out, IsEmpty()) << arguments;
    EXPECT_TRUE(folder.is_empty()) << arguments;
  }
}

TEST(CommandTest, AValueThatLooksLikeAnOptionIsGivenWithAnEqualsSign) {
  const std::string file = ScheduleFile();
  const EmptyFolder folder;
  const Outcome outcome = RunCommand("plan " + file + " --save=--json --dot=--dot");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(std::filesystem::exists("--json"));
  EXPECT_TRUE(std::filesystem::exists("--dot"));
  const Outcome option = RunCommand("plan --json -- " + file);
  EXPECT_EQ(option.code, 0) << "behind -- there are no options: " << option.err;
}

TEST(CommandTest, EveryMistakeIsToldByItsVerb) {
  const std::string file = ScheduleFile();
  for (const std::string arguments : {"run", "plan", "run --nonsense", "run --cost 5parsec",
                                      "plan absent.dot", "run absent.dot"}) {
    const Outcome outcome = RunCommand(arguments);
    EXPECT_EQ(outcome.code, 2) << arguments;
    EXPECT_THAT(outcome.err,
                StartsWith("tickgraph " + arguments.substr(0, arguments.find(' ')) + ": "))
        << arguments;
  }
}

TEST(CommandTest, SerialWithWorkersIsAContradiction) {
  const Outcome outcome = RunCommand("run " + ScheduleFile() + " --serial --workers 9");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, StartsWith("tickgraph run: --serial and --workers contradict"));
}

TEST(CommandTest, OutputThatNobodyGotIsNoSuccess) {
  for (const std::string& arguments :
       {"plan " + ScheduleFile(), "run --frames 2 --json " + ScheduleFile(), std::string("--help"),
        std::string("--version")}) {
    const Outcome outcome = RunCommand(arguments, "/dev/full");
    EXPECT_EQ(outcome.code, 2) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr("tickgraph: standard output cannot be written"))
        << arguments;
  }
}

}  // namespace
}  // namespace tickgraph

#endif  // TICKGRAPH_COMMAND
