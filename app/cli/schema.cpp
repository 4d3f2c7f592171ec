// warpscope-cli schema [COMMAND] [--json|--md]

#include "app/cli/schema.h"

#include "app/cli/cli.h"
#include "core/report/summary.h"
#include "core/report/texttable.h"

#include <nlohmann/json.hpp>

#include <QFile>

#include <algorithm>
#include <map>
#include <memory>
#include <sstream>

namespace ws::cli {
namespace {

using Json = nlohmann::ordered_json;

/// A value of a document: of a plain type, else an object or a list.
struct Value
{
    std::string type = {}; ///< of schema.txt; empty: an object, or a list where there are items
    bool mayBeNull = false, mayBeAbsent = false;
    std::vector<std::pair<std::string, std::unique_ptr<Value>>> members = {}; ///< "*": any other name
    std::unique_ptr<Value> items = {};

    Value &member(const std::string &name)
    {
        for (auto &[known, value] : members)
            if (known == name)
                return *value;
        return *members.emplace_back(name, std::make_unique<Value>()).second;
    }
};

struct Word
{
    std::string type, meaning;
};

struct Document
{
    std::string name; ///< "compare --tree"
    bool isAlsoList = false;
    Value root = {};

    std::string command() const { return name.substr(0, name.find(' ')); }
};

/// The text of resources/schema.txt, read once.
class Schema
{
public:
    static const Schema &get()
    {
        static const Schema schema;
        return schema;
    }
    const std::vector<Document> &documents() const { return m_documents; }
    std::string meaningOf(const std::string &name) const
    {
        const auto found = m_words.find(name);
        return found == m_words.end() ? std::string() : found->second.meaning;
    }

private:
    using Lines = std::vector<std::string>;

    Schema()
    {
        QFile file(QStringLiteral(":/schema.txt"));
        if (!file.open(QIODevice::ReadOnly))
            return;
        std::istringstream text(file.readAll().toStdString());
        std::string line;
        Lines block;
        const auto end = [&] {
            if (!block.empty())
                add(block);
            block.clear();
        };
        while (std::getline(text, line)) {
            if (line.starts_with('#'))
                continue;
            if (line.empty() || line.starts_with('@'))
                end();
            if (!line.empty())
                block.push_back(line);
        }
        end();
    }

    void add(const Lines &block)
    {
        const bool isDocument = block.size() > 1 && block[1].starts_with(": ");
        if (block.front().starts_with('@')) {
            m_parts[block.front()] = {block.begin() + 1, block.end()};
        } else if (isDocument) {
            Document &document = m_documents.emplace_back(Document{block.front()});
            document.isAlsoList = document.name.ends_with("[]");
            if (document.isAlsoList)
                document.name.resize(document.name.size() - 2);
            read({block.begin() + 1, block.end()}, document.root);
        } else {
            for (const std::string &word : block) {
                std::istringstream parts(word);
                std::string name, type, meaning;
                parts >> name >> type;
                std::getline(parts >> std::ws, meaning);
                m_words[name] = {type, meaning};
            }
        }
    }

    void read(const Lines &lines, Value &root)
    {
        for (const std::string &line : lines) {
            std::istringstream words(line);
            std::string place, word;
            words >> place;
            Value &at = find(root, place == ":" ? std::string() : place);
            while (words >> word)
                if (word.starts_with('@'))
                    read(m_parts[word], at);
                else
                    addMember(at, word);
        }
    }

    /// "rows[].~devices[]": made where it is not there yet.
    static Value &find(Value &root, const std::string &place)
    {
        Value *value = &root;
        std::istringstream steps(place);
        std::string step;
        while (std::getline(steps, step, '.')) {
            const bool isAbsent = step.starts_with('~'), isNull = step.ends_with('?');
            step = step.substr(isAbsent, step.size() - isAbsent - isNull);
            const std::string name = step.substr(0, step.find("[]"));
            if (!name.empty())
                value = &value->member(name);
            value->mayBeAbsent = value->mayBeAbsent || isAbsent;
            if (step.ends_with("[]")) {
                if (!value->items)
                    value->items = std::make_unique<Value>();
                value = value->items.get();
            }
            value->mayBeNull = value->mayBeNull || isNull;
        }
        return *value;
    }

    void addMember(Value &at, std::string word) const
    {
        const bool isAbsent = word.starts_with('~'), isNull = word.ends_with('?');
        word = word.substr(isAbsent, word.size() - isAbsent - isNull);
        const size_t colon = word.find(':');
        Value &member = at.member(word.substr(0, colon));
        const auto known = m_words.find(word);
        member.type = colon != std::string::npos ? word.substr(colon + 1)
                      : known != m_words.end()   ? known->second.type
                                                 : "any";
        member.mayBeAbsent = isAbsent;
        member.mayBeNull = isNull;
    }

    std::map<std::string, Word> m_words;
    std::map<std::string, Lines> m_parts;
    std::vector<Document> m_documents;
};

/// The types of JSON that stand for one of schema.txt.
std::vector<std::string> jsonTypes(const std::string &type)
{
    if (type == "integer" || type == "ns")
        return {"integer"};
    if (type == "number" || type == "share" || type == "mean")
        return {"number"};
    if (type == "cell")
        return {"number", "string", "null"};
    if (type == "texts" || type == "integers" || type == "cells")
        return {"array"};
    return {type == "boolean" ? "boolean" : "string"};
}

Json schemaOf(const Value &value)
{
    Json json = Json::object();
    std::vector<std::string> types = {"object"};
    if (value.items)
        types = {"array"};
    else if (!value.type.empty())
        types = jsonTypes(value.type);
    if (value.type == "any")
        return json;
    if (value.mayBeNull && types.back() != "null")
        types.emplace_back("null");
    json["type"] = types.size() == 1 ? Json(types.front()) : Json(types);
    if (value.items)
        json["items"] = schemaOf(*value.items);
    else if (value.type == "texts" || value.type == "integers")
        json["items"] = {{"type", value.type == "texts" ? "string" : "integer"}};
    if (!value.type.empty() || value.items)
        return json;
    json["properties"] = Json::object();
    json["required"] = Json::array();
    json["additionalProperties"] = false;
    for (const auto &[name, member] : value.members) {
        if (name == "*") {
            json["additionalProperties"] = schemaOf(*member);
            continue;
        }
        Json &property = json["properties"][name] = schemaOf(*member);
        if (const std::string meaning = Schema::get().meaningOf(name); !meaning.empty())
            property["description"] = meaning;
        if (!member->mayBeAbsent)
            json["required"].push_back(name);
    }
    return json;
}

std::string typeText(const Value &value)
{
    std::string text = value.items                                      ? "list"
                       : value.type.empty()                             ? "object"
                       : value.type == "ns"                             ? "integer, ns"
                       : value.type == "mean"                           ? "number, ns"
                       : value.type == "share"                          ? "number, 0 to 1"
                       : value.type == "texts" || value.type == "cells" ? "list of " + value.type
                                                                        : value.type;
    if (value.items && value.items->mayBeNull)
        text += " of objects or null";
    return text + (value.mayBeNull ? " or null" : "") + (value.mayBeAbsent ? "; may be absent" : "");
}

void addRows(std::vector<SchemaRow> &rows, const std::string &document, const Value &value, const std::string &at)
{
    if (value.items)
        return addRows(rows, document, *value.items, at + "[]");
    for (const auto &[name, member] : value.members) {
        const std::string place = at.empty() ? name : at + '.' + name;
        const std::string meaning = name == "*" ? "any other name" : Schema::get().meaningOf(name);
        rows.push_back({document, place, typeText(*member), meaning});
        addRows(rows, document, *member, place);
    }
}

std::string escaped(const std::string &text)
{
    std::string out;
    for (const char c : text)
        out += (c == '*' || c == '_' || c == '[' || c == ']' ? std::string("\\") : std::string()) + c;
    return out;
}

Json schemaOfCommand(const std::string &command)
{
    Json all = Json::array();
    for (const Document &document : Schema::get().documents()) {
        if (document.command() != command)
            continue;
        all.push_back(schemaOf(document.root));
        all.back()["title"] = document.name;
        if (document.isAlsoList)
            all.push_back({{"type", "array"}, {"items", schemaOf(document.root)}});
    }
    return all.empty() ? Json() : all.size() == 1 ? all.front() : Json{{"anyOf", all}};
}

} // namespace

std::vector<SchemaRow> schemaRows(const std::string &command)
{
    std::vector<SchemaRow> rows;
    for (const Document &document : Schema::get().documents())
        if (command.empty() || document.command() == command)
            addRows(rows, document.name, document.root, {});
    return rows;
}

Json jsonSchema(const std::string &command)
{
    Json json = {{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"schema", 1}};
    if (!command.empty()) {
        json.update(schemaOfCommand(command));
        return json;
    }
    for (const Document &document : Schema::get().documents())
        json["$defs"][document.command()] = schemaOfCommand(document.command());
    return json;
}

std::string schemaPage()
{
    std::string page =
        "# What --json prints\n\n"
        "`warpscope-cli schema --md` wrote this page; `warpscope-cli schema [COMMAND] --json` is the same as "
        "[JSON Schema](https://json-schema.org), to validate with.\n"
        "Version 1: members may be added; a change of what one means changes the number. Rules for all of them: "
        "[cli.md](cli.md). Times are integer\nnanoseconds since the run's origin, or lengths; null is not known.\n";
    std::string document;
    for (const SchemaRow &row : schemaRows()) {
        if (row.document != document)
            page += "\n## " + row.document + "\n| Member | Type | Meaning |\n| --- | --- | --- |\n";
        document = row.document;
        page += "| " + escaped(row.member) + " | " + row.type + " | " + row.meaning + " |\n";
    }
    return page;
}

int runSchema(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    const QCommandLineOption json(QStringLiteral("json"), App::tr("print JSON Schema 2020-12"));
    const QCommandLineOption markdown(QStringLiteral("md"), App::tr("print Markdown, of all commands"));
    parser.addOptions({json, markdown});
    if (const auto exit = parse(self, parser, arguments, 0, 1))
        return *exit;
    if (parser.isSet(json) && parser.isSet(markdown))
        return wrongUsage(self, App::tr("--json and --md exclude one another"));
    const std::string command = parser.positionalArguments().value(0).toStdString();
    const std::vector<SchemaRow> rows = schemaRows(command);
    if (rows.empty())
        return wrongUsage(self, App::tr("no schema is of “%1”").arg(parser.positionalArguments().value(0)));
    if (parser.isSet(markdown))
        return print(schemaPage());
    if (parser.isSet(json))
        return print(dumpJson(jsonSchema(command)));
    TextTable table;
    for (const QString &title : {App::tr("Document"), App::tr("Member"), App::tr("Type"), App::tr("Meaning")})
        table.addColumn(title, TextTable::Left);
    for (const SchemaRow &row : rows)
        table.addRow({QString::fromStdString(row.document), QString::fromStdString(row.member),
                      QString::fromStdString(row.type), QString::fromStdString(row.meaning)});
    return print(table.text(lineWidth()));
}

} // namespace ws::cli
