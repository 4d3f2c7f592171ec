#pragma once
// A line of plain text that gives way: where it has no room it ends in "…", and its tool tip has the whole.

#include <QLabel>

namespace ws {

class LineLabel : public QLabel
{
    Q_OBJECT
public:
    explicit LineLabel(QWidget *parent = nullptr);
    LineLabel(const QString &text, QWidget *parent = nullptr);
    virtual QString shownText() const; ///< as it fits now

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
};

} // namespace ws
