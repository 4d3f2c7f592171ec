#pragma once
// A legend in one line: a square of each colour and what it stands for; those that do not fit are in the tool tip.

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

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int widthOf(const QString &text) const;

    Entries m_entries;
};

} // namespace ws
