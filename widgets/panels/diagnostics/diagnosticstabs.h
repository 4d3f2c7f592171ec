#pragma once
// The Diagnostics tab: what may not be trusted in the recording, what the reader had to skip or repair, and what fills
// the file.

#include "widgets/session/pane.h"

#include <QTabWidget>

namespace ws {

class DiagnosticsTabs : public QTabWidget
{
    Q_OBJECT
public:
    explicit DiagnosticsTabs(Pane *pane, QWidget *parent = nullptr);

private:
    void countReading(const Pane &pane);
};

} // namespace ws
