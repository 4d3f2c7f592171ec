#pragma once
// Files that hold several processes, as tools merge them from the ranks of a job: each process counts its correlations
// from 1, so a correlation means something within one process only. Such tools write the process of GPU work as text
// ("[TP00-DP00] 0"), or as a number that holds the rank (rank × 1000, the calls at + 500; rank × 100,000,000). This
// tells which process' calls launch the work of which GPU process, and gives the ranks their names.
//
// Pairs are told, in this order, from the words for ranks in process numbers, names and labels; from the calls that
// begin before the work with their correlation; from the rank in the numbers; from the delay between call and work,
// where one is at least ten times another. What is then still open stays without a launch, and is counted.

#include "core/base/idcolumn.h"
#include "core/model/run.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ws {

/// A GPU row whose events have another process number than their device's.
struct GpuOwner
{
    StringId device = 0, process = 0;
};
using GpuOwners = std::map<uint32_t, GpuOwner>; ///< by track

/// Whether a call's word for the kernel that it launches means one of that name: mangled or not, with ".kd" or without,
/// with or without its parameters and arguments of templates.
bool isKernelCalled(const StringPool &strings, StringId said, StringId name);

/// Whether a delay from a call to its work is so much shorter than another one that it tells whose the work is. Work
/// that begins as soon as a call does, or earlier, was rather not launched by it.
bool isMuchNearer(int64_t lagNs, int64_t otherLagNs);

/// The words of a text that name a rank: "TP00-DP01" of "[TP00-DP01] 83", "rank 3" of "RANK 3 - GPU"; empty: none.
std::string rankWords(std::string_view text);

class LaunchProcesses
{
public:
    /// The run's GPU work and launches are sorted. `launching`: the processes that launch.
    LaunchProcesses(Run &run, const GpuOwners &owners, const std::vector<StringId> &launching);

    /// Whether more than one process launches, or GPU work has several processes.
    static bool areSeveral(const Run &run, const GpuOwners &owners, const std::vector<StringId> &launching);

    /// Links GPU work with a correlation. The ids are parallel to GPU work and launches, those of launches ascending.
    /// Returns how many activities stay without a launch because several calls may have launched them.
    uint64_t link(const IdColumn &correlations, const IdColumn &launchCorrelations);
    /// Whether calls and operators of that process may belong to the activity; after link().
    bool mayLaunch(size_t activity, StringId process) const;
    /// By track: 1 + the process that launches its work or that its calls are of; 0: not known.
    std::vector<uint16_t> groups() const;
    /// The rank of each stream of the run; empty: all are one process' work. After link().
    std::vector<std::string> rankNames() const;

private:
    struct Candidate
    {
        uint32_t launch;
        uint16_t host; ///< index into m_hosts
        int64_t start;
    };
    struct Fit
    {
        uint64_t count = 0;        ///< activities with a call of that process that begins before them
        std::vector<int64_t> lags; ///< from the call's begin to the work's, of up to some thousand of them
    };
    struct Place ///< one GPU process
    {
        StringId process = 0;
        StringId device = 0;         ///< of its first stream
        std::string words;           ///< see rankWords()
        std::vector<uint16_t> hosts; ///< whose calls may launch its work, indices into m_hosts
        bool isMixed = false;        ///< holds the work of several: each correlation occurs several times
        bool hasConflicts = false;   ///< several processes have its correlations
        bool isOpen = false;         ///< two fit one process equally well
        bool isByWords = false;
    };

    template <class Visit>
    void forEachCandidate(const IdColumn &launchCorrelations, uint64_t correlation, Visit visit) const;
    Fit &fit(size_t place, uint16_t host) { return m_fits[place * m_hosts.size() + host]; }
    int64_t lag(size_t place, uint16_t host);
    void pairByNumbers();
    void pairByAffixes();
    void pairByWords();
    void pairByOrder();
    void measure(const IdColumn &correlations, const IdColumn &launchCorrelations);
    void pairByFit();
    bool exclude(bool alsoOtherDevices);
    bool choose();
    std::string wordsOf(StringId process) const;
    std::string rankName(size_t place) const;

    Run &m_run;
    const GpuOwners &m_owners;
    std::vector<StringId> m_hosts; ///< processes with launches
    std::vector<std::string> m_hostWords;
    std::vector<Place> m_places;
    std::vector<uint16_t> m_placeOfStream;
    std::vector<uint16_t> m_hostOfTrack;               ///< index into m_hosts, or that no launches are on it
    std::vector<Fit> m_fits;                           ///< places × hosts
    std::vector<int64_t> m_rankOfNumber, m_rankOfHost; ///< by place and host: the rank in the process' number, if any
    bool m_areNumbered = false;                        ///< both are known
    std::vector<uint16_t> m_hostByOrder; ///< by place: whose rows stand beside its own in the file; empty: not known
};

/// Gives the devices the numbers that their events have, with the rank where several ranks have that number, and
/// GpuWork::ranks. `rankOfStream` may be empty.
void nameDevices(Run &run, const GpuOwners &owners, const std::vector<std::string> &rankOfStream);
/// Devices by rank, then by number.
void sortByRank(GpuWork &gpu, const StringPool &strings);

} // namespace ws
