#pragma once
// The notes of a table, under a button that folds them: reconciliation, percentages over 100, how its rows were found
// in a timeline.

#include "widgets/session/pane.h"

#include <optional>

class QLabel;
class QScrollArea;
class QToolButton;

namespace ws {

class TableNotes : public QWidget
{
    Q_OBJECT
public:
    explicit TableNotes(QWidget *parent);
    void setNotes(const QStringList &notes); ///< none: hidden
    /// As high as the notes need, but at most a third of `room` (px). In little room they are folded until somebody
    /// opens them.
    void fit(int room);

private:
    bool isOpen() const;

    QToolButton *m_button;
    QLabel *m_text;
    QScrollArea *m_area;
    std::optional<bool> m_wanted; ///< open, by the user
    int m_room = 0;
};

/// How the rows of a table of ncu were found in a timeline.
QString joinNote(const NcuLink &link);

} // namespace ws
