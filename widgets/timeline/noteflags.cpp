#include "widgets/timeline/noteflags.h"

#include "widgets/toolkit/palette.h"

#include <QPainter>
#include <QStringList>

#include <cmath>

namespace ws {

std::vector<NoteFlag> noteFlags(const std::vector<Note> &notes, const TimeScale &scale, int width)
{
    std::vector<NoteFlag> flags;
    for (size_t i = 0; i < notes.size(); ++i) {
        const int64_t at = notes[i].time.begin;
        if (at < scale.range().begin || at > scale.range().end)
            continue;
        const double x = std::clamp(scale.x(at), 0.0, width - 1.0);
        if (flags.empty() || x - flags.back().x >= NoteFlag::width)
            flags.push_back({x, {}});
        flags.back().notes.push_back(i);
    }
    return flags;
}

void paintNoteFlags(QPainter &painter, const std::vector<NoteFlag> &flags, int height)
{
    const QColor colour(Palette::current().highlight);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const NoteFlag &flag : flags) {
        const double x = std::floor(flag.x) + 0.5;
        painter.setPen(QPen(colour, 1));
        painter.drawLine(QPointF(x, 1), QPointF(x, height - 2));
        painter.fillRect(QRectF(x, 1, NoteFlag::width, NoteFlag::height), colour);
        if (flag.notes.size() > 1) // a second cloth behind the first
            painter.drawRect(QRectF(x + 2, 3, NoteFlag::width, NoteFlag::height));
    }
    painter.restore();
}

QString noteFlagText(const std::vector<Note> &notes, const NoteFlag &flag)
{
    constexpr size_t shown = 8;
    QStringList lines;
    for (size_t i = 0; i < std::min(shown, flag.notes.size()); ++i)
        lines << notes[flag.notes[i]].text;
    if (flag.notes.size() > shown)
        lines << QStringLiteral("…");
    return lines.join(u'\n');
}

} // namespace ws
