#pragma once
// Finds the kernels of the open timeline that the session's tables of Nsight Compute measured, and tells the session:
// in a worker thread, whenever a run comes, goes or becomes current.

#include "widgets/session/session.h"
#include "widgets/toolkit/derivedjob.h"

namespace ws {

class NcuLinker : public QObject
{
    Q_OBJECT
public:
    explicit NcuLinker(Session *session, QObject *parent = nullptr);

private:
    void update();
    RunPtr timeline() const;

    Session *m_session;
    RunPtr m_lastTimeline; ///< that was current
    RunPtr m_linked;       ///< the timeline of the present links
    std::vector<RunPtr> m_tables;
    DerivedJob<NcuLinks> m_job;
};

} // namespace ws
