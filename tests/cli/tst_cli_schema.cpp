// schema: what --json of the commands prints, compared with what they do print.

#include "paths.h"
#include "tests/cli/cliprocess.h"
#include "tests/support/corpus.h"
#include "tests/support/jobgen.h"

#include <QDir>

#include <set>

namespace tst_cli_schema {

using namespace ws::test;
using Json = nlohmann::json;

namespace {

constexpr std::string_view trace =
    R"({"schemaVersion":1,"deviceProperties":[{"id":0,"name":"NVIDIA H100 80GB HBM3","numSms":132}],"traceEvents":[
{"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":1,"tid":1,"ts":0,"dur":100},
{"ph":"X","cat":"python_function","name":"nn.Module: Linear_0","pid":1,"tid":1,"ts":0,"dur":40,"args":{"Python id":1,"Python module id":0}},
{"ph":"X","cat":"python_function","name":"train.py(9): forward","pid":1,"tid":1,"ts":1,"dur":30,"args":{"Python id":2}},
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":2,"dur":10,"args":{"External id":1,"Input Dims":[[64,64],[64,64]],"Input type":["float","float"]}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":3,"dur":1,"args":{"correlation":7,"External id":1}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":20,"dur":10,"args":{"device":0,"stream":7,"correlation":7,"External id":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaDeviceSynchronize","pid":1,"tid":1,"ts":24,"dur":8,"args":{"correlation":9}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":52,"dur":1,"args":{"correlation":8}},
{"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce_Sum_f32_RING_LL","pid":0,"tid":7,"ts":54,"dur":4,"args":{"device":0,"stream":7,"correlation":8}},
{"ph":"C","name":"memory","pid":1,"tid":1,"ts":60,"args":{"allocated":3}}]})";
constexpr std::string_view table = "Time (%),Total Time (ns),Instances,Name\n60.0,10,1,gemm\n40.0,6,2,add\n";

/// The part of JSON Schema that `schema` uses. Where the value is wrong first; empty: it fits.
std::string misfit(const Json &value, const Json &schema, const std::string &at)
{
    if (schema.contains("anyOf")) {
        std::string first;
        for (const Json &one : schema["anyOf"]) {
            const std::string wrong = misfit(value, one, at);
            if (wrong.empty())
                return {};
            first = first.size() > wrong.size() ? first : wrong; // the longer place has gone further
        }
        return first;
    }
    if (!schema.contains("type"))
        return {};
    const auto is = [&](const std::string &type) {
        return type == "integer"   ? value.is_number_integer()
               : type == "number"  ? value.is_number()
               : type == "string"  ? value.is_string()
               : type == "boolean" ? value.is_boolean()
               : type == "array"   ? value.is_array()
               : type == "object"  ? value.is_object()
                                   : value.is_null();
    };
    bool fits = false;
    for (const Json &type : schema["type"].is_array() ? schema["type"] : Json::array({schema["type"]}))
        fits = fits || is(type);
    if (!fits)
        return at + ": " + value.dump().substr(0, 80) + " is not of type " + schema["type"].dump();
    if (value.is_array() && schema.contains("items"))
        for (const Json &item : value)
            if (const std::string wrong = misfit(item, schema["items"], at + "[]"); !wrong.empty())
                return wrong;
    if (!value.is_object())
        return {};
    for (const Json &name : schema["required"])
        if (!value.contains(name.get<std::string>()))
            return at + " lacks " + name.dump();
    for (const auto &[name, member] : value.items()) {
        const bool isKnown = schema["properties"].contains(name);
        if (!isKnown && schema["additionalProperties"] == false)
            return at + '.' + name + " is not in the schema";
        const Json &of = isKnown ? schema["properties"][name] : schema["additionalProperties"];
        if (const std::string wrong = misfit(member, of, at + '.' + name); !wrong.empty())
            return wrong;
    }
    return {};
}

/// The commands that print JSON, by their usage lines.
std::set<std::string> commandsWithJson()
{
    std::set<std::string> names;
    std::istringstream help(cli({"--help"}).out);
    for (std::string line; std::getline(help, line);)
        if (line.size() > 2 && line.starts_with("  ") && line[2] != ' ' && line.find("--json") != std::string::npos)
            names.insert(line.substr(2, line.find(' ', 2) - 2));
    names.erase("schema"); // that of JSON Schema
    return names;
}

} // namespace

class CliSchema : public CliTest
{
protected:
    void expectFits(const std::vector<std::string> &arguments)
    {
        std::vector<std::string> all = arguments;
        all.push_back("--json");
        const CliOutput output = cli(all);
        if (output.exitCode != 0)
            return; // there is nothing of the kind in the file
        m_answered.insert(arguments.front());
        std::string line;
        for (const std::string &argument : arguments)
            line += argument + ' ';
        EXPECT_EQ(misfit(output.json(), m_schema["$defs"][arguments.front()], ""), "") << line;
    }
    /// Every command about one file, with the options that change what it prints.
    void expectAllFit(const std::string &path)
    {
        for (const char *command :
             {"summary", "overview", "kernels", "modules", "operators", "limits", "steps", "gaps", "replay", "path",
              "layers", "waits", "stacks", "collectives", "ranks", "events", "table", "ncu", "stages"})
            expectFits({command, path});
        for (const std::vector<std::string> &more :
             std::vector<std::vector<std::string>>{{"kernels", path, "--limits"},
                                                   {"operators", path, "--by-shape", "--limits"},
                                                   {"modules", path, "--instances"},
                                                   {"stacks", path, "--by", "operator"},
                                                   {"stacks", path, "--by", "stack"},
                                                   {"instances", path, "--name", "e", "--limits"},
                                                   {"instances", path, "--module", "Linear"},
                                                   {"replay", path, "--edit", "gaps=0"},
                                                   {"stages", path, "--by", "step"},
                                                   {"sql", path, "SELECT * FROM gpu LIMIT 3"},
                                                   {"compare", path, path}})
            expectFits(more);
    }

    const Json m_schema = cli({"schema", "--json"}).json();
    std::set<std::string> m_answered; ///< commands that printed something
};

TEST_F(CliSchema, everyCommandThatPrintsJsonHasOne)
{
    for (const std::string &name : commandsWithJson()) {
        EXPECT_TRUE(m_schema["$defs"].contains(name)) << name;
        EXPECT_EQ(cli({"schema", name, "--json"}).exitCode, 0) << name;
        EXPECT_NE(cli({"schema", name}).out.find(name), std::string::npos);
    }
    EXPECT_EQ(m_schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    EXPECT_EQ(m_schema["schema"], 1);
    EXPECT_EQ(cli({"schema", "nonsense"}).exitCode, 2);
    EXPECT_EQ(cli({"schema", "--json", "--md"}).exitCode, 2);
}

TEST_F(CliSchema, thePageOfTheDocumentsIsWhatItPrints)
{
    EXPECT_TRUE(readAll(WARPSCOPE_SOURCE_DIR "/docs/schema.md") == cli({"schema", "--md"}).out)
        << "renew it: warpscope-cli schema --md > docs/schema.md";
}

TEST_F(CliSchema, whatTheCommandsPrintFitsIt)
{
    const std::string path = file("a.json", trace), other = file("b.csv", table);
    expectAllFit(path);
    expectAllFit(other);
    const std::vector<std::string> job = JobGenerator({.ranks = 4, .steps = 8, .layers = 3}).traces();
    std::vector<std::string> ranks;
    for (size_t rank = 0; rank < job.size(); ++rank)
        ranks.push_back(file("rank-" + std::to_string(rank) + ".json", job[rank]));
    expectAllFit(ranks[0]);
    expectFits({"ranks", m_folder.path().toStdString()});
    expectFits({"ranks", ranks[0], ranks[1], "--against", ranks[2]});
    expectFits({"summary", ranks[0], other});
    expectFits({"overview", m_folder.path().toStdString()});
    for (const char *by : {"kernel", "stage", "step", "api", "operator", "module", "layer", "line"})
        expectFits({"compare", ranks[0], ranks[1], "--by", by});
    expectFits({"compare", ranks[0], ranks[1], "--limits"});
    expectFits({"compare", ranks[0], ranks[1], "--tree"});
    expectFits({"compare", path, path, "--tree"});
    expectFits({"compare", ranks[0], ranks[1], ranks[2]});
    expectFits({"compare", other, file("c.csv", table), "--unit", "kernel:gemm"});
    cli({"compare", ranks[0], ranks[1], "--append", this->path("h.jsonl")});
    expectFits({"history", this->path("h.jsonl")});
    expectFits({"sql", "--tables"});
    for (const std::string &name : commandsWithJson())
        EXPECT_TRUE(m_answered.contains(name) || name == "ncu") << name;
}

TEST_F(CliSchema, whatRealFilesMakeThemPrintFitsIt)
{
    for (const char *name :
         {"kineto/tl_h100_bert-small.json.gz", "layerwise/vllm_layerwise_r1_distill_llama8b.json",
          "torch_table/profiler_out_0.txt", "nsys/nsys_stats_3090.txt", "ncu/dsocr_kernel_0001_details.csv"}) {
        CORPUS_FILE(path, name);
        expectAllFit(path.toStdString());
    }
}

TEST_F(CliSchema, whatIsWrongIsSeen)
{
    const Json schema = cli({"schema", "kernels", "--json"}).json();
    Json good = cli({"kernels", file("a.json", trace), "--json"}).json();
    EXPECT_EQ(misfit(good, schema, ""), "");
    Json more = good, less = good, other = good;
    more["rows"][0]["totalMs"] = 1;
    less["rows"][0].erase("totalNs");
    other["rows"][0]["totalNs"] = "10";
    EXPECT_EQ(misfit(more, schema, ""), ".rows[].totalMs is not in the schema");
    EXPECT_EQ(misfit(less, schema, ""), ".rows[] lacks \"totalNs\"");
    EXPECT_NE(misfit(other, schema, "").find(".rows[].totalNs"), std::string::npos);
}

} // namespace tst_cli_schema
