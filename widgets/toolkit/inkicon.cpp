#include "widgets/toolkit/inkicon.h"

#include "widgets/toolkit/palette.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QSvgRenderer>

#include <algorithm>

namespace ws {
namespace {

class InkEngine : public QIconEngine
{
public:
    explicit InkEngine(QByteArray drawing) : m_drawing(std::move(drawing)) {}

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override
    {
        const Palette &palette = Palette::current();
        const QColor ink(mode == QIcon::Disabled ? Palette::mix(palette.muted, palette.window, 150) : palette.text);
        QSvgRenderer renderer(QByteArray(m_drawing).replace("#000000", ink.name().toLatin1()));
        const int side = std::min(rect.width(), rect.height());
        renderer.render(painter, QRect(rect.left(), rect.top() + (rect.height() - side) / 2, side, side));
    }

    /// Not kept: the theme may change.
    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }

    QIconEngine *clone() const override { return new InkEngine(*this); }

private:
    QByteArray m_drawing;
};

} // namespace

QIcon inkIcon(const QString &name)
{
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    return file.open(QIODevice::ReadOnly) ? QIcon(new InkEngine(file.readAll())) : QIcon();
}

} // namespace ws
