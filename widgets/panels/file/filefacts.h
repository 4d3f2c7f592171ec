#pragma once
// What the File tab shows, as plain pairs: groups of (name, value), nested for header keys. Apart from the widget, so
// that it is tested without one and reports can use it.

#include "core/model/run.h"

#include <QString>

#include <vector>

namespace ws {

struct Fact
{
    QString name;
    QString value;
    std::vector<Fact> children;
};

std::vector<Fact> fileFacts(const Run &run);

} // namespace ws
