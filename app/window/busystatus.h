#pragma once
// The status bar's line: how GPU time divides in the range, or from the first to the last GPU work of the run. The
// mapping in force decides what is communication, so the line waits until the names are classified.

#include "core/analysis/busy/busy.h"
#include "widgets/session/derivedkeys.h"
#include "widgets/session/stagecontroller.h"
#include "widgets/toolkit/linelabel.h"

namespace ws {

class BusyStatus : public LineLabel
{
    Q_OBJECT
public:
    explicit BusyStatus(StageController *stages, QWidget *parent = nullptr);

    /// `range`: of the selected one; `isIdleKnown`: else graphs hide it.
    static QString textOf(const Run &run, const Busy &busy, bool range, bool isIdleKnown = true);
    /// The text and what is left of it where it has no room: without what is in brackets, then without the parts
    /// between the first and the last, which is the idle time.
    static QStringList shorterTexts(const QString &text);
    QString shownText() const override;
    /// Of a run without GPU work.
    static QString textWithoutWork(const Run &run);

private:
    void refresh();
    void askTrust(const std::shared_ptr<const Busy> &busy, bool range);
    void present(const Busy &busy, bool range);

    using Communication = std::shared_ptr<const std::vector<uint8_t>>;

    StageController *m_stages;
    RunPtr m_run; ///< the run of the text, as the two below
    std::optional<TimeRange> m_range;
    Communication m_communication;
    /// The split of a range, or that of the whole run, which is kept.
    struct BusyKey : DerivedKey
    {
        using Value = Busy;
        static constexpr size_t maxKept = 1;
        Communication communication;
        std::optional<TimeRange> range;
        bool isKept() const { return !range; }
        bool operator==(const BusyKey &) const = default;
        auto make(const RunPtr &run, const Progress &progress) const
        {
            return busySplit(run->gpu, *communication, range, &progress);
        }
    };

    CacheRequest<BusyKey> m_wanted;
    CacheRequest<TrustKey> m_wantedTrust;
    bool m_isIdleKnown = true; ///< of m_run
};

} // namespace ws
