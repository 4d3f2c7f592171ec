#include "widgets/toolkit/picture.h"

#include "widgets/toolkit/exports.h"
#include "widgets/toolkit/plaintext.h"
#include "widgets/toolkit/viewtexts.h"

#include <QBuffer>
#include <QFileDialog>
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

void draw(QPainter &painter, const Picture &picture, const PictureForm &form, QRectF target)
{
    painter.setRenderHint(QPainter::Antialiasing);
    if (!form.transparent)
        painter.fillRect(target, QColor(picture.background));
    picture.paint(painter, form.size, target);
}

} // namespace

QFont pictureFont()
{
    QFont font = QGuiApplication::font();
    font.setFamily(QFontInfo(font).family());
    return font;
}

QByteArray pictureSvg(const Picture &picture, const PictureForm &form)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(dotsPerInch);
    generator.setSize(form.size);
    generator.setViewBox(QRect({}, form.size));
    generator.setTitle(picture.title.toHtmlEscaped()); // Qt does not escape them
    generator.setDescription(picture.description.toHtmlEscaped());
    QPainter painter(&generator);
    draw(painter, picture, form, QRectF({}, form.size));
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

QByteArray picturePdf(const Picture &picture, const PictureForm &form)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(dotsPerInch);
    const QSizeF points(form.size.width() * 72.0 / dotsPerInch, form.size.height() * 72.0 / dotsPerInch);
    writer.setPageSize(QPageSize(points, QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    writer.setTitle(picture.title);
    writer.setCreator(QStringLiteral("Warpscope"));
    QPainter painter(&writer);
    draw(painter, picture, form, QRectF({}, form.size));
    painter.end();
    return bytes;
}

QByteArray picturePng(const Picture &picture, const PictureForm &form)
{
    QImage image((QSizeF(form.size) * form.scale).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    draw(painter, picture, form, QRectF({}, image.size()));
    painter.end();
    image.setDotsPerMeterX(qRound(dotsPerInch * form.scale / 0.0254));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

Result<QString> writePicture(const Picture &picture, const PictureForm &form, const QString &path, Existing existing)
{
    const QString ending = QFileInfo(path).suffix().toLower();
    QByteArray bytes;
    if (ending == QLatin1String("svg"))
        bytes = pictureSvg(picture, form);
    else if (ending == QLatin1String("pdf"))
        bytes = picturePdf(picture, form);
    else if (ending == QLatin1String("png"))
        bytes = picturePng(picture, form);
    else
        return Error{ErrorKind::Unsupported, Views::tr("charts are written as .svg, .pdf or .png"), path};
    return writeWholeFile(path, {bytes.constData(), static_cast<size_t>(bytes.size())}, existing);
}

void savePicture(const Picture &picture, const PictureForm &form, const QString &title, const QString &name,
                 QWidget *parent)
{
    const QString path =
        QFileDialog::getSaveFileName(parent, title, name, Views::tr("SVG (*.svg);;PDF (*.pdf);;PNG (*.png)"));
    if (path.isEmpty())
        return;
    if (const auto written = writePicture(picture, form, path, Existing::Replace); written)
        emit Exports::instance().written(path);
    else
        warnPlainly(parent, title, written.error().text());
}

} // namespace ws
