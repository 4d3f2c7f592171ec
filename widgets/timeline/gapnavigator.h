#pragma once
// From gap to gap: by length, by time, and by a click. Always says what was done, or why nothing was.

#include "widgets/timeline/timelinestate.h"

namespace ws {

class GapNavigator : public QObject
{
    Q_OBJECT
public:
    explicit GapNavigator(TimelineState *state, QObject *parent = nullptr);

    void showNextByLength(); ///< the longest first, after the last one the longest again
    void showNextByTime();   ///< after the range if it is a gap, else from the left edge of the view
    void select(const Gap &gap);

signals:
    void messageChanged(const QString &text);

private:
    const Gaps *gaps(); ///< null after saying why
    std::optional<size_t> current(const Gaps &gaps) const;
    void show(const Gaps &gaps, size_t index);
    void tell(const Gaps &gaps, size_t index);

    TimelineState *m_state;
};

} // namespace ws
