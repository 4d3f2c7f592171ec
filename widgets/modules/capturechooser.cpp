#include "widgets/modules/capturechooser.h"

#include "core/analysis/modules/capturefiles.h"
#include "core/base/phrases.h"
#include "core/readers/formats.h"
#include "widgets/toolkit/plaintext.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

namespace ws {
namespace {

/// Errors: those of reading, and Unsupported for a file without a capture.
Result<CaptureMatch> matchWith(const Run &replay, const QString &path)
{
    Progress progress;
    const auto run = loadRun(path, progress);
    if (!run)
        return run.error();
    auto capture = std::make_shared<const Capture>(*Capture::of(**run));
    if (capture->graphs().empty())
        return Error{ErrorKind::Unsupported,
                     CaptureChooser::tr("the file holds no capture of a graph: calls without GPU work between "
                                        "StreamBeginCapture and StreamEndCapture"),
                     path};
    return *CaptureMatch::make(replay, std::move(capture));
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
