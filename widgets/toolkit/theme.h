#pragma once
// Light or dark, for the whole application. Qt 6.4 has no colorScheme(): a dark palette of the
// platform wins, then the wish of the desktop (asked asynchronously, and followed when it changes); a choice
// of the user overrides both.

#include "widgets/toolkit/palette.h"

#include <QObject>

class QApplication;

namespace ws {

class Theme : public QObject
{
    Q_OBJECT
public:
    enum class Choice { Desktop, Light, Dark };

    static Theme &instance();

    const Palette &palette() const { return m_palette; }
    Choice choice() const { return m_choice; }
    void setChoice(Choice choice);

    /// Sets style and palette of the application and starts to follow the desktop. Once, after QApplication.
    void install();

signals:
    void changed();

private:
    Theme();
    void update();
    void apply();

    Palette m_palette{false};
    Choice m_choice = Choice::Desktop;
    bool m_platformDark = false;
    bool m_desktopDark = false;
    bool m_installed = false;
};

} // namespace ws
