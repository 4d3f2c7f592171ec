// The caption below pictures: what it says, and its room in each form of a picture.

#include "tests/support/support.h"
#include "tests/widgets/timelinewindow.h"
#include "widgets/session/viewcaption.h"
#include "widgets/toolkit/picture.h"

#include <QImage>
#include <QPainter>
#include <QRegularExpression>
#include <QSettings>

namespace ws::test {
namespace {

TEST(ViewCaption, saysFileRangeMappingAndWhatPercentagesAreOf)
{
    Session session;
    RunContext &context = *session.add(runOfFile());
    BusySplit busy;
    busy.busyNs = 713'000;
    busy.spanNs = 1'000'000;
    QString text = viewCaption(context, QStringLiteral("vllm/llama"), busy).join(u'\n');
    EXPECT_TRUE(text.startsWith(QStringLiteral("a.json")));
    EXPECT_TRUE(text.contains(QStringLiteral("Recording of")));
    EXPECT_TRUE(text.contains(QStringLiteral("71.3")));
    EXPECT_TRUE(text.contains(QStringLiteral("GPU span")));
    EXPECT_FALSE(text.contains(QStringLiteral("vllm/llama"))) << "no stage has been computed yet";
    context.setClasses(std::make_shared<const Classification>(), nullptr);
    context.setRange(TimeRange{0, 500'000});
    context.setHighlightedName(context.run()->gpu.name[0]);
    text = viewCaption(context, QStringLiteral("vllm/llama"), busy).join(u'\n');
    EXPECT_TRUE(text.contains(QStringLiteral("vllm/llama")));
    EXPECT_TRUE(text.contains(QStringLiteral("of the range")));
    EXPECT_TRUE(text.contains(QStringLiteral("gemm")));
    EXPECT_FALSE(viewCaption(context, {}, {}).join(u'\n').contains(u'%')) << "no denominator is known";
    Pane empty;
    EXPECT_TRUE(viewCaption(empty.context(), {}, {}).isEmpty());
}

TEST(ViewCaption, ofSeveralDevicesSaysThatAnyOfThemIsBusy)
{
    const auto busyLine = [](RunPtr run) {
        Session session;
        BusySplit busy;
        busy.busyNs = 713'000;
        busy.spanNs = 1'000'000;
        const QString line = viewCaption(*session.add(std::move(run)), {}, busy).last();
        return QString(line).replace(QChar(0x202F), u' ').toStdString();
    };
    const std::string one = R"json({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":0,"dur":9})json";
    const std::string two = R"json({"ph":"X","cat":"kernel","name":"k","pid":1,"tid":7,"ts":5,"dur":9})json";
    EXPECT_EQ(busyLine(runFromJson("[" + one + "]").run), "GPU busy 713.000 µs: 71.3 % of the GPU span, 1.000 ms");
    EXPECT_EQ(busyLine(runFromJson("[" + one + "," + two + "]").run),
              "any GPU busy 713.000 µs: 71.3 % of the GPU span, 1.000 ms");
}

Picture redPicture()
{
    Picture picture;
    picture.background = qRgb(255, 255, 255);
    picture.paint = [](QPainter &painter, QSize, QRectF target) { painter.fillRect(target, Qt::red); };
    return picture;
}

TEST(PictureCaption, standsBelowThePictureWhichKeepsItsSize)
{
    PictureForm form{{200, 100}, 2, false};
    Picture picture = redPicture();
    EXPECT_EQ(pictureSize(picture, form), form.size);
    picture.caption = {QStringLiteral("a short line"), QString(200, u'x')};
    const QSize size = pictureSize(picture, form);
    EXPECT_EQ(size.width(), 200);
    EXPECT_GT(size.height(), 100 + 3 * 12) << "the long line is wrapped";
    const QImage image = pictureImage(picture, form);
    EXPECT_EQ(image.size(), size * 2);
    EXPECT_EQ(image.pixel(399, 199), qRgb(255, 0, 0));
    EXPECT_EQ(image.pixel(399, 203), qRgb(255, 255, 255));
    int dark = 0;
    for (int y = 200; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            dark += qGray(image.pixel(x, y)) < 100;
    EXPECT_GT(dark, 100) << "the text";
    const QString svg = QString::fromUtf8(pictureSvg(picture, form));
    EXPECT_TRUE(svg.contains(QStringLiteral("a short line")));
    EXPECT_TRUE(svg.contains(QStringLiteral("viewBox=\"0 0 200 %1\"").arg(size.height())));
    EXPECT_FALSE(picturePdf(picture, form).isEmpty());
}

TEST(PictureCaption, isWantedUntilItIsTurnedOff)
{
    QSettings().remove(pictureCaptionSetting);
    EXPECT_TRUE(wantsCaption());
    QSettings().setValue(pictureCaptionSetting, false);
    EXPECT_FALSE(wantsCaption());
    QSettings().remove(pictureCaptionSetting);
}

} // namespace
} // namespace ws::test
