#include "app/window/settingsdialog.h"

#include "app/opening/jobtraces.h"
#include "app/opening/laterstarts.h"
#include "app/window/appearance.h"
#include "app/window/cachesettings.h"
#include "app/window/sessioncommands.h"
#include "core/io/remote/remotecache.h"
#include "core/readers/nsys/nsysrep.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QSpinBox>

#include <algorithm>

namespace ws {
namespace {

/// One width for fields that stand below each other: that of the widest.
void alignWidths(const QList<QWidget *> &fields)
{
    int width = 0;
    for (const QWidget *field : fields)
        width = std::max(width, field->sizeHint().width());
    for (QWidget *field : fields)
        field->setMinimumWidth(width);
}

/// Has no height to spare: a form gives a text at least its hint, which Qt measures in half the width.
class ToolNote : public QLabel
{
public:
    using QLabel::QLabel;
    QSize sizeHint() const override { return {QLabel::sizeHint().width(), minimumHeight()}; }
};

/// Without its key: Chinese texts have it in brackets.
QString plain(QString text)
{
    static const QRegularExpression inBrackets(QStringLiteral("\\(&.\\)"));
    return text.remove(inBrackets).remove(u'&');
}

} // namespace

/// A program of NVIDIA that opens closed reports.
struct SettingsDialog::Tool
{
    QString label, accessibleName, toolTip;
    QString opens;   ///< %1: the program
    QString missing; ///< none on PATH
    QString setting;
    QString (*program)();
};

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
    addSwitch(form, tr("&Save the session when the window is closed"),
              tr("File ▸ Reopen Last Session opens it again, or the session file that it belongs to."),
              saveOnExitSetting, false);
    addSwitch(form, tr("&Open files in the running window"),
              tr("A further start gives its files to the window that is open. Without files, and with --new-window, it "
                 "opens another one."),
              runningInstanceSetting, true);
    addJobMemory(form);
    addSwitch(
        form, tr("Let &warpscope-cli on the host pack large remote traces"),
        tr("Where the host has the program, it reads the trace there and sends it packed, a quarter of the bytes. "
           "Otherwise the file itself is sent."),
        packOnHostSetting, true);
    addCaches(form);
    addTool(form, {tr("&Program nsys"), tr("Path of the program nsys"),
                   tr("Opens reports of Nsight Systems (*.nsys-rep) by exporting them"),
                   tr("Reports of Nsight Systems (*.nsys-rep) are opened with %1."),
                   tr("No nsys on PATH: reports of Nsight Systems (*.nsys-rep) cannot be opened."), nsysSetting,
                   &nsysProgram});
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    layout->addLayout(form);
    layout->addStretch(1);
    QList<QWidget *> values, actions;
    for (QWidget *field : findChildren<QWidget *>())
        if (qobject_cast<QComboBox *>(field) || qobject_cast<QSpinBox *>(field))
            values << field;
        else if (qobject_cast<QPushButton *>(field))
            actions << field;
    alignWidths(values);
    alignWidths(actions);
    layout->addWidget(buttons);
    setMinimumWidth(std::max(520, 72 * fontMetrics().averageCharWidth()));
    const int width = std::max(minimumWidth(), sizeHint().width());
    resize(width, layout->totalHeightForWidth(width)); // left to itself, it is no higher than two thirds of the screen
}

void SettingsDialog::addChoice(QFormLayout *form, const QString &label, const Choices &choices,
                               void (SettingsDialog::*changed)())
{
    auto *box = new QComboBox(this);
    for (const auto &[id, text] : choices.entries)
        box->addItem(plain(text), id);
    box->setCurrentIndex(box->findData(choices.current()));
    box->setAccessibleName(plain(label));
    form->addRow(label, box);
    connect(box, &QComboBox::currentIndexChanged, this, [this, box, key = choices.key, changed] {
        QSettings().setValue(key, box->currentData());
        (this->*changed)();
    });
}

void SettingsDialog::addSwitch(QFormLayout *form, const QString &text, const QString &toolTip, const QString &key,
                               bool preset)
{
    auto *box = new QCheckBox(text, this);
    box->setObjectName(key);
    box->setToolTip(toolTip);
    box->setChecked(QSettings().value(key, preset).toBool());
    form->addRow(QString(), box);
    connect(box, &QCheckBox::toggled, this, [key](bool on) { QSettings().setValue(key, on); });
}

void SettingsDialog::addJobMemory(QFormLayout *form)
{
    constexpr int64_t gib = 1 << 30;
    constexpr int maxGib = 4096;
    auto *box = new QSpinBox(this);
    box->setRange(1, maxGib);
    box->setSuffix(tr(" GiB"));
    box->setValue(int(std::clamp<int64_t>(JobTraces::limitBytes() / gib, 1, maxGib)));
    box->setToolTip(
        tr("A job of many ranks is read into digests of at most 2 MB. The traces of its ranks that are opened "
           "as runs stay within this memory: the one not looked at for longest is closed."));
    box->setAccessibleName(tr("Memory for traces of a job"));
    form->addRow(tr("&Memory for traces of a job"), box);
    connect(box, &QSpinBox::valueChanged, this,
            [](int value) { QSettings().setValue(jobMemorySetting, value * 1024); });
}

void SettingsDialog::themeChosen()
{
    applyTheme({});
}

void SettingsDialog::languageChosen()
{
    emit languageChanged();
}

void SettingsDialog::addTool(QFormLayout *form, const Tool &tool)
{
    auto *path = new QLineEdit(QSettings().value(tool.setting).toString(), this);
    auto *state = new ToolNote(this);
    state->setForegroundRole(QPalette::PlaceholderText);
    state->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    state->setWordWrap(true); // after the policy: it adds that the height follows from the width
    state->setMinimumHeight(2 * fontMetrics().lineSpacing());
    state->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    QWidget *field = pathField(tool, path);
    form->addRow(tool.label, field);
    qobject_cast<QLabel *>(form->labelForField(field))->setBuddy(path);
    form->addRow(QString(), state);
    const auto edited = [tool, path, state] {
        const QString text = path->text().trimmed();
        QSettings().setValue(tool.setting, text);
        const QString program = tool.program();
        state->setText(!program.isEmpty() ? tool.opens.arg(program)
                       : text.isEmpty()   ? tool.missing
                                          : tr("There is no program of this name that may be run."));
    };
    connect(path, &QLineEdit::textChanged, state, edited);
    edited();
}

QWidget *SettingsDialog::pathField(const Tool &tool, QLineEdit *path)
{
    auto *field = new QWidget(this);
    auto *layout = new QHBoxLayout(field);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    path->setPlaceholderText(tr("The one on PATH"));
    path->setClearButtonEnabled(true);
    path->setAccessibleName(tool.accessibleName);
    path->setToolTip(tool.toolTip);
    auto *browse = new QPushButton(tr("Browse…"), field);
    browse->setAutoDefault(false); // Enter in the field is no wish to browse
    browse->setAccessibleDescription(tool.accessibleName);
    layout->addWidget(path, 1);
    layout->addWidget(browse);
    connect(browse, &QPushButton::clicked, path, [this, path, title = plain(tool.label)] {
        const QString chosen = QFileDialog::getOpenFileName(this, title, path->text());
        if (!chosen.isEmpty())
            path->setText(chosen);
    });
    return field;
}

} // namespace ws
