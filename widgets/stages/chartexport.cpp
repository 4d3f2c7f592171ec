#include "widgets/stages/chartexport.h"

#include "widgets/stages/chartscene.h"
#include "widgets/toolkit/viewtexts.h"

#include <QBuffer>
#include <QFileInfo>
#include <QFontInfo>
#include <QGuiApplication>
#include <QImage>
#include <QMarginsF>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgGenerator>

namespace ws {
namespace {

constexpr int dotsPerInch = 96;

void draw(QPainter &painter, const ChartData &data, const ChartPicture &picture, QRectF target)
{
    painter.setRenderHint(QPainter::Antialiasing);
    if (!picture.transparent)
        painter.fillRect(target, QColor(Palette(data.dark).base));
    ChartScene scene;
    QFont font = QGuiApplication::font();
    font.setFamily(QFontInfo(font).family()); // the real one: "Sans Serif" is unknown elsewhere
    scene.setData(data, picture.size, font);
    scene.render(&painter, target, scene.sceneRect());
}

} // namespace

QByteArray chartSvg(const ChartData &data, const ChartPicture &picture)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(dotsPerInch);
    generator.setSize(picture.size);
    generator.setViewBox(QRect({}, picture.size));
    generator.setTitle(data.title.toHtmlEscaped()); // Qt does not escape them
    generator.setDescription(data.subtitle.toHtmlEscaped());
    QPainter painter(&generator);
    draw(painter, data, picture, QRectF({}, picture.size));
    painter.end();
    // Names may hold characters that XML cannot represent.
    static const QRegularExpression noXml(
        QStringLiteral("[\\x{0}-\\x{8}\\x{b}\\x{c}\\x{e}-\\x{1f}\\x{fffe}\\x{ffff}]"));
    // A machine without this font uses another sans-serif one.
    QString text = QString::fromUtf8(bytes);
    text.replace(QRegularExpression(QStringLiteral("font-family=\"([^\",]*)\"")),
                 QStringLiteral("font-family=\"\\1, sans-serif\""));
    text.remove(noXml);
    return text.toUtf8();
}

QByteArray chartPdf(const ChartData &data, const ChartPicture &picture)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(dotsPerInch);
    const QSizeF points(picture.size.width() * 72.0 / dotsPerInch, picture.size.height() * 72.0 / dotsPerInch);
    writer.setPageSize(QPageSize(points, QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    writer.setTitle(data.title);
    writer.setCreator(QStringLiteral("Warpscope"));
    QPainter painter(&writer);
    draw(painter, data, picture, QRectF({}, picture.size));
    painter.end();
    return bytes;
}

QByteArray chartPng(const ChartData &data, const ChartPicture &picture)
{
    QImage image((QSizeF(picture.size) * picture.scale).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    draw(painter, data, picture, QRectF({}, image.size()));
    painter.end();
    image.setDotsPerMeterX(qRound(dotsPerInch * picture.scale / 0.0254));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

Result<QString> exportChart(const ChartData &data, const ChartPicture &picture, const QString &path, Existing existing)
{
    const QString ending = QFileInfo(path).suffix().toLower();
    QByteArray bytes;
    if (ending == QLatin1String("svg"))
        bytes = chartSvg(data, picture);
    else if (ending == QLatin1String("pdf"))
        bytes = chartPdf(data, picture);
    else if (ending == QLatin1String("png"))
        bytes = chartPng(data, picture);
    else
        return Error{ErrorKind::Unsupported, Views::tr("charts are written as .svg, .pdf or .png"), path};
    return writeWholeFile(path, {bytes.constData(), static_cast<size_t>(bytes.size())}, existing);
}

} // namespace ws
