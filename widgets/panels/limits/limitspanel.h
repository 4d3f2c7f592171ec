#pragma once
// The Limits tab: what each operator with its shapes reaches of what the device can do, as a table and a roofline. A
// double click goes to the longest work of the row, a further one to the next.

#include "widgets/session/derivedkeys.h"
#include "widgets/session/runtablepanel.h"

class QLabel;
class QScrollArea;

namespace ws {

class CaptureChooser;
class RooflineView;

class LimitsPanel : public RunTablePanel
{
    Q_OBJECT
public:
    explicit LimitsPanel(Pane *pane, QWidget *parent = nullptr);
    RooflineView *roofline() const { return m_roofline; }

protected:
    QString whyEmpty(const Run *run) const override;
    void ask(RunContext &context) override;
    void cancel() override;
    void activate(int row) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void build();
    bool mayHaveCapture(const Run *run) const; ///< whose operators a trace of the capture of its graphs would tell
    void offerCapture();
    void askLimits(std::shared_ptr<const Steps> steps);
    void take(const RunPtr &run, std::shared_ptr<const Limits> limits);
    void highlight(uint32_t row);
    void selectRow(uint32_t row);
    void savePicture();
    void shareHeight();
    std::vector<uint32_t> workOf(uint32_t row) const; ///< activities, the longest first

    CacheRequest<StepsKey> m_wantedSteps;
    CacheRequest<GapsKey> m_wantedGaps;     ///< requested when the steps are known
    CacheRequest<LimitsKey> m_wanted;       ///< requested when the gaps are known
    std::shared_ptr<const Limits> m_limits; ///< of the shown table
    CaptureChooser *m_capture = nullptr;
    RooflineView *m_roofline;
    QLabel *m_sentences;
    QScrollArea *m_sentencesArea;
};

} // namespace ws
