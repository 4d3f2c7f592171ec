#pragma once
// What a view draws as a file of its own: SVG with real text, PDF, PNG at any scale.

#include "core/io/wholefile.h"

#include <QByteArray>
#include <QRectF>
#include <QSize>
#include <QString>
#include <QStringList>

#include <functional>

class QFont;
class QImage;
class QPainter;

namespace ws {

struct PictureForm
{
    QSize size{960, 600}; ///< px at 96 per inch
    double scale = 2;     ///< PNG only: pixels per px
    bool transparent = false;
};

struct Picture
{
    QString title, description; ///< of the file
    QRgb background = 0;
    /// Draws something of `size` px into `target`.
    std::function<void(QPainter &painter, QSize size, QRectF target)> paint;
    QStringList caption = {}; ///< plain lines below it, wrapped to its width; they make it higher
};

/// Of the picture with its caption, px.
QSize pictureSize(const Picture &picture, const PictureForm &form);

QByteArray pictureSvg(const Picture &picture, const PictureForm &form);
QByteArray picturePdf(const Picture &picture, const PictureForm &form);
QImage pictureImage(const Picture &picture, const PictureForm &form); ///< as PNG has it
QByteArray picturePng(const Picture &picture, const PictureForm &form);

/// By the file's suffix. Errors: Unsupported (another suffix), Unreadable (exists, or cannot be written).
Result<QString> writePicture(const Picture &picture, const PictureForm &form, const QString &path, Existing existing);
/// Asks for the file, also before it replaces one, and says what went wrong.
void savePicture(const Picture &picture, const PictureForm &form, const QString &title, const QString &name,
                 QWidget *parent);

/// The program's font by its real name: "Sans Serif" is unknown elsewhere.
QFont pictureFont();

} // namespace ws
