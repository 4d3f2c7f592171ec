#pragma once
// The header of a table. With a style sheet Qt ignores textElideMode and cuts long titles at both ends; this one elides
// them and keeps the unit: "Media… (µs)". Headings that would look alike keep where they differ.

#include <QHeaderView>
#include <QStringList>

namespace ws {

class ElidingHeader : public QHeaderView
{
public:
    explicit ElidingHeader(QWidget *parent);
    /// Units on a line of their own: narrow columns of names that begin alike keep where they differ.
    void setUnitsBelow(bool below);
    /// Names without room in two lines; with setUnitsBelow() only.
    void setNamesInTwoLines(bool inTwo);
    int titleWidth(int section, bool unitsBelow) const; ///< px, with all that belongs to it

protected:
    QSize sectionSizeFromContents(int logicalIndex) const override;
    void initStyleOptionForIndex(QStyleOptionHeader *option, int logicalIndex) const override;

private:
    QStringList titles() const;
    void setLines(bool &lines, bool value);

    bool m_unitsBelow = false, m_namesInTwoLines = false;
};

/// A title cut to `room` pixels: the name in front of a unit in parentheses gives way; where there is no room for both,
/// the unit is left out. `all`: the titles beside it, to which it must not look equal.
QString fittingTitle(const QString &title, const QFontMetrics &metrics, int room, const QStringList &all = {});

/// A name in at most two lines of `room` pixels, the first one ending behind a word where it can; cut where two lines
/// are not enough.
QString nameInTwoLines(const QString &name, const QFontMetrics &metrics, int room, const QStringList &all = {});

} // namespace ws
