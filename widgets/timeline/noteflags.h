#pragma once
// Notes as small flags at the ruler; those closer together than a flag is wide share one.

#include "widgets/session/note.h"
#include "widgets/timeline/timescale.h"

#include <QRectF>

class QPainter;

namespace ws {

struct NoteFlag
{
    double x = 0;              ///< of the pole
    std::vector<size_t> notes; ///< indices, at least one
    static constexpr double width = 9, height = 8;
    QRectF box() const { return {x, 1, width + 3, height + 2}; } ///< that the mouse hits
};

/// `notes` in the order of their times; those that begin outside of the view have none. O(notes).
std::vector<NoteFlag> noteFlags(const std::vector<Note> &notes, const TimeScale &scale, int width);
void paintNoteFlags(QPainter &painter, const std::vector<NoteFlag> &flags, int height);
/// Their texts, plain.
QString noteFlagText(const std::vector<Note> &notes, const NoteFlag &flag);

} // namespace ws
