#include "app/window/panelheights.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QSettings>

#include <algorithm>
#include <utility>

namespace ws {
namespace {
const QString ownHeightKey = QStringLiteral("window/panelHeight"); ///< 0: nobody has moved the edge
} // namespace

PanelHeights::PanelHeights(QMainWindow *window, std::function<QDockWidget *()> shown)
    : QObject(window), m_window(window), m_shown(std::move(shown))
{
}

void PanelHeights::setCentreNeed(int height)
{
    m_centreNeed = height;
    if (!m_ownHeight && !m_pressedHeight)
        apply();
}

void PanelHeights::growCentreNeed(int height)
{
    if (m_centreNeed && height > m_centreNeed)
        setCentreNeed(height);
}

void PanelHeights::apply()
{
    QDockWidget *shown = m_shown();
    if (!shown)
        return;
    constexpr int lowPanel = 300; // px: tabs, controls, and eight rows with a note, or a chart
    const int height = m_window->height();
    const int twoFifths = std::max(height * 2 / 5, std::min(lowPanel, height / 2));
    const int free = m_centreNeed ? std::max(twoFifths, height - m_centreNeed) : twoFifths;
    m_pressedHeight = 0; // what changes now was not dragged
    m_window->resizeDocks({shown}, {m_ownHeight ? m_ownHeight : free}, Qt::Vertical);
}

int PanelHeights::besideCentre() const
{
    return m_window->height() - m_window->centralWidget()->height();
}

void PanelHeights::windowShown()
{
    if (!std::exchange(m_wasShown, true))
        applyLater();
}

void PanelHeights::windowResized()
{
    if (!m_ownHeight && m_wasShown)
        applyLater();
}

void PanelHeights::edgePressed()
{
    m_pressedHeight = besideCentre();
    m_pressedNeed = m_centreNeed;
}

void PanelHeights::edgeReleased()
{
    // once the last move has been laid out
    QTimer::singleShot(0, this, [this, before = std::exchange(m_pressedHeight, 0)] {
        if (before && besideCentre() != before)
            m_ownHeight = besideCentre();
        else if (before && !m_ownHeight && m_centreNeed != m_pressedNeed)
            apply();
    });
}

void PanelHeights::reset()
{
    m_ownHeight = 0;
    apply();
}

void PanelHeights::save() const
{
    QSettings().setValue(ownHeightKey, m_ownHeight);
}

void PanelHeights::restore()
{
    m_ownHeight = QSettings().value(ownHeightKey).toInt(); // Qt restores no heights before it has laid anything out
}

} // namespace ws
