#pragma once
// The program's settings: theme, language, and the path of nsys. Every choice takes effect at once, as in the View
// menu; there is nothing to confirm.

#include <QDialog>

class QFormLayout;
class QLabel;
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
    QWidget *nsysField();
    void nsysEdited();
    void browseNsys();

    QLineEdit *m_nsys = nullptr;
    QLabel *m_nsysState = nullptr;
};

} // namespace ws
