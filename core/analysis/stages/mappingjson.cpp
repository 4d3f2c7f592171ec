// Mappings as JSON, read and written: the functions at the end of stagemapping.h.

#include "core/analysis/stages/pythonregex.h"
#include "core/analysis/stages/stagemapping.h"
#include "core/base/jsontree.h"
#include "core/base/texts.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QResource>

#include <algorithm>
#include <charconv>
#include <set>

namespace ws {

namespace {

using Json = nlohmann::ordered_json;

constexpr size_t maxFileBytes = size_t(64) << 20;
constexpr size_t maxMappings = 1000;
constexpr const char *layerKey = "layer_anno";
constexpr const char *ownKey = "layer_anno_warpscope";

QString excerpt(std::string_view text)
{
    return toText(text.substr(0, 200));
}

uint32_t colourFrom(std::string_view text)
{
    uint32_t value = 0;
    if (text.size() != 7 || text[0] != '#')
        return noColour;
    const auto end = text.data() + text.size();
    const auto result = std::from_chars(text.data() + 1, end, value, 16);
    return result.ec == std::errc() && result.ptr == end ? value : noColour;
}

std::string colourText(uint32_t colour)
{
    const QString text = QStringLiteral("#%1").arg(colour, 6, 16, QLatin1Char('0'));
    return text.toStdString();
}

class RulesReader
{
public:
    RulesReader(Diagnostics &diagnostics, RegexCheck check) : m_diagnostics(diagnostics), m_check(check) {}

    std::vector<StageMapping> run(const JsonNode &root)
    {
        for (const JsonNode &engine : root.children) {
            if (engine.key == ownKey)
                continue;
            if (!isObject(engine))
                continue;
            const JsonNode *extra = root.child(ownKey);
            for (const JsonNode &model : engine.children)
                readModel(engine.key, model, extra ? extra->child(engine.key) : nullptr);
        }
        return std::move(m_mappings);
    }

private:
    bool isObject(const JsonNode &node)
    {
        if (node.kind == JsonNode::Object)
            return true;
        m_diagnostics.add("mapping-wrong-type",
                          Core::tr("an object was expected at '%1'; ignored").arg(excerpt(node.key)), -1, node.key);
        return false;
    }

    void readModel(const std::string &engine, const JsonNode &model, const JsonNode *flatExtras)
    {
        if (!isObject(model))
            return;
        if (m_mappings.size() >= maxMappings) {
            m_diagnostics.add("mapping-too-many",
                              Core::tr("only the first %1 mappings of a file are read").arg(maxMappings), -1,
                              engine + "/" + model.key);
            return;
        }
        StageMapping mapping;
        mapping.engine = engine;
        mapping.model = model.key;
        m_name = mapping.name();
        const JsonNode *layer = model.child(layerKey);
        if (layer && layer->kind == JsonNode::Object) {
            readNested(mapping, model, *layer);
        } else {
            mapping.form = MappingForm::Flat;
            mapping.substages = readList(model, flatExtras ? flatExtras->child(model.key) : nullptr);
            mapping.stages = mapping.substages;
            for (LabelRule &rule : mapping.stages)
                rule.label = flatStage(rule.label);
        }
        m_mappings.push_back(std::move(mapping));
    }

    void readNested(StageMapping &mapping, const JsonNode &model, const JsonNode &layer)
    {
        for (const JsonNode &node : model.children)
            if (&node != &layer && node.key != ownKey)
                unknown(node);
        for (const JsonNode &node : layer.children)
            if (node.key != "Stage" && node.key != "Substage")
                unknown(node);
        const JsonNode *own = model.child(ownKey);
        mapping.stages = readLevel(layer, own, "Stage");
        mapping.substages = readLevel(layer, own, "Substage");
    }

    std::vector<LabelRule> readLevel(const JsonNode &layer, const JsonNode *own, const char *key)
    {
        const JsonNode *list = layer.child(key);
        if (!list)
            m_diagnostics.add(
                "mapping-missing-list",
                Core::tr("%1 has no '%2'; all its names are unmatched there").arg(excerpt(m_name), excerpt(key)));
        if (!list || !isObject(*list))
            return {};
        return readList(*list, own ? own->child(key) : nullptr);
    }

    void unknown(const JsonNode &node)
    {
        m_diagnostics.add("mapping-unknown-key",
                          Core::tr("'%1' is not part of a mapping; ignored").arg(excerpt(node.key)), -1, node.key);
    }

    std::vector<LabelRule> readList(const JsonNode &list, const JsonNode *extras)
    {
        std::vector<LabelRule> rules;
        for (const JsonNode &node : list.children)
            if (node.kind == JsonNode::String)
                append(rules, {node.key, node.text, true, noColour});
            else
                m_diagnostics.add("mapping-wrong-type",
                                  Core::tr("the label of '%1' is not a text; ignored").arg(excerpt(node.key)), -1,
                                  node.key);
        if (extras)
            readExtras(rules, *extras);
        for (const LabelRule &rule : rules)
            check(rule);
        return rules;
    }

    bool fits(const std::vector<LabelRule> &rules, const LabelRule &rule)
    {
        if (rule.regex.size() > maxPatternBytes || rule.label.size() > maxPatternBytes) {
            m_diagnostics.add("mapping-pattern-too-long",
                              Core::tr("a rule with a text of more than %1 bytes is ignored").arg(maxPatternBytes), -1,
                              rule.regex);
            return false;
        }
        if (rules.size() >= maxMappingRules) {
            m_diagnostics.add("mapping-too-many-rules",
                              Core::tr("only the first %1 rules of a list are used; ignored from '%2' on")
                                  .arg(maxMappingRules)
                                  .arg(excerpt(rule.regex)),
                              -1, rule.regex);
            return false;
        }
        return true;
    }

    void append(std::vector<LabelRule> &rules, LabelRule rule)
    {
        if (fits(rules, rule))
            rules.push_back(std::move(rule));
    }

    void readExtras(std::vector<LabelRule> &rules, const JsonNode &extras)
    {
        if (const JsonNode *colours = extras.child("colours"))
            for (LabelRule &rule : rules)
                if (const JsonNode *colour = colours->child(rule.regex))
                    rule.colour = colourFrom(colour->text);
        const JsonNode *more = extras.child("more");
        if (!more)
            return;
        for (const JsonNode &node : more->children) {
            const JsonNode *regex = node.child("regex");
            const JsonNode *label = node.child("label");
            const JsonNode *at = node.child("at");
            const JsonNode *enabled = node.child("enabled");
            const JsonNode *colour = node.child("colour");
            if (!regex || !label || regex->kind != JsonNode::String || label->kind != JsonNode::String) {
                unknown(node);
                continue;
            }
            const LabelRule rule{regex->text, label->text, enabled && enabled->boolean,
                                 colour ? colourFrom(colour->text) : noColour};
            const int64_t place = std::clamp<int64_t>(at ? at->number : 0, 0, static_cast<int64_t>(rules.size()));
            if (fits(rules, rule))
                rules.insert(rules.begin() + place, rule);
        }
    }

    void check(const LabelRule &rule)
    {
        if (m_check == RegexCheck::None || !m_checked.insert(rule.regex).second)
            return;
        const CompiledRegex compiled = compilePythonRegex(rule.regex, false);
        if (!compiled.ok())
            m_diagnostics.add("mapping-invalid-regex",
                              Core::tr("the regex '%1' is invalid, its rule matches nothing: %2")
                                  .arg(excerpt(rule.regex), compiled.error),
                              -1, rule.regex);
        if (!compiled.notes.empty())
            m_diagnostics.add("mapping-regex-differs",
                              Core::tr("the regex '%1' is not the same in Python: %2")
                                  .arg(excerpt(rule.regex), compiled.notes.front().text),
                              -1, rule.regex);
    }

    Diagnostics &m_diagnostics;
    RegexCheck m_check;
    std::vector<StageMapping> m_mappings;
    std::string m_name;
    std::set<std::string, std::less<>> m_checked;
};

// The plain object that gputrc2graph.py reads, and the data that it cannot hold.
struct WrittenList
{
    Json plain = Json::object();
    Json extras = Json::object();
};

WrittenList writeList(const std::vector<LabelRule> &rules)
{
    WrittenList out;
    Json colours = Json::object();
    std::set<std::string_view> written;
    for (size_t i = 0; i < rules.size(); ++i) {
        const LabelRule &rule = rules[i];
        if (rule.enabled && written.insert(rule.regex).second) {
            out.plain.push_back({rule.regex, rule.label});
            if (rule.colour != noColour)
                colours.push_back({rule.regex, colourText(rule.colour)});
            continue;
        }
        Json more{{"at", i}, {"regex", rule.regex}, {"label", rule.label}, {"enabled", rule.enabled}};
        if (rule.colour != noColour)
            more["colour"] = colourText(rule.colour);
        out.extras["more"].push_back(more);
    }
    if (!colours.empty())
        out.extras["colours"] = colours;
    return out;
}

Json writeNested(const StageMapping &mapping)
{
    Json model = Json::object();
    const WrittenList stages = writeList(mapping.stages);
    const WrittenList substages = writeList(mapping.substages);
    model[layerKey] = {{"Stage", stages.plain}, {"Substage", substages.plain}};
    if (!stages.extras.empty())
        model[ownKey]["Stage"] = stages.extras;
    if (!substages.extras.empty())
        model[ownKey]["Substage"] = substages.extras;
    return model;
}

} // namespace

Result<MappingFile> readMappings(std::string_view json, const QString &fileName, RegexCheck check)
{
    if (json.size() > maxFileBytes)
        return Error{ErrorKind::TooLarge, Core::tr("a mapping file has at most 64 MiB"), fileName};
    Result<JsonTree> tree = parseJsonTree(json, fileName);
    if (!tree)
        return tree.error();
    MappingFile file;
    if (tree->duplicateKeys)
        file.diagnostics.add(
            "mapping-duplicate-key",
            Core::tr("the key '%1' occurs twice; its last value counts, at its first place, as in Python")
                .arg(excerpt(tree->firstDuplicate)),
            -1, tree->firstDuplicate, tree->duplicateKeys);
    if (tree->tooDeep)
        file.diagnostics.add("mapping-too-deep",
                             Core::tr("values nested deeper than %1 levels are ignored").arg(JsonTree::maxDepth), -1,
                             {}, tree->tooDeep);
    if (tree->tooMany)
        file.diagnostics.add("mapping-too-large",
                             Core::tr("only the first %1 values of a file are read").arg(JsonTree::maxNodes), -1, {},
                             tree->tooMany);
    file.mappings = RulesReader(file.diagnostics, check).run(tree->root);
    if (file.mappings.empty())
        return Error{
            ErrorKind::Malformed,
            Core::tr("no stage mapping in here: {\"engine\": {\"model\": {\"regex\": \"label\"}}} was expected"),
            fileName};
    return file;
}

Result<MappingFile> loadMappings(const QString &path)
{
    // The program's own are read by whichever thread asks first. A QFile would give a thread that is not Qt's an object
    // that only the thread's end frees, and those of parallelFor() have none.
    if (path.startsWith(u':')) {
        const QByteArray own = QResource(path).uncompressedData();
        return readMappings({own.constData(), static_cast<size_t>(own.size())}, path, RegexCheck::None);
    }
    QFile file(path);
    if (!file.exists())
        return Error{ErrorKind::NotFound, Core::tr("there is no such file"), path};
    if (!file.open(QIODevice::ReadOnly))
        return Error{ErrorKind::Unreadable, file.errorString(), path};
    const QByteArray bytes = file.read(static_cast<qint64>(maxFileBytes) + 1);
    return readMappings({bytes.constData(), static_cast<size_t>(bytes.size())}, path, RegexCheck::Compile);
}

std::string writeMappings(std::span<const StageMapping> mappings)
{
    Json root = Json::object();
    Json extras = Json::object();
    for (const StageMapping &mapping : mappings) {
        Json &engine = root[mapping.engine];
        if (mapping.form == MappingForm::Nested || !mapping.canBeFlat()) {
            engine[mapping.model] = writeNested(mapping);
            continue;
        }
        const WrittenList list = writeList(mapping.substages);
        engine[mapping.model] = list.plain;
        if (!list.extras.empty())
            extras[mapping.engine][mapping.model] = list.extras;
    }
    if (!extras.empty())
        root[ownKey] = extras;
    return root.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace ws
