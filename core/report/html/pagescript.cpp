#include "core/report/html/pagescript.h"

namespace ws {

const std::string_view pageStyle = R"css(
:root{color-scheme:light dark;--line:#8884;--soft:#8881;--link:#2a62b8}
@media(prefers-color-scheme:dark){:root{--link:#8ab4f8}}
body{font:15px/1.5 system-ui,"Noto Sans CJK SC","Microsoft YaHei",sans-serif;max-width:1180px;margin:24px auto;padding:0 20px}
h1{font-size:26px;margin:0 0 4px}h2{font-size:20px;margin:36px 0 8px;border-bottom:1px solid var(--line)}h3{font-size:17px;margin:26px 0 6px}h4{font-size:15px;margin:20px 0 4px}
a{color:var(--link)}p{margin:6px 0}.lead{font-size:18px;margin:10px 0}li p{margin:0;opacity:.75}
figure{margin:12px 0}figure svg{max-width:100%;height:auto}figcaption{font-weight:600}.note{opacity:.75;font-size:13px}
.scroll{overflow-x:auto;max-height:70vh;overflow-y:auto;border:1px solid var(--line)}
table{border-collapse:collapse;font-size:13px;width:100%}caption{text-align:left;font-weight:600;padding:6px 0}
th,td{padding:3px 8px;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
thead th{position:sticky;top:0;background:Canvas;z-index:1;white-space:nowrap}td.n,th.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
td.l{min-width:220px;max-width:520px;overflow-wrap:anywhere}tbody tr:hover{background:var(--soft)}
.rest td{font-weight:600}.js th[data-c]{cursor:pointer}th[aria-sort=ascending]::after{content:" \25B2"}th[aria-sort=descending]::after{content:" \25BC"}
.tools{display:none;margin:6px 0;gap:12px;align-items:center}.js .tools{display:flex}.tools input{font:inherit;padding:2px 6px;min-width:220px}
.js .key{cursor:pointer}.key.off{opacity:.35}nav a{margin-right:14px}summary{cursor:pointer}
@media print{.scroll{max-height:none;overflow:visible}.tools{display:none!important}}
)css";

// Cells hold their raw number in data-v; a head says in data-div and data-u how a sum of its column is shown.
const std::string_view pageScript = R"js("use strict";
document.documentElement.classList.add("js");
for (const box of document.querySelectorAll(".table")) {
  const table = box.querySelector("table"), body = table.tBodies[0], said = box.querySelector(".said");
  const heads = [...table.tHead.rows[0].cells], rows = [...body.rows], own = rows.filter(r => !r.classList.contains("rest"));
  const value = (row, c) => row.cells[c].dataset.v, text = (row, c) => row.cells[c].textContent;
  let sum = heads.findIndex(h => h.dataset.sum && h.dataset.u);
  if (sum < 0) sum = heads.findIndex(h => h.dataset.sum);
  const say = () => {
    const left = own.filter(r => !r.hidden);
    let words = said.dataset.text.replace("%1", left.length).replace("%2", own.length);
    if (sum >= 0) {
      const total = left.reduce((s, r) => s + Number(value(r, sum) || 0), 0) / Number(heads[sum].dataset.div || 1);
      words += ", " + heads[sum].dataset.title + " " + total.toLocaleString("en-US", {maximumFractionDigits: 3}).replaceAll(",", "\u202f") + "\u202f" + (heads[sum].dataset.u || "");
    }
    said.textContent = words;
  };
  const input = box.querySelector("input");
  input.addEventListener("input", () => {
    const wanted = input.value.toLowerCase();
    for (const row of own) row.hidden = wanted !== "" && !row.textContent.toLowerCase().includes(wanted);
    say();
  });
  heads.forEach((head, c) => {
    const sort = () => {
      const down = head.getAttribute("aria-sort") !== "descending";
      heads.forEach(h => h.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const sign = down ? -1 : 1;
      own.sort((a, b) => {
        const x = value(a, c), y = value(b, c);
        if (x === undefined && y === undefined) return sign * text(a, c).localeCompare(text(b, c));
        if (x === undefined) return 1;
        if (y === undefined) return -1;
        return sign * (Number(x) - Number(y));
      });
      body.prepend(...own);
    };
    head.tabIndex = 0;
    head.addEventListener("click", sort);
    head.addEventListener("keydown", e => { if (e.key === "Enter") sort(); });
  });
  say();
}
for (const svg of document.querySelectorAll("figure svg")) {
  const hidden = new Set();
  const draw = () => {
    for (const bar of svg.querySelectorAll(".bar")) {
      let x = Number(bar.dataset.x);
      for (const part of bar.querySelectorAll(".part")) {
        const off = hidden.has(part.dataset.k), w = Number(part.dataset.w);
        part.style.display = off ? "none" : "";
        if (off) continue;
        part.querySelector("rect").setAttribute("x", x);
        const label = part.querySelector("text");
        if (label) label.setAttribute("x", x + w / 2);
        x += w;
      }
      const end = bar.querySelector(".sum");
      if (end) { end.setAttribute("x", x + 6); end.style.display = hidden.size ? "none" : ""; }
    }
  };
  for (const key of svg.querySelectorAll(".key"))
    key.addEventListener("click", () => {
      const name = key.dataset.k;
      if (hidden.has(name)) hidden.delete(name); else hidden.add(name);
      key.classList.toggle("off", hidden.has(name));
      draw();
    });
}
)js";

} // namespace ws
