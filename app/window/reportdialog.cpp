#include "app/window/reportdialog.h"

#include "app/apptexts.h"
#include "app/window/messagebar.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/base/translation.h"
#include "core/io/wholefile.h"
#include "core/model/parts.h"
#include "core/readers/chrome/chosenrows.h"
#include "core/report/html/rundocument.h"
#include "widgets/session/comparepair.h"
#include "widgets/session/savedcontext.h"
#include "widgets/session/session.h"
#include "widgets/session/stagecontroller.h"
#include "widgets/toolkit/exports.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QPointer>
#include <QProcess>
#include <QPushButton>
#include <QRadioButton>
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

/// FILE, or FILE#N where the file holds several recordings.
QString recordingOf(const RunContext &context)
{
    const uint32_t number = context.run()->info.recording;
    return number ? QStringLiteral("%1#%2").arg(fileOf(context)).arg(number) : fileOf(context);
}

/// FILE, or FILE#PART of what the side stands for; empty: the command line has no name for it.
QString partOf(RunContext &context)
{
    if (context.run()->info.recording)
        return recordingOf(context);
    const QString file = fileOf(context);
    const auto &part = context.viewState<ShownPart>();
    if (part.phase < 0 && part.tables.empty())
        return file;
    const QString spec = file + u'#' + part.name;
    const PartName name = splitPart(spec);
    const auto selected = name.file == file ? selectPart(context.run(), name) : Error{ErrorKind::NotFound, {}, file};
    const bool isIt = selected && selected->phase == part.phase &&
                      (selected->table < 0 ? part.tables.empty() : part.tables == std::vector{selected->table});
    return isIt ? spec : QString();
}

} // namespace

ReportDialog::ReportDialog(const Session *session, QWidget *parent) : QDialog(parent)
{
    setWindowTitle(tr("Report"));
    const ComparePair &pair = *session->pair();
    RunContext &active = *session->active();
    const auto nameOf = [](RunContext &context) {
        const QString part = partOf(context);
        return part.isEmpty() ? recordingOf(context) : part;
    };
    m_active = pair.isShown() ? nameOf(active) : recordingOf(active);
    if (pair.isSet())
        m_files = {partOf(*pair.context(ComparePair::A)), partOf(*pair.context(ComparePair::B))};
    for (RunContext *context : session->contexts())
        m_all << (pair.sideOf(context) ? nameOf(*context) : recordingOf(*context));
    m_all.removeDuplicates();
    const bool isUnnamed = m_files.contains(QString());
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
    m_of = new QButtonGroup(this);
    m_onlyRange = new QCheckBox(tr("Only the selected &range"), this);
    m_onlyRange->setVisible(m_range.has_value());
    m_redact = new QCheckBox(tr("Without folders, &hosts, users and processes"), this);
    auto *form = new QFormLayout;
    const QString unnamed = tr("A part that is shown has no name of its own, so the report is of one run.");
    addRuns(form, m_files.isEmpty() ? tr("No two runs are compared.") : isUnnamed ? unnamed : QString());
    if (pair.isShown() && !isUnnamed)
        m_of->button(Pair)->setChecked(true);
    form->addRow(tr("&Form"), m_form);
    form->addRow(tr("&Language"), m_language);
    for (QCheckBox *box : {m_onlyRange, m_redact})
        form->addRow(box);
    if (isUnnamed && pair.isShown()) {
        auto *why = new QLabel(unnamed, this);
        why->setWordWrap(true);
        form->addRow(why);
    }
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    layout->addLayout(form);
    layout->addWidget(buttons);
}

/// What is not possible is dimmed and says why. `whyNoPair`: empty: there is one.
void ReportDialog::addRuns(QFormLayout *form, const QString &whyNoPair)
{
    const auto open = size_t(m_all.size());
    const QString whyNotAll = open < 2                 ? tr("Nothing else is open.")
                              : open > maxReportedRuns ? tr("A report is of at most %1 runs.").arg(maxReportedRuns)
                                                       : QString();
    auto *list = new QVBoxLayout;
    const auto add = [&](Of of, const QString &text, const QString &whyNot) {
        auto *button = new QRadioButton(text, this);
        button->setEnabled(whyNot.isEmpty());
        button->setToolTip(whyNot);
        m_of->addButton(button, of);
        list->addWidget(button);
    };
    add(Run, tr("&This run"), {});
    add(Pair, tr("&A and B, and what changed"), whyNoPair);
    add(All, tr("All &open runs (%1), side by side").arg(open), whyNotAll);
    connect(m_of, &QButtonGroup::idToggled, this,
            [this] { m_onlyRange->setEnabled(of() == Run); }); // several are of whole runs
    m_of->button(Run)->setChecked(true);
    form->addRow(tr("Of"), list);
}

ReportDialog::Of ReportDialog::of() const
{
    return static_cast<Of>(m_of->checkedId());
}

QStringList ReportDialog::filesOf(Of of) const
{
    return of == Pair ? m_files : of == All ? m_all : QStringList{m_active};
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
    arguments += filesOf(of());
    arguments << QStringLiteral("--mapping") << mapping << QStringLiteral("--force");
    if (of() == All)
        arguments << QStringLiteral("--side-by-side");
    if (m_onlyRange->isChecked() && m_range && of() == Run)
        arguments << QStringLiteral("--range") << QStringLiteral("%1..%2").arg(m_range->first).arg(m_range->second);
    for (const QString &row : gpuRows())
        arguments << QStringLiteral("--gpu-row") << row;
    if (m_redact->isChecked())
        arguments << QStringLiteral("--redact");
    return arguments;
}

QString commandLineProgram()
{
    const QString name = QStringLiteral("warpscope-cli");
    const QString beside = QStandardPaths::findExecutable(name, {QCoreApplication::applicationDirPath()});
    return !beside.isEmpty() ? beside : QStandardPaths::findExecutable(name);
}

static QString withoutProgram()
{
    return App::tr("warpscope-cli is neither beside this program nor on PATH");
}

std::optional<QString> withSuffix(const QString &chosen, const QString &suffix)
{
    if (chosen.endsWith(suffix, Qt::CaseInsensitive))
        return chosen;
    const QString path = chosen + suffix;
    return QFileInfo::exists(path) ? std::nullopt : std::optional(path);
}

QStringList noteArguments(const Session &session, const QTemporaryDir &folder)
{
    SavedSession saved;
    for (const RunContext *context : session.contexts())
        if (!context->notes().empty()) {
            SavedRun &run = saved.runs.emplace_back();
            run.file.absolute = context->run()->info.stamp.path;
            run.notes = savedNotes(*context);
        }
    const QString path = folder.filePath(QStringLiteral("notes.warpscope"));
    if (saved.runs.empty() || !writeWholeFile(path, writeSession(saved), Existing::Replace))
        return {};
    return {QStringLiteral("--notes"), path};
}

/// Its destructor waits for its end, which must not be told to a window that is being destroyed with it.
class ReportProcess : public QProcess
{
public:
    using QProcess::QProcess;
    ~ReportProcess() override { disconnect(); }
};

void runReport(const QStringList &arguments, const QString &out, MessageBar *messages,
               const std::shared_ptr<QTemporaryDir> &keep, const QString &program)
{
    const QString name = QFileInfo(out).fileName();
    const auto fail = [=](const QString &why, const QString &details = {}) {
        messages->showMessage(MessageBar::Kind::Error, App::tr("%1 could not be written: %2").arg(name, why), details);
    };
    if (program.isEmpty())
        return fail(withoutProgram());
    auto *process = new ReportProcess(messages);
    const auto isCancelled = std::make_shared<bool>(false);
    QObject::connect(process, &QProcess::finished, messages, [=](int code, QProcess::ExitStatus status) {
        const QString said = QString::fromUtf8(process->readAllStandardError()).trimmed();
        process->deleteLater();
        if (*isCancelled)
            return messages->showMessage(MessageBar::Kind::Notice, App::tr("The report %1 was cancelled.").arg(name));
        if (status != QProcess::NormalExit || code != 0)
            return fail(said, out);
        messages->showMessage(MessageBar::Kind::Notice, App::tr("The report %1 is written.").arg(name), said);
        messages->setPassing();
        messages->setAction(App::tr("Open It"), [out, keep] { QDesktopServices::openUrl(QUrl::fromLocalFile(out)); });
    });
    QObject::connect(process, &QProcess::errorOccurred, messages, [=](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart) // finished() comes for the others
            return;
        fail(process->errorString(), program);
        process->deleteLater();
    });
    messages->showMessage(MessageBar::Kind::Notice, App::tr("The report %1 is being written …").arg(name));
    messages->setAction(App::tr("Cancel"), [isCancelled, running = QPointer(process)] {
        if (!running)
            return;
        *isCancelled = true;
        running->kill();
    });
    process->start(program, arguments + QStringList{QStringLiteral("-o"), out}, QIODevice::ReadOnly);
}

void writeReport(const Session *session, StageController *stages, MessageBar *messages, QWidget *parent)
{
    if (!session->active())
        return;
    if (commandLineProgram().isEmpty()) // said before anything is chosen
        return messages->showMessage(MessageBar::Kind::Error,
                                     App::tr("No report can be written: %1").arg(withoutProgram()));
    ReportDialog dialog(session, parent);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const QString suffix = dialog.isHtml() ? QStringLiteral(".html") : QStringLiteral(".md");
    const QString base = dialog.of() == ReportDialog::All
                             ? QStringLiteral("runs")
                             : QFileInfo(session->active()->run()->info.stamp.path).completeBaseName();
    const QString proposed = Exports::instance().proposed(base + QStringLiteral("-report") + suffix);
    const QString chosen = QFileDialog::getSaveFileName(
        parent, App::tr("Report"), proposed, dialog.isHtml() ? App::tr("HTML (*.html)") : App::tr("Markdown (*.md)"));
    if (chosen.isEmpty())
        return;
    const auto out = withSuffix(chosen, suffix);
    if (!out)
        return messages->showMessage(
            MessageBar::Kind::Error,
            App::tr("%1 exists; to replace it, choose it itself.").arg(QFileInfo(chosen + suffix).fileName()));
    Exports::instance().noteWritten(*out);
    const auto folder = std::make_shared<QTemporaryDir>();
    // The mapping in force may have edits that no file has.
    const StageMapping mapping = stages->document()->inForce();
    const KnownMapping *known = stages->library().find(mapping.name());
    QString spec = QString::fromStdString(mapping.name());
    if (!known || known->mapping != mapping) {
        spec = folder->filePath(QStringLiteral("mapping.json"));
        if (const auto written = writeWholeFile(spec, writeMappings(std::span(&mapping, 1)), Existing::Replace);
            !written) {
            messages->showMessage(MessageBar::Kind::Error, written.error().text());
            return;
        }
    }
    runReport(dialog.arguments(spec) + noteArguments(*session, *folder), *out, messages, folder);
}

} // namespace ws
