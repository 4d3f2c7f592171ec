#include "widgets/toolkit/picture.h"

#include "widgets/toolkit/exports.h"
#include "widgets/toolkit/palette.h"
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
#include <QTextLayout>

#include <cmath>

namespace ws {
namespace {

constexpr int dotsPerInch = 96;

constexpr int captionMargin = 8, captionGap = 2;

QFont captionFont()
{
    QFont font = pictureFont();
    font.setPixelSize(12);
    return font;
}

/// Broken between words, a long word anywhere. Returns the height of its lines.
double layOut(QTextLayout &layout, int width)
{
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    double height = 0;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(1, width - 2 * captionMargin));
        line.setPosition({0, height});
        height += line.height();
    }
    layout.endLayout();
    return height;
}

int captionHeight(const Picture &picture, const PictureForm &form)
{
    if (picture.caption.isEmpty())
        return 0;
    double height = 2 * captionMargin;
    for (const QString &line : picture.caption) {
        QTextLayout layout(line, captionFont());
        height += layOut(layout, form.size.width()) + captionGap;
    }
    return static_cast<int>(std::ceil(height));
}

void drawCaption(QPainter &painter, const Picture &picture, const PictureForm &form)
{
    double y = form.size.height() + captionMargin;
    painter.setPen(QColor(Palette::textOn(form.transparent ? qRgb(255, 255, 255) : picture.background)));
    for (const QString &line : picture.caption) {
        QTextLayout layout(line, captionFont());
        const double height = layOut(layout, form.size.width());
        layout.draw(&painter, {captionMargin, y});
        y += height + captionGap;
    }
}

/// `scale`: pixels of the device per px.
void draw(QPainter &painter, const Picture &picture, const PictureForm &form, double scale = 1)
{
    painter.setRenderHint(QPainter::Antialiasing);
    if (!form.transparent)
        painter.fillRect(QRectF({}, QSizeF(pictureSize(picture, form)) * scale), QColor(picture.background));
    painter.save();
    picture.paint(painter, form.size, QRectF({}, QSizeF(form.size) * scale));
    painter.restore();
    painter.scale(scale, scale);
    drawCaption(painter, picture, form);
}

} // namespace

QSize pictureSize(const Picture &picture, const PictureForm &form)
{
    return form.size + QSize(0, captionHeight(picture, form));
}

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
    const QSize size = pictureSize(picture, form);
    generator.setSize(size);
    generator.setViewBox(QRect({}, size));
    generator.setTitle(picture.title.toHtmlEscaped()); // Qt does not escape them
    generator.setDescription(picture.description.toHtmlEscaped());
    QPainter painter(&generator);
    draw(painter, picture, form);
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
    const QSizeF points = QSizeF(pictureSize(picture, form)) * (72.0 / dotsPerInch);
    writer.setPageSize(QPageSize(points, QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    writer.setTitle(picture.title);
    writer.setCreator(QStringLiteral("Warpscope"));
    QPainter painter(&writer);
    draw(painter, picture, form);
    painter.end();
    return bytes;
}

QImage pictureImage(const Picture &picture, const PictureForm &form)
{
    QImage image((QSizeF(pictureSize(picture, form)) * form.scale).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    draw(painter, picture, form, form.scale);
    painter.end();
    image.setDotsPerMeterX(qRound(dotsPerInch * form.scale / 0.0254));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    return image;
}

QByteArray picturePng(const Picture &picture, const PictureForm &form)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    pictureImage(picture, form).save(&buffer, "PNG");
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
    const QString path = QFileDialog::getSaveFileName(parent, title, Exports::instance().proposed(name),
                                                      Views::tr("SVG (*.svg);;PDF (*.pdf);;PNG (*.png)"));
    if (path.isEmpty())
        return;
    if (const auto written = writePicture(picture, form, path, Existing::Replace); written)
        emit Exports::instance().written(path);
    else
        warnPlainly(parent, title, written.error().text());
}

} // namespace ws
