#include "widgets/panels/diagnostics/diagnosticstabs.h"

#include "core/base/format.h"
#include "widgets/panels/diagnostics/diagnosticspanel.h"
#include "widgets/panels/diagnostics/fillpanel.h"
#include "widgets/panels/diagnostics/trustpanel.h"

namespace ws {
namespace {

constexpr int trustTab = 0, readingTab = 1;

} // namespace

DiagnosticsTabs::DiagnosticsTabs(Pane *pane, QWidget *parent) : QTabWidget(parent)
{
    setDocumentMode(true);
    addTab(new TrustPanel(pane), tr("What may not be trusted"));
    addTab(new DiagnosticsPanel(pane), tr("What was skipped or repaired"));
    addTab(new FillPanel(pane), tr("What fills this file"));
    addTab(new EventSizePanel(pane), tr("Events and their bytes"));
    connect(pane, &Pane::runChanged, this, [this, pane] { countReading(*pane); });
    countReading(*pane);
}

/// A file without a timeline has nothing that could be checked; its diagnostics come first.
void DiagnosticsTabs::countReading(const Pane &pane)
{
    const RunPtr run = pane.run();
    const size_t count = run ? run->diagnostics.all().size() : 0;
    const QString title = tr("What was skipped or repaired");
    setTabText(readingTab,
               count ? title + QStringLiteral(" (%1)").arg(formatCount(static_cast<int64_t>(count))) : title);
    setCurrentIndex(run && run->timeline.lanes.empty() ? readingTab : trustTab);
}

} // namespace ws
