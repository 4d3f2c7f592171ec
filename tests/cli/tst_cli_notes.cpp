// Notes of a session file in a report.

#include "tests/cli/cliprocess.h"

namespace tst_cli_notes {

using namespace ws::test;

namespace {

const char *const trace = R"json({"traceEvents":[
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":1,"dur":5,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"norm","pid":0,"tid":7,"ts":9,"dur":2,"args":{"device":0,"stream":7}}
]})json";

class CliNotes : public CliTest
{
protected:
    std::string session(const std::string &where)
    {
        return file("s.warpscope",
                    R"({"warpscopeSession":1,"runs":[{"file":)" + where +
                        R"(,"originNs":0,"notes":[{"text":"<b>slow</b> here","time":[8000,10000],)"
                        R"("slice":{"row":"gpu","process":"0","thread":"7","startNs":8000,"name":"norm"}}]}]})");
    }
    std::string report(const std::string &notes)
    {
        const std::string out = path("out.md");
        const CliOutput done = cli({"report", path("a.json"), "-o", out, "--force", "--notes", notes});
        EXPECT_EQ(done.exitCode, 0) << done.err;
        return readAll(out);
    }
};

TEST_F(CliNotes, standInTheReportOfTheirFile)
{
    const std::string a = file("a.json", trace);
    const std::string text = report(session(R"({"absolute":")" + a + "\"}"));
    EXPECT_NE(text.find("Notes"), std::string::npos);
    EXPECT_NE(text.find("slow"), std::string::npos);
    EXPECT_NE(text.find("\\<b>slow"), std::string::npos) << "a note is no markup";
}

TEST_F(CliNotes, areFoundByTheContentOfAFileOfAnotherNameAndByNothingElse)
{
    file("a.json", trace);
    const std::string size = std::to_string(std::string(trace).size());
    EXPECT_EQ(report(session(R"({"absolute":"/x/b.json","size":)" + size + "}")).find("slow"), std::string::npos);
    EXPECT_EQ(
        report(session(R"({"absolute":"/x/b.json","size":)" + size + R"(,"sha256":")" + std::string(64, '0') + "\"}"))
            .find("slow"),
        std::string::npos);
}

TEST_F(CliNotes, aDamagedSessionIsSaid)
{
    const std::string a = file("a.json", trace);
    const CliOutput done = cli({"report", a, "-o", path("out.md"), "--notes", file("d.warpscope", "{}")});
    EXPECT_EQ(done.exitCode, 1);
    EXPECT_NE(done.err.find("session"), std::string::npos);
}

} // namespace

} // namespace tst_cli_notes
