#include "widgets/toolkit/theme.h"

#include "widgets/toolkit/desktopscheme.h"

#include <QApplication>
#include <QPalette>
#include <QStyleFactory>

namespace ws {
namespace {

QPalette applicationPalette(const Palette &p)
{
    QPalette q;
    const QColor text(p.text), muted(p.muted);
    q.setColor(QPalette::Window, QColor(p.window));
    q.setColor(QPalette::WindowText, text);
    q.setColor(QPalette::Base, QColor(p.base));
    q.setColor(QPalette::AlternateBase, QColor(p.alternate));
    q.setColor(QPalette::Text, text);
    q.setColor(QPalette::PlaceholderText, muted);
    q.setColor(QPalette::Button, QColor(p.button));
    q.setColor(QPalette::ButtonText, text);
    q.setColor(QPalette::BrightText, QColor(p.highlight));
    q.setColor(QPalette::ToolTipBase, QColor(p.tooltip));
    q.setColor(QPalette::ToolTipText, text);
    q.setColor(QPalette::Highlight, QColor(p.highlight));
    q.setColor(QPalette::HighlightedText, QColor(p.highlightText));
    q.setColor(QPalette::Link, QColor(p.highlight));
    q.setColor(QPalette::LinkVisited, QColor(p.highlight));
    q.setColor(QPalette::Light, QColor(p.base));
    q.setColor(QPalette::Midlight, QColor(p.alternate));
    q.setColor(QPalette::Mid, QColor(p.hairline));
    q.setColor(QPalette::Dark, QColor(p.hairline));
    q.setColor(QPalette::Shadow, QColor(p.hairline));
    for (auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        q.setColor(QPalette::Disabled, role, QColor(p.disabled));
    return q;
}

QString styleSheet(const Palette &p)
{
    QString sheet = QStringLiteral(R"(
QMainWindow::separator { background: @hairline; width: 1px; height: 1px; }
QToolBar { background: @window; border: none; border-bottom: 1px solid @hairline; spacing: 4px; padding: 4px; }
QStatusBar { background: @window; border-top: 1px solid @hairline; }
QStatusBar::item { border: none; }
QMenuBar { background: @window; }
QMenuBar::item { padding: 4px 8px; background: transparent; }
QMenuBar::item:selected { background: @hairline; }
QMenu { background: @base; border: 1px solid @hairline; padding: 4px 0; }
QMenu::item { padding: 4px 24px; }
QMenu::icon { padding-left: 8px; }
QMenu::item:selected { background: @highlight; color: @highlightText; }
QMenu::item:disabled { color: @disabled; }
QMenu::separator { height: 1px; background: @hairline; margin: 4px 0; }
QToolTip { background: @tooltip; color: @text; border: 1px solid @hairline; padding: 4px; }
QHeaderView::section { background: @window; color: @text; border: none; border-right: 1px solid @hairline;
  border-bottom: 1px solid @hairline; padding: 4px 8px; }
QTableCornerButton::section { background: @window; border: none; border-bottom: 1px solid @hairline; }
QAbstractScrollArea::corner { background: @window; border: none; }
QTableView, QTreeView, QListView, QTextEdit, QPlainTextEdit { border: 1px solid @base; gridline-color: @hairline; }
QTableView:focus, QTreeView:focus, QListView:focus, QTextEdit:focus, QPlainTextEdit:focus {
  border-color: @highlight; }
QScrollArea[page="true"] { border: 1px solid @base; }
QScrollArea[page="true"]:focus { border-color: @highlight; }
QToolBar#runTabs { padding: 0; border-bottom: none; }
QToolBar#runTabs QTabBar::tab { padding: 2px 6px 2px 12px; }
QToolButton[chip="true"] { background: @base; border: 1px solid @hairline; border-right: none; padding: 2px 8px;
  border-top-left-radius: 9px; border-bottom-left-radius: 9px; margin-left: 4px; }
QToolButton[chip="true"]::menu-indicator { image: none; }
QToolButton[chipOff="true"] { background: @base; border: 1px solid @hairline; border-left: none; padding: 2px 8px;
  border-top-right-radius: 9px; border-bottom-right-radius: 9px; }
QToolButton[chip="true"]:hover, QToolButton[chipOff="true"]:hover { background: @alternate; }
QTabBar::tab { background: transparent; color: @muted; border: none; border-bottom: 2px solid transparent;
  padding: 6px 12px; }
QTabBar::tab:selected { color: @text; border-bottom-color: @highlight; }
QTabBar::tab:hover { color: @text; }
QTabBar::tab:focus { background: @hairline; }
QTabBar::tear { width: 24px; border: none; background: qlineargradient(x1: 0, y1: 0, x2: 1, y2: 0,
  stop: 0 @window, stop: 0.4 @window, stop: 1 transparent); }
QTabWidget::pane { border: none; border-top: 1px solid @hairline; }
QPushButton, QComboBox, QLineEdit, QSpinBox, QDoubleSpinBox { background: @button; border: 1px solid @hairline;
  border-radius: 3px; padding: 3px 8px; }
QPushButton:hover, QComboBox:hover { border-color: @muted; }
QPushButton:focus, QComboBox:focus, QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus { border-color: @highlight; }
QPushButton:default { border-color: @highlight; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QPushButton:focus { border-color: @highlight; background: @hairline; }
QCheckBox, QRadioButton { border: 1px solid transparent; border-radius: 3px; }
QCheckBox:focus, QRadioButton:focus { border-color: @highlight; }
QCheckBox::indicator, QTableView::indicator { width: 14px; height: 14px; border: 1px solid @muted; border-radius: 3px;
  background: @base; }
QCheckBox::indicator:checked, QTableView::indicator:checked { background: @highlight; border-color: @highlight;
  image: url(@check); }
QTableView::indicator:selected { border-color: @highlightText; }
QCheckBox::indicator:disabled, QTableView::indicator:disabled { border-color: @disabled; }
QCheckBox::indicator:checked:disabled { background: @disabled; }
QComboBox { padding-right: 20px; combobox-popup: 0; }
QComboBox::drop-down { border: none; width: 20px; }
QComboBox::down-arrow { image: url(:/icons/down.svg); width: 9px; height: 5px; }
QHeaderView::down-arrow, QHeaderView::up-arrow { width: 9px; height: 5px; subcontrol-origin: padding;
  subcontrol-position: center right; right: 4px; }
QHeaderView::down-arrow { image: url(:/icons/down.svg); }
QHeaderView::up-arrow { image: url(:/icons/up.svg); }
QAbstractSpinBox { padding-right: 18px; }
QAbstractSpinBox::up-button { subcontrol-origin: border; subcontrol-position: top right; width: 18px; border: none; }
QAbstractSpinBox::down-button { subcontrol-origin: border; subcontrol-position: bottom right; width: 18px; border: none; }
QAbstractSpinBox::up-arrow { image: url(:/icons/up.svg); width: 9px; height: 5px; }
QAbstractSpinBox::down-arrow { image: url(:/icons/down.svg); width: 9px; height: 5px; }
QPushButton:disabled, QComboBox:disabled, QLineEdit:disabled { color: @disabled; }
QToolButton { border: 1px solid transparent; border-radius: 3px; padding: 4px; }
QToolButton:hover { background: @hairline; }
QToolButton:focus { border: 1px solid @highlight; }
QToolButton:checked { background: @hairline; }
QToolButton[popupMode="2"] { padding-right: 18px; }
QToolButton::menu-indicator { image: url(:/icons/down.svg); width: 9px; height: 5px; subcontrol-origin: padding;
  subcontrol-position: center right; right: 4px; }
QSlider { border: 1px solid transparent; border-radius: 3px; min-height: 18px; }
QSlider:focus { border-color: @highlight; }
QSlider::groove:horizontal { height: 3px; background: @hairline; border-radius: 1px; }
QSlider::sub-page:horizontal { height: 3px; background: @muted; border-radius: 1px; }
QSlider::handle:horizontal { width: 10px; margin: -5px 0; border-radius: 5px; background: @base; border: 1px solid @muted; }
QSlider::handle:horizontal:hover { border-color: @highlight; }
QSlider::sub-page:horizontal:disabled { background: @hairline; }
QProgressBar { background: @base; border: 1px solid @hairline; border-radius: 3px; text-align: center; }
QProgressBar::chunk { background: @highlight; }
QDockWidget::title { background: @window; padding: 4px 8px; border-bottom: 1px solid @hairline; }
QScrollBar { background: transparent; border: none; margin: 0; }
QScrollBar:vertical { width: 12px; }
QScrollBar:horizontal { height: 12px; }
QScrollBar::handle { background: @handle; border-radius: 3px; margin: 3px; min-width: 24px; min-height: 24px; }
QScrollBar::handle:hover { background: @muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
)");
    const std::pair<const char *, QRgb> colours[] = {{"@highlightText", p.highlightText},
                                                     {"@highlight", p.highlight},
                                                     {"@hairline", p.hairline},
                                                     {"@window", p.window},
                                                     {"@base", p.base},
                                                     {"@tooltip", p.tooltip},
                                                     {"@button", p.button},
                                                     {"@muted", p.muted},
                                                     {"@disabled", p.disabled},
                                                     {"@text", p.text},
                                                     {"@alternate", p.alternate},
                                                     {"@handle", Palette::mix(p.muted, p.window, 120)}};
    for (const auto &[key, colour] : colours)
        sheet.replace(QLatin1String(key), QColor(colour).name());
    sheet.replace(QLatin1String("@check"),
                  p.isDark() ? QStringLiteral(":/icons/check-dark.svg") : QStringLiteral(":/icons/check-light.svg"));
    return sheet;
}

} // namespace

Theme::Theme() = default;

Theme &Theme::instance()
{
    static Theme theme;
    return theme;
}

void Theme::install()
{
    if (m_installed)
        return;
    m_installed = true;
    m_platformDark = QApplication::palette().color(QPalette::Window).lightnessF() < 0.5;
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    update();
    apply();
    followDesktopScheme(this, [this](bool isDark, bool isChange) {
        m_desktopDark = isDark;
        if (isChange) // the desktop's answer is newer than the palette
            m_platformDark = false;
        update();
    });
}

void Theme::setChoice(Choice choice)
{
    m_choice = choice;
    update();
}

void Theme::update()
{
    const bool dark = m_choice == Choice::Desktop ? m_platformDark || m_desktopDark : m_choice == Choice::Dark;
    if (dark == m_palette.isDark())
        return;
    m_palette = Palette(dark);
    if (m_installed)
        apply();
    emit changed();
}

void Theme::apply()
{
    QApplication::setPalette(applicationPalette(m_palette));
    qApp->setStyleSheet(styleSheet(m_palette));
}

} // namespace ws
