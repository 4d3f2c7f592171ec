// The program tracegen; tests/bench/README.md describes its use.
#include "tracegen.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

using namespace ws::tracegen;

namespace {

constexpr const char *usage =
    "usage: tracegen [options] FILE          (FILE '-' is the standard output)\n"
    "  --events N           whole steps until there are at least N events (10000)\n"
    "  --steps N            exactly N steps instead\n"
    "  --seed N  --layers N  --devices N  --streams N  --threads N\n"
    "  --python-share X     share of python_function events, 0 to 0.95 (0.7)\n"
    "  --kernels-only       GPU work only\n"
    "  --backward           training steps with an autograd thread\n"
    "  --without LIST       graphs, flows, memory, counters (comma between)\n"
    "  --layout native|oneline|indented\n"
    "  --metadata normal|none|repeated\n"
    "  --gz LEVEL           compress, 1 to 9\n"
    "  --members N          as N gzip members\n"
    "  --damage KIND        truncate-gz truncate-json trailing-comma no-bracket control-char lone-backslash bad-utf8\n"
    "                       long-name string-ts negative-dur missing-dur unsorted flow-without-start\n"
    "  --damage-at X        where, as a fraction of the events or of the compressed file (0.5)\n"
    "  --truth FILE         write what a correct reader finds, as JSON\n";

struct CommandLine
{
    Options options;
    std::string output, truth;
    int gzLevel = 0;
    int members = 1;
};

[[noreturn]] void fail(const std::string &message)
{
    std::fprintf(stderr, "tracegen: %s\n%s", message.c_str(), usage);
    std::exit(2);
}

template <class Number> Number toNumber(std::string_view key, const char *text)
{
    Number value{};
    const char *end = text + std::strlen(text);
    const auto [stop, error] = std::from_chars(text, end, value);
    if (error != std::errc() || stop != end)
        fail("a number is wanted after " + std::string(key) + ", not '" + text + "'");
    return value;
}

void setWithout(Options &options, std::string_view list)
{
    while (!list.empty()) {
        const size_t comma = std::min(list.find(','), list.size());
        const std::string_view item = list.substr(0, comma);
        list.remove_prefix(std::min(comma + 1, list.size()));
        if (item == "graphs")
            options.graphs = false;
        else if (item == "flows")
            options.flows = false;
        else if (item == "memory")
            options.memory = false;
        else if (item == "counters")
            options.counters = false;
        else
            fail("--without does not know '" + std::string(item) + "'");
    }
}

/// Options that take a word; false: none of these.
bool setWord(CommandLine &line, std::string_view key, std::string_view value)
{
    Options &options = line.options;
    if (key == "--without")
        setWithout(options, value);
    else if (key == "--truth")
        line.truth = value;
    else if (key == "--damage" && !damageFromName(value, options.damage))
        fail("unknown damage '" + std::string(value) + "'");
    else if (key == "--layout" && value != "native" && value != "oneline" && value != "indented")
        fail("unknown layout '" + std::string(value) + "'");
    else if (key == "--metadata" && value != "normal" && value != "none" && value != "repeated")
        fail("unknown metadata '" + std::string(value) + "'");
    else if (key == "--layout")
        options.layout = value == "native" ? Layout::Native : value == "oneline" ? Layout::OneLine : Layout::Indented;
    else if (key == "--metadata")
        options.metadata = value == "normal" ? Metadata::Normal : value == "none" ? Metadata::None : Metadata::Repeated;
    else
        return key == "--damage";
    return true;
}

void setNumber(CommandLine &line, std::string_view key, const char *value)
{
    Options &options = line.options;
    if (key == "--events")
        options.events = toNumber<int64_t>(key, value);
    else if (key == "--steps")
        options.steps = toNumber<int64_t>(key, value);
    else if (key == "--seed")
        options.seed = toNumber<uint64_t>(key, value);
    else if (key == "--layers")
        options.layers = toNumber<int>(key, value);
    else if (key == "--devices")
        options.devices = toNumber<int>(key, value);
    else if (key == "--streams")
        options.streams = toNumber<int>(key, value);
    else if (key == "--threads")
        options.threads = toNumber<int>(key, value);
    else if (key == "--python-share")
        options.pythonShare = toNumber<double>(key, value);
    else if (key == "--damage-at")
        options.damageAt = toNumber<double>(key, value);
    else if (key == "--gz")
        line.gzLevel = toNumber<int>(key, value);
    else if (key == "--members")
        line.members = toNumber<int>(key, value);
    else
        fail("unknown option " + std::string(key));
}

CommandLine parse(int argc, char **argv)
{
    CommandLine line;
    for (int i = 1; i < argc; ++i) {
        const std::string_view key = argv[i];
        if (key == "--help") {
            std::fputs(usage, stdout);
            std::exit(0);
        }
        if (key == "--kernels-only")
            line.options.kernelsOnly = true;
        else if (key == "--backward")
            line.options.backward = true;
        else if (key == "-" || !key.starts_with("-"))
            line.output = key;
        else if (i + 1 == argc)
            fail("a value is missing after " + std::string(key));
        else if (++i; !setWord(line, key, argv[i]))
            setNumber(line, key, argv[i]);
    }
    if (line.output.empty())
        fail("no output file was named");
    if (line.options.damage == Damage::TruncateGz && (line.gzLevel == 0 || line.output == "-"))
        fail("truncate-gz needs --gz and an output file");
    if (line.gzLevel < 0 || line.gzLevel > 9 || line.members < 1)
        fail("--gz wants 1 to 9, --members at least 1");
    return line;
}

Truth writeTrace(CommandLine &line, FILE *file)
{
    const Sink toFile = [&](std::string_view text) {
        if (std::fwrite(text.data(), 1, text.size(), file) != text.size())
            fail("cannot write to " + line.output);
    };
    if (line.gzLevel == 0)
        return generate(line.options, toFile);
    GzipWriter gz(toFile, line.gzLevel);
    int member = 1;
    line.options.progress = [&](double done) {
        if (member < line.members && done * line.members >= member) {
            gz.nextMember();
            ++member;
        }
    };
    Truth truth = generate(line.options, [&](std::string_view text) { gz.write(text); });
    gz.finish();
    return truth;
}

} // namespace

int main(int argc, char **argv)
{
    CommandLine line = parse(argc, argv);
    line.options.launchTruth = !line.truth.empty();
    FILE *file = line.output == "-" ? stdout : std::fopen(line.output.c_str(), "wb");
    if (!file)
        fail("cannot open " + line.output);
    const Truth truth = writeTrace(line, file);
    if (std::fclose(file) != 0)
        fail("cannot write to " + line.output);
    if (line.options.damage == Damage::TruncateGz) {
        const auto size = double(std::filesystem::file_size(line.output));
        std::filesystem::resize_file(line.output, uintmax_t(size * line.options.damageAt));
    }
    if (!line.truth.empty() && !(std::ofstream(line.truth) << truthToJson(truth)))
        fail("cannot write to " + line.truth);
    return 0;
}
