#include "app/opening/laterstarts.h"

#include "app/opening/runninginstance.h"

#include <QWidget>

#include <optional>

namespace ws {

struct LaterStarts::Way
{
    QDBusConnection bus;
    std::optional<RunningInstance> instance;
};

LaterStarts::LaterStarts(bool isAlone)
    : m_way(new Way{isAlone ? QDBusConnection(QStringLiteral("none")) : RunningInstance::bus(), {}})
{
}

LaterStarts::~LaterStarts() = default;

bool LaterStarts::handOver(const QStringList &arguments, const QString &panel) const
{
    return RunningInstance::handOver(m_way->bus, arguments, panel);
}

void LaterStarts::take(QWidget *window, std::function<void(const QStringList &arguments, const QString &panel)> open)
{
    m_way->instance.emplace(m_way->bus, window);
    QObject::connect(&*m_way->instance, &RunningInstance::opened, window, std::move(open));
}

} // namespace ws
