#pragma once
// The notes of a table, under a button that folds them: reconciliation, percentages over 100, how its rows were found
// in a timeline.

#include "widgets/session/pane.h"

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
    /// As high as the notes need, but at most a third of `room` (px).
    void fit(int room);

private:
    QToolButton *m_button;
    QScrollArea *m_area;
    QLabel *m_text;
    bool m_open = true;
    int m_room = 0;
};

/// How the rows of a table of ncu were found in a timeline.
QString joinNote(const NcuLink &link);

} // namespace ws
