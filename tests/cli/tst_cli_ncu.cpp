#include "tests/cli/cliprocess.h"
#include "tests/support/corpus.h"
#include "tests/support/support.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QRegularExpression>

#include <cmath>
#include <filesystem>
#include <fstream>

namespace tst_cli_ncu {

using namespace ws::test;
using testing::HasSubstr;
using testing::Not;

namespace {

/// A kernel of the integrated report, read with a parser of its own.
struct Entry
{
    std::string name;
    double ms = 0, sm = 0, rate = 0, l2 = 0, l1 = 0;
    QStringList findings;
};

std::vector<Entry> entriesOf(const QString &text)
{
    std::vector<Entry> entries;
    const qsizetype second = text.indexOf(QStringLiteral("二、"));
    static const QRegularExpression kernel(QStringLiteral("\n\\d+\\. ([^\n]+)\n +- 执行时间: ([0-9.]+) ms"));
    for (auto found = kernel.globalMatch(text.left(second)); found.hasNext();) {
        const auto match = found.next();
        Entry entry;
        entry.name = match.captured(1).toStdString();
        entry.ms = match.captured(2).toDouble();
        entries.push_back(std::move(entry));
    }
    static const QRegularExpression part(QStringLiteral("\n\\d+\\. ncu_kernel_(\\d+)_(.*?)(?=\n\\d+\\. ncu_kernel_|$)"),
                                         QRegularExpression::DotMatchesEverythingOption);
    for (auto found = part.globalMatch(text.mid(second)); found.hasNext();) {
        const auto match = found.next();
        Entry &entry = entries.at(size_t(match.captured(1).toInt()));
        const QString body = match.captured(2);
        const auto number = [&](const QString &key) {
            return QRegularExpression(key + QStringLiteral(": ([0-9.]+)")).match(body).captured(1).toDouble();
        };
        entry.sm = number(QStringLiteral("平均SM效率"));
        entry.rate = number(QStringLiteral("平均带宽"));
        entry.l2 = number(QStringLiteral("平均L2命中率"));
        entry.l1 = number(QStringLiteral("平均L1命中率"));
        static const QRegularExpression finding(QStringLiteral("\n     - ([^\n]+)"));
        for (auto one = finding.globalMatch(body); one.hasNext();)
            entry.findings << one.next().captured(1);
    }
    return entries;
}

/// Cells hold shares of 1.
std::string percent(double value)
{
    return QString::number(value / 100 * 100, 'f', 2).toStdString();
}

std::string quoted(const std::string &text)
{
    std::string out = "\"";
    for (const char c : text)
        out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + '"';
}

class CliNcu : public CliTest
{
protected:
    std::string report(std::vector<std::string> files, const std::string &language) const
    {
        const std::string out = path("out.html");
        files.insert(files.begin(), {"--lang=" + language, "report"});
        files.insert(files.end(), {"-o", out, "--force"});
        const CliOutput result = cli(files);
        EXPECT_EQ(result.exitCode, 0) << result.err;
        return readAll(out);
    }

    /// As nsys and ncu would have written what the report was made from: launches of one run, and a file of ncu each.
    void writeSources(const std::vector<Entry> &entries) const
    {
        std::string trace = "Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Device,Ctx,Strm,Name\n";
        std::filesystem::create_directories(path("ncu"));
        for (size_t k = 0; k < entries.size(); ++k) {
            const Entry &entry = entries[k];
            trace += std::to_string(1'000'000 + 200'000 * k) + ',' + std::to_string(std::llround(entry.ms * 1e6) + 7) +
                     ',' + std::to_string(k + 1) + ",8,1,1,128,1,1,H100 (0),1,7," + quoted(entry.name) + '\n';
            std::string csv = "\"ID\",\"Kernel Name\",\"Grid Size\",\"Block Size\",\"Section Name\",\"Metric Name\","
                              "\"Metric Unit\",\"Metric Value\",\"Rule Name\",\"Rule Type\",\"Rule Description\"\n";
            const std::string head = "\"0\"," + quoted(entry.name) + ",\"(8, 1, 1)\",\"(128, 1, 1)\",\"S\",";
            const auto metric = [&](const char *name, const char *unit, double value) {
                csv += head + quoted(name) + ',' + quoted(unit) + ",\"" + decimal(value) + "\",\"\",\"\",\"\"\n";
            };
            metric("Duration", "us", entry.ms * 1000);
            metric("Compute (SM) Throughput", "%", entry.sm);
            const bool isTera = entry.rate < 3;
            metric("Memory Throughput", isTera ? "Tbyte/second" : "Gbyte/second", entry.rate);
            metric("L1/TEX Hit Rate", "%", entry.l1);
            metric("L2 Hit Rate", "%", entry.l2);
            csv += head + "\"\",\"\",\"\",\"SOLBottleneck\",\"OPT\",\"advice of " + std::to_string(k) +
                   "; it is whole, and <b>long</b>\"\n";
            std::ofstream(path("ncu/ncu_kernel_" + std::to_string(k) + ".csv"), std::ios::binary) << csv;
        }
        std::ofstream(path("run_cuda_gpu_trace.csv"), std::ios::binary) << trace;
    }
};

/// The text of a page's cells, without markup.
std::string plain(const std::string &html)
{
    QString text = QString::fromStdString(html);
    text.remove(QRegularExpression(QStringLiteral("<[^>]*>")));
    return text.replace(QStringLiteral("&lt;"), QStringLiteral("<"))
        .replace(QStringLiteral("&gt;"), QStringLiteral(">"))
        .replace(QStringLiteral("&#39;"), QStringLiteral("'"))
        .replace(QStringLiteral("&quot;"), QStringLiteral("\""))
        .replace(QStringLiteral("&amp;"), QStringLiteral("&"))
        .toStdString();
}

} // namespace

TEST_F(CliNcu, theIntegratedReportIsWrittenAgainWithAllThatItHolds)
{
    CORPUS_FILE(source, "report/seed004_nsys_ncu_integrated_zh.txt");
    const std::vector<Entry> entries = entriesOf(QString::fromStdString(readAll(source.toStdString())));
    ASSERT_EQ(entries.size(), 13u);
    const std::string html = report({source.toStdString()}, "zh_CN"), text = plain(html);
    for (const Entry &entry : entries) {
        EXPECT_THAT(text, HasSubstr(entry.name));
        EXPECT_THAT(html, HasSubstr("data-v=\"" + std::to_string(std::llround(entry.ms * 1e6)) + '"')) << entry.name;
        EXPECT_THAT(html, HasSubstr(">" + percent(entry.sm) + "<")) << entry.name;
        EXPECT_THAT(html, HasSubstr(">" + percent(entry.l2) + "<")) << entry.name;
        EXPECT_THAT(html, HasSubstr(">" + percent(entry.l1) + "<")) << entry.name;
        for (QString finding : entry.findings)
            EXPECT_THAT(text, HasSubstr(finding.replace(QStringLiteral(" (medium)"), QStringLiteral(" (中)"))
                                            .replace(QStringLiteral(" (high)"), QStringLiteral(" (高)"))
                                            .replace(QStringLiteral(" (low)"), QStringLiteral(" (低)"))
                                            .toStdString()));
    }
    const std::string first = text.substr(0, text.find("Kernel 及 Nsight Compute 的分析结果"));
    EXPECT_LT(first.find("79.7"), first.find("L2缓存命中率低")) << "what cannot be right comes before what it says";
    EXPECT_THAT(first, HasSubstr("nvjet_hsh"));
    EXPECT_THAT(first, HasSubstr("222\u202fµs"));
    EXPECT_THAT(first, Not(HasSubstr("222.000"))) << "digits that the file does not have";
}

TEST_F(CliNcu, aTraceAndFilesOfNcuGiveTheSameReport)
{
    CORPUS_FILE(source, "report/seed004_nsys_ncu_integrated_zh.txt");
    const std::vector<Entry> entries = entriesOf(QString::fromStdString(readAll(source.toStdString())));
    writeSources(entries);
    const CliOutput table = cli({"ncu", path("run_cuda_gpu_trace.csv"), path("ncu"), "--json"});
    ASSERT_EQ(table.exitCode, 0) << table.err;
    const auto json = table.json();
    int64_t all = 0;
    for (const Entry &entry : entries)
        all += std::llround(entry.ms * 1e6) + 7;
    ASSERT_EQ(json["launches"].size(), 13u);
    for (size_t k = 0; k < entries.size(); ++k) {
        const auto &row = json["launches"][k];
        const int64_t ns = std::llround(entries[k].ms * 1e6) + 7;
        EXPECT_EQ(row["name"], entries[k].name) << "in the order of launch: 2 before 10";
        EXPECT_EQ(row["totalNs"], ns);
        EXPECT_EQ(row["startNs"], 200'000 * int64_t(k));
        EXPECT_DOUBLE_EQ(row["share"].get<double>(), double(ns) / double(all)) << "not rounded";
        EXPECT_DOUBLE_EQ(row["smShare"].get<double>(), entries[k].sm / 100);
        EXPECT_DOUBLE_EQ(row["l2HitShare"].get<double>(), entries[k].l2 / 100);
        const double rate = entries[k].rate < 3 ? entries[k].rate * 1000 : entries[k].rate;
        EXPECT_NEAR(row["dramGbPerS"].get<double>(), rate, 1e-6) << "ncu's units are known here";
        EXPECT_THAT(row["finding"].get<std::string>(),
                    testing::StartsWith("[medium] SOLBottleneck: advice of " + std::to_string(k) +
                                        "; it is whole, and <b>long</b>"));
    }
    const std::string html = report({path("run_cuda_gpu_trace.csv"), path("ncu")}, "zh_CN"), text = plain(html);
    for (size_t k = 0; k < entries.size(); ++k) {
        EXPECT_THAT(text, HasSubstr("advice of " + std::to_string(k) + "; it is whole, and <b>long</b>"));
        EXPECT_THAT(text, HasSubstr(entries[k].name));
    }
    EXPECT_EQ(html.find("<b>long"), html.npos);
    EXPECT_THAT(text, HasSubstr("100.355")) << "a share above 100 %";
    EXPECT_THAT(text, Not(HasSubstr("TB/s"))) << "units that are right are not doubted";
    EXPECT_THAT(text, HasSubstr("11 个 kernel 中的 10 个")) << "two names were launched twice";
}

TEST_F(CliNcu, twoLanguagesSayOnceWhatIsLeftOut)
{
    CORPUS_FILE(source, "report/seed004_nsys_ncu_integrated_zh.txt");
    writeSources(entriesOf(QString::fromStdString(readAll(source.toStdString()))));
    file("ncu/notes.txt", "what was measured\n");
    const CliOutput result =
        cli({"report", path("run_cuda_gpu_trace.csv"), path("ncu"), "-o", path("both.html"), "--lang", "both"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const size_t at = result.err.find("notes.txt");
    ASSERT_NE(at, result.err.npos) << result.err;
    EXPECT_EQ(result.err.find("notes.txt", at + 1), result.err.npos) << result.err;
}

TEST_F(CliNcu, sumsAndAFolderOfNcuFilesGiveEveryKernelAndEveryRowOfNcu)
{
    CORPUS_FILE(times, "nsys/dsocr_all-stage_cuda_gpu_kern_sum.csv");
    CORPUS_FILE(folder, "ncu");
    const auto json = cli({"--lang=zh_CN", "ncu", times.toStdString(), folder.toStdString(), "--json"}).json();
    ASSERT_EQ(json["rows"].size(), 113u);
    ASSERT_EQ(json["launches"].size(), 21u) << "17 of the log and four files of one kernel each";
    const std::string html = report({times.toStdString(), folder.toStdString()}, "zh_CN"), text = plain(html);
    for (const auto &row : json["rows"])
        if (row["ncuRows"] > 0) {
            EXPECT_THAT(html, HasSubstr("data-v=\"" + std::to_string(row["totalNs"].get<int64_t>()) + '"'));
            QString advice = QString::fromStdString(row["finding"].get<std::string>());
            advice.replace(QStringLiteral("[high]"), QStringLiteral("[高]"));
            advice.replace(QStringLiteral("[medium]"), QStringLiteral("[中]"));
            advice.replace(QStringLiteral("[low]"), QStringLiteral("[低]"));
            for (const QString &one : advice.replace(QStringLiteral("; ["), QStringLiteral("\n[")).split(u'\n'))
                EXPECT_THAT(text, HasSubstr(one.toStdString())) << "whole";
        }
}

} // namespace tst_cli_ncu
