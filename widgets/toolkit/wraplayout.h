#pragma once
// Controls side by side that go on in a second line where the first is full. Those with a stretch share the room that
// is left in their line. A QHBoxLayout instead would hold the whole window wide.

#include <QLayout>

#include <vector>

namespace ws {

class WrapLayout : public QLayout
{
public:
    explicit WrapLayout(QWidget *parent = nullptr);
    ~WrapLayout() override;

    void addWidget(QWidget *widget, int stretch = 0) { insertWidget(count(), widget, stretch); }
    void insertWidget(int index, QWidget *widget, int stretch = 0);
    void addStretch(int stretch = 1);

    void addItem(QLayoutItem *item) override;
    int count() const override { return static_cast<int>(m_entries.size()); }
    QLayoutItem *itemAt(int index) const override;
    QLayoutItem *takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    void setGeometry(const QRect &rect) override;

private:
    struct Entry
    {
        QLayoutItem *item;
        int stretch;
    };
    struct Line
    {
        std::vector<const Entry *> entries; ///< visible ones
        int width = 0, height = 0, stretch = 0;
    };
    int widthOfButtonBehind(size_t at) const;
    std::vector<Line> lines(int width) const;
    void place(const Line &line, const QRect &rect) const;

    std::vector<Entry> m_entries;
};

} // namespace ws
