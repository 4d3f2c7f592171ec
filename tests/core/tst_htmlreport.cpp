#include "core/model/ncukernels.h"
#include "core/report/html/htmlpage.h"
#include "core/report/html/provenance.h"
#include "core/report/html/rundocument.h"
#include "core/report/html/svgchart.h"
#include "core/report/tablewriters.h"
#include "core/report/texttable.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <QRegularExpression>
#include <QXmlStreamReader>

using namespace ws;
using namespace ws::test;

namespace {

/// Where it is no XML; empty: it is.
std::string notXml(const QString &text)
{
    QXmlStreamReader reader(text);
    while (!reader.atEnd())
        reader.readNext();
    return reader.hasError() ? reader.errorString().toStdString() + " in line " + std::to_string(reader.lineNumber())
                             : std::string();
}

QString withoutScriptAndStyle(const std::string &page)
{
    QString text = QString::fromStdString(page);
    text.remove(
        QRegularExpression(QStringLiteral("<style>.*</style>"), QRegularExpression::DotMatchesEverythingOption));
    text.remove(
        QRegularExpression(QStringLiteral("<script>.*</script>"), QRegularExpression::DotMatchesEverythingOption));
    return text;
}

const QString hostile =
    QStringLiteral("<script>alert(1)</script>]]>\"'&%1%2=cmd|' /C calc'!A0\x01<!--<img src=x onerror=a()>");

ReportTable oneRow(const QString &name, int64_t ns)
{
    ReportTable table{QStringLiteral("t"), name};
    struct Row
    {
        QString name;
        int64_t ns;
    };
    setRows<Row>(table,
                 {{{"name", name, CellKind::Name, name}, [](const Row &row) { return ReportCell(row.name); }},
                  {{"total_ns", QStringLiteral("Total"), CellKind::Time, {}, false, true},
                   [](const Row &row) { return ReportCell(row.ns); }}},
                 std::make_shared<const std::vector<Row>>(std::vector<Row>{{name, ns}}));
    table.notes << name;
    return table;
}

Document documentOf(const QString &text)
{
    BarChart bars{"bars", text, {{text, {{text, 1000, 0x123456, text}, {text + u'2', 0, 1, {}}}}}, text};
    WaterfallChart fall{"fall", text, {{text, 100, true}, {text, -40, false}, {text, 60, true}}, text};
    return {
        text,
        "en",
        {{text, 2, {TextBlock{text, true}, ListBlock{{{text, {text}}}}, bars, fall, TableBlock{oneRow(text, 1234)}}}}};
}

std::string pageOf(const Document &document)
{
    return reportHtml({htmlArticle(document)});
}

/// The attribute of each element of that name and class, in order.
QStringList attributes(const QString &xml, const char *element, const char *attribute)
{
    QStringList found;
    for (QXmlStreamReader reader(xml); !reader.atEnd();)
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1String(element) &&
            reader.attributes().hasAttribute(QLatin1String(attribute)))
            found << reader.attributes().value(QLatin1String(attribute)).toString();
    return found;
}

struct ReportedFile
{
    RunResult run;
    Result<Document> document;
};
Result<Document> documentOfRun(const std::shared_ptr<const Run> &run, const ReportScope &scope = {})
{
    ReportedRun one{run, -1, -1, QStringLiteral("run"), {}, QStringLiteral("default/any")};
    return runDocument({{one}, {}, scope});
}

const TableBlock *tableOf(const Document &document, const char *id)
{
    for (const Section &section : document.sections)
        for (const Block &block : section.blocks)
            if (const auto *table = std::get_if<TableBlock>(&block); table && table->table.id == QLatin1String(id))
                return table;
    return nullptr;
}

std::vector<Work> twoKernels()
{
    return {{"0", "7", 0, 1000, "gemm"}, {"0", "7", 2000, 500, "flash"}, {"0", "7", 4000, 1000, "gemm"}};
}

} // namespace

TEST(HtmlReport, markupInNamesStaysText)
{
    const std::string page = pageOf(documentOf(hostile));
    EXPECT_EQ(page.find("<script>alert"), page.npos);
    EXPECT_EQ(page.find("<img"), page.npos);
    EXPECT_EQ(page.find("<!--"), page.npos);
    EXPECT_EQ(page.find('\x01'), page.npos);
    EXPECT_EQ(page.find("<script>"), page.rfind("<script>")) << "only the page's own";
    EXPECT_NE(page.find("&lt;script&gt;alert(1)&lt;/script&gt;]]&gt;&quot;&#39;&amp;%1%2=cmd|"), page.npos);
    EXPECT_EQ(notXml(withoutScriptAndStyle(page)), "");
}

TEST(HtmlReport, aPrintedTableHasItsNamesAndTheColumnsThatAWindowShowsAtFirst)
{
    ReportTable table = oneRow(QStringLiteral("gemm"), 1234);
    table.columns.push_back({"more", QStringLiteral("More"), CellKind::Time, {}, true});
    table.cell = [cell = table.cell](size_t row, size_t column) {
        return column == 2 ? ReportCell(int64_t(7)) : cell(row, column);
    };
    const std::string page = pageOf({QStringLiteral("t"), "en", {{QStringLiteral("t"), 2, {TableBlock{table}}}}});
    EXPECT_NE(page.find("<th data-c=\"name\" class=\"f\""), page.npos) << "a third of the page";
    EXPECT_NE(page.find("data-c=\"more\" class=\"n o\""), page.npos);
    EXPECT_NE(page.find("<td class=\"n o\" data-v=\"7\">"), page.npos) << "not printed";
    EXPECT_NE(page.find("<td class=\"n\" data-v=\"1234\">"), page.npos);
}

TEST(HtmlReport, thePageLoadsNothingAndAllowsOnlyItsOwnScript)
{
    const std::string page = pageOf(documentOf(QStringLiteral("name")));
    EXPECT_NE(page.find("default-src 'none'"), page.npos);
    EXPECT_NE(page.find("script-src 'sha256-"), page.npos);
    const QString xml = withoutScriptAndStyle(page);
    EXPECT_TRUE(attributes(xml, "script", "src").isEmpty());
    EXPECT_TRUE(attributes(xml, "link", "href").isEmpty());
    EXPECT_TRUE(attributes(xml, "img", "src").isEmpty());
    for (const QString &target : attributes(xml, "a", "href"))
        EXPECT_TRUE(target.startsWith(u'#')) << target.toStdString();
    EXPECT_EQ(page.find("url("), page.npos);
    EXPECT_EQ(page.find("@import"), page.npos);
}

TEST(HtmlReport, markdownHasNoMarkupOfNamesEither)
{
    std::vector<MarkdownPicture> pictures;
    const std::string text = reportMarkdown(documentOf(hostile), QStringLiteral("out_files"), pictures);
    for (size_t at = text.find("<script"); at != text.npos; at = text.find("<script", at + 1))
        EXPECT_EQ(text[at - 1], '\\') << text.substr(at > 40 ? at - 40 : 0, 80);
    ASSERT_EQ(pictures.size(), 2u);
    EXPECT_NE(text.find("](out_files/1-bars.svg)"), text.npos);
    EXPECT_NE(text.find("](out_files/2-fall.svg)"), text.npos);
    for (const MarkdownPicture &picture : pictures)
        EXPECT_EQ(notXml(QString::fromStdString(picture.svg)), "") << picture.name;
}

TEST(HtmlReport, aFolderOfPicturesIsFoundWhateverItsName)
{
    std::vector<MarkdownPicture> pictures;
    const std::string text =
        reportMarkdown(documentOf(QStringLiteral("n")), QStringLiteral("my run (2)_files"), pictures);
    EXPECT_NE(text.find("](my%20run%20%282%29_files/1-bars.svg)"), text.npos) << text.substr(0, 400);
}

TEST(HtmlReport, namesAreNoMarkupInTablesOfMarkdown)
{
    const QString name = QStringLiteral("![x](http://example.org/x.png) a\\|b *c* `d`\r# e");
    const QString text = tableMarkdown(wholeTable(oneRow(name, 1)));
    EXPECT_TRUE(text.contains(QStringLiteral("!\\[x](http://example.org/x.png) a\\\\\\|b \\*c\\* \\`d\\` # e |")))
        << text.toStdString();
    EXPECT_FALSE(markdownText(QStringLiteral("a\rb\nc")).contains(QRegularExpression(QStringLiteral("[\\r\\n]"))));
}

TEST(HtmlReport, labelledSentencesAreAListOfTermsAndTheirTextIsNoMarkup)
{
    const ListBlock list{
        {{hostile, {QStringLiteral("second")}, hostile}, {QStringLiteral("x"), {}, QStringLiteral("y")}}};
    const Document document{QStringLiteral("t"), "en", {{{}, 2, {list}}}};
    const std::string page = pageOf(document);
    EXPECT_EQ(page.find("<script>alert"), page.npos);
    EXPECT_EQ(notXml(withoutScriptAndStyle(page)), "");
    EXPECT_NE(page.find("<dt>y</dt><dd><p>x</p></dd>"), page.npos) << page.substr(page.find("<article"), 900);
    std::vector<MarkdownPicture> pictures;
    const std::string text = reportMarkdown(document, QStringLiteral("f"), pictures);
    EXPECT_NE(text.find("- **y:** x\n"), text.npos) << text;
    EXPECT_EQ(text.find(" <script"), text.npos);
    ListBlock plain = list;
    for (ListBlock::Item &item : plain.items)
        item.label.clear();
    EXPECT_EQ(pageOf({QStringLiteral("t"), "en", {{{}, 2, {plain}}}}).find("<dl>"), std::string::npos);
}

TEST(HtmlReport, aChartIsNotTitledTwice)
{
    const auto captions = [](const QString &section) {
        const BarChart chart{"c", QStringLiteral("Stages"), {}, {}};
        return pageOf({QStringLiteral("t"), "en", {{section, 2, {chart}}}}).find("<figcaption>") != std::string::npos;
    };
    EXPECT_FALSE(captions(QStringLiteral("Stages")));
    EXPECT_TRUE(captions(QStringLiteral("Comparison")));
}

TEST(HtmlReport, sharesAndTimesHaveAsManyDecimalsAsTheirColumnSays)
{
    ReportColumn column{"share", {}, CellKind::Share};
    const auto text = [&](ReportCell cell, int decimals) {
        column.decimals = decimals;
        return cellText(column, cell).toStdString();
    };
    EXPECT_EQ(text(0.20721, -1), "20.7");
    EXPECT_EQ(text(0.20721, 2), "20.72");
    EXPECT_EQ(text(0.00001, 2), "< 0.1") << "what is not 0 is not shown as 0";
    EXPECT_EQ(text(-0.5, 2), "\u221250.00");
    column.kind = CellKind::Time;
    EXPECT_EQ(text(int64_t(46'000), 0), "46");
    EXPECT_EQ(text(int64_t(1'046'000), 0), "1\u202f046");
    EXPECT_EQ(text(0.04, 0), "0.00004") << "in the unit of its column";
}

TEST(HtmlReport, cellsKeepTheirRawNumbers)
{
    const QString xml = withoutScriptAndStyle(pageOf(documentOf(QStringLiteral("n"))));
    EXPECT_EQ(attributes(xml, "td", "data-v"), QStringList{QStringLiteral("1234")});
    EXPECT_EQ(attributes(xml, "th", "data-div"), QStringList{QStringLiteral("1000")});
}

TEST(HtmlReport, aLongNameIsFoldedAndComplete)
{
    const QString name = QString(70'000, u'k') + QStringLiteral("_end");
    const QString xml =
        withoutScriptAndStyle(pageOf({QStringLiteral("t"), "en", {{{}, 2, {TableBlock{oneRow(name, 1)}}}}}));
    EXPECT_TRUE(xml.contains(name));
    EXPECT_TRUE(xml.contains(QLatin1String("<summary>kkkk")));
    EXPECT_EQ(notXml(xml), "");
}

TEST(HtmlReport, onlyTheFirstRowsOfALongTableAndTheNoteSaysSo)
{
    ReportTable table = oneRow(QStringLiteral("row"), 5);
    table.cell = [cell = table.cell](size_t, size_t column) { return cell(0, column); };
    table.rowCount = 12;
    table.restRows = 1;
    const std::string page = pageOf({QStringLiteral("t"), "en", {{{}, 2, {TableBlock{table, 4}}}}});
    EXPECT_EQ(attributes(withoutScriptAndStyle(page), "td", "data-v").size(), 5) << "four rows and the sum";
    EXPECT_NE(page.find("The first 4 of 11 rows."), page.npos);
    EXPECT_NE(page.find("<tr class=\"rest\">"), page.npos);
}

TEST(SvgChart, partsAreAsWideAsTheirTimes)
{
    const BarChart chart{
        "c",
        QStringLiteral("c"),
        {{QStringLiteral("a"), {{QStringLiteral("x"), 3000, 1, {}}, {QStringLiteral("y"), 1000, 2, {}}}},
         {QStringLiteral("b"), {{QStringLiteral("x"), 2000, 1, {}}, {QStringLiteral("z"), -7, 2, {}}}}}};
    const QString svg = barChartSvg(chart);
    EXPECT_EQ(notXml(svg), "");
    const QStringList widths = attributes(svg, "g", "data-w");
    ASSERT_EQ(widths.size(), 3) << "what is negative is not drawn";
    EXPECT_NEAR(widths[0].toDouble(), 3 * widths[1].toDouble(), 0.05);
    EXPECT_NEAR(widths[2].toDouble(), 2 * widths[1].toDouble(), 0.05);
    EXPECT_TRUE(svg.contains(QStringLiteral("x: 3\u202f000\u202fns, 75.0\u202f%")) ||
                svg.contains(QStringLiteral("x: 3.000\u202fµs, 75.0\u202f%")))
        << svg.toStdString();
}

TEST(SvgChart, barsOfSharesAreEquallyLongAndTellTheirTimes)
{
    BarChart chart{"c",
                   QStringLiteral("c"),
                   {{QStringLiteral("a"),
                     {{QStringLiteral("x"), 3'000'000'000, 1, {}}, {QStringLiteral("y"), 1'000'000'000, 2, {}}}},
                    {QStringLiteral("b"), {{QStringLiteral("x"), 20, 1, {}}, {QStringLiteral("y"), 20, 2, {}}}},
                    {QStringLiteral("none"), {}}}};
    const auto widths = [&chart] {
        QList<double> widths;
        for (const QString &width : attributes(barChartSvg(chart), "g", "data-w"))
            widths << width.toDouble();
        return widths;
    };
    EXPECT_LT(widths()[2] + widths()[3], 0.1) << "on one scale";
    chart.areShares = true;
    const QString svg = barChartSvg(chart);
    EXPECT_EQ(notXml(svg), "");
    ASSERT_EQ(widths().size(), 4);
    EXPECT_NEAR(widths()[0] + widths()[1], widths()[2] + widths()[3], 0.1);
    EXPECT_NEAR(widths()[0], 3 * widths()[1], 0.1);
    EXPECT_NEAR(widths()[2], widths()[3], 0.1);
    for (const char *text : {">100\u202f%</text>", ">75.0\u202f%</text>", ">50.0\u202f%</text>",
                             "class=\"sum\">4.000\u202fs<", "class=\"sum\">40\u202fns<"})
        EXPECT_TRUE(svg.contains(QString::fromUtf8(text))) << text << svg.toStdString();
}

TEST(SvgChart, labelsOfBarsKeepBothEndsAndAreWholeOnHover)
{
    const QString name = QStringLiteral("ds_vllm_a_run_with_a_long_name_of_its_own_before.sqlite_0");
    const auto svgOf = [](const QString &label) {
        return barChartSvg({"c", {}, {{label, {{QStringLiteral("x"), 1, 1, {}}}}}, {}});
    };
    const QString svg = svgOf(name);
    EXPECT_TRUE(svg.contains(QLatin1String("<title>") + name + QLatin1String("</title>")));
    EXPECT_TRUE(svg.contains(QLatin1String("before.sqlite_0</text>"))) << svg.toStdString();
    EXPECT_TRUE(svg.contains(QLatin1String(">ds_vllm_a")));
    EXPECT_TRUE(svgOf(QStringLiteral("short")).contains(QLatin1String(">short</text>")));
    EXPECT_EQ(notXml(svgOf(QString(70'000, u'k'))), "");
}

TEST(SvgChart, nothingToDrawIsNoDivisionByZero)
{
    for (const QString &svg : {barChartSvg({"c", {}, {}, {}}), barChartSvg({"c", {}, {{QStringLiteral("a"), {}}}, {}}),
                               waterfallSvg({"c", {}, {}, {}}), waterfallSvg({"c", {}, {{{}, 0, true}}, {}})}) {
        EXPECT_EQ(notXml(svg), "");
        EXPECT_FALSE(svg.contains(QLatin1String("nan")) || svg.contains(QLatin1String("inf"))) << svg.toStdString();
    }
}

TEST(SvgChart, timesThatAddUpToTooMuchStayInThePicture)
{
    const int64_t most = INT64_MAX / 4 * 3;
    const QStringList widths = attributes(
        barChartSvg({"c",
                     {},
                     {{QStringLiteral("a"), {{QStringLiteral("x"), most, 1, {}}, {QStringLiteral("y"), most, 2, {}}}}},
                     {}}),
        "g", "data-w");
    ASSERT_EQ(widths.size(), 2);
    for (const QString &width : widths)
        EXPECT_TRUE(width.toDouble() > 0 && width.toDouble() < 1000) << width.toStdString();
    const QString fall =
        waterfallSvg({"w", {}, {{QStringLiteral("A"), most, true}, {QStringLiteral("more"), most, false}}, {}});
    EXPECT_EQ(notXml(fall), "");
    for (const QString &x : attributes(fall, "rect", "x"))
        EXPECT_GE(x.toDouble(), 0);
}

TEST(SvgChart, ticksOfSecondsAreSeconds)
{
    const auto ticks = [](int64_t ns) {
        const QString svg = barChartSvg({"c", {}, {{QStringLiteral("a"), {{QStringLiteral("x"), ns, 1, {}}}}}, {}});
        QStringList texts;
        static const QRegularExpression tick(QStringLiteral(">(\\S+\u202f[a-zµ]+)</text>"));
        for (auto found = tick.globalMatch(svg); found.hasNext();)
            texts << found.next().captured(1);
        return texts;
    };
    EXPECT_TRUE(ticks(12'000'000'000).contains(QStringLiteral("5\u202fs")))
        << ticks(12'000'000'000).join(u' ').toStdString();
    EXPECT_TRUE(ticks(2'400'000).contains(QStringLiteral("0.5\u202fms"))) << ticks(2'400'000).join(u' ').toStdString();
    EXPECT_TRUE(ticks(40).contains(QStringLiteral("10\u202fns"))) << ticks(40).join(u' ').toStdString();
}

TEST(SvgChart, theChangesOfAWaterfallLeadFromTheFirstBarToTheLast)
{
    const QString svg = waterfallSvg({"w",
                                      {},
                                      {{QStringLiteral("A"), 1000, true},
                                       {QStringLiteral("more"), 500, false},
                                       {QStringLiteral("less"), -300, false},
                                       {QStringLiteral("B"), 1200, true}},
                                      {}});
    const QStringList x = attributes(svg, "rect", "x"), width = attributes(svg, "rect", "width");
    ASSERT_EQ(x.size(), 4);
    const auto end = [&](int k) { return x[k].toDouble() + width[k].toDouble(); };
    EXPECT_NEAR(x[1].toDouble(), end(0), 0.05) << "more begins where A ends";
    EXPECT_NEAR(end(2), end(1), 0.05) << "less ends where more ended";
    EXPECT_NEAR(x[2].toDouble(), end(3), 0.05) << "B ends where less begins";
}

TEST(RunDocument, theTablesOfARunHaveItsNumbers)
{
    const Result<Document> document = documentOfRun(runOfWork(twoKernels()));
    ASSERT_TRUE(document);
    const TableBlock *kernels = tableOf(*document, "kernels");
    ASSERT_TRUE(kernels);
    const auto total = size_t(kernels->table.columnOf("total_ns"));
    ASSERT_EQ(kernels->table.rowCount, 2u);
    EXPECT_EQ(kernels->table.cell(0, total), ReportCell(int64_t(2000)));
    EXPECT_EQ(kernels->table.cell(1, total), ReportCell(int64_t(500)));
    const TableBlock *stages = tableOf(*document, "stages");
    ASSERT_TRUE(stages);
    const size_t last = stages->table.rowCount - 1;
    EXPECT_EQ(stages->table.cell(last, size_t(stages->table.columnOf("elapsed_ns"))), ReportCell(int64_t(2500)));
}

TEST(RunDocument, aRangeLimitsTheTablesAndTheBudget)
{
    ReportScope scope;
    scope.range = TimeRange{500, 2200};
    const Result<Document> document = documentOfRun(runOfWork(twoKernels()), scope);
    ASSERT_TRUE(document);
    const TableBlock *kernels = tableOf(*document, "kernels");
    ASSERT_TRUE(kernels);
    const auto total = size_t(kernels->table.columnOf("total_ns"));
    EXPECT_EQ(kernels->table.cell(0, total), ReportCell(int64_t(500)));
    EXPECT_EQ(kernels->table.cell(1, total), ReportCell(int64_t(200)));
    const std::string page = pageOf(*document);
    EXPECT_NE(page.find("GPU 0, 1.700"), page.npos) << "the budget is of the range";
    EXPECT_NE(page.find("what is outside of from 500"), page.npos);
}

TEST(RunDocument, aRangeThatEndsBehindTheRecordingEndsWithIt)
{
    ReportScope scope;
    scope.range = parseRange(QStringLiteral("2us.."), INT64_MAX);
    ASSERT_TRUE(scope.range);
    const Result<Document> document = documentOfRun(runOfWork(twoKernels()), scope);
    ASSERT_TRUE(document);
    EXPECT_NE(pageOf(*document).find("GPU 0, 3.000"), std::string::npos);
    scope.range = parseRange(QStringLiteral("10s.."), INT64_MAX);
    ASSERT_TRUE(scope.range);
    EXPECT_FALSE(documentOfRun(runOfWork(twoKernels()), scope)) << "nothing of it is in the recording";
}

TEST(RunDocument, theMappingDecidesWhatIsCommunication)
{
    const auto run = runOfWork(twoKernels());
    ReportedRun one{run, -1, -1, QStringLiteral("run"), {}, {}};
    one.mapping.setJoined(std::vector<StageRule>{{"flash", "communication", {}}});
    const auto pageUnder = [&](const StageMapping &mapping, const ReportScope &scope) {
        one.mapping = mapping;
        return pageOf(*runDocument({{one}, {}, scope}));
    };
    ReportScope range;
    range.range = TimeRange{0, 5000};
    const StageMapping own = one.mapping;
    for (const ReportScope &scope : {ReportScope(), range}) {
        EXPECT_NE(pageUnder(own, scope).find("Exposed communication 0.500"), std::string::npos);
        EXPECT_EQ(pageUnder({}, scope).find("Exposed communication 0.500"), std::string::npos);
    }
}

TEST(RunDocument, whatARunDoesNotHaveIsAnError)
{
    const auto run = runOfWork(twoKernels());
    ReportScope step, phase, range;
    step.step = 3;
    phase.phase = QStringLiteral("decode");
    range.range = TimeRange{10'000, 20'000};
    EXPECT_FALSE(documentOfRun(run, step));
    EXPECT_FALSE(documentOfRun(run, phase));
    EXPECT_FALSE(documentOfRun(run, range));
}

TEST(RunDocument, twoRunsBeginWithTheVerdict)
{
    ReportedRun a{runOfWork(twoKernels()), -1, -1, QStringLiteral("a"), {}, {}};
    ReportedRun b{runOfWork({{"0", "7", 0, 3000, "gemm"}}), -1, -1, QStringLiteral("b"), {}, {}};
    const Result<Document> document = runDocument({{a, b}});
    ASSERT_TRUE(document);
    EXPECT_EQ(document->title, QStringLiteral("b against a"));
    QStringList texts;
    for (const auto &block : document->sections[0].blocks)
        if (const auto *text = std::get_if<TextBlock>(&block))
            texts << text->text;
    ASSERT_GE(texts.size(), 2);
    EXPECT_TRUE(texts[0].startsWith(QLatin1String("A and B: The recording can be relied on")))
        << "before anything is concluded";
    const auto lead = std::ranges::find_if(document->sections[0].blocks, [](const auto &block) {
        const auto *text = std::get_if<TextBlock>(&block);
        return text && text->isLead;
    });
    ASSERT_NE(lead, document->sections[0].blocks.end());
    const auto *verdict = std::get_if<TextBlock>(&*std::next(lead));
    ASSERT_TRUE(verdict);
    EXPECT_TRUE(verdict->text.startsWith(QLatin1String("Verdict: inconclusive"))) << verdict->text.toStdString();
    EXPECT_TRUE(tableOf(*document, "differences"));
    EXPECT_TRUE(tableOf(*document, "comparability"));
}

TEST(RunDocument, filesOfNcuThatFitNoKernelAreSaidTo)
{
    const auto pageWith = [](const char *name, std::optional<TimeRange> range = {}) {
        NcuKernel kernel;
        kernel.name = name;
        kernel.smPercent = 10;
        auto ncu = std::make_shared<ws::Run>();
        ncu->tables.push_back(ncuKernelTable({kernel}));
        ReportedRun run{runOfWork(twoKernels()), -1, -1, QStringLiteral("run"), {}, {}};
        ReportScope scope;
        scope.range = range;
        return pageOf(*runDocument({{run}, {ncu}, scope}));
    };
    EXPECT_NE(pageWith("other").find("None of the kernels is in the files of Nsight Compute."), std::string::npos);
    const std::string page = pageWith("flash");
    EXPECT_EQ(page.find("None of the kernels"), page.npos);
    EXPECT_NE(page.find("SM throughput below 30 %: 1 of 1 kernels, 20.0"), page.npos);
    EXPECT_NE(page.find("[medium] low SM efficiency (10.0 %)"), page.npos);
    const std::string part = pageWith("flash", TimeRange{0, 1000});
    EXPECT_NE(part.find("What Nsight Compute says is of the whole recording: left out."), part.npos);
    EXPECT_EQ(part.find("of 1 kernels, 20.0"), part.npos) << "a share of the whole run";
}

TEST(RunDocument, rangesAreReadWithTheirUnits)
{
    EXPECT_EQ(parseRange(QStringLiteral("10ms..20.5ms"), 1), (TimeRange{10'000'000, 20'500'000}));
    EXPECT_EQ(parseRange(QStringLiteral("1us..2s"), 1), (TimeRange{1'000, 2'000'000'000}));
    EXPECT_EQ(parseRange(QStringLiteral("5..7"), 1), (TimeRange{5, 7}));
    EXPECT_EQ(parseRange(QStringLiteral("..300ns"), 1), (TimeRange{0, 300}));
    EXPECT_EQ(parseRange(QStringLiteral("100.."), 900), (TimeRange{100, 900}));
    for (const char *wrong : {"", "5", "7..5", "5..5", "a..b", "1m..2m", "-1..4", "1e99s..2e99s"})
        EXPECT_FALSE(parseRange(QString::fromLatin1(wrong), 900)) << wrong;
}

TEST(Provenance, equalRulesHaveEqualHashesAndOthersDoNot)
{
    StageMapping mapping;
    mapping.engine = "my";
    mapping.model = "net";
    mapping.stages = mapping.substages = {{"gemm", "linear"}};
    StageMapping other = mapping;
    EXPECT_EQ(mappingHash(mapping), mappingHash(other));
    EXPECT_EQ(mappingHash(mapping).size(), 64);
    other.stages[0].label = "attention";
    EXPECT_NE(mappingHash(mapping), mappingHash(other));
}
