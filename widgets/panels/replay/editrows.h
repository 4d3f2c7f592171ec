#pragma once
// The edits of a replay as rows: a box that switches one off, what it is of, its factor under the mouse, what it wins.
// Rows keep their widgets while only factors and wins change, so that a drag goes on. Rejected: a table with editors,
// which shows a slider only in the row that is edited.

#include "core/analysis/replay/replayanswer.h"
#include "widgets/session/runcontext.h"

#include <QScrollArea>

class QCheckBox;
class QDoubleSpinBox;
class QGridLayout;
class QLabel;
class QSlider;
class QToolButton;

namespace ws {

class LineLabel;

class EditRows : public QScrollArea
{
    Q_OBJECT
public:
    explicit EditRows(QWidget *parent = nullptr);

    void setEdits(const std::vector<WhatIf> &edits);
    /// `answer`: of the edits that are switched on, in their order; null: none yet, or the replay does not hold.
    void setAnswer(const EditAnswer *answer, int64_t recordedNs);
    int count() const { return int(m_rows.size()); }
    QSlider *slider(int row) const { return m_rows[size_t(row)].slider; }        ///< null: it has no factor
    QDoubleSpinBox *factor(int row) const { return m_rows[size_t(row)].factor; } ///< null: it has no factor
    QCheckBox *box(int row) const { return m_rows[size_t(row)].box; }
    QString winText(int row) const;

signals:
    void switched(int row, bool on);
    /// `isSameGesture`: a further step of one drag.
    void edited(int row, const QString &edit, bool isSameGesture);
    void removed(int row);

private:
    struct Row
    {
        WhatIf edit;
        QCheckBox *box = nullptr;
        LineLabel *title = nullptr;
        QString winText, winShare; ///< empty: no answer is shown
        QSlider *slider = nullptr;
        QDoubleSpinBox *factor = nullptr;
        QLabel *win = nullptr;
        bool isDragged = false; ///< the drag has changed it already
    };

    void resizeEvent(QResizeEvent *event) override;
    void fit();
    static bool isSameKind(const QString &before, const QString &now);
    void rebuild(const std::vector<WhatIf> &edits);
    void addRow(int row, const WhatIf &edit);
    void addFactor(int row, double factor);
    void showValue(Row &row, const WhatIf &edit);
    void takeFactor(int row, double factor);

    std::vector<Row> m_rows;
    QGridLayout *m_grid = nullptr;
    bool m_isNarrow = false;
    QLabel *m_rest = nullptr; ///< what no edit wins; null: nothing
};

} // namespace ws
