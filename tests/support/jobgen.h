#pragma once
// Traces of the ranks of a made-up training job, as Kineto writes them: a simulation of hosts that launch, GPUs that
// compute, and all-reduces that nobody ends before all have begun. One rank can be made slow in one of three ways. Each
// rank's clock is off by up to 10 s and drifts by up to 20 ppm.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace ws::test {

struct JobOptions
{
    enum class Slow : uint8_t { Nobody, Kernel, Host, Link };
    int ranks = 8; ///< even; two groups of tensor parallelism, and pairs of data parallelism across them
    int steps = 12;
    int layers = 6;
    Slow slow = Slow::Nobody;
    int slowRank = 5;
    uint32_t seed = 1;
    bool hasNumbers = true; ///< "Seq" in the arguments
    bool hasClockError = true;
    bool stepsHaveWork = true; ///< false: they begin a minute after it
    bool overlaps = false; ///< collectives have a stream of their own, on which the computation waits at a step's end
};

class JobGenerator
{
public:
    explicit JobGenerator(const JobOptions &options)
        : m_options(options), m_random(options.seed), m_gpuNs(size_t(options.ranks)), m_commNs(size_t(options.ranks)),
          m_events(size_t(options.ranks)), m_correlation(size_t(options.ranks), 1), m_hostNs(size_t(options.ranks))
    {
        for (int rank = 0; rank < options.ranks; ++rank) {
            m_offsetNs.push_back(options.hasClockError ? uniform(-10e9, 10e9) : 0);
            m_drift.push_back(options.hasClockError ? uniform(-20e-6, 20e-6) : 0);
        }
        for (int step = 0; step < options.steps; ++step)
            addStep(step);
    }

    /// The trace of each rank.
    std::vector<std::string> traces() const
    {
        std::vector<std::string> all;
        for (int rank = 0; rank < m_options.ranks; ++rank)
            all.push_back(
                R"({"schemaVersion":1,"baseTimeNanoseconds":1700000000000000000,"distributedInfo":{"backend":)"
                R"("nccl","rank":)" +
                std::to_string(rank) + R"(,"world_size":)" + std::to_string(m_options.ranks) + "},\"traceEvents\":[\n" +
                m_events[size_t(rank)] + "\n]}");
        return all;
    }

private:
    double uniform(double low, double high) { return std::uniform_real_distribution(low, high)(m_random); }
    bool isSlow(int rank, JobOptions::Slow how) const { return m_options.slow == how && rank == m_options.slowRank; }

    /// With three decimals behind a point, whatever the locale.
    static std::string micros(double ns)
    {
        const auto whole = std::llround(ns);
        std::string digits = std::to_string(whole % 1000);
        digits.insert(0, 3 - digits.size(), '0');
        return std::to_string(whole / 1000) + '.' + digits;
    }

    void slice(int rank, const char *category, const std::string &name, const std::string &row, double ns,
               double durationNs, const std::string &args)
    {
        const double start = (ns + 20e9) * (1 + m_drift[size_t(rank)]) + m_offsetNs[size_t(rank)];
        const std::string time =
            "\"ts\":" + micros(start) + ",\"dur\":" + micros(durationNs * (1 + m_drift[size_t(rank)]));
        std::string &events = m_events[size_t(rank)];
        events += (events.empty() ? "" : ",\n") + std::string(R"({"ph":"X","cat":")") + category + R"(","name":")" +
                  name + "\"," + row + ',' + time + R"(,"args":{)" + args + "}}";
    }

    bool hasStream(bool isComm) const { return isComm && m_options.overlaps; }

    /// The host launches; the GPU starts when it is free and the launch has arrived. Returns the start.
    double launch(int rank, double hostCostNs, bool isComm = false)
    {
        double &host = m_hostNs[size_t(rank)];
        slice(rank, "cuda_runtime", "cudaLaunchKernel", R"("pid":100,"tid":100)", host, 2000,
              R"("correlation":)" + std::to_string(m_correlation[size_t(rank)]));
        const double arrived = host + 4000;
        host += hostCostNs * uniform(0.95, 1.05);
        const double comm = hasStream(isComm) ? m_commNs[size_t(rank)] : 0;
        return std::max({arrived, m_gpuNs[size_t(rank)] + 1000, comm + 1000});
    }

    void kernel(int rank, const std::string &name, double start, double durationNs, const std::string &more = {},
                bool isComm = false)
    {
        const std::string stream = hasStream(isComm) ? "9" : "7";
        slice(rank, "kernel", name, R"("pid":0,"tid":)" + stream, start, durationNs,
              R"("device":0,"stream":)" + stream + R"(,"correlation":)" +
                  std::to_string(m_correlation[size_t(rank)]++) + more);
        (hasStream(isComm) ? m_commNs : m_gpuNs)[size_t(rank)] = start + durationNs;
    }

    void allReduce(const std::vector<int> &ranks, const std::string &group, int64_t bytes, double transferNs)
    {
        double last = 0;
        std::vector<double> starts;
        std::string list;
        for (const int rank : ranks) {
            starts.push_back(launch(rank, 6000, true));
            last = std::max(last, starts.back());
            list += (list.empty() ? "" : ", ") + std::to_string(rank);
            if (isSlow(rank, JobOptions::Slow::Link))
                transferNs *= 2.5;
        }
        const double end = last + transferNs * uniform(0.98, 1.02);
        const int64_t number = m_number[group]++;
        for (size_t k = 0; k < ranks.size(); ++k)
            kernel(ranks[k], "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)", starts[k],
                   end + uniform(-1000, 1000) - starts[k],
                   R"(,"Collective name":"allreduce","dtype":"Float","In msg nelems":)" + std::to_string(bytes / 4) +
                       R"(,"Out msg nelems":)" + std::to_string(bytes / 4) + R"(,"Group size":)" +
                       std::to_string(ranks.size()) + R"(,"Process Group Name":")" + group +
                       R"(","Process Group Ranks":"[)" + list + "]\"" +
                       (m_options.hasNumbers ? R"(,"Seq":)" + std::to_string(number) : std::string()),
                   true);
    }

    void compute(int rank)
    {
        const double hostCost = isSlow(rank, JobOptions::Slow::Host) ? 75'000 : 6000;
        for (const char *name : {"ampere_bf16_s16816gemm_bf16_128x256", "flash_fwd_kernel", "layer_norm_kernel"}) {
            const bool isLonger = isSlow(rank, JobOptions::Slow::Kernel) && name[0] == 'a';
            kernel(rank, name, launch(rank, hostCost), (isLonger ? 80'000 : 50'000) * uniform(0.95, 1.05));
        }
    }

    void addStep(int step)
    {
        const int half = m_options.ranks / 2;
        std::vector<double> begins = m_hostNs;
        for (int layer = 0; layer < m_options.layers; ++layer) {
            for (int rank = 0; rank < m_options.ranks; ++rank)
                compute(rank);
            for (int group = 0; group < 2; ++group) {
                std::vector<int> ranks;
                for (int rank = group * half; rank < (group + 1) * half; ++rank)
                    ranks.push_back(rank);
                allReduce(ranks, "tp" + std::to_string(group), 1 << 20, 40'000);
            }
        }
        for (int pair = 0; pair < half; ++pair)
            allReduce({pair, pair + half}, "dp" + std::to_string(pair), 4 << 20, 90'000);
        std::vector<int> all;
        for (int rank = 0; rank < m_options.ranks; ++rank)
            all.push_back(rank);
        allReduce(all, "world", 8, 12'000);
        for (int rank = 0; rank < m_options.ranks; ++rank) { // the host waits for its GPU
            m_gpuNs[size_t(rank)] = std::max(m_gpuNs[size_t(rank)], m_commNs[size_t(rank)]);
            double &host = m_hostNs[size_t(rank)];
            const double end = std::max(m_gpuNs[size_t(rank)] + 3000, host + 3000);
            slice(rank, "cuda_runtime", "cudaDeviceSynchronize", R"("pid":100,"tid":100)", host, end - host, {});
            host = end + 2000;
            const double laterNs = m_options.stepsHaveWork ? 0 : 60e9;
            slice(rank, "user_annotation", "ProfilerStep#" + std::to_string(step + 10), R"("pid":100,"tid":100)",
                  begins[size_t(rank)] + laterNs, host - 1000 - begins[size_t(rank)], {});
        }
    }

    JobOptions m_options;
    std::mt19937 m_random;
    std::vector<double> m_gpuNs;  ///< when the GPU of each rank is free …
    std::vector<double> m_commNs; ///< … and its stream for collectives
    std::vector<std::string> m_events;
    std::vector<int64_t> m_correlation;
    std::vector<double> m_hostNs;
    std::vector<double> m_offsetNs, m_drift;
    std::map<std::string, int64_t> m_number;
};

} // namespace ws::test
