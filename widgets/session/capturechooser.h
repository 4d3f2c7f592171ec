#pragma once
// The choice of a trace of the capture of the graphs that a run launches. Files beside the trace are offered, and all
// of their folder at once, of which each launch takes the one that fits; the chosen one is read in the background and
// matched with the run. The choice belongs to the run and stays with it; several choosers of a pane show the same one.

#include "core/analysis/modules/capturematch.h"
#include "widgets/session/pane.h"

#include <QPointer>
#include <QToolButton>

namespace ws {

class CaptureChooser : public QToolButton
{
    Q_OBJECT
public:
    explicit CaptureChooser(Pane *pane, QWidget *parent = nullptr);

    /// Reads the file, or all files of the folder; an empty path: no capture.
    void choose(const QString &path);
    /// Files of captures lie beside the trace.
    bool hasOffer() const { return !m_beside.isEmpty(); }

private:
    void runChanged();
    void fillMenu();
    void showChoice();
    void chooseByDialog();

    Pane *m_pane;
    QStringList m_beside; ///< captures beside the run's file
    QPointer<RunContext> m_reading; ///< null: nothing is read here
    BackgroundJob<CaptureMatch> m_job;
};

} // namespace ws
