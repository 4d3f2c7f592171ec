#include "widgets/stages/runsdialog.h"

#include "widgets/session/stagecontroller.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>

#include <cmath>

namespace ws {
namespace {

class RunsDialog : public QDialog
{
    Q_DECLARE_TR_FUNCTIONS(RunsDialog)
public:
    RunsDialog(StageController *controller, QWidget *parent) : QDialog(parent), m_controller(controller)
    {
        setWindowTitle(tr("Runs and totals"));
        setAttribute(Qt::WA_DeleteOnClose);
        auto *content = new QWidget(this);
        m_grid = new QGridLayout(content);
        m_grid->setHorizontalSpacing(12);
        int column = 0;
        for (const QString &title : {tr("Shown"), tr("Name"), tr("Mapping"), tr("Total time from"), tr("Total")})
            m_grid->addWidget(new QLabel(title, content), 0, column++);
        for (const StageRun *run : controller->runs())
            addRow(*run);
        m_grid->setColumnStretch(1, 1);
        m_grid->setRowStretch(m_grid->rowCount(), 1);
        auto *note = new QLabel(tr("Total minus GPU time is drawn as CPU(non-GPU). A profiler slows the CPU down, so "
                                   "the best total is the time of the same run without profiler."),
                                this);
        note->setWordWrap(true);
        auto *area = new QScrollArea(this);
        area->setWidget(content);
        area->setWidgetResizable(true);
        area->setFrameShape(QFrame::NoFrame);
        auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
        connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
        auto *layout = new QVBoxLayout(this);
        layout->addWidget(area, 1);
        layout->addWidget(note);
        layout->addWidget(buttons);
        resize(820, 280);
    }

private:
    void addRow(const StageRun &entry)
    {
        const RunPtr run = entry.run;
        const int row = m_grid->rowCount();
        auto *shown = new QCheckBox(this);
        shown->setChecked(entry.shown);
        shown->setAccessibleName(tr("%1 is shown").arg(entry.label));
        const bool isChoice = m_controller->runsInForce() == StageRuns::All;
        shown->setEnabled(isChoice);
        shown->setToolTip(isChoice ? QString() : tr("Among all open runs; the tab shows others now."));
        connect(shown, &QCheckBox::toggled, this, [this, run](bool on) { m_controller->setShown(run, on); });
        auto *label = new QLineEdit(entry.label, this);
        label->setAccessibleName(tr("Name of the bar"));
        label->setPlaceholderText(entry.label);
        connect(label, &QLineEdit::editingFinished, this, [this, run, label] {
            if (label->isModified())
                m_controller->setLabel(run, label->text());
            if (const StageRun *now = m_controller->find(run); now && label->text().isEmpty())
                label->setText(now->label);
            label->setModified(false);
        });
        m_grid->addWidget(shown, row, 0, Qt::AlignHCenter);
        m_grid->addWidget(label, row, 1);
        m_grid->addWidget(mappingChoice(entry), row, 2);
        addTotal(entry, row);
    }

    QWidget *mappingChoice(const StageRun &entry)
    {
        const RunPtr run = entry.run;
        auto *mapping = new QComboBox(this);
        mapping->setAccessibleName(tr("Mapping of %1").arg(entry.label));
        mapping->addItem(tr("the one in force"));
        for (const KnownMapping &known : m_controller->library().all()) {
            mapping->addItem(QString::fromStdString(known.mapping.name()));
            if (entry.own && entry.own->name() == known.mapping.name())
                mapping->setCurrentIndex(mapping->count() - 1);
        }
        connect(mapping, &QComboBox::activated, this, [this, run, mapping](int index) {
            const KnownMapping *known =
                index > 0 ? m_controller->library().find(mapping->currentText().toStdString()) : nullptr;
            m_controller->setOwnMapping(run, known ? std::optional(known->mapping) : std::nullopt);
        });
        return mapping;
    }

    void addTotal(const StageRun &entry, int row)
    {
        const RunPtr run = entry.run;
        auto *from = new QComboBox(this);
        from->addItems({tr("left out"), tr("entered seconds"), tr("length of the recording")});
        from->setCurrentIndex(entry.total.from);
        from->setAccessibleName(tr("Total time of %1 from").arg(entry.label));
        auto *seconds = new QDoubleSpinBox(this);
        seconds->setRange(0, 9e8);
        seconds->setDecimals(6);
        seconds->setSuffix(tr(" s"));
        seconds->setValue(static_cast<double>(entry.total.givenNs) / 1e9);
        seconds->setEnabled(entry.total.from != NonGpu::TraceSpan);
        seconds->setAccessibleName(tr("Seconds without profiler"));
        const auto apply = [this, run, from, seconds] {
            seconds->setEnabled(from->currentIndex() != NonGpu::TraceSpan);
            m_controller->setTotal(
                run, {static_cast<NonGpu::Source>(from->currentIndex()), std::llround(seconds->value() * 1e9)});
        };
        connect(from, &QComboBox::activated, this, apply);
        connect(seconds, &QDoubleSpinBox::valueChanged, this, [from, apply] {
            from->setCurrentIndex(NonGpu::Given); // entered seconds are to be used
            apply();
        });
        m_grid->addWidget(from, row, 3);
        m_grid->addWidget(seconds, row, 4);
    }

    StageController *m_controller;
    QGridLayout *m_grid;
};

} // namespace

void showRunsDialog(StageController *controller, QWidget *parent)
{
    auto *dialog = new RunsDialog(controller, parent);
    dialog->open();
}

} // namespace ws
