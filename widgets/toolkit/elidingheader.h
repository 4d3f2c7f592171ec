#pragma once
// The header of a table. With a style sheet Qt ignores textElideMode and cuts long titles at both ends; this one elides
// them and keeps the unit: "Media… (µs)".

#include <QHeaderView>

namespace ws {

class ElidingHeader : public QHeaderView
{
public:
    explicit ElidingHeader(QWidget *parent);

protected:
    void initStyleOptionForIndex(QStyleOptionHeader *option, int logicalIndex) const override;
};

/// A title cut to `room` pixels: the name in front of a unit in parentheses gives way; where there is no room for both,
/// the unit is left out.
QString fittingTitle(const QString &title, const QFontMetrics &metrics, int room);

} // namespace ws
