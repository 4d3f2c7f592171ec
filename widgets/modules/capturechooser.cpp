#include "widgets/modules/capturechooser.h"

#include "core/analysis/modules/capturefiles.h"
#include "core/base/phrases.h"
#include "core/readers/formats.h"
#include "widgets/toolkit/plaintext.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

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
        if (Capture capture = *Capture::of(**run); !capture.graphs().empty())
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
    runChanged();
}

std::shared_ptr<const CaptureMatch> CaptureChooser::match() const
{
    return choice().match;
}

void CaptureChooser::runChanged()
{
    m_job.cancel();
    menu()->close();
    const RunPtr run = m_pane->run();
    m_beside = run ? captureFilesBeside(run->info.stamp.path) : QStringList();
    showChoice();
}

void CaptureChooser::showChoice()
{
    const QString name = QFileInfo(choice().path).fileName();
    setText(choice().match       ? tr("Capture: %1").arg(fontMetrics().elidedText(name, Qt::ElideMiddle, 160))
            : m_job.isRunning()  ? tr("Reading the capture …")
            : m_beside.isEmpty() ? tr("Capture")
                                 : tr("Capture (%1)").arg(m_beside.size()));
    QStringList hints{tr("A trace of the graphs' capture tells the modules of the kernels that they replay.")};
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
        action->setChecked(choice().path == path);
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
    choice().path = path;
    choice().match.reset();
    const RunPtr run = m_pane->run();
    if (run && !path.isEmpty())
        m_job.start([run, path](const Progress &) { return matchWith(*run, path); },
                    [this, run](const auto &match) {
                        if (run != m_pane->run())
                            return;
                        if (match)
                            choice().match = *match;
                        else
                            choice().path.clear();
                        if (!match)
                            JobErrors::instance().report(match.error());
                        showChoice();
                        emit matchChanged();
                    },
                    JobPlace::OwnThread);
    showChoice();
    emit matchChanged();
}

} // namespace ws
