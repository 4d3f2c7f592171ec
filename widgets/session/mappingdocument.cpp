#include "widgets/session/mappingdocument.h"

#include "core/analysis/stages/pythonregex.h"

#include <QUndoCommand>

namespace ws {
namespace {
constexpr int undoLimit = 200;
constexpr size_t keptErrors = 10'000;
} // namespace

class MappingDocument::Edit : public QUndoCommand
{
public:
    Edit(MappingDocument *document, Snapshot after, const QString &what)
        : QUndoCommand(what), m_document(document), m_before(document->m_draft), m_after(std::move(after))
    {
    }
    void undo() override { m_document->show(m_before); }
    void redo() override { m_document->show(m_after); }

private:
    MappingDocument *m_document;
    Snapshot m_before;
    Snapshot m_after;
};

MappingDocument::MappingDocument(QObject *parent) : QObject(parent)
{
    m_undo.setUndoLimit(undoLimit);
    connect(&m_undo, &QUndoStack::cleanChanged, this, &MappingDocument::savedStateChanged);
}

void MappingDocument::load(StageMapping mapping)
{
    m_undo.clear();
    m_fallbacks.clear();
    show(std::make_shared<const StageMapping>(std::move(mapping)));
    emit savedStateChanged();
}

void MappingDocument::edit(StageMapping next, const QString &what)
{
    if (next == *m_draft)
        return;
    learnFallbacks(*m_draft, next);
    m_undo.push(new Edit(this, std::make_shared<const StageMapping>(std::move(next)), what));
}

void MappingDocument::setSaved(const std::string &engine, const std::string &model)
{
    if (m_draft->engine != engine || m_draft->model != model) {
        StageMapping named = *m_draft;
        named.engine = engine;
        named.model = model;
        m_undo.push(new Edit(this, std::make_shared<const StageMapping>(std::move(named)), tr("Save as")));
    }
    m_undo.setClean();
    emit savedStateChanged();
}

void MappingDocument::show(Snapshot draft)
{
    m_draft = std::move(draft);
    emit changed();
}

QString MappingDocument::errorOf(const std::string &regex) const
{
    if (m_errors.size() > keptErrors)
        m_errors.clear();
    const auto [place, isNew] = m_errors.try_emplace(regex);
    if (isNew)
        place->second = compilePythonRegex(regex, false).error;
    return place->second;
}

void MappingDocument::learnFallbacks(const StageMapping &before, const StageMapping &after)
{
    learnFallbacks(before.stages, after.stages);
    learnFallbacks(before.substages, after.substages);
}

void MappingDocument::learnFallbacks(const std::vector<LabelRule> &before, const std::vector<LabelRule> &after)
{
    if (before.size() != after.size())
        return;
    for (size_t row = 0; row < after.size(); ++row) {
        const std::string &old = before[row].regex, &now = after[row].regex;
        if (old == now || errorOf(now).isEmpty())
            continue;
        const auto known = m_fallbacks.find(old);
        if (errorOf(old).isEmpty())
            m_fallbacks[now] = old;
        else if (known != m_fallbacks.end())
            m_fallbacks[now] = std::string(known->second);
    }
}

void MappingDocument::useFallbacks(std::vector<LabelRule> &rules) const
{
    for (LabelRule &rule : rules) {
        if (errorOf(rule.regex).isEmpty())
            continue;
        const auto known = m_fallbacks.find(rule.regex);
        if (known != m_fallbacks.end())
            rule.regex = known->second;
    }
}

StageMapping MappingDocument::inForce() const
{
    StageMapping mapping = *m_draft;
    useFallbacks(mapping.stages);
    useFallbacks(mapping.substages);
    return mapping;
}

} // namespace ws
