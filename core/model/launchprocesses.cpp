#include "core/model/launchprocesses.h"

#include "core/base/demangle.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>
#include <optional>
#include <set>
#include <unordered_map>

namespace ws {
namespace {

constexpr uint16_t noHost = UINT16_MAX;
constexpr int64_t aheadNs = 1'000; ///< of the clocks of CPU and GPU against each other
constexpr size_t maxLagsOfPair = 4'096;
constexpr int64_t farFactor = 10;     ///< a delay that is so much longer belongs to another process
constexpr int64_t leastLagNs = 2'000; ///< from a call's begin to that of its work, on any device

bool isPartOfRankWord(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

std::optional<uint64_t> numberOfPid(std::string_view text)
{
    uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// What stands before the first separator of a text with more behind it, or behind the last: "r0" of "r0-83".
std::string_view affixOf(std::string_view text, bool atEnd)
{
    constexpr std::string_view separators = " _-:/.|#=,";
    const size_t at = atEnd ? text.find_last_of(separators) : text.find_first_of(separators);
    if (at == text.npos || at == 0 || at + 1 == text.size())
        return {};
    return atEnd ? text.substr(at + 1) : text.substr(0, at);
}

/// A kernel's name as calls and records both have it.
std::string_view plainKernelName(std::string_view name)
{
    constexpr std::string_view descriptor = ".kd", result = "void ";
    if (name.ends_with(descriptor))
        name.remove_suffix(descriptor.size());
    name = shownName(name);
    name = name.substr(0, name.find(" [clone"));
    if (name.starts_with(result))
        name.remove_prefix(result.size());
    return name;
}

/// Orders "rank 2" before "rank 10".
std::string rankSortKey(std::string_view text)
{
    constexpr size_t digits = 20;
    std::string key;
    for (size_t i = 0; i < text.size();) {
        const size_t end = std::min(text.find_first_not_of("0123456789", i), text.size());
        if (end > i) {
            key.append(digits - std::min(end - i, digits), '0').append(text.substr(i, end - i));
            i = end;
        } else {
            key += text[i++];
        }
    }
    return key;
}

StringId processOfTrack(const Run &run, const GpuOwners &owners, uint32_t track)
{
    const auto owner = owners.find(track);
    return owner == owners.end() ? run.timeline.tracks[track].pid : owner->second.process;
}

StringId deviceOfTrack(const Run &run, const GpuOwners &owners, uint32_t track)
{
    const auto owner = owners.find(track);
    return owner == owners.end() ? run.timeline.tracks[track].pid : owner->second.device;
}

const Process *processCalled(const Timeline &timeline, StringId pid)
{
    const auto found = std::ranges::find(timeline.processes, pid, &Process::pid);
    return found == timeline.processes.end() ? nullptr : &*found;
}

/// Rows, curves and words of a GPU process go with its device.
void moveToDevice(Timeline &timeline, StringId process, StringId device)
{
    if (process == device)
        return;
    for (Track &track : timeline.tracks)
        if (track.kind == TrackKind::GpuAnnotation && track.pid == process)
            track.pid = device;
    for (CounterSeries &series : timeline.counters)
        if (series.pid == process)
            series.pid = device;
    const Process *from = processCalled(timeline, process);
    if (from && !processCalled(timeline, device)) {
        Process moved = *from;
        moved.pid = device;
        timeline.processes.push_back(moved);
    }
}

} // namespace

bool isKernelCalled(const StringPool &strings, StringId said, StringId name)
{
    if (said == name)
        return true;
    std::string_view a = plainKernelName(strings.view(said)), b = plainKernelName(strings.view(name));
    if (a.size() > b.size())
        std::swap(a, b);
    return b.starts_with(a) && (a.size() == b.size() || b[a.size()] == '(' || b[a.size()] == '<');
}

bool isMuchNearer(int64_t lagNs, int64_t otherLagNs)
{
    return lagNs >= leastLagNs && lagNs <= otherLagNs / farFactor;
}

std::string rankWords(std::string_view text)
{
    constexpr std::string_view words[] = {"rank", "node", "tp", "dp", "pp", "ep", "cp", "sp"};
    std::string found;
    for (size_t at = 0; at < text.size(); ++at) {
        if (at > 0 && isPartOfRankWord(text[at - 1]))
            continue;
        for (const std::string_view word : words) {
            const bool isIt =
                text.size() - at > word.size() &&
                std::equal(word.begin(), word.end(), text.begin() + std::ptrdiff_t(at),
                           [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); });
            const size_t digits = isIt ? text.find_first_not_of(" :=_-#[", at + word.size()) : text.npos;
            if (digits == text.npos || !std::isdigit(static_cast<unsigned char>(text[digits])))
                continue;
            const size_t end = std::min(text.find_first_not_of("0123456789", digits), text.size());
            found += found.empty() ? "" : "-";
            if (word.size() > 2)
                found.append(word).append(" ");
            else
                std::ranges::transform(word, std::back_inserter(found),
                                       [](unsigned char c) { return std::toupper(c); });
            found.append(text.substr(digits, end - digits));
            at = end - 1;
            break;
        }
    }
    const size_t close = text.find(']');
    if (!found.empty() || text.empty() || text[0] != '[' || close == text.npos ||
        text.substr(1, close - 1) == "Unknown")
        return found;
    return std::string(text.substr(1, close - 1));
}

bool LaunchProcesses::areSeveral(const Run &run, const GpuOwners &owners, const std::vector<StringId> &launching)
{
    if (launching.size() > 1)
        return true;
    if (owners.empty())
        return false;
    std::set<StringId> processes;
    for (const GpuStream &stream : run.gpu.streams)
        processes.insert(processOfTrack(run, owners, stream.track));
    return processes.size() > 1;
}

LaunchProcesses::LaunchProcesses(Run &run, const GpuOwners &owners, const std::vector<StringId> &launching)
    : m_run(run), m_owners(owners), m_hosts(launching), m_hostOfTrack(run.timeline.tracks.size(), noHost)
{
    m_hosts.resize(std::min<size_t>(m_hosts.size(), noHost));
    for (const StringId host : m_hosts)
        m_hostWords.push_back(wordsOf(host));
    for (size_t t = 0; t < m_hostOfTrack.size(); ++t) {
        const auto host = std::ranges::find(m_hosts, run.timeline.tracks[t].pid);
        if (run.timeline.tracks[t].kind == TrackKind::CpuThread && host != m_hosts.end())
            m_hostOfTrack[t] = static_cast<uint16_t>(host - m_hosts.begin());
    }
    for (const GpuStream &stream : run.gpu.streams) {
        const StringId process = processOfTrack(run, owners, stream.track);
        auto place = std::ranges::find(m_places, process, &Place::process);
        if (place == m_places.end())
            place = m_places.insert(place,
                                    {process, deviceOfTrack(run, owners, stream.track), wordsOf(process), {}, false});
        m_placeOfStream.push_back(static_cast<uint16_t>(place - m_places.begin()));
    }
    pairByNumbers();
    pairByAffixes();
    pairByWords();
    pairByOrder();
}

std::string LaunchProcesses::wordsOf(StringId process) const
{
    std::string words = rankWords(m_run.text(process));
    if (const Process *said = processCalled(m_run.timeline, process); said && words.empty()) {
        words = rankWords(m_run.text(said->name));
        if (words.empty())
            words = rankWords(m_run.text(said->labels));
    }
    return words;
}

/// A rank's number times a power of ten, in the numbers of all GPU processes, and of all that launch.
void LaunchProcesses::pairByNumbers()
{
    const auto ranksBy = [&](uint64_t unit, const auto &processes) -> std::vector<int64_t> {
        std::vector<int64_t> ranks;
        for (const StringId process : processes) {
            const auto number = numberOfPid(m_run.text(process));
            const int64_t rank = number ? int64_t(std::min<uint64_t>(*number / unit, INT64_MAX)) : -1;
            if (rank < 0 || std::ranges::find(ranks, rank) != ranks.end())
                return {};
            ranks.push_back(rank);
        }
        return ranks;
    };
    std::vector<StringId> places;
    for (const Place &place : m_places)
        places.push_back(place.process);
    for (uint64_t unit = 1'000'000'000; unit >= 1'000 && places.size() > 1 && !m_areNumbered; unit /= 10) {
        const std::vector<int64_t> ranks = ranksBy(unit, places), hosts = ranksBy(unit, m_hosts);
        if (ranks.empty())
            continue;
        if (m_rankOfNumber.empty())
            m_rankOfNumber = ranks;
        const bool areAll =
            std::ranges::all_of(hosts, [&](int64_t host) { return std::ranges::find(ranks, host) != ranks.end(); });
        if (hosts.empty() || !areAll)
            continue;
        m_areNumbered = true;
        m_rankOfNumber = ranks;
        m_rankOfHost = hosts;
    }
}

/// Numbers of processes that tools have made unique by what they put before or behind them: "r0-83" drives "r0-0". Only
/// where all have it, and each of several occurs on both sides.
void LaunchProcesses::pairByAffixes()
{
    const auto areEmpty = [](const std::string &words) { return words.empty(); };
    if (m_areNumbered || !std::ranges::all_of(m_hostWords, areEmpty) ||
        !std::ranges::all_of(m_places, areEmpty, &Place::words))
        return;
    for (const bool atEnd : {false, true}) {
        std::set<std::string_view> ofHosts, ofPlaces;
        for (const StringId host : m_hosts)
            ofHosts.insert(affixOf(m_run.text(host), atEnd));
        for (const Place &place : m_places)
            ofPlaces.insert(affixOf(m_run.text(place.process), atEnd));
        if (ofHosts.size() < 2 || ofHosts != ofPlaces || ofHosts.contains(std::string_view()))
            continue;
        const auto wordsFor = [&](StringId process) {
            const std::string_view affix = affixOf(m_run.text(process), atEnd);
            return (numberOfPid(affix) ? "rank " : "") + std::string(affix);
        };
        for (size_t h = 0; h < m_hosts.size(); ++h)
            m_hostWords[h] = wordsFor(m_hosts[h]);
        for (Place &place : m_places)
            place.words = wordsFor(place.process);
        return;
    }
}

/// Where recordings were written one behind the other, the rows of each process are followed by those of its devices,
/// or follow them. In a file by time rows alternate only where the work of each process begins before the next one
/// calls.
void LaunchProcesses::pairByOrder()
{
    struct Row
    {
        bool isHost;
        uint16_t index;
    };
    std::vector<Row> rows; // each process by its first one
    std::vector<bool> seenHost(m_hosts.size()), seenPlace(m_places.size());
    std::vector<uint16_t> placeOfTrack(m_hostOfTrack.size(), noHost);
    for (size_t s = 0; s < m_placeOfStream.size(); ++s)
        placeOfTrack[m_run.gpu.streams[s].track] = m_placeOfStream[s];
    for (size_t t = 0; t < m_hostOfTrack.size(); ++t) {
        const uint16_t host = m_hostOfTrack[t], place = placeOfTrack[t];
        if (host != noHost && !seenHost[host])
            rows.push_back({true, host});
        else if (place != noHost && !seenPlace[place])
            rows.push_back({false, place});
        else
            continue;
        (host != noHost ? seenHost[host] : seenPlace[place]) = true;
    }
    if (m_hosts.size() < 2 || rows.size() != m_hosts.size() + m_places.size())
        return;
    if (!rows.front().isHost)
        std::ranges::reverse(rows); // a process follows its devices
    std::vector<uint16_t> hostOf(m_places.size(), noHost);
    for (size_t r = 0; r < rows.size(); ++r) {
        const bool isFollowed = r + 1 < rows.size() && !rows[r + 1].isHost;
        if (rows[r].isHost && !isFollowed)
            return;
        if (!rows[r].isHost)
            hostOf[rows[r].index] = rows[r - 1].isHost ? rows[r - 1].index : hostOf[rows[r - 1].index];
    }
    m_hostByOrder = std::move(hostOf);
}

void LaunchProcesses::pairByWords()
{
    const auto hostsWith = [&](const std::string &words) {
        std::vector<uint16_t> hosts;
        for (uint16_t h = 0; h < m_hosts.size(); ++h)
            if (m_hostWords[h] == words)
                hosts.push_back(h);
        return hosts;
    };
    bool doTell = false;
    for (const Place &place : m_places)
        doTell |= !place.words.empty() && !hostsWith(place.words).empty();
    for (Place &place : m_places) {
        if (doTell)
            place.hosts = hostsWith(place.words);
        place.isByWords = !place.words.empty() && !place.hosts.empty();
        if (doTell && !place.words.empty() && place.hosts.empty())
            place.hosts = hostsWith({});
        if (!doTell)
            for (uint16_t h = 0; h < m_hosts.size(); ++h)
                place.hosts.push_back(h);
    }
}

template <class Visit>
void LaunchProcesses::forEachCandidate(const IdColumn &launchCorrelations, uint64_t correlation, Visit visit) const
{
    if (!correlation)
        return;
    launchCorrelations.visit([&](const auto &ids) {
        for (auto at = std::lower_bound(ids.begin(), ids.end(), correlation); at != ids.end() && *at == correlation;
             ++at) {
            const auto launch = static_cast<uint32_t>(at - ids.begin());
            const uint16_t host = m_hostOfTrack[m_run.timeline.lane(m_run.launches.slice[launch]).track];
            if (host != noHost)
                visit(Candidate{launch, host, m_run.timeline.start(m_run.launches.slice[launch])});
        }
    });
}

/// Which processes' calls begin before the work that has their correlation, and how long before.
void LaunchProcesses::measure(const IdColumn &correlations, const IdColumn &launchCorrelations)
{
    m_fits.assign(m_places.size() * m_hosts.size(), {});
    std::vector<uint64_t> conflicts(m_places.size());
    std::vector<std::unordered_map<uint64_t, uint32_t>> repeats(m_places.size());
    std::vector<uint16_t> seen;
    for (size_t i = 0; i < m_run.gpu.size(); ++i) {
        const uint16_t at = m_placeOfStream[m_run.gpu.stream[i]];
        seen.clear();
        forEachCandidate(launchCorrelations, correlations[i], [&](const Candidate &one) {
            if (std::ranges::find(seen, one.host) != seen.end())
                return;
            seen.push_back(one.host);
            Fit &own = fit(at, one.host);
            const int64_t lag = m_run.gpu.start[i] - one.start;
            if (lag < -aheadNs)
                return;
            ++own.count;
            if (own.lags.size() < maxLagsOfPair)
                own.lags.push_back(lag);
        });
        if (seen.size() < 2)
            continue;
        ++conflicts[at];
        ++repeats[at][correlations[i]];
    }
    for (size_t p = 0; p < m_places.size(); ++p) {
        const auto repeated = std::ranges::count_if(
            repeats[p], [&](const auto &one) { return one.second > 1 && one.second <= m_hosts.size(); });
        m_places[p].isMixed = m_places[p].hosts.size() > 1 && size_t(repeated) * 2 > repeats[p].size();
        m_places[p].hasConflicts = conflicts[p] > 0;
    }
}

int64_t LaunchProcesses::lag(size_t place, uint16_t host)
{
    std::vector<int64_t> &lags = fit(place, host).lags;
    if (lags.empty())
        return INT64_MAX / farFactor;
    const auto middle = lags.begin() + std::ptrdiff_t(lags.size() / 2);
    std::nth_element(lags.begin(), middle, lags.end());
    return *middle;
}

/// One process drives a device of one number once. Of several GPU processes that only fit one: the one with its number,
/// else the one that is near in time, else none.
bool LaunchProcesses::exclude(bool alsoOtherDevices)
{
    for (size_t p = 0; p < m_places.size(); ++p) {
        Place &own = m_places[p];
        if (own.hosts.size() != 1 || own.isMixed)
            continue;
        const uint16_t host = own.hosts.front();
        for (size_t q = 0; q < m_places.size(); ++q) {
            Place &other = m_places[q];
            const auto same = std::ranges::find(other.hosts, host);
            if (q == p || same == other.hosts.end() || other.isMixed || other.isByWords)
                continue;
            if (other.hosts.size() > 1 && (alsoOtherDevices || other.device == own.device)) {
                other.hosts.erase(same);
                return true;
            }
            if (other.hosts.size() > 1 || other.device != own.device)
                continue;
            const bool isOwn =
                (m_areNumbered && m_rankOfNumber[p] == m_rankOfHost[host]) || isMuchNearer(lag(p, host), lag(q, host));
            const bool isOthers =
                (m_areNumbered && m_rankOfNumber[q] == m_rankOfHost[host]) || isMuchNearer(lag(q, host), lag(p, host));
            own.isOpen = other.isOpen = isOwn == isOthers;
            if (!isOwn || isOthers)
                own.hosts.clear();
            if (!isOthers || isOwn)
                other.hosts.clear();
            return true;
        }
    }
    return false;
}

bool LaunchProcesses::choose()
{
    for (size_t p = 0; p < m_places.size(); ++p) {
        Place &place = m_places[p];
        if (place.hosts.size() < 2 || place.isMixed || !place.hasConflicts)
            continue;
        if (m_areNumbered)
            for (const uint16_t host : place.hosts)
                if (m_rankOfHost[host] == m_rankOfNumber[p]) {
                    place.hosts = {host};
                    return true;
                }
        std::ranges::sort(place.hosts, {}, [&](uint16_t host) { return lag(p, host); });
        if (isMuchNearer(lag(p, place.hosts[0]), lag(p, place.hosts[1]))) {
            place.hosts.resize(1);
            return true;
        }
    }
    return false;
}

void LaunchProcesses::pairByFit()
{
    for (size_t p = 0; p < m_places.size(); ++p) {
        Place &place = m_places[p];
        if (place.isMixed || !place.hasConflicts || place.hosts.size() < 2)
            continue;
        uint64_t best = 0;
        for (const uint16_t host : place.hosts)
            best = std::max(best, fit(p, host).count);
        std::erase_if(place.hosts, [&](uint16_t host) { return fit(p, host).count < best - best / 100; });
    }
    const auto isPossible = [&](size_t p) {
        const Place &place = m_places[p];
        return !place.isMixed &&
               (!place.hasConflicts || std::ranges::find(place.hosts, m_hostByOrder[p]) != place.hosts.end());
    };
    bool isTold = !m_hostByOrder.empty();
    for (size_t p = 0; p < m_places.size() && isTold; ++p)
        isTold = isPossible(p);
    for (size_t p = 0; p < m_places.size() && isTold; ++p)
        if (Place &place = m_places[p]; place.hasConflicts && place.hosts.size() > 1)
            place.hosts = {m_hostByOrder[p]};
    const bool isOneEach = m_places.size() == m_hosts.size();
    while (exclude(false) || choose() || (isOneEach && exclude(true))) {
    }
}

uint64_t LaunchProcesses::link(const IdColumn &correlations, const IdColumn &launchCorrelations)
{
    measure(correlations, launchCorrelations);
    pairByFit();
    GpuWork &gpu = m_run.gpu;
    const Launches &launches = m_run.launches;
    uint64_t ambiguous = 0;
    std::vector<bool> isTaken(launches.size());
    std::vector<Candidate> all, left;
    for (size_t i = 0; i < gpu.size(); ++i) {
        const Place &place = m_places[m_placeOfStream[gpu.stream[i]]];
        all.clear();
        bool isOpen = false;
        forEachCandidate(launchCorrelations, correlations[i], [&](const Candidate &one) {
            isOpen |= place.isOpen;
            if (std::ranges::find(place.hosts, one.host) != place.hosts.end())
                all.push_back(one);
        });
        const auto several = [](const std::vector<Candidate> &list) {
            return std::ranges::any_of(list, [&](const Candidate &one) { return one.host != list.front().host; });
        };
        if (several(all)) {
            left = all;
            std::erase_if(left, [&](const Candidate &one) {
                const StringId kernel = launches.kernel.empty() ? 0 : launches.kernel[one.launch];
                return one.start > gpu.start[i] + aheadNs || (place.isMixed && isTaken[one.launch]) ||
                       (kernel && !isKernelCalled(m_run.strings, kernel, gpu.name[i]));
            });
            const bool isNamed = left.size() == 1 && !launches.kernel.empty() && launches.kernel[left.front().launch];
            if (left.size() != 1 || isNamed || gpu.start[i] - left.front().start >= leastLagNs)
                all.swap(left);
        }
        if (all.empty() || several(all)) {
            ambiguous += isOpen || !all.empty();
            continue;
        }
        isTaken[all.front().launch] = true;
        gpu.launch[i] = all.front().launch;
        gpu.op[i] = launches.op[gpu.launch[i]];
    }
    return ambiguous;
}

bool LaunchProcesses::mayLaunch(size_t activity, StringId process) const
{
    const auto host = std::ranges::find(m_hosts, process);
    const Place &place = m_places[m_placeOfStream[m_run.gpu.stream[activity]]];
    if (host != m_hosts.end())
        return std::ranges::find(place.hosts, uint16_t(host - m_hosts.begin())) != place.hosts.end();
    const std::string words = wordsOf(process);
    return words.empty() || place.words.empty() || words == place.words;
}

std::vector<uint16_t> LaunchProcesses::groups() const
{
    std::vector<uint16_t> groups(m_hostOfTrack.size());
    for (size_t t = 0; t < groups.size(); ++t)
        groups[t] = static_cast<uint16_t>(m_hostOfTrack[t] + 1); // 0: none
    for (size_t s = 0; s < m_placeOfStream.size(); ++s)
        if (const Place &place = m_places[m_placeOfStream[s]]; place.hosts.size() == 1)
            groups[m_run.gpu.streams[s].track] = static_cast<uint16_t>(place.hosts.front() + 1);
    return groups;
}

std::string LaunchProcesses::rankName(size_t place) const
{
    const Place &own = m_places[place];
    if (!own.words.empty())
        return own.words;
    if (own.hosts.size() == 1 && !m_hostWords[own.hosts.front()].empty())
        return m_hostWords[own.hosts.front()];
    if (!m_rankOfNumber.empty())
        return "rank " + std::to_string(m_rankOfNumber[place]);
    return "pid " + std::string(m_run.text(own.hosts.size() == 1 ? m_hosts[own.hosts.front()] : own.process));
}

std::vector<std::string> LaunchProcesses::rankNames() const
{
    std::set<std::string> words, names;
    std::set<StringId> numbers;
    std::set<uint16_t> driving; // alone
    size_t driven = 0;
    for (size_t p = 0; p < m_places.size(); ++p) {
        const Place &place = m_places[p];
        if (!place.words.empty())
            words.insert(place.words);
        numbers.insert(place.device);
        names.insert(rankName(p));
        if (place.hosts.size() != 1)
            continue;
        driving.insert(place.hosts.front());
        ++driven;
    }
    const bool areAllDriven = driven == m_places.size();
    const bool areRanks = words.size() > 1 || !m_rankOfNumber.empty() || numbers.size() < m_places.size() ||
                          (areAllDriven && driving.size() > 1);
    if (!areRanks || names.size() < 2 || (areAllDriven && driving.size() == 1))
        return {};
    std::vector<std::string> ofStreams;
    for (const uint16_t place : m_placeOfStream)
        ofStreams.push_back(rankName(place));
    return ofStreams;
}

void nameDevices(Run &run, const GpuOwners &owners, const std::vector<std::string> &rankOfStream)
{
    GpuWork &gpu = run.gpu;
    if (owners.empty() && rankOfStream.empty())
        return;
    std::vector<StringId> plain(gpu.devices.size()), process(gpu.devices.size());
    std::vector<std::string> rank(gpu.devices.size());
    for (size_t s = 0; s < gpu.streams.size(); ++s) {
        const uint16_t d = gpu.streams[s].device;
        plain[d] = deviceOfTrack(run, owners, gpu.streams[s].track);
        process[d] = processOfTrack(run, owners, gpu.streams[s].track);
        if (!rankOfStream.empty())
            rank[d] = rankOfStream[s];
    }
    std::set<std::string> used;
    for (size_t d = 0; d < plain.size(); ++d) {
        std::string name(run.text(plain[d]));
        if (std::ranges::count(plain, plain[d]) > 1)
            name += " (" + (rank[d].empty() ? "pid " + std::string(run.text(process[d])) : rank[d]) + ')';
        while (!used.insert(name).second)
            name += " (pid " + std::string(run.text(process[d])) + ')';
        gpu.devices[d] = run.strings.intern(name);
    }
    for (const GpuStream &stream : gpu.streams)
        run.timeline.tracks[stream.track].pid = gpu.devices[stream.device];
    for (size_t d = 0; d < plain.size(); ++d)
        if (std::ranges::count(process, process[d]) == 1)
            moveToDevice(run.timeline, process[d], gpu.devices[d]);
    gpu.ranks.clear();
    for (size_t d = 0; d < plain.size() && !rankOfStream.empty(); ++d)
        gpu.ranks.push_back(run.strings.intern(rank[d]));
}

void sortByRank(GpuWork &gpu, const StringPool &strings)
{
    std::vector<uint16_t> order(gpu.devices.size()), place(order.size());
    for (size_t d = 0; d < order.size(); ++d)
        order[d] = static_cast<uint16_t>(d);
    const auto key = [&](uint16_t d) {
        return std::pair(rankSortKey(strings.view(gpu.ranks[d])), rankSortKey(strings.view(gpu.devices[d])));
    };
    std::ranges::stable_sort(order, {}, key);
    std::vector<StringId> devices, ranks;
    for (size_t d = 0; d < order.size(); ++d) {
        devices.push_back(gpu.devices[order[d]]);
        ranks.push_back(gpu.ranks[order[d]]);
        place[order[d]] = static_cast<uint16_t>(d);
    }
    gpu.devices = std::move(devices);
    gpu.ranks = std::move(ranks);
    for (GpuStream &stream : gpu.streams)
        stream.device = place[stream.device];
}

} // namespace ws
