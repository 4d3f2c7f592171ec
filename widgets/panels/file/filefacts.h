#pragma once
// The content of the File tab as plain pairs: groups of (name, value), nested for header keys. Separate from the
// widget, so that tests and reports can use it without one.

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
