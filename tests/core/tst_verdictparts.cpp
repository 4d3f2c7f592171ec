#include "core/model/ncukernels.h"
#include "core/report/html/rundocument.h"
#include "tests/support/support.h"

#include <gmock/gmock.h>

using namespace ws;
using namespace ws::test;

namespace {

RunPtr ncuRun(size_t kernels)
{
    std::vector<NcuKernel> list(kernels);
    for (size_t k = 0; k < kernels; ++k) {
        list[k].id = std::to_string(k);
        list[k].name = "kernel_" + std::to_string(k);
        list[k].durationUs = 1.5;
        list[k].smPercent = 10;
    }
    auto run = std::make_shared<Run>();
    run->tables.push_back(ncuKernelTable(list));
    return run;
}

Document documentOf(const RunPtr &run, const std::vector<RunPtr> &ncu = {})
{
    ReportedRun one{run, -1, -1, QStringLiteral("run"), {}, {}};
    const Result<Document> document = runDocument({{one}, ncu, {}});
    EXPECT_TRUE(document);
    return document ? *document : Document();
}

std::string textOf(const Document &document)
{
    QStringList texts;
    for (const Section &section : document.sections) {
        texts << section.title;
        for (const Block &block : section.blocks) {
            if (const auto *text = std::get_if<TextBlock>(&block))
                texts << text->text;
            if (const auto *list = std::get_if<ListBlock>(&block))
                for (const ListBlock::Item &item : list->items)
                    texts << item.label << item.text << item.more;
        }
    }
    return texts.join(u'\n').toStdString();
}

std::string leadOf(const Document &document)
{
    const auto *text = std::get_if<TextBlock>(&document.sections.at(0).blocks.at(0));
    return text && text->isLead ? text->text.toStdString() : std::string();
}

size_t tablesOf(const Document &document, const char *id)
{
    size_t count = 0;
    for (const Section &section : document.sections)
        for (const Block &block : section.blocks)
            if (const auto *table = std::get_if<TableBlock>(&block))
                count += table->table.id == QLatin1String(id);
    return count;
}

} // namespace

TEST(VerdictParts, kernelsWithoutATimelineAreTheFirstSentence)
{
    EXPECT_THAT(leadOf(documentOf(ncuRun(3))), testing::HasSubstr("of kernel time, kernels: 3."));
    const auto timeline = runOfWork({{"0", "7", 0, 1000, "kernel_0"}});
    const Document document = documentOf(timeline, {ncuRun(3)});
    EXPECT_THAT(leadOf(document), testing::Not(testing::HasSubstr("of kernel time")));
    EXPECT_EQ(tablesOf(document, "verdicts"), 1u);
    EXPECT_EQ(tablesOf(document, "ncu-launches"), 1u);
    EXPECT_EQ(tablesOf(documentOf(timeline), "verdicts"), 0u);
}

TEST(VerdictParts, aTableThatSaysTheSameIsNotThereTwice)
{
    const Document document = documentOf(ncuRun(3));
    EXPECT_EQ(tablesOf(document, "verdicts"), 1u);
    EXPECT_EQ(tablesOf(document, "kernels"), 0u);
    EXPECT_EQ(tablesOf(document, "text-ncu-kernels-"), 0u);
    EXPECT_EQ(tablesOf(documentOf(runOfWork({{"0", "7", 0, 1000, "kernel_0"}}), {ncuRun(3)}), "kernels"), 1u);
}

TEST(VerdictParts, findingsThatAreCutAreCounted)
{
    const std::string note = "The first 50 of 51 kernels with findings.";
    EXPECT_THAT(textOf(documentOf(ncuRun(51))), testing::HasSubstr(note));
    EXPECT_THAT(textOf(documentOf(ncuRun(1'051))), testing::HasSubstr("of 1\u202f051 kernels with findings"));
    EXPECT_THAT(textOf(documentOf(ncuRun(50))), testing::Not(testing::HasSubstr("kernels with findings")));
}

TEST(VerdictParts, nothingIsDoubtedWithoutADoubt)
{
    EXPECT_THAT(textOf(documentOf(ncuRun(2))), testing::Not(testing::HasSubstr("Cannot be right")));
    NcuKernel kernel;
    kernel.name = "gemm";
    kernel.l2HitPercent = 120;
    auto run = std::make_shared<ws::Run>();
    run->tables.push_back(ncuKernelTable({kernel}));
    const std::string text = textOf(documentOf(run));
    EXPECT_THAT(text, testing::HasSubstr("Cannot be right"));
    EXPECT_THAT(text, testing::HasSubstr("120.000 %"));
}
