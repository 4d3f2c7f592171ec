#include "core/analysis/compare/workkeys.h"

#include "core/analysis/layers/layers.h"
#include "core/analysis/modules/moduletree_build.h"
#include "core/analysis/stacks/sourcelines.h"
#include "core/base/demangle.h"
#include "core/base/shortname.h"
#include "core/base/texts.h"
#include "core/model/devicewords.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace ws {
namespace {

constexpr uint32_t noKey = UINT32_MAX;

/// A rest, which is the name of nothing.
std::string inBrackets(const QString &text)
{
    return QStringLiteral("(%1)").arg(text).toStdString();
}

class KeyMaker
{
public:
    KeyMaker(const ComparedRun &run, const Steps *steps, const Progress *progress)
        : m_compared(run), m_run(run.run()), m_steps(steps), m_progress(progress)
    {
    }

    std::optional<WorkKeys> make(DiffBy by)
    {
        bool finished = true;
        switch (by) {
        case DiffBy::Kernel:
            kernels();
            break;
        case DiffBy::Family:
            grouped([&](size_t name) { return kernelFamily(m_compared.classes->names->text(name)); });
            break;
        case DiffBy::Stage:
            grouped([&](size_t name) { return stageOf(name); });
            m_keys.calls = WorkKeys::Unknown;
            break;
        case DiffBy::Operator:
            operators();
            break;
        case DiffBy::Line:
            finished = lines();
            m_keys.calls = WorkKeys::Unknown;
            break;
        case DiffBy::Module:
            finished = modules();
            break;
        case DiffBy::Layer:
            finished = layers();
            break;
        case DiffBy::Step:
            steps();
            m_keys.calls = WorkKeys::Unknown;
            break;
        default:
            m_keys.missing = Core::tr("not a grouping of GPU work");
        }
        return finished ? std::optional(std::move(m_keys)) : std::nullopt;
    }

private:
    uint32_t keyOf(const std::string &text)
    {
        const auto [found, isNew] = m_numbers.try_emplace(text, uint32_t(m_keys.keys.size()));
        if (isNew)
            m_keys.keys.push_back({text, {}, {}, CategoryKind::Kernel, false});
        return found->second;
    }

    void kernels()
    {
        const NameSet &names = *m_compared.classes->names;
        grouped([&](size_t name) { return std::string(names.text(name)); });
        for (WorkKeys::Key &key : m_keys.keys)
            key.alias = kernelSignature(key.text);
        std::vector<CategoryKind> kinds(m_run.strings.size(), CategoryKind::Kernel);
        for (size_t i = 0; i < m_run.gpu.size(); ++i)
            kinds[m_run.gpu.nameForRules(i)] = m_run.gpu.kind[i];
        for (size_t name = 0; name < names.size(); ++name) {
            WorkKeys::Key &key = m_keys.keys[m_keys.byName[names.idForRules(name)]];
            key.kind = kinds[names.idForRules(name)];
            key.isCommunication = m_compared.communication[names.idForRules(name)];
        }
    }

    /// One key for names with the same text.
    template <class TextOf> void grouped(TextOf textOf)
    {
        const NameSet &names = *m_compared.classes->names;
        m_keys.byName.assign(m_run.strings.size(), noKey);
        for (size_t name = 0; name < names.size(); ++name) {
            const uint32_t key = keyOf(textOf(name));
            m_keys.byName[names.idForRules(name)] = key;
            std::vector<StringId> &slices = m_keys.keys[key].names;
            if (std::find(slices.begin(), slices.end(), names.sliceName(name)) == slices.end())
                slices.push_back(names.sliceName(name));
        }
    }

    std::string stageOf(size_t name) const
    {
        const Classification &classes = *m_compared.classes;
        return classes.groups[classes.group[name]].stage;
    }

    void operators()
    {
        std::vector<uint32_t> byId(m_run.strings.size(), noKey);
        const auto known =
            size_t(std::count_if(m_run.gpu.op.begin(), m_run.gpu.op.end(), [](EventRef op) { return op.valid(); }));
        if (known == 0) {
            m_keys.missing = Core::tr("no GPU work has a known operator");
            return;
        }
        m_keys.byActivity.resize(m_run.gpu.size());
        countOwners();
        std::unordered_map<uint64_t, uint32_t> calls;
        uint32_t none = noKey;
        for (size_t i = 0; i < m_run.gpu.size(); ++i) {
            if (!m_run.gpu.op[i].valid()) {
                if (none == noKey)
                    none = keyOf(inBrackets(Core::tr("no operator")));
                m_keys.byActivity[i] = none;
                continue;
            }
            const StringId id = m_run.timeline.name(m_run.gpu.op[i]);
            if (byId[id] == noKey) {
                byId[id] = keyOf(std::string(m_run.text(id)));
                m_keys.keys[byId[id]].names = {id};
                m_keys.keys[byId[id]].alias = plainOperator(m_run.text(id));
            }
            m_keys.byActivity[i] = byId[id];
            const EventRef op = m_run.gpu.op[i];
            m_keys.callOf[i] =
                calls.try_emplace(uint64_t(op.lane) << 32 | op.index, uint32_t(calls.size())).first->second;
        }
    }

    /// The number of the call is written for each activity whose call is known.
    void countOwners()
    {
        m_keys.calls = WorkKeys::OfOwners;
        m_keys.callOf.assign(m_run.gpu.size(), WorkKeys::noCall);
    }

    /// The innermost own frame of the stack that launched it.
    bool lines()
    {
        const auto stacks = callStacks(m_run, {}, m_progress);
        if (!stacks)
            return false;
        const SourceLines found = sourceLines(*stacks);
        if (found.rows.empty()) {
            m_keys.missing = Core::tr("no Python call stacks with frames of own code are in the file");
            return true;
        }
        for (const SourceLine &line : found.rows) {
            const StringId name = m_run.strings.find(line.name);
            m_keys.keys.push_back(
                {std::string(line.name), withoutLineNumber(line.name), {}, CategoryKind::Kernel, false});
            if (name < m_run.strings.size() && m_run.text(name) == line.name)
                m_keys.keys.back().names = {name};
        }
        m_keys.byActivity.resize(m_run.gpu.size());
        for (size_t i = 0; i < m_run.gpu.size(); ++i)
            m_keys.byActivity[i] =
                found.ofActivity[i] < found.rows.size() ? found.ofActivity[i] : lineRest(found.ofActivity[i]);
        return true;
    }

    /// The key of work that no own frame launched, by why that is.
    uint32_t lineRest(uint32_t why)
    {
        const auto [known, isNew] = m_rests.try_emplace(why, uint32_t(m_keys.keys.size()));
        if (isNew)
            m_keys.keys.push_back({inBrackets(why == SourceLines::noOwnFrame ? Core::tr("no own frame")
                                              : why == StackNotRecorded      ? Core::tr("no call stack")
                                                                             : Core::tr("no known launch")),
                                   {},
                                   {},
                                   CategoryKind::Kernel,
                                   false});
        return known->second;
    }

    bool modules()
    {
        const auto attribution = Attribution::make(m_run, Attribution::Mode::All, m_progress);
        if (!attribution)
            return false;
        if (!attribution->namesModules()) {
            m_keys.missing = Core::tr("no module (nn.Module) is in the file");
            return true;
        }
        const auto built = buildModuleTree(m_run, *attribution, {}, m_progress);
        if (!built)
            return false;
        const std::vector<ModuleNode> &nodes = built->tree.nodes;
        std::vector<uint32_t> keyOfNode(nodes.size(), noKey);
        for (size_t i = 0; i < nodes.size(); ++i) { // parents come first
            const ModuleNode &node = nodes[i];
            const bool isRoot = node.parent == UINT32_MAX;
            if (node.kind == ModuleNode::Kernel && !isRoot) {
                keyOfNode[i] = keyOfNode[node.parent];
                continue;
            }
            std::string path = node.kind == ModuleNode::Unattributed ? inBrackets(toText(node.name)) : node.name;
            if (!isRoot)
                path = m_keys.keys[keyOfNode[node.parent]].text + '/' + path;
            keyOfNode[i] = keyOf(path);
            m_keys.keys[keyOfNode[i]].alias = node.name;
        }
        m_keys.byActivity.resize(m_run.gpu.size());
        countOwners();
        for (size_t i = 0; i < m_run.gpu.size(); ++i) {
            m_keys.byActivity[i] = keyOfNode[built->leaf[i]];
            if (!attribution->annotation(i) && attribution->module(i) != noSlice) // else the call itself is not known
                m_keys.callOf[i] = attribution->module(i);
        }
        return true;
    }

    bool layers()
    {
        const auto found = findLayers(m_run, m_steps ? *m_steps : *m_compared.named, m_progress);
        if (!found)
            return false;
        if (found->layers.empty()) {
            m_keys.missing = Core::tr("the kernels of a step do not repeat, so there are no layers");
            return true;
        }
        const uint32_t outside = keyOf(inBrackets(Core::tr("outside the layers")));
        m_keys.byActivity.assign(m_run.gpu.size(), outside);
        countOwners();
        for (uint32_t call = 0; call < found->layers.size(); ++call) {
            const Layer &layer = found->layers[call];
            const uint32_t key = keyOf(Core::tr("Layer %1").arg(layer.index).toStdString());
            for (uint32_t w = layer.firstWork; w < layer.firstWork + layer.workCount; ++w) {
                m_keys.byActivity[found->work[w]] = key;
                m_keys.callOf[found->work[w]] = call;
            }
        }
        return true;
    }

    void steps()
    {
        if (!m_steps || m_steps->steps.empty()) {
            m_keys.missing = Core::tr("neither steps nor a repetition are in both files");
            return;
        }
        for (const Step &step : m_steps->steps) // one key each; differences() pairs them as the unit does
            m_keys.keys.push_back({std::string(m_run.text(step.name)), {}, {step.name}, CategoryKind::Kernel, false});
        const uint32_t outside = uint32_t(m_keys.keys.size());
        m_keys.keys.push_back({inBrackets(Core::tr("outside any step")), {}, {}, CategoryKind::Kernel, false});
        m_keys.byActivity.resize(m_run.gpu.size());
        for (size_t i = 0; i < m_run.gpu.size(); ++i)
            m_keys.byActivity[i] = m_steps->of(i) == noStep ? outside : m_steps->of(i);
    }

    const ComparedRun &m_compared;
    const Run &m_run;
    const Steps *m_steps;
    const Progress *m_progress;
    WorkKeys m_keys;
    std::unordered_map<std::string, uint32_t> m_numbers;
    std::map<uint32_t, uint32_t> m_rests; ///< of lines
};

std::vector<std::string_view> partsOf(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    for (size_t from = 0; from <= text.size();) {
        const size_t to = std::min(text.find(separator, from), text.size());
        parts.push_back(text.substr(from, to - from));
        from = to + 1;
    }
    return parts;
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

} // namespace

std::optional<WorkKeys> workKeys(const ComparedRun &run, DiffBy by, const Steps *steps, const Progress *progress)
{
    if (!run.hasTimeline()) {
        WorkKeys none;
        none.missing = rowsWithoutGpu(run.run()) ? Core::tr("none of its rows is known to be a GPU’s")
                                                 : Core::tr("the file has no GPU work with times");
        return none;
    }
    return KeyMaker(run, steps, progress).make(by);
}

std::string plainOperator(std::string_view name)
{
    if (const size_t colons = name.rfind("::"); colons != std::string_view::npos)
        name.remove_prefix(colons + 2);
    const bool isPrivate = name.starts_with('_');
    std::string_view plain = isPrivate ? name.substr(1) : name;
    for (const std::string_view backend :
         {"cudnn_", "miopen_", "cuda_", "hip_", "cublas_", "hipblas_", "mkldnn_", "npu_", "xpu_", "mps_"})
        if (plain.starts_with(backend) && plain.size() > backend.size())
            return std::string(plain.substr(backend.size()));
    return std::string(isPrivate ? name : plain);
}

std::string withoutLineNumber(std::string_view frame)
{
    const size_t close = frame.find("): "), open = close == frame.npos ? close : frame.rfind('(', close);
    if (open == frame.npos ||
        !std::all_of(frame.begin() + ptrdiff_t(open) + 1, frame.begin() + ptrdiff_t(close), isDigit))
        return std::string(frame);
    return std::string(frame.substr(0, open)).append(frame.substr(close + 1));
}

std::string kernelFamily(std::string_view name)
{
    std::string base = kernelBaseName(kernelSignature(name));
    base.resize(std::min(base.find("__FILE_"), base.size())); // ClimaCore's kernels name their place in the source
    std::string family;
    for (std::string_view part : partsOf(base, '_')) {
        while (!part.empty() && isDigit(part.back()))
            part.remove_suffix(1);
        if (part.empty() || std::any_of(part.begin(), part.end(), isDigit))
            continue;
        family += family.empty() ? "" : "_";
        family += part;
    }
    if (base.starts_with("Cijk_"))
        return "Cijk";
    return family.empty() ? base : family;
}

} // namespace ws
