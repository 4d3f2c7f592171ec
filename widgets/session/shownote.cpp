#include "widgets/session/shownote.h"

namespace ws {

void showNote(RunContext &context, const Note &note)
{
    if (!context.run())
        return;
    if (note.slice.valid())
        return context.reveal(note.slice);
    if (note.time.length() > 0) {
        context.setRange(note.time);
        return context.showSpan(note.time);
    }
    const int64_t around = std::max<int64_t>(1000, context.run()->timeline.spanNs / 200);
    context.showSpan({note.time.begin - around, note.time.begin + around});
}

} // namespace ws
