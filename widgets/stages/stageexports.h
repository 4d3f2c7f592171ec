#pragma once
// The Stages tab's exports: the chart as a picture, gputrc2graph's two tables and its page, and the rules with their
// hits.

#include "core/report/stageexport.h"
#include "widgets/stages/chartdata.h"
#include "widgets/toolkit/backgroundjob.h"

#include <QCoreApplication>
#include <QSize>

class QWidget;

namespace ws {

class StageExports
{
    Q_DECLARE_TR_FUNCTIONS(StageExports)
public:
    /// Dialogs belong to `parent`, which outlives this object.
    StageExports(const StageController *controller, QWidget *parent) : m_controller(controller), m_parent(parent) {}

    /// All ask for a file, and before they replace one.
    void saveChart(const ChartData &data, QSize size) const;
    void saveResult() const;
    void savePivot() const;
    /// gputrc2graph's result.html; made in the background, because it names the files by their contents.
    void savePage();
    void saveMapping() const;

private:
    std::vector<StageExportRun> runs() const;
    QStringList caption() const;
    QString baseName() const;
    void saveText(const QString &title, const QString &name, const std::string &text) const;
    void write(const QString &title, const QString &path, const std::string &text) const;

    const StageController *m_controller;
    QWidget *m_parent;
    BackgroundJob<std::string> m_page;
};

} // namespace ws
