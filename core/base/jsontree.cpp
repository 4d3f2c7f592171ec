#include "core/base/jsontree.h"

#include "core/base/texts.h"

#include <nlohmann/json.hpp>

#include <unordered_map>

namespace ws {

namespace {

class Handler
{
public:
    explicit Handler(JsonTree &tree) : m_tree(tree) {}

    int64_t errorAt() const { return m_errorAt; }

    bool null() { return leaf(JsonNode::Null); }
    bool boolean(bool value)
    {
        if (JsonNode *node = add(JsonNode::Boolean))
            node->boolean = value;
        return true;
    }
    bool number_integer(int64_t value) { return number(value); }
    bool number_unsigned(uint64_t value) { return number(value <= INT64_MAX ? static_cast<int64_t>(value) : 0); }
    bool number_float(double, const std::string &) { return number(0); }
    bool string(std::string &value)
    {
        if (JsonNode *node = add(JsonNode::String))
            node->text = std::move(value);
        return true;
    }
    bool binary(std::vector<std::uint8_t> &) { return leaf(JsonNode::Null); }
    bool key(std::string &name)
    {
        m_key = std::move(name);
        return true;
    }
    bool start_object(size_t) { return open(JsonNode::Object); }
    bool start_array(size_t) { return open(JsonNode::Array); }
    bool end_object()
    {
        if (m_skipping == 0)
            resolveDuplicates(*m_open.back());
        return close();
    }
    bool end_array() { return close(); }
    bool parse_error(size_t position, const std::string &, const nlohmann::detail::exception &)
    {
        m_errorAt = static_cast<int64_t>(position);
        return false;
    }

private:
    bool leaf(JsonNode::Kind kind)
    {
        add(kind);
        return true;
    }
    bool number(int64_t value)
    {
        if (JsonNode *node = add(JsonNode::Number))
            node->number = value;
        return true;
    }

    JsonNode *add(JsonNode::Kind kind)
    {
        if (m_skipping)
            return nullptr;
        if (++m_count > JsonTree::maxNodes)
            return ++m_tree.tooMany, nullptr;
        JsonNode *node = &m_tree.root;
        if (!m_open.empty())
            node = &m_open.back()->children.emplace_back();
        node->kind = kind;
        node->key = std::move(m_key);
        m_key.clear();
        return node;
    }

    bool open(JsonNode::Kind kind)
    {
        JsonNode *node = nullptr;
        if (!m_skipping && m_open.size() >= JsonTree::maxDepth)
            ++m_tree.tooDeep;
        else
            node = add(kind);
        if (node)
            m_open.push_back(node); // stays valid: its siblings come after it is closed
        else
            ++m_skipping;
        return true;
    }

    bool close()
    {
        if (m_skipping)
            --m_skipping;
        else
            m_open.pop_back();
        return true;
    }

    void resolveDuplicates(JsonNode &object)
    {
        std::unordered_map<std::string_view, size_t> first;
        std::vector<size_t> gone;
        for (size_t i = 0; i < object.children.size(); ++i) {
            const auto [place, isNew] = first.emplace(object.children[i].key, i);
            if (isNew)
                continue;
            if (m_tree.duplicateKeys++ == 0)
                m_tree.firstDuplicate = object.children[i].key;
            JsonNode &kept = object.children[place->second];
            std::swap(kept.kind, object.children[i].kind);
            std::swap(kept.boolean, object.children[i].boolean);
            std::swap(kept.number, object.children[i].number);
            std::swap(kept.text, object.children[i].text);
            std::swap(kept.children, object.children[i].children);
            gone.push_back(i);
        }
        if (gone.empty())
            return;
        size_t next = 0;
        size_t index = 0;
        std::erase_if(object.children, [&](const JsonNode &) {
            const bool drop = next < gone.size() && gone[next] == index++;
            next += drop;
            return drop;
        });
    }

    JsonTree &m_tree;
    std::vector<JsonNode *> m_open;
    std::string m_key;
    size_t m_count = 0;
    uint64_t m_skipping = 0;
    int64_t m_errorAt = 0;
};

} // namespace

const JsonNode *JsonNode::child(std::string_view name) const
{
    for (const JsonNode &node : children)
        if (node.key == name)
            return &node;
    return nullptr;
}

Result<JsonTree> parseJsonTree(std::string_view json, const QString &fileName)
{
    JsonTree tree;
    Handler handler(tree);
    if (!nlohmann::json::sax_parse(json.begin(), json.end(), &handler))
        return Error{ErrorKind::Malformed, Core::tr("this is not valid JSON; correct it here"), fileName,
                     handler.errorAt()};
    return tree;
}

} // namespace ws
