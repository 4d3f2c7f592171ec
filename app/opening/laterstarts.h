#pragma once
// Files of a later start open in the window that runs already, one for each user and display:
// laterstarts_freedesktop.cpp says so over the session bus (see RunningInstance), laterstarts_windows.cpp by a message
// to a window that is not seen; on macOS the system itself gives later files to the running program.

#include <QStringList>

#include <functional>
#include <memory>

class QWidget;

namespace ws {

/// Files of later starts open in the running window; on at first.
extern const QString runningInstanceSetting;

/// A path as it is understood in another folder; links and remote paths stay.
QString absoluteArgument(const QString &argument);
/// Brings a window in front of the others, also one that is minimised.
void showInFront(QWidget *window);

class LaterStarts
{
public:
    static constexpr int patienceMs = 2000;

    /// `isAlone`: this start neither gives its files away nor takes those of others.
    explicit LaterStarts(bool isAlone);
    ~LaterStarts();
    /// Gives files (as given to this start) and the panel to show to the running window. False: there is none, or it
    /// did not answer within `patienceMs`; then it opens nothing later either.
    bool handOver(const QStringList &arguments, const QString &panel) const;
    /// From now on `open` is called with what later starts bring, and `window` comes to the front.
    void take(QWidget *window, std::function<void(const QStringList &arguments, const QString &panel)> open);

private:
    struct Way;
    std::unique_ptr<Way> m_way;
};

} // namespace ws
