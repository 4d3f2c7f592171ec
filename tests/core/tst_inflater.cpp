// The inflater against zlib: the same bytes from whole, cut and damaged data, whatever the sizes it is called with.

#include "core/io/inflater.h"
#include "tests/support/packed.h"
#include "tests/support/repetitions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using namespace ws;
using namespace ws::test;

namespace {

struct Unpacked
{
    std::string text;
    bool ended = false, damaged = false;
};

Unpacked byZlib(const std::string &packed)
{
    Unpacked result;
    z_stream z{};
    inflateInit2(&z, 15 + 16);
    z.next_in = reinterpret_cast<unsigned char *>(const_cast<char *>(packed.data()));
    z.avail_in = static_cast<uInt>(packed.size());
    char buffer[4096];
    int code = Z_OK;
    while (code == Z_OK) {
        z.next_out = reinterpret_cast<unsigned char *>(buffer);
        z.avail_out = sizeof buffer;
        code = inflate(&z, Z_NO_FLUSH);
        result.text.append(buffer, sizeof buffer - z.avail_out);
    }
    result.ended = code == Z_STREAM_END;
    result.damaged = code != Z_STREAM_END && code != Z_BUF_ERROR;
    inflateEnd(&z);
    return result;
}

Unpacked byInflater(const std::string &packed, size_t inputStep, size_t outputStep)
{
    Unpacked result;
    Inflater inflater(Inflater::Wrapper::Gzip);
    std::string buffer(outputStep, '\0');
    for (size_t at = 0; !result.ended && !result.damaged;) {
        if (inflater.inputLeft() == 0 && at < packed.size()) {
            const size_t size = std::min(inputStep, packed.size() - at);
            inflater.setInput(reinterpret_cast<const unsigned char *>(packed.data()) + at, size);
            at += size;
        }
        const bool last = at == packed.size() && inflater.inputLeft() == 0;
        char *out = buffer.data();
        const auto status = inflater.run(out, buffer.data() + buffer.size());
        result.text.append(buffer.data(), out);
        result.ended = status == Inflater::Status::MemberEnd;
        result.damaged = status == Inflater::Status::Damaged;
        if (last && out == buffer.data() && status == Inflater::Status::More)
            break;
    }
    return result;
}

std::string traceLike(size_t size)
{
    std::mt19937 random(7);
    std::string text = "{\"traceEvents\": [\n";
    while (text.size() < size)
        text += "  {\"ph\": \"X\", \"cat\": \"kernel\", \"ts\": " + std::to_string(random()) +
                ", \"dur\": " + std::to_string(random() % 1000) + ", \"name\": \"gemm_" + std::to_string(random() % 9) +
                "\"},\n";
    return text;
}

void expectSame(const Unpacked &got, const Unpacked &wanted, const std::string &what)
{
    EXPECT_EQ(got.text == wanted.text, true) << what << ": " << got.text.size() << " instead of " << wanted.text.size();
    EXPECT_EQ(got.ended, wanted.ended) << what;
    EXPECT_EQ(got.damaged, wanted.damaged) << what;
}

} // namespace

TEST(Inflater, givesWhatZlibGivesForEveryKindOfBlock)
{
    const std::string text = traceLike(size_t(repetitions(300'000)));
    const std::string packed[] = {gzipped(text, 6),
                                  gzipped(text, 1),
                                  gzipped(text, 0),
                                  gzipped(text, 9, Z_FIXED),
                                  gzipped(text, 6, Z_HUFFMAN_ONLY),
                                  gzipped("", 6)};
    for (const std::string &file : packed)
        for (size_t inputStep : {size_t(1), size_t(7), size_t(100'000), file.size()})
            for (size_t outputStep : {size_t(1), size_t(1000), size_t(65'536), size_t(1 << 20)})
                expectSame(byInflater(file, inputStep, outputStep), byZlib(file),
                           std::to_string(inputStep) + " " + std::to_string(outputStep));
}

TEST(Inflater, aCutGivesAllThatCanBeDecodedWhereverItIs)
{
    const std::string packed = gzipped(traceLike(6'000), 6);
    for (size_t size = 0; size < packed.size(); ++size)
        expectSame(byInflater(packed.substr(0, size), 64, 512), byZlib(packed.substr(0, size)), std::to_string(size));
}

TEST(Inflater, aDamagedByteIsNoticedAsByZlibAndCostsNothingBeforeIt)
{
    const std::string text = traceLike(6'000);
    const std::string packed = gzipped(text, 6);
    for (size_t at = 10; at < packed.size(); ++at)
        for (unsigned flip : {0x01u, 0x80u, 0xffu}) {
            std::string file = packed;
            file[at] = static_cast<char>(static_cast<unsigned char>(file[at]) ^ flip);
            const Unpacked got = byInflater(file, 1000, 700), wanted = byZlib(file);
            EXPECT_EQ(got.ended, wanted.ended) << at << " of " << packed.size();
            const size_t common = static_cast<size_t>(
                std::mismatch(got.text.begin(), got.text.end(), wanted.text.begin(), wanted.text.end()).first -
                got.text.begin());
            EXPECT_EQ(common, std::min(got.text.size(), wanted.text.size())) << at;
            EXPECT_GE(got.text.size() + 300, wanted.text.size()) << at << ", flip " << flip;
        }
}

TEST(Inflater, continuesFromASavedStateAnywhere)
{
    const std::string text = traceLike(400'000);
    const std::string packed = gzipped(text, 6);
    Inflater inflater(Inflater::Wrapper::Gzip);
    const auto *bytes = reinterpret_cast<const unsigned char *>(packed.data());
    inflater.setInput(bytes, packed.size());
    std::string buffer(10'007, '\0');
    size_t unpacked = 0;
    for (auto status = Inflater::Status::More; status == Inflater::Status::More;) {
        char *out = buffer.data();
        status = inflater.run(out, buffer.data() + buffer.size());
        unpacked += static_cast<size_t>(out - buffer.data());
        if (status != Inflater::Status::More)
            break;
        Inflater again(Inflater::Wrapper::Gzip);
        again.restore(inflater.save());
        again.setInput(inflater.input(), inflater.inputLeft());
        std::string rest(text.size() - unpacked, '\0');
        char *at = rest.data();
        auto end = Inflater::Status::More;
        for (int calls = 0; end == Inflater::Status::More && calls < 3; ++calls)
            end = again.run(at, rest.data() + rest.size());
        ASSERT_EQ(end, Inflater::Status::MemberEnd) << unpacked;
        ASSERT_TRUE(rest == text.substr(unpacked)) << unpacked;
    }
    EXPECT_EQ(unpacked, text.size());
}

TEST(Inflater, readsEveryOptionalFieldOfAGzipHeader)
{
    const std::string text = traceLike(5'000);
    const std::string plain = gzipped(text);
    const std::string extra("\x06\x00"
                            "BC\x02\x00\x7f\x03",
                            8); // as bgzip writes it
    std::string header = plain.substr(0, 10);
    header[3] = 2 | 4 | 8 | 16; // header checksum, extra, name, comment
    header += extra + "trace.json" + '\0' + std::string(70'000, 'c') + '\0';
    const auto sum = crc32(0, reinterpret_cast<const unsigned char *>(header.data()), static_cast<uInt>(header.size()));
    header += static_cast<char>(sum & 0xff);
    header += static_cast<char>(sum >> 8 & 0xff);
    const std::string file = header + plain.substr(10);
    ASSERT_EQ(byZlib(file).text.size(), text.size());
    std::string damaged = file;
    damaged[100] = 'C'; // in the comment: only the header's checksum can tell
    for (size_t inputStep : {size_t(1), size_t(5), size_t(1000), file.size()}) {
        expectSame(byInflater(file, inputStep, 4096), byZlib(file), std::to_string(inputStep));
        expectSame(byInflater(damaged, inputStep, 4096), byZlib(damaged), std::to_string(inputStep));
    }
}
