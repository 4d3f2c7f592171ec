#include "app/reportdialog.h"

#include "app/apptexts.h"
#include "app/messagebar.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/base/translation.h"
#include "core/io/wholefile.h"
#include "widgets/session/comparepair.h"
#include "widgets/session/session.h"
#include "widgets/session/stagecontroller.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QProcess>
#include <QPushButton>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QUrl>

#include <span>

namespace ws {
namespace {

QString fileOf(const RunContext &context)
{
    return context.run()->info.stamp.path;
}

} // namespace

ReportDialog::ReportDialog(const Session *session, QWidget *parent) : QDialog(parent)
{
    setWindowTitle(tr("Report"));
    const ComparePair &pair = *session->pair();
    const RunContext &active = *session->active();
    m_active = fileOf(active);
    if (pair.isShown())
        m_files = {fileOf(*pair.context(ComparePair::A)), fileOf(*pair.context(ComparePair::B))};
    if (const auto range = active.range())
        m_range = {range->begin, range->end};
    m_form = new QComboBox(this);
    m_form->addItem(tr("HTML: one page, to be sent"), true);
    m_form->addItem(tr("Markdown with a folder of pictures"), false);
    m_language = new QComboBox(this);
    m_language->addItem(QStringLiteral("English"), QStringLiteral("en"));
    m_language->addItem(QStringLiteral("中文"), QStringLiteral("zh_CN"));
    m_language->addItem(tr("Both"), QStringLiteral("both"));
    m_language->setCurrentIndex(textsLanguage() == "en" ? 0 : 1);
    m_both = new QCheckBox(tr("&Both runs, and what changed"), this);
    m_both->setChecked(pair.isShown());
    m_both->setVisible(pair.isShown());
    m_onlyRange = new QCheckBox(tr("Only the selected &range"), this);
    m_onlyRange->setVisible(m_range.has_value());
    m_redact = new QCheckBox(tr("Without folders, &hosts, users and processes"), this);
    auto *form = new QFormLayout;
    form->addRow(tr("&Form"), m_form);
    form->addRow(tr("&Language"), m_language);
    for (QCheckBox *box : {m_both, m_onlyRange, m_redact})
        form->addRow(box);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    layout->addLayout(form);
    layout->addWidget(buttons);
}

bool ReportDialog::isHtml() const
{
    return m_form->currentData().toBool();
}

QStringList ReportDialog::arguments(const QString &mapping) const
{
    QStringList arguments{QStringLiteral("report")};
    if (const QString language = m_language->currentData().toString(); language == QLatin1String("both"))
        arguments << QStringLiteral("--lang") << language;
    else
        arguments.prepend(QStringLiteral("--lang=") + language);
    const bool isPair = m_both->isChecked() && m_files.size() == 2;
    arguments += isPair ? m_files : QStringList{m_active};
    arguments << QStringLiteral("--mapping") << mapping << QStringLiteral("--force");
    if (m_onlyRange->isChecked() && m_range && !isPair)
        arguments << QStringLiteral("--range") << QStringLiteral("%1..%2").arg(m_range->first).arg(m_range->second);
    if (m_redact->isChecked())
        arguments << QStringLiteral("--redact");
    return arguments;
}

QString commandLineProgram()
{
    const QString beside = QCoreApplication::applicationDirPath() + QStringLiteral("/warpscope-cli");
    return QFileInfo(beside).isExecutable() ? beside : QStandardPaths::findExecutable(QStringLiteral("warpscope-cli"));
}

void runReport(const QStringList &arguments, const QString &out, MessageBar *messages,
               const std::shared_ptr<QTemporaryDir> &keep)
{
    const QString name = QFileInfo(out).fileName(), program = commandLineProgram();
    if (program.isEmpty()) {
        messages->showMessage(MessageBar::Kind::Error,
                              App::tr("%1 could not be written: %2")
                                  .arg(name, App::tr("warpscope-cli is neither beside this program nor on PATH")));
        return;
    }
    auto *process = new QProcess(messages);
    QObject::connect(process, &QProcess::finished, messages, [=](int code, QProcess::ExitStatus status) {
        const QString said = QString::fromUtf8(process->readAllStandardError()).trimmed();
        process->deleteLater();
        if (status != QProcess::NormalExit || code != 0) {
            messages->showMessage(MessageBar::Kind::Error, App::tr("%1 could not be written: %2").arg(name, said), out);
            return;
        }
        messages->showMessage(MessageBar::Kind::Notice, App::tr("The report %1 is written.").arg(name), said);
        messages->setAction(App::tr("Open It"), [out, keep] { QDesktopServices::openUrl(QUrl::fromLocalFile(out)); });
    });
    messages->showMessage(MessageBar::Kind::Notice, App::tr("The report %1 is being written …").arg(name));
    process->start(program, arguments + QStringList{QStringLiteral("-o"), out}, QIODevice::ReadOnly);
}

void writeReport(const Session *session, StageController *stages, MessageBar *messages, QWidget *parent)
{
    if (!session->active())
        return;
    ReportDialog dialog(session, parent);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const QString suffix = dialog.isHtml() ? QStringLiteral(".html") : QStringLiteral(".md");
    const QString proposed =
        QFileInfo(session->active()->run()->info.stamp.path).completeBaseName() + QStringLiteral("-report") + suffix;
    QString out = QFileDialog::getSaveFileName(parent, App::tr("Report"), proposed,
                                               dialog.isHtml() ? App::tr("HTML (*.html)") : App::tr("Markdown (*.md)"));
    if (out.isEmpty())
        return;
    if (!out.endsWith(suffix, Qt::CaseInsensitive))
        out += suffix;
    // The mapping in force may have edits that no file has.
    const StageMapping mapping = stages->document()->inForce();
    const KnownMapping *known = stages->library().find(mapping.name());
    QString spec = QString::fromStdString(mapping.name());
    std::shared_ptr<QTemporaryDir> folder;
    if (!known || known->mapping != mapping) {
        folder = std::make_shared<QTemporaryDir>();
        spec = folder->filePath(QStringLiteral("mapping.json"));
        if (const auto written = writeWholeFile(spec, writeMappings(std::span(&mapping, 1)), Existing::Replace);
            !written) {
            messages->showMessage(MessageBar::Kind::Error, written.error().text());
            return;
        }
    }
    runReport(dialog.arguments(spec), out, messages, folder);
}

} // namespace ws
