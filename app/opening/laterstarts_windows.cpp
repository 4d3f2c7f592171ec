#include "app/opening/laterstarts.h"

namespace ws {

const QString runningInstanceSetting = QStringLiteral("window/openInRunning");

struct LaterStarts::Way
{
};

bool LaterStarts::arePossible()
{
    return false;
}

LaterStarts::LaterStarts(bool) {}

LaterStarts::~LaterStarts() = default;

bool LaterStarts::handOver(const QStringList &, const QString &) const
{
    return false;
}

void LaterStarts::take(QWidget *, std::function<void(const QStringList &arguments, const QString &panel)>) {}

} // namespace ws
