// `warpscope chart`, run as a separate process, and its parsed pictures.
#include "paths.h"
#include "tests/support/pdfpage.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QImage>
#include <QMap>
#include <QProcess>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include <algorithm>
#include <map>

namespace {

// 60 µs gemm, 30 µs attention, 10 µs copy.
constexpr const char *trace = R"json({"traceEvents":[
{"ph":"X","cat":"kernel","name":"sgemm_128x64","pid":0,"tid":7,"ts":0,"dur":60,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"flash_fwd_kernel","pid":0,"tid":7,"ts":60,"dur":30,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"gpu_memcpy","name":"Memcpy HtoD (Pinned -> Device)","pid":0,"tid":7,"ts":100,"dur":10,"args":{"device":0,"stream":7}}
]})json";
constexpr const char *mapping = R"({"own":{"m":{"layer_anno":{
"Stage":{"gemm":"linear","flash":"attention",".*":"memory"},
"Substage":{"gemm":"dense","flash":"paged",".*":"copy"}}}}})";

class ChartCommandTest : public testing::Test
{
protected:
    void SetUp() override
    {
        write("run.json", trace);
        write("map.json", mapping);
    }
    void write(const char *name, const char *text)
    {
        QFile file(path(name));
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    QString path(const char *name) const { return folder.filePath(QString::fromLatin1(name)); }
    QByteArray read(const char *name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    /// `chart run.json --mapping map.json …`; the exit code.
    int chart(const QStringList &arguments)
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.remove(QStringLiteral("QT_QPA_PLATFORM")); // works without a display too
        environment.remove(QStringLiteral("DISPLAY"));
        environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), folder.path()); // else Qt says that it is not set
        process.setProcessEnvironment(environment);
        process.start(
            QStringLiteral(WARPSCOPE_BIN_DIR "/warpscope"),
            QStringList{QStringLiteral("chart"), path("run.json"), QStringLiteral("--mapping"), path("map.json")} +
                arguments);
        process.waitForFinished(60'000);
        errors = QString::fromUtf8(process.readAllStandardError());
        return process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    }

    QTemporaryDir folder;
    QString errors;
};

struct Picture
{
    QStringList texts;
    QMap<QString, double> bars; ///< height of the widest rectangle of each colour
};

/// Text and rectangles of Qt's SVG; a group's fill applies to its children.
Picture parseSvg(const QByteArray &svg)
{
    Picture picture;
    QXmlStreamReader xml(svg);
    QStringList fills;
    QMap<QString, double> widths;
    while (!xml.atEnd()) {
        const auto token = xml.readNext();
        if (token == QXmlStreamReader::StartElement && xml.name() == QLatin1String("g"))
            fills << xml.attributes().value(QLatin1String("fill")).toString();
        else if (token == QXmlStreamReader::EndElement && xml.name() == QLatin1String("g"))
            fills.removeLast();
        else if (token == QXmlStreamReader::StartElement && xml.name() == QLatin1String("text"))
            picture.texts << xml.readElementText();
        else if (token == QXmlStreamReader::StartElement && xml.name() == QLatin1String("rect")) {
            const double width = xml.attributes().value(QLatin1String("width")).toDouble();
            if (width >= widths.value(fills.last())) {
                widths[fills.last()] = width;
                picture.bars[fills.last()] = xml.attributes().value(QLatin1String("height")).toDouble();
            }
        }
    }
    EXPECT_FALSE(xml.hasError()) << xml.errorString().toStdString();
    return picture;
}

TEST_F(ChartCommandTest, textsAreInTheLanguageThatIsAskedFor)
{
    ASSERT_EQ(chart({QStringLiteral("-o"), path("en.svg"), QStringLiteral("--lang"), QStringLiteral("en")}), 0);
    ASSERT_EQ(chart({QStringLiteral("-o"), path("zh.svg"), QStringLiteral("--lang=zh_CN")}), 0);
    const auto hasChinese = [](const QByteArray &svg) {
        return std::ranges::any_of(QString::fromUtf8(svg),
                                   [](QChar c) { return c.unicode() >= 0x4E00 && c.unicode() < 0xA000; });
    };
    EXPECT_FALSE(hasChinese(read("en.svg")));
    EXPECT_TRUE(hasChinese(read("zh.svg")));
}

TEST_F(ChartCommandTest, svgHoldsRealTextAndBarsAsHighAsTheirNumbers)
{
    ASSERT_EQ(chart({QStringLiteral("-o"), path("out.svg"), QStringLiteral("--label"), QStringLiteral("My run")}), 0)
        << errors.toStdString();
    const QByteArray svg = read("out.svg");
    EXPECT_TRUE(svg.contains("viewBox=\"0 0 960 600\""));
    EXPECT_TRUE(svg.contains(", sans-serif\""));
    const Picture picture = parseSvg(svg);
    for (const char *text : {"My run", "dense", "paged", "copy", "60.0", "30.0", "10.0", "100"})
        EXPECT_TRUE(picture.texts.contains(QLatin1String(text)))
            << text << " in " << picture.texts.join(u'|').toStdString();
    const double gemm = picture.bars[QStringLiteral("#117733")];
    EXPECT_GT(gemm, 200);
    EXPECT_NEAR(picture.bars[QStringLiteral("#4477aa")], gemm / 2, 0.01);
    EXPECT_NEAR(picture.bars[QStringLiteral("#88ccee")], gemm / 6, 0.01);
}

TEST_F(ChartCommandTest, pdfHoldsRealTextAndBarsAsHighAsTheirNumbers)
{
    ASSERT_EQ(chart({QStringLiteral("-o"), path("out.pdf"), QStringLiteral("--label"), QStringLiteral("My run 测试")}),
              0);
    const ws::test::PdfPage page = ws::test::readPdf(read("out.pdf"));
    const QString all = page.texts.join(u'|');
    for (const char *text : {"dense", "paged", "copy", "60.0", "30.0", "10.0", "100"})
        EXPECT_TRUE(page.texts.contains(QString::fromUtf8(text))) << text << " in " << all.toStdString();
    const QString line = page.texts.join(QString()).simplified();
    EXPECT_TRUE(line.contains(QString::fromUtf8("Time by stage, My run 测试mapping own/m"))) << line.toStdString();
    std::map<QString, double> bars; // height of the widest rectangle of each colour
    std::map<QString, double> widths;
    for (const ws::test::PdfRect &rect : page.rects)
        if (rect.width >= widths[rect.fill]) {
            widths[rect.fill] = rect.width;
            bars[rect.fill] = rect.height;
        }
    const double gemm = bars[QStringLiteral("#117733")];
    EXPECT_GT(gemm, 200);
    EXPECT_NEAR(bars[QStringLiteral("#4477aa")], gemm / 2, 0.01);
    EXPECT_NEAR(bars[QStringLiteral("#88ccee")], gemm / 6, 0.01);
}

TEST_F(ChartCommandTest, pngHasTheSizeAskedForAndTheColoursOfTheStages)
{
    ASSERT_EQ(chart({QStringLiteral("-o"), path("out.png"), QStringLiteral("--size"), QStringLiteral("480x300"),
                     QStringLiteral("--scale"), QStringLiteral("3")}),
              0);
    const QImage image(path("out.png"));
    ASSERT_EQ(image.size(), QSize(1440, 900));
    int linear = 0, attention = 0;
    for (int y = 0; y < image.height(); ++y) {
        linear += image.pixel(470, y) == 0xff117733;
        attention += image.pixel(470, y) == 0xff4477aa;
    }
    EXPECT_GT(attention, 50);
    EXPECT_NEAR(linear, 2 * attention, 8);
}

TEST_F(ChartCommandTest, anExistingFileStaysUnlessForced)
{
    write("out.svg", "mine");
    EXPECT_EQ(chart({QStringLiteral("-o"), path("out.svg")}), 1);
    EXPECT_EQ(read("out.svg"), "mine");
    EXPECT_TRUE(errors.contains(QLatin1String("--force"))) << errors.toStdString();
    EXPECT_EQ(chart({QStringLiteral("-o"), path("out.svg"), QStringLiteral("--force")}), 0);
    EXPECT_TRUE(read("out.svg").startsWith("<?xml"));
}

TEST_F(ChartCommandTest, wrongUsageIsSaidInOneLine)
{
    EXPECT_EQ(chart({}), 2);
    EXPECT_EQ(chart({QStringLiteral("-o"), path("a.svg"), QStringLiteral("--total-sec"), QStringLiteral("soon")}), 2);
    EXPECT_EQ(chart({QStringLiteral("-o"), path("a.svg"), QStringLiteral("--theme"), QStringLiteral("pink")}), 2);
    EXPECT_EQ(errors.count(u'\n'), 1) << errors.toStdString();
    EXPECT_EQ(chart({QStringLiteral("-o"), path("a.gif")}), 1);
    EXPECT_EQ(chart({QStringLiteral("-o"), path("a.svg"), path("missing.json")}), 1);
    EXPECT_FALSE(QFile::exists(path("a.svg")));
}

} // namespace
