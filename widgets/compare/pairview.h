#pragma once
// One place for a run, or two of them side by side or stacked with the comparison's bar above and a title over each.
// The contents are the shell's: this arranges them, marks the active side, and says where a run cannot be compared.

#include "widgets/session/comparepair.h"

#include <QWidget>

class QLabel;
class QSplitter;
class QVBoxLayout;

namespace ws {

class PairBar;
class SideTitle;

class PairView : public QWidget
{
    Q_OBJECT
public:
    using Side = ComparePair::Side;

    /// `first` shows A, or the only run. The view takes it over.
    PairView(ComparePair *pair, QWidget *first, QWidget *parent = nullptr);
    void setSecond(QWidget *second); ///< before the first comparison
    bool hasSecond() const;

    void setPaired(bool paired);
    bool isPaired() const { return m_isPaired; }
    /// `toolTip`: the path.
    void setTitle(Side side, const QString &title, const QString &toolTip);
    void setActive(Side side);
    void setNotice(Side side, const QString &text); ///< why it cannot be compared; empty: it can
    QString notice(Side side) const;
    void setStacked(bool stacked);
    bool isStacked() const;
    PairBar *bar() const { return m_bar; }
    /// The side under a widget; none: the bar, or not in this view.
    std::optional<Side> sideOf(const QWidget *widget) const;

signals:
    void activationWanted(ws::ComparePair::Side side);
    void closeWanted(ws::ComparePair::Side side);
    void menuWanted(ws::ComparePair::Side side, const QPoint &globalPos);
    void stackedChanged(bool stacked);

private:
    struct Place
    {
        QWidget *frame = nullptr;
        QVBoxLayout *layout = nullptr;
        SideTitle *title = nullptr;
        QLabel *notice = nullptr;
        QWidget *content = nullptr;
    };
    void addPlace(Side side, QWidget *content);

    PairBar *m_bar;
    QSplitter *m_splitter;
    std::array<Place, 2> m_places;
    bool m_isPaired = false;
};

} // namespace ws
