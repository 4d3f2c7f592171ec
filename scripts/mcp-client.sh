#!/usr/bin/env bash
# A client of the Model Context Protocol that others wrote, the public SDK, lists and calls every tool of `warpscope-cli mcp`
# and reads every resource. Outside of CI: it installs the SDK, pinned, from npm into a temporary folder.
# usage: scripts/mcp-client.sh PROGRAM [TRACE [SECOND_TRACE]]
set -euo pipefail
program=$(realpath "${1:?usage: scripts/mcp-client.sh PROGRAM [TRACE [SECOND_TRACE]]}")
source=$(cd "$(dirname "$0")/.." && pwd)
trace=$(realpath "${2:-$source/resources/sample/sample-decode.pt.trace.json.gz}")
other=$(realpath "${3:-$trace}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type": "module", "private": true}' >package.json
npm install --silent --no-audit --no-fund --save-exact @modelcontextprotocol/sdk@1.32.2
cat >client.js <<'JS'
import assert from "node:assert/strict";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { McpError } from "@modelcontextprotocol/sdk/types.js";

const [program, trace, other] = process.argv.slice(2);
const roots = [...new Set([path.dirname(trace), path.dirname(other)])].flatMap((folder) => ["--root", folder]);
const client = new Client({ name: "mcp-client", version: "1" });
await client.connect(new StdioClientTransport({ command: program, args: ["mcp", ...roots], stderr: "inherit" }));
assert.equal(client.getServerVersion().name, "warpscope");
assert.ok(client.getInstructions().length > 100);
await client.ping();

const { tools } = await client.listTools(); // the client checks every structured answer against the tool's output schema
const file = { file: trace };
const calls = {
  open: file, overview: file, fit: file, findings: file, steps: file, gaps: { ...file, limit: 5 }, kernels: { ...file, limits: true },
  modules: file, stages: { ...file, mapping: "default/any" }, limits: file, replay: { ...file, edits: ["cpu*0.5"] },
  compare: { a: trace, b: other }, ranks: { files: [trace] }, event: { ...file, slice: 0 }, picture: { ...file, width: 640, height: 480 },
  sql: { files: [trace], query: "SELECT name, count(*) AS calls, sum(duration_ns) AS total_ns FROM gpu GROUP BY name" },
};
for (const { name } of tools) {
  assert.ok(calls[name], `no call is known for the tool ${name}`);
  const result = await client.callTool({ name, arguments: calls[name] });
  assert.ok(!result.isError, `${name}: ${result.content[0].text}`);
  const answer = result.structuredContent;
  assert.equal(answer.tool, name);
  assert.ok(answer.answer !== null || answer.cannot_answer !== null, name);
  const size = JSON.stringify(answer).length;
  console.log(`${name}: ${size} characters${answer.cannot_answer ? ", cannot_answer: " + answer.cannot_answer.reason : ""}`);
}
const wrong = await client.callTool({ name: "overview", arguments: { file: "/etc/passwd" } });
assert.ok(wrong.isError);
await assert.rejects(client.callTool({ name: "none", arguments: {} }), McpError);

const { resources } = await client.listResources();
for (const { uri } of resources) {
  const { contents } = await client.readResource({ uri });
  assert.ok(contents[0].text.length > 100, uri);
}
await assert.rejects(client.readResource({ uri: "warpscope://none" }), McpError);
await client.close();
console.log(`${tools.length} tools called, ${resources.length} resources read`);
JS
node client.js "$program" "$trace" "$other"
