#pragma once
// A widget whose table can be exported, whatever kind of table it is.

#include "core/report/csv.h"

#include <QString>

namespace ws {

class TableSource
{
public:
    virtual ~TableSource() = default;
    virtual QString tableId() const = 0; ///< for file names
    virtual QString csv(CsvStyle style = CsvStyle::Raw) const = 0;
};

} // namespace ws
