#include "app/window/ranknumbers.h"

#include "core/model/runlabel.h"
#include "widgets/toolkit/plaintext.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QVBoxLayout>

#include <map>
#include <set>

namespace ws {
namespace {
constexpr int unknown = -1, maxRank = 9'999'999;
}

RankNumbers::RankNumbers(std::shared_ptr<const RankJob> job, QWidget *parent)
    : QDialog(parent), m_job(std::move(job)), m_problem(plainLabel(this))
{
    setWindowTitle(tr("Numbers of the ranks"));
    auto *rows = new QWidget;
    auto *grid = new QGridLayout(rows);
    grid->setColumnStretch(0, 1);
    std::vector<Labelled> files;
    for (const RankDigestPtr &digest : m_job->ranks) {
        const QString path = QString::fromStdString(digest->file);
        files.push_back({QFileInfo(path).fileName(), {}, path});
    }
    const QStringList names = distinctLabels(files);
    for (const RankDigestPtr &digest : m_job->ranks) {
        const auto row = int(m_numbers.size());
        const QString path = QDir::toNativeSeparators(QString::fromStdString(digest->file));
        auto *label = plainLabel(fontMetrics().elidedText(names[row], Qt::ElideMiddle, 420), rows);
        label->setToolTip(plainToolTip(path));
        auto *number = new QSpinBox(rows);
        number->setRange(unknown, maxRank);
        number->setSpecialValueText(tr("not known"));
        number->setValue(int(std::min<int64_t>(digest->rank.value_or(unknown), maxRank)));
        number->setAccessibleName(tr("Rank of %1").arg(path));
        connect(number, &QSpinBox::valueChanged, this, &RankNumbers::check);
        grid->addWidget(label, row, 0);
        grid->addWidget(number, row, 1);
        m_numbers.push_back(number);
    }
    grid->setRowStretch(int(m_numbers.size()), 1);
    auto *area = new QScrollArea(this);
    area->setWidget(rows);
    area->setWidgetResizable(true);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    m_ok = buttons->button(QDialogButtonBox::Ok);
    auto *inOrder = buttons->addButton(tr("Number in this &order"), QDialogButtonBox::ActionRole);
    connect(inOrder, &QPushButton::clicked, this, &RankNumbers::numberInOrder);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(area, 1);
    layout->addWidget(m_problem);
    layout->addWidget(buttons);
    resize(600, 360);
    check();
}

/// Each stage from 0 on.
void RankNumbers::numberInOrder()
{
    std::map<std::string, int> next;
    for (size_t rank = 0; rank < m_numbers.size(); ++rank)
        m_numbers[rank]->setValue(next[m_job->ranks[rank]->stage]++);
}

void RankNumbers::check()
{
    std::set<std::pair<std::string, int>> used;
    QString problem;
    for (size_t rank = 0; rank < m_numbers.size(); ++rank)
        if (const int number = m_numbers[rank]->value();
            number != unknown && !used.emplace(m_job->ranks[rank]->stage, number).second)
            problem = tr("%1 is used twice.").arg(number);
    m_problem->setText(problem);
    m_ok->setEnabled(problem.isEmpty());
}

std::vector<std::optional<int64_t>> RankNumbers::numbers() const
{
    std::vector<std::optional<int64_t>> numbers;
    for (const QSpinBox *number : m_numbers)
        numbers.push_back(number->value() == unknown ? std::nullopt : std::optional<int64_t>(number->value()));
    return numbers;
}

} // namespace ws
