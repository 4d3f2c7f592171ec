#pragma once
// Files of a later start open in the window that runs already: laterstarts_posix.cpp says so over the session bus (see
// RunningInstance); with laterstarts_windows.cpp every start has a window of its own.

#include <QStringList>

#include <functional>
#include <memory>

class QObject;
class QWidget;

namespace ws {

/// Files of later starts open in the running window; on at first.
extern const QString runningInstanceSetting;

class LaterStarts
{
public:
    /// Whether there is such a thing on this system at all.
    static bool arePossible();

    /// `isAlone`: this start neither gives its files away nor takes those of others.
    explicit LaterStarts(bool isAlone);
    ~LaterStarts();
    /// Gives files (as given to this start) and the panel to show to the running window. False: there is none.
    bool handOver(const QStringList &arguments, const QString &panel) const;
    /// From now on `open` is called with what later starts bring, and `window` comes to the front.
    void take(QWidget *window, std::function<void(const QStringList &arguments, const QString &panel)> open);

private:
    struct Way;
    std::unique_ptr<Way> m_way;
};

} // namespace ws
