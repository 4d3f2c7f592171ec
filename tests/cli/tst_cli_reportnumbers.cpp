// Every number of a report is that of the command of the same name, in each language.

#include "tests/cli/cliprocess.h"
#include "tests/support/corpus.h"
#include "tests/support/support.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QXmlStreamReader>

#include <QRegularExpression>

#include <cmath>
#include <fstream>
#include <map>
#include <numeric>
#include <sstream>

namespace tst_cli_reportnumbers {

using namespace ws::test;

namespace {

using Rows = std::vector<std::map<std::string, std::string>>; ///< by id of the column

/// The tables of a page, by their id; of several of one id all rows.
std::map<std::string, Rows> tablesOf(const std::string &html)
{
    QString xml = QString::fromStdString(html);
    for (const char *element : {"style", "script"})
        xml.remove(QRegularExpression(QStringLiteral("<%1>.*</%1>").arg(QLatin1String(element)),
                                      QRegularExpression::DotMatchesEverythingOption));
    std::map<std::string, Rows> tables;
    Rows *rows = nullptr;
    std::vector<std::string> ids;
    size_t cell = 0;
    for (QXmlStreamReader reader(xml); !reader.atEnd();) {
        if (reader.readNext() == QXmlStreamReader::Invalid)
            ADD_FAILURE() << reader.errorString().toStdString() << " in line " << reader.lineNumber();
        if (!reader.isStartElement())
            continue;
        const auto attribute = [&](const char *name) {
            return reader.attributes().value(QLatin1String(name)).toString().toStdString();
        };
        if (reader.name() == u"div" && reader.attributes().hasAttribute(QLatin1String("data-id"))) {
            rows = &tables[attribute("data-id")];
            ids.clear();
        } else if (reader.name() == u"th") {
            ids.push_back(attribute("data-c"));
        } else if (reader.name() == u"tr") {
            cell = 0;
            if (rows && !ids.empty())
                rows->emplace_back();
        } else if (reader.name() == u"td" && rows) {
            rows->back()[ids.at(cell++)] = attribute("data-v");
        }
    }
    return tables;
}

Rows csvRows(const std::string &text)
{
    std::vector<std::vector<std::string>> lines(1, std::vector<std::string>(1));
    bool quoted = false;
    for (const char c : text) {
        if (c == '"')
            quoted = !quoted;
        else if (!quoted && c == ',')
            lines.back().emplace_back();
        else if (!quoted && c == '\n')
            lines.emplace_back(1);
        else
            lines.back().back() += c;
    }
    Rows rows;
    for (size_t k = 1; k + 1 < lines.size(); ++k) {
        rows.emplace_back();
        for (size_t c = 0; c < lines[k].size(); ++c)
            rows.back()[lines[0].at(c)] = lines[k][c];
    }
    return rows;
}

/// Numbers of the page that the file has under the same name and in the same row.
size_t expectEqualNumbers(const Rows &page, const Rows &file, const std::string &what)
{
    size_t compared = 0;
    EXPECT_EQ(page.size(), std::min<size_t>(file.size(), 200)) << what;
    for (size_t row = 0; row < std::min(page.size(), file.size()); ++row)
        for (const auto &[id, value] : page[row]) {
            const auto other = file[row].find(id);
            if (value.empty() || other == file[row].end())
                continue;
            EXPECT_DOUBLE_EQ(toDouble(value), toDouble(other->second.empty() ? "0" : other->second))
                << what << ", row " << row << ", " << id;
            ++compared;
        }
    return compared;
}

int64_t integer(const std::map<std::string, std::string> &row, const char *id)
{
    const auto cell = row.find(id);
    return cell == row.end() || cell->second.empty() ? INT64_MIN : std::stoll(cell->second);
}

class CliReportNumbers : public CliTest, public testing::WithParamInterface<const char *>
{
protected:
    std::string page(std::vector<std::string> files) const
    {
        const std::string out = path("out.html");
        files.insert(files.begin(), {std::string("--lang=") + GetParam(), "report"});
        files.insert(files.end(), {"-o", out, "--force"});
        const CliOutput result = cli(files);
        EXPECT_EQ(result.exitCode, 0) << result.err;
        std::ifstream in(out, std::ios::binary);
        std::stringstream text;
        text << in.rdbuf();
        return text.str();
    }
    nlohmann::json json(std::vector<std::string> arguments) const
    {
        arguments.insert(arguments.begin(), std::string("--lang=") + GetParam());
        arguments.push_back("--json");
        return cli(arguments).json();
    }

    void expectNumbersOf(const std::string &file) const
    {
        const std::string html = page({file});
        auto tables = tablesOf(html);
        EXPECT_GT(expectEqualNumbers(tables["kernels"], csvRows(cli({"kernels", file, "--csv"}).out), "kernels"), 20u);
        EXPECT_GT(expectEqualNumbers(tables["steps"], csvRows(cli({"steps", file, "--csv"}).out), "steps"), 3u);

        std::vector<int64_t> elapsed, shown;
        const auto stages = json({"stages", file});
        for (const auto &row : stages["runs"][0]["rows"])
            elapsed.push_back(row["elapsedNs"].get<int64_t>());
        for (const auto &row : tables["stages"])
            shown.push_back(integer(row, "elapsed_ns"));
        elapsed.push_back(std::accumulate(elapsed.begin(), elapsed.end(), int64_t(0)));
        EXPECT_THAT(shown, testing::UnorderedElementsAreArray(elapsed));

        std::vector<int64_t> idle;
        for (const auto &row : tables["gap-causes"])
            idle.push_back(integer(row, "idle_ns"));
        const auto gaps = json({"gaps", file});
        for (const auto &device : gaps["devices"])
            for (const auto &[cause, ns] : device["byCause"].items())
                if (ns > 0) {
                    EXPECT_THAT(idle, testing::Contains(ns.get<int64_t>())) << cause;
                }

        const auto overview = json({"overview", file});
        for (const auto &list : overview["lists"]) {
            const Rows &rows = tables["unit-" + list["id"].get<std::string>()];
            ASSERT_EQ(rows.size(), list["rows"].size());
            for (size_t k = 0; k < rows.size(); ++k) {
                EXPECT_EQ(integer(rows[k], "total_ns"), list["rows"][k]["ns"]) << list["id"];
                EXPECT_DOUBLE_EQ(toDouble(rows[k].at("share")), list["rows"][k]["share"].get<double>());
            }
        }
        const auto escaped = [](std::string text) {
            QString out = QString::fromStdString(text).toHtmlEscaped();
            return out.replace(u'\'', QStringLiteral("&#39;")).toStdString();
        };
        EXPECT_THAT(html, testing::HasSubstr(escaped(overview["headline"])));
        for (const auto &finding : overview["findings"])
            EXPECT_THAT(html, testing::HasSubstr(escaped(finding["text"])));
        for (const auto &device : overview["budget"]["devices"]) {
            int64_t sum = 0;
            for (const char *part : {"computeNs", "exposedCommNs", "exposedMemcpyNs"})
                if (const int64_t ns = device[part]) {
                    EXPECT_THAT(html, testing::HasSubstr("data-ns=\"" + std::to_string(ns) + '"')) << part;
                    sum += ns;
                }
            for (const auto &[cause, ns] : device["idle"].items())
                if (ns > 0) {
                    EXPECT_THAT(html, testing::HasSubstr("data-ns=\"" + std::to_string(ns.get<int64_t>()) + '"'))
                        << cause;
                    sum += ns.get<int64_t>();
                }
            EXPECT_EQ(sum, device["wallNs"]);
        }
    }
};

TEST_P(CliReportNumbers, aTraceOfVllm)
{
    CORPUS_FILE(file, "kineto/tl_vllm_prefilldecode_piecewise.json.gz");
    expectNumbersOf(file.toStdString());
    auto tables = tablesOf(page({file.toStdString()}));
    Rows modules = csvRows(cli({"modules", file.toStdString(), "--attribution", "all", "--csv"}).out);
    std::erase_if(modules,
                  [](const auto &row) { return row.at("kind") == "kernel" || std::stoi(row.at("depth")) > 6; });
    EXPECT_GT(expectEqualNumbers(tables["modules"], modules, "modules"), 10u);
}

TEST_P(CliReportNumbers, aTraceOfAscend)
{
    CORPUS_FILE(folder, "ascend/level1/rank0_ascend_pt");
    expectNumbersOf(folder.toStdString());
}

TEST_P(CliReportNumbers, aComparison)
{
    CORPUS_FILE(before, "nsys/nsysai_mfu_2gpu_before.sqlite");
    CORPUS_FILE(after, "nsys/nsysai_mfu_2gpu_after.sqlite");
    const std::string a = before.toStdString(), b = after.toStdString(), html = page({a, b});
    Rows file = csvRows(cli({"compare", a, b, "--by", "stage", "--csv"}).out);
    const Rows byKernel = csvRows(cli({"compare", a, b, "--by", "kernel", "--csv"}).out);
    file.insert(file.end(), byKernel.begin(), byKernel.end()); // in the report's order
    ASSERT_LT(file.size(), 200u) << "else the report cuts them";
    EXPECT_GT(expectEqualNumbers(tablesOf(html)["differences"], file, "differences"), 100u);
    const auto kernels = json({"compare", a, b});
    for (const auto &reading : kernels["readings"])
        EXPECT_THAT(html, testing::HasSubstr(QString::fromStdString(reading["text"]).toHtmlEscaped().toStdString()));
    EXPECT_THAT(html, testing::HasSubstr(QString::fromStdString(kernels["headline"]).toHtmlEscaped().toStdString()));
}

INSTANTIATE_TEST_SUITE_P(Languages, CliReportNumbers, testing::Values("en", "zh_CN"));

} // namespace

} // namespace tst_cli_reportnumbers
