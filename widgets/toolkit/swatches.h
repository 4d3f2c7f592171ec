#pragma once
// A legend: a square of each colour and what it stands for, in as many lines as its width takes; all are in the tool
// tip.

#include <QColor>
#include <QWidget>

#include <utility>
#include <vector>

namespace ws {

class Swatches : public QWidget
{
    Q_OBJECT
public:
    using Entries = std::vector<std::pair<QString, QRgb>>;

    explicit Swatches(QWidget *parent = nullptr);
    void setEntries(Entries entries);
    const Entries &entries() const { return m_entries; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int widthOf(const QString &text) const;
    int lineHeight() const { return fontMetrics().height() + 4; }
    std::vector<QPoint> places(int width) const; ///< of the entries

    Entries m_entries;
};

} // namespace ws
