#pragma once
// What the overviews of the two compared runs say, and which findings are new or gone, as a section of the comparison's
// page. The overviews come from the runs' caches, where the Overview tab finds them, too.

#include "core/analysis/compare/compareruns.h"
#include "core/report/findingchangesreport.h"
#include "widgets/session/overviewrequest.h"

#include <array>

class QVBoxLayout;

namespace ws {

class ComparisonFindings : public QObject
{
    Q_OBJECT
public:
    explicit ComparisonFindings(QObject *parent = nullptr) : QObject(parent) {}

    /// Asks for what the pair's runs have; changed() tells when there is something to show.
    void ask(const std::array<RunContext *, 2> &contexts, std::shared_ptr<const ComparedPair> pair);
    void drop();

    /// Appends the section to a page, nothing before both overviews are there or where neither run has a timeline.
    /// Links call `activated` with a slice of each run.
    void addTo(QVBoxLayout *page, QObject *receiver, const std::function<void(EventRef, EventRef)> &activated) const;

signals:
    void changed();

private:
    struct Side
    {
        QPointer<RunContext> context;
        OverviewRequest wanted;
        bool isReady = false; ///< with an overview, or there is none
        QString error;        ///< why it could not be made; empty: it could
        QMetaObject::Connection classes;
    };
    void askSide(size_t side);

    std::array<Side, 2> m_sides;
    std::shared_ptr<const ComparedPair> m_pair; ///< null: nothing is compared
    OverviewPair m_overviews;
};

} // namespace ws
