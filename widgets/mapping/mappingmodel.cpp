#include "widgets/mapping/mappingmodel.h"

#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/texts.h"
#include "widgets/session/stagecolours.h"
#include "widgets/toolkit/plaintext.h"
#include "widgets/toolkit/theme.h"

#include <QMimeData>

#include <algorithm>

namespace ws {
namespace {

const QString rowMime = QStringLiteral("application/x-warpscope-rule");

QString listed(const std::vector<RowCount> &rows)
{
    QStringList parts;
    for (const RowCount &row : rows) {
        if (parts.size() == 3) {
            parts << MappingModel::tr("%1 more").arg(rows.size() - 3);
            break;
        }
        parts << MappingModel::tr("row %1 (%2)").arg(row.row + 1).arg(formatCount(int64_t(row.names)));
    }
    return parts.join(QStringLiteral(", "));
}

} // namespace

MappingModel::MappingModel(StageController *controller, QObject *parent)
    : QAbstractTableModel(parent), m_controller(controller), m_document(controller->document())
{
    connect(m_document, &MappingDocument::changed, this, &MappingModel::follow);
    connect(controller, &StageController::changed, this, &MappingModel::followResults);
    m_joined = m_document->draft().isJoined();
    m_rules = rulesOf(m_document->draft());
    followResults();
}

void MappingModel::setLevel(MappingLevel level)
{
    if (m_level == level)
        return;
    m_level = level;
    beginResetModel();
    m_rules = rulesOf(m_document->draft());
    m_stats.clear();
    endResetModel();
    followResults();
    emit listChanged();
}

MappingModel::Rules MappingModel::rulesOf(const StageMapping &mapping) const
{
    if (mapping.isJoined())
        return mapping.joined();
    Rules rules;
    const bool isStage = m_level == MappingLevel::Stage;
    for (const LabelRule &rule : isStage ? mapping.stages : mapping.substages)
        rules.push_back({rule.regex, isStage ? rule.label : "", isStage ? "" : rule.label, rule.enabled, rule.colour});
    return rules;
}

const StageColours &MappingModel::colours() const
{
    if (!m_colours)
        m_colours.emplace(m_document->draft());
    return *m_colours;
}

void MappingModel::follow()
{
    const bool joined = m_document->draft().isJoined();
    const bool otherList = joined != m_joined;
    m_joined = joined;
    m_colours.reset();
    show(rulesOf(m_document->draft()));
    followResults(); // those of an undone edit are there before the rows are
    if (otherList)
        emit listChanged();
}

/// Equal rows at both ends stay, so that selection and scroll position stay too.
void MappingModel::show(Rules next)
{
    const auto [oldFirst, newFirst] = std::mismatch(m_rules.begin(), m_rules.end(), next.begin(), next.end());
    const auto first = static_cast<int>(oldFirst - m_rules.begin());
    int oldLast = static_cast<int>(m_rules.size()), newLast = static_cast<int>(next.size());
    while (oldLast > first && newLast > first &&
           m_rules[static_cast<size_t>(oldLast - 1)] == next[static_cast<size_t>(newLast - 1)]) {
        --oldLast;
        --newLast;
    }
    const int more = newLast - oldLast;
    const int common = std::min(oldLast, newLast);
    const bool hasStats = !m_stats.empty(); // rows that stay show theirs until new ones arrive
    m_stats.resize(hasStats ? m_rules.size() : 0);
    if (more > 0) {
        beginInsertRows({}, common, common + more - 1);
        if (hasStats)
            m_stats.insert(m_stats.begin() + common, static_cast<size_t>(more), RuleStats{});
        m_rules = std::move(next);
        endInsertRows();
    } else if (more < 0) {
        beginRemoveRows({}, common, common - more - 1);
        if (hasStats)
            m_stats.erase(m_stats.begin() + common, m_stats.begin() + common - more);
        m_rules = std::move(next);
        endRemoveRows();
    } else {
        m_rules = std::move(next);
    }
    if (common > first)
        emit dataChanged(index(first, 0), index(common - 1, ColumnCount - 1));
}

void MappingModel::followResults()
{
    const StageRun *run = m_controller->current();
    const bool known = run && run->state && !run->own;
    const MappingLevel level = m_joined ? MappingLevel::Substage : m_level;
    if (known && run->state->classes->rules(level).size() != m_rules.size())
        return; // results for the mapping before this edit
    m_stats.clear();
    if (known)
        m_stats = ruleStats(*run->state->classes, level, *run->state->sums);
    if (!m_rules.empty())
        emit dataChanged(index(0, Names), index(rowCount() - 1, Notes));
}

void MappingModel::commit(const Rules &next, const QString &what)
{
    StageMapping mapping = m_document->draft();
    if (m_joined) {
        mapping.setJoined(next);
    } else {
        std::vector<LabelRule> &list = m_level == MappingLevel::Stage ? mapping.stages : mapping.substages;
        list.clear();
        for (const StageRule &rule : next)
            list.push_back(
                {rule.regex, m_level == MappingLevel::Stage ? rule.stage : rule.substage, rule.enabled, rule.colour});
    }
    m_document->edit(std::move(mapping), what);
}

void MappingModel::insert(int row, StageRule rule)
{
    if (m_rules.size() >= maxMappingRules)
        return;
    Rules next = m_rules;
    next.insert(next.begin() + std::clamp(row, 0, rowCount()), std::move(rule));
    commit(next, tr("Add rule"));
}

void MappingModel::remove(std::vector<int> rows)
{
    std::sort(rows.rbegin(), rows.rend());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    Rules next = m_rules;
    for (int row : rows)
        next.erase(next.begin() + row);
    commit(next, rows.size() == 1 ? tr("Delete rule") : tr("Delete %1 rules").arg(rows.size()));
}

void MappingModel::duplicate(int row)
{
    if (m_rules.size() >= maxMappingRules)
        return;
    Rules next = m_rules;
    next.insert(next.begin() + row + 1, m_rules[static_cast<size_t>(row)]);
    commit(next, tr("Duplicate rule"));
}

void MappingModel::move(int row, int to)
{
    to = std::clamp(to, 0, rowCount() - 1);
    if (row == to || row < 0 || row >= rowCount())
        return;
    Rules next = m_rules;
    const auto from = next.begin() + row, target = next.begin() + to;
    if (row < to)
        std::rotate(from, from + 1, target + 1);
    else
        std::rotate(target, from, from + 1);
    commit(next, tr("Move rule"));
}

int MappingModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rules.size());
}

int MappingModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString MappingModel::problem(int row) const
{
    const auto at = static_cast<size_t>(row);
    if (const QString error = m_document->errorOf(m_rules[at].regex); !error.isEmpty())
        return tr("%1. What was valid before stays in force.").arg(error);
    return at < m_stats.size() ? m_stats[at].problem : QString();
}

QString MappingModel::conflicts(int row) const
{
    const auto at = static_cast<size_t>(row);
    if (at >= m_stats.size() || !m_rules[at].enabled)
        return {};
    QStringList parts;
    const RuleStats &stats = m_stats[at];
    if (!stats.shadowedBy.empty() && !isCatchAll(m_rules[at].regex))
        parts << (stats.isShadowed() ? tr("takes nothing, all shadowed by %1") : tr("partly shadowed by %1"))
                     .arg(listed(stats.shadowedBy));
    if (!stats.alsoMatches.empty())
        parts << tr("also matches %1").arg(listed(stats.alsoMatches));
    return clauses(parts);
}

QVariant MappingModel::text(const QModelIndex &index) const
{
    const StageRule &rule = m_rules[static_cast<size_t>(index.row())];
    switch (index.column()) {
    case Stage:
        return toText(rule.stage);
    case Substage:
        return toText(rule.substage);
    case Regex:
        return toText(rule.regex);
    case Notes: {
        const QString wrong = problem(index.row());
        return wrong.isEmpty() ? conflicts(index.row()) : wrong;
    }
    default:
        break;
    }
    const auto row = static_cast<size_t>(index.row());
    if (row >= m_stats.size() || !rule.enabled)
        return {};
    const RuleStats &stats = m_stats[row];
    if (stats.won == 0 && index.column() != Names)
        return {};
    switch (index.column()) {
    case Names:
        return stats.won == stats.matched ? formatCount(static_cast<int64_t>(stats.won))
                                          : tr("%1 of %2")
                                                .arg(formatCount(static_cast<int64_t>(stats.won)),
                                                     formatCount(static_cast<int64_t>(stats.matched)));
    case Instances:
        return formatCount(static_cast<int64_t>(stats.sum.count));
    case Time:
        return formatTime(stats.sum.totalNs, TimeUnit::Milliseconds);
    case Share:
        return formatPercentNumber(stats.share);
    default:
        return {};
    }
}

QVariant MappingModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const StageRule &rule = m_rules[static_cast<size_t>(index.row())];
    const bool isNumber = index.column() >= Names && index.column() <= Share;
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == Enabled || index.column() == Colour ? QVariant() : text(index);
    case Qt::EditRole:
        return index.column() == Colour ? data(index, Qt::DecorationRole) : text(index);
    case Qt::ToolTipRole:
        return index.column() == Regex || index.column() == Notes ? QVariant(plainToolTip(text(index).toString()))
                                                                  : QVariant();
    case Qt::CheckStateRole:
        return index.column() == Enabled ? QVariant(rule.enabled ? Qt::Checked : Qt::Unchecked) : QVariant();
    case Qt::DecorationRole:
        if (index.column() == Colour)
            return QColor(ruleColour(Palette::current(), colours(), rule));
        return {};
    case Qt::ForegroundRole:
        if (index.column() == Notes || index.column() == Regex)
            if (!problem(index.row()).isEmpty())
                return QColor(Palette::current().isDark() ? 0xffff8a80 : 0xffb3261e);
        return rule.enabled ? QVariant() : QVariant(QColor(Palette::current().muted));
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft));
    default:
        return {};
    }
}

bool MappingModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!index.isValid() || (role != Qt::EditRole && role != Qt::CheckStateRole))
        return false;
    Rules next = m_rules;
    StageRule &rule = next[static_cast<size_t>(index.row())];
    const std::string typed = value.toString().toStdString();
    switch (index.column()) {
    case Enabled:
        rule.enabled = value.toInt() == Qt::Checked;
        break;
    case Stage:
        if (m_joined && rule.stage == newLabel && rule.substage == newLabel)
            rule.substage = typed; // one name is enough for a stage of one part
        rule.stage = typed;
        break;
    case Substage:
        rule.substage = typed;
        break;
    case Regex:
        if (typed.size() > maxPatternBytes)
            return false;
        rule.regex = typed;
        break;
    case Colour:
        rule.colour = value.isValid() ? value.value<QColor>().rgb() & 0xffffff : noColour;
        break;
    default:
        return false;
    }
    commit(next, tr("Edit rule %1").arg(index.row() + 1));
    return true;
}

QVariant MappingModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (section >= Names && section <= Share ? Qt::AlignRight : Qt::AlignLeft));
    if (role == Qt::ToolTipRole && section == Names)
        return tr("Distinct kernel names that the rule takes, of those that its regex matches");
    if (role == Qt::ToolTipRole && section == Notes)
        return tr("Errors, and other rows that match the same names; in brackets how many names");
    if (role == Qt::ToolTipRole && section == Share)
        return tr("Of the summed duration of all GPU work shown");
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Enabled:
        return tr("On");
    case Stage:
        return tr("Stage");
    case Substage:
        return tr("Substage");
    case Regex:
        return tr("Regex");
    case Colour:
        return QString();
    case Names:
        return tr("Names");
    case Instances:
        return tr("Instances");
    case Time:
        return tr("Time (ms)");
    case Share:
        return tr("Of GPU work (%)");
    default:
        return tr("Notes");
    }
}

Qt::ItemFlags MappingModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::ItemIsDropEnabled; // between rows only
    Qt::ItemFlags flags = Qt::ItemIsSelectable | Qt::ItemIsEnabled | Qt::ItemIsDragEnabled;
    if (index.column() == Enabled)
        flags |= Qt::ItemIsUserCheckable;
    const bool isOther = !m_joined && index.column() == (m_level == MappingLevel::Stage ? Substage : Stage);
    if (index.column() >= Stage && index.column() <= Regex && !isOther)
        flags |= Qt::ItemIsEditable;
    return flags;
}

QStringList MappingModel::mimeTypes() const
{
    return {rowMime};
}

QMimeData *MappingModel::mimeData(const QModelIndexList &indexes) const
{
    if (indexes.isEmpty())
        return nullptr;
    auto *data = new QMimeData;
    data->setData(rowMime, QByteArray::number(indexes.front().row()));
    return data;
}

bool MappingModel::dropMimeData(const QMimeData *data, Qt::DropAction action, int row, int, const QModelIndex &parent)
{
    if (action != Qt::MoveAction || !data->hasFormat(rowMime) || parent.isValid())
        return false;
    const int from = data->data(rowMime).toInt();
    const int to = row < 0 ? rowCount() - 1 : row > from ? row - 1 : row;
    move(from, to);
    emit moved(to);
    return true;
}

} // namespace ws
