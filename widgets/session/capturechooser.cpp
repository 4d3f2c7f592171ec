#include "widgets/session/capturechooser.h"

#include "core/analysis/limits/furtherowners.h"
#include "core/analysis/modules/capturefiles.h"
#include "core/base/phrases.h"
#include "core/readers/formats.h"
#include "widgets/toolkit/plaintext.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

#include <utility>

namespace ws {
namespace {

/// Of a file, or of all files of a folder. Errors: those of reading the last file, and Unsupported where no file holds
/// a capture.
Result<CaptureMatch> matchWith(const Run &replay, const QString &path)
{
    const QStringList files =
        QFileInfo(path).isDir() ? captureFilesIn(path, replay.info.stamp.path) : QStringList{path};
    std::vector<std::pair<std::string, Capture>> captures;
    Error error{ErrorKind::Unsupported,
                CaptureChooser::tr("the file holds no capture of a graph: calls without GPU work between "
                                   "StreamBeginCapture and StreamEndCapture"),
                path};
    for (const QString &file : files) {
        Progress progress;
        const auto run = loadRun(file, progress);
        if (!run) {
            error = run.error();
            continue;
        }
        Capture capture = *Capture::of(**run);
        if (capture.graphs().empty())
            continue;
        ownOperators(capture, **run);
        captures.emplace_back(QFileInfo(file).fileName().toStdString(), std::move(capture));
    }
    if (captures.empty())
        return error;
    return *CaptureMatch::make(replay, std::make_shared<const Capture>(Capture::joined(std::move(captures))));
}

} // namespace

CaptureChooser::CaptureChooser(Pane *pane, QWidget *parent) : QToolButton(parent), m_pane(pane)
{
    setAutoRaise(true);
    setPopupMode(QToolButton::InstantPopup);
    setAccessibleName(tr("Capture of the graphs"));
    auto *menu = new QMenu(this);
    setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, &CaptureChooser::fillMenu);
    connect(pane, &Pane::runChanged, this, &CaptureChooser::runChanged);
    connect(pane, &Pane::captureChanged, this, &CaptureChooser::showChoice);
    runChanged();
}

void CaptureChooser::runChanged()
{
    m_job.cancel();
    if (m_reading && !m_reading->capture().match) // else another chooser has read one meanwhile
        m_reading->setCapture({});
    m_reading.clear();
    menu()->close();
    const RunPtr run = m_pane->run();
    m_beside = run ? captureFilesBeside(run->info.stamp.path) : QStringList();
    showChoice();
}

void CaptureChooser::showChoice()
{
    const GraphCapture &chosen = m_pane->context().capture();
    const QString name = QFileInfo(chosen.path).fileName();
    setText(chosen.match             ? tr("Capture: %1").arg(fontMetrics().elidedText(name, Qt::ElideMiddle, 160))
            : !chosen.path.isEmpty() ? tr("Reading the capture …")
            : m_beside.isEmpty()     ? tr("Capture")
                                     : tr("Capture (%1)").arg(m_beside.size()));
    QStringList hints{tr(
        "A trace of the graphs' capture tells the modules and the operators' shapes of the kernels that they replay.")};
    if (!m_beside.isEmpty())
        hints << tr("Traces beside this one: %1.").arg(m_beside.size());
    setToolTip(plainToolTip(sentences(hints)));
}

void CaptureChooser::fillMenu()
{
    menu()->clear();
    const auto add = [this](const QString &text, const QString &path) {
        QAction *action = menu()->addAction(text, this, [this, path] { choose(path); });
        action->setCheckable(true);
        action->setChecked(m_pane->context().capture().path == path);
    };
    add(tr("No capture"), {});
    for (const QString &path : m_beside)
        add(QFileInfo(path).fileName().replace(u'&', QStringLiteral("&&")), path);
    const RunPtr run = m_pane->run();
    const QString captures =
        run ? QFileInfo(run->info.stamp.path).dir().filePath(QStringLiteral("capture_traces")) : QString();
    if (run && QFileInfo(captures).isDir() && captureFilesIn(captures, run->info.stamp.path).size() > 1)
        add(tr("All Files of capture_traces"), captures);
    menu()->addSeparator();
    menu()->addAction(tr("Choose a Capture…"), this, &CaptureChooser::chooseByDialog);
}

void CaptureChooser::chooseByDialog()
{
    const RunPtr run = m_pane->run();
    const QString folder = run ? QFileInfo(run->info.stamp.path).path() : QString();
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Capture of the graphs"), folder, {}, nullptr, QFileDialog::ReadOnly);
    if (!path.isEmpty() && run == m_pane->run())
        choose(path);
}

void CaptureChooser::choose(const QString &path)
{
    m_job.cancel();
    const RunPtr run = m_pane->run();
    if (!run)
        return;
    RunContext &context = m_pane->context();
    m_reading = path.isEmpty() ? nullptr : &context;
    context.setCapture({path});
    if (path.isEmpty())
        return;
    m_job.start([run, path](const Progress &) { return matchWith(*run, path); },
                [this, path](const auto &match) {
                    const QPointer<RunContext> context = std::exchange(m_reading, nullptr);
                    if (!context || context->capture().path != path)
                        return; // another chooser has another one
                    context->setCapture(match ? GraphCapture{path, *match} : GraphCapture());
                    if (!match)
                        JobErrors::instance().report(match.error());
                },
                JobPlace::OwnThread);
}

} // namespace ws
