#include "core/report/html/pagescript.h"

namespace ws {

const std::string_view pageStyle = R"css(
:root{color-scheme:light dark;--line:#8884;--soft:#8881;--link:#2a62b8}
@media(prefers-color-scheme:dark){:root{--link:#8ab4f8}}
body{font:15px/1.5 system-ui,"Noto Sans CJK SC","Microsoft YaHei",sans-serif;max-width:1180px;margin:24px auto;padding:0 20px;overflow-wrap:anywhere}
h1{font-size:26px;margin:0 0 4px}h2{font-size:20px;margin:36px 0 8px;border-bottom:1px solid var(--line)}h3{font-size:17px;margin:26px 0 6px}h4{font-size:15px;margin:20px 0 4px}
a{color:var(--link)}p{margin:6px 0}.lead{font-size:18px;margin:10px 0}li p{margin:0;opacity:.75}
dl{display:grid;grid-template-columns:max-content 1fr;gap:6px 18px;margin:12px 0}dt{font-weight:600}dd{margin:0}dd p{margin:0 0 4px}
figure{margin:12px 0;overflow-x:auto}figure svg{max-width:100%;min-width:680px;height:auto}figcaption{font-weight:600}.note{opacity:.75;font-size:13px}
.scroll{overflow-x:auto;max-height:70vh;overflow-y:auto;border:1px solid var(--line)}
table{border-collapse:separate;border-spacing:0;font-size:13px;width:100%}caption{text-align:left;font-weight:600;padding:6px 0}
th,td{padding:3px 8px;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
thead th{position:sticky;top:0;background:Canvas;z-index:1;white-space:nowrap}th:first-child,td:first-child{position:sticky;left:0;background:Canvas}thead th:first-child{z-index:2}td.n,th.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
td.l{min-width:220px;max-width:520px}tbody tr:hover{background:var(--soft)}
.rest td{font-weight:600}.js th[data-c]{cursor:pointer}th[aria-sort=ascending]::after{content:" \25B2"}th[aria-sort=descending]::after{content:" \25BC"}
.tools{display:none;margin:6px 0;gap:12px;align-items:center}.js .tools{display:flex}.tools input{font:inherit;padding:2px 6px;min-width:220px}
.js .key{cursor:pointer}.key.off{opacity:.35}nav a{margin-right:14px}summary{cursor:pointer}details:not([open])>div{display:none}td.w{white-space:nowrap}
@media(max-width:640px){body{padding:0 12px;margin:12px auto}h1{font-size:21px}.lead{font-size:16px}dl{display:block}dt{margin-top:8px}td.l{min-width:130px}.tools{flex-wrap:wrap}}
@media print{@page{size:A4 landscape;margin:12mm}:root{color-scheme:light;--line:#ccc}body{font-size:11px;max-width:none;margin:0;padding:0}.scroll{max-height:none;overflow:visible;border:0}.tools,nav{display:none!important}
table{font-size:8.5px}th,td{padding:2px 4px}thead th{position:static;white-space:normal}th:first-child,td:first-child{position:static}td.l{min-width:0;max-width:none}th.f{width:34%}.o{display:none}th{overflow-wrap:normal}th.n{white-space:normal}
tr,figure,li,dd{break-inside:avoid}h2,h3,h4,figcaption{break-after:avoid}figure{overflow:visible}figure svg{min-width:0}a{color:inherit;text-decoration:none}}
)css";

// Cells hold their raw number in data-v; a head says in data-div and data-u how a sum of its column is shown.
const std::string_view pageScript = R"js("use strict";
document.documentElement.classList.add("js");
const number = (value, digits) => value.toLocaleString("en-US", {maximumFractionDigits: digits}).replaceAll(",", "\u202f").replace("-", "\u2212");
const time = ns => {
  const units = [[1e9, "s"], [1e6, "ms"], [1e3, "\u00b5s"], [1, "ns"]], [per, unit] = units.find(u => ns >= u[0]) || units[3];
  return number(ns / per, 3) + "\u202f" + unit;
};
for (const box of document.querySelectorAll(".table")) {
  const table = box.querySelector("table"), body = table.tBodies[0], said = box.querySelector(".said");
  const heads = [...table.tHead.rows[0].cells], rows = [...body.rows], own = rows.filter(r => !r.classList.contains("rest"));
  const value = (row, c) => row.cells[c].dataset.v, text = (row, c) => row.cells[c].textContent;
  const isSum = heads.map((h, c) => c).filter(c => heads[c].dataset.sum);
  const times = isSum.filter(c => heads[c].dataset.u), sums = (times.length ? times : isSum).slice(0, 4);
  const say = () => {
    const left = own.filter(r => !r.hidden), fill = (text, ...parts) => text.replace(/%(\d)/g, (all, k) => parts[k - 1]);
    const shown = sums.map(c => {
      const total = left.reduce((s, r) => s + Number(value(r, c) || 0), 0) / Number(heads[c].dataset.div || 1);
      return fill(said.dataset.item, heads[c].dataset.title, number(total, 3) + (heads[c].dataset.u ? "\u202f" + heads[c].dataset.u : ""));
    });
    said.textContent = [fill(said.dataset.text, left.length, own.length), ...shown].join(" \u00b7 ");
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
      let x = Number(bar.dataset.x), left = 0;
      for (const part of bar.querySelectorAll(".part")) {
        const off = hidden.has(part.dataset.k), w = Number(part.dataset.w);
        part.style.display = off ? "none" : "";
        if (off) continue;
        part.querySelector("rect").setAttribute("x", x);
        const label = part.querySelector("text");
        if (label) label.setAttribute("x", x + w / 2);
        x += w;
        left += Number(part.dataset.ns);
      }
      const end = bar.querySelector(".sum");
      if (!end) continue;
      end.dataset.all ??= end.textContent;
      end.setAttribute("x", x + 6);
      end.textContent = hidden.size ? time(left) : end.dataset.all;
    }
  };
  for (const key of svg.querySelectorAll(".key")) {
    const toggle = () => {
      const name = key.dataset.k;
      if (hidden.has(name)) hidden.delete(name); else hidden.add(name);
      key.classList.toggle("off", hidden.has(name));
      key.setAttribute("aria-pressed", !hidden.has(name));
      draw();
    };
    key.setAttribute("role", "button");
    key.setAttribute("tabindex", "0");
    key.addEventListener("click", toggle);
    key.addEventListener("keydown", e => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); toggle(); } });
  }
}
)js";

} // namespace ws
