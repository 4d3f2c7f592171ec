#pragma once
// The header of a table. With a style sheet Qt ignores textElideMode and cuts long titles at both ends; this one elides
// them.

#include <QHeaderView>

namespace ws {

class ElidingHeader : public QHeaderView
{
public:
    explicit ElidingHeader(QWidget *parent);

protected:
    void initStyleOptionForIndex(QStyleOptionHeader *option, int logicalIndex) const override;
};

} // namespace ws
