#include "app/settingsdialog.h"

#include "app/appearance.h"
#include "core/readers/nsys/nsysrep.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>

namespace ws {

SettingsDialog::SettingsDialog(QWidget *parent) : QDialog(parent)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Settings"));
    auto *form = new QFormLayout;
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(12);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    addChoice(form, tr("&Theme"), themeChoices(), &SettingsDialog::themeChosen);
    addChoice(form, tr("&Language"), languageChoices(), &SettingsDialog::languageChosen);
    QWidget *nsys = nsysField();
    form->addRow(tr("&Program nsys"), nsys);
    qobject_cast<QLabel *>(form->labelForField(nsys))->setBuddy(m_nsys);
    m_nsysState = new QLabel(this);
    m_nsysState->setForegroundRole(QPalette::PlaceholderText);
    m_nsysState->setWordWrap(true);
    m_nsysState->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    m_nsysState->setMinimumHeight(2 * fontMetrics().lineSpacing());
    m_nsysState->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    form->addRow(QString(), m_nsysState);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    layout->addLayout(form);
    layout->addStretch(1);
    layout->addWidget(buttons);
    setMinimumWidth(520);
    nsysEdited();
}

void SettingsDialog::addChoice(QFormLayout *form, const QString &label, const Choices &choices,
                               void (SettingsDialog::*changed)())
{
    auto *box = new QComboBox(this);
    for (const auto &[id, text] : choices.entries)
        box->addItem(QString(text).remove(u'&'), id);
    box->setCurrentIndex(box->findData(choices.current()));
    box->setAccessibleName(QString(label).remove(u'&'));
    form->addRow(label, box);
    connect(box, &QComboBox::currentIndexChanged, this, [this, box, key = choices.key, changed] {
        QSettings().setValue(key, box->currentData());
        (this->*changed)();
    });
}

void SettingsDialog::themeChosen()
{
    applyTheme({});
}

void SettingsDialog::languageChosen()
{
    emit languageChanged();
}

QWidget *SettingsDialog::nsysField()
{
    auto *field = new QWidget(this);
    auto *layout = new QHBoxLayout(field);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    m_nsys = new QLineEdit(QSettings().value(nsysSetting).toString(), field);
    m_nsys->setPlaceholderText(tr("The one on PATH"));
    m_nsys->setClearButtonEnabled(true);
    m_nsys->setAccessibleName(tr("Path of the program nsys"));
    m_nsys->setToolTip(tr("Opens reports of Nsight Systems (*.nsys-rep) by exporting them"));
    auto *browse = new QPushButton(tr("&Browse …"), field);
    browse->setAutoDefault(false); // Enter in the field must not browse
    layout->addWidget(m_nsys, 1);
    layout->addWidget(browse);
    connect(m_nsys, &QLineEdit::textChanged, this, &SettingsDialog::nsysEdited);
    connect(browse, &QPushButton::clicked, this, &SettingsDialog::browseNsys);
    return field;
}

void SettingsDialog::nsysEdited()
{
    const QString text = m_nsys->text().trimmed();
    QSettings().setValue(nsysSetting, text);
    const QString program = nsysProgram();
    if (!program.isEmpty())
        m_nsysState->setText(tr("Reports of Nsight Systems (*.nsys-rep) are opened with %1.").arg(program));
    else if (text.isEmpty())
        m_nsysState->setText(tr("No nsys on PATH: reports of Nsight Systems (*.nsys-rep) cannot be opened."));
    else
        m_nsysState->setText(tr("There is no program of this name that may be run."));
}

void SettingsDialog::browseNsys()
{
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Program nsys"), m_nsys->text(), {}, nullptr, QFileDialog::ReadOnly);
    if (!path.isEmpty())
        m_nsys->setText(path);
}

} // namespace ws
