#pragma once
// The program's settings: theme, language, sessions, and the path of nsys. Every choice takes effect at once,
// as in the View menu; there is nothing to confirm.

#include <QDialog>

class QFormLayout;
class QLineEdit;

namespace ws {

struct Choices;

class SettingsDialog : public QDialog
{
    Q_OBJECT
public:
    explicit SettingsDialog(QWidget *parent = nullptr);

signals:
    void languageChanged();

private:
    void addChoice(QFormLayout *form, const QString &label, const Choices &choices, void (SettingsDialog::*changed)());
    void themeChosen();
    void languageChosen();
    /// A setting that is on or off; `preset` where it has not been chosen.
    void addSwitch(QFormLayout *form, const QString &text, const QString &toolTip, const QString &key, bool preset);
    void addJobMemory(QFormLayout *form);
    struct Tool;
    void addTool(QFormLayout *form, const Tool &tool);
    QWidget *pathField(const Tool &tool, QLineEdit *path);
};

} // namespace ws
