<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>App</name>
    <message>
        <source>Job</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>About Warpscope</source>
        <translation>关于 Warpscope</translation>
    </message>
    <message>
        <source>Warpscope %1: viewer for GPU profiler traces</source>
        <translation>Warpscope %1：GPU 性能剖析跟踪查看器</translation>
    </message>
    <message>
        <source>Free software under the GNU General Public License, version 3 or later. It comes with no warranty.</source>
        <translation>自由软件，遵循 GNU 通用公共许可证第 3 版或更新版本，不提供任何担保。</translation>
    </message>
    <message>
        <source>As the d&amp;esktop</source>
        <translation>跟随桌面(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>picture to write: .svg, .png or .pdf</source>
        <translation>要写入的图片：.svg、.png 或 .pdf</translation>
    </message>
    <message>
        <source>engine/model or FILE#engine/model; once, or once per FILE</source>
        <translation>engine/model 或 文件#engine/model；一次，或每个文件一次</translation>
    </message>
    <message>
        <source>name of the k-th FILE&apos;s bar</source>
        <translation>第 k 个文件的柱的名称</translation>
    </message>
    <message>
        <source>seconds of the k-th FILE without profiling, or “span” for the recording</source>
        <translation>第 k 个文件不做性能分析时的秒数，或用“span”表示记录的时长</translation>
    </message>
    <message>
        <source>elapsed time per “device” or over the “whole” trace</source>
        <translation>按设备（device）或对整个跟踪（whole）计算净用时</translation>
    </message>
    <message>
        <source>which of them: “costliest” (default), “first” or “spread”</source>
        <translation>选哪些：costliest（默认）、first 或 spread</translation>
    </message>
    <message>
        <source>layerwise profiles: “kernels” (default) or “modules”</source>
        <translation>逐层剖析：kernels（默认）或 modules</translation>
    </message>
    <message>
        <source>stages, substages (default) or kernels</source>
        <translation>stages、substages（默认）或 kernels</translation>
    </message>
    <message>
        <source>merge what is below this percentage (default 1)</source>
        <translation>合并低于此百分比的部分（默认 1）</translation>
    </message>
    <message>
        <source>draw the largest N parts, merge the others (default 30)</source>
        <translation>只画最大的 N 个部分，其余合并（默认 30）</translation>
    </message>
    <message>
        <source>shares instead of times</source>
        <translation>显示占比而不是时间</translation>
    </message>
    <message>
        <source>light (default) or dark</source>
        <translation>light（默认）或 dark</translation>
    </message>
    <message>
        <source>title of the chart</source>
        <translation>图的标题</translation>
    </message>
    <message>
        <source>size in px (default 960x600)</source>
        <translation>尺寸，单位 px（默认 960x600）</translation>
    </message>
    <message>
        <source>PNG: pixels per px (default 2)</source>
        <translation>PNG：每 px 的像素数（默认 2）</translation>
    </message>
    <message>
        <source>no background</source>
        <translation>无背景</translation>
    </message>
    <message>
        <source>replace OUT when it exists</source>
        <translation>输出文件已存在时替换</translation>
    </message>
    <message>
        <source>; --force replaces it</source>
        <translation>；--force 可替换它</translation>
    </message>
    <message>
        <source>usage: warpscope chart FILE… -o OUT.svg|OUT.png|OUT.pdf</source>
        <translation>用法：warpscope chart 文件… -o 输出.svg|输出.png|输出.pdf</translation>
    </message>
    <message>
        <source>more --%1 than FILEs</source>
        <translation>--%1 的个数多于文件</translation>
    </message>
    <message>
        <source>one --mapping for all FILEs, or one for each</source>
        <translation>--mapping 要么全部文件共用一个，要么每个文件一个</translation>
    </message>
    <message>
        <source>--level takes stages, substages or kernels</source>
        <translation>--level 可取 stages、substages 或 kernels</translation>
    </message>
    <message>
        <source>--theme takes light or dark</source>
        <translation>--theme 可取 light 或 dark</translation>
    </message>
    <message>
        <source>--sweep takes device or whole</source>
        <translation>--sweep 可取 device 或 whole</translation>
    </message>
    <message>
        <source>--by takes run, step, phase or rank</source>
        <translation>--by 可取 run、step、phase 或 rank</translation>
    </message>
    <message>
        <source>--total-sec is a run&apos;s: it does not go with --by %1</source>
        <translation>--total-sec 属于整个运行，不能与 --by %1 同用</translation>
    </message>
    <message>
        <source>--bars takes a number from 1 to 2000</source>
        <translation>--bars 可取 1 到 2000 的整数</translation>
    </message>
    <message>
        <source>--pick takes costliest, first or spread</source>
        <translation>--pick 可取 costliest、first 或 spread</translation>
    </message>
    <message>
        <source>--parts takes kernels or modules</source>
        <translation>--parts 可取 kernels 或 modules</translation>
    </message>
    <message>
        <source>--size takes a size such as 960x600, from 200x120 to 20000x20000</source>
        <translation>--size 取如 960x600 的尺寸，从 200x120 到 20000x20000</translation>
    </message>
    <message>
        <source>--scale takes a number from 0.1 on, for a picture of at most 400 megapixels</source>
        <translation>--scale 取不小于 0.1 的数，图片最大 4 亿像素</translation>
    </message>
    <message>
        <source>--top takes a number from 1 on</source>
        <translation>--top 可取从 1 起的整数</translation>
    </message>
    <message>
        <source>--other-below takes a percentage</source>
        <translation>--other-below 取一个百分数</translation>
    </message>
    <message>
        <source>%1: no GPU work in this file, so there is nothing to chart</source>
        <translation>%1：文件中没有 GPU 工作，无图可绘</translation>
    </message>
    <message>
        <source>--total-sec takes seconds or “span”</source>
        <translation>--total-sec 取秒数或“span”</translation>
    </message>
    <message>
        <source>--total-sec is a whole run&apos;s, and %1 has %2 parts: name one, FILE#PART</source>
        <translation>--total-sec 针对整个运行，而 %1 有 %2 个部分：请用 FILE#PART 指定其中一个</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: no --total-sec is given for it, so it has no CPU(non-GPU)</source>
        <translation>%1：没有为它给出 --total-sec，因此没有 CPU(non-GPU)</translation>
    </message>
    <message>
        <source>--bars and --pick choose among steps, phases or ranks: add --by</source>
        <translation>--bars 和 --pick 用于在步骤、阶段或 rank 中选择：请加上 --by</translation>
    </message>
    <message>
        <source>Writes the stage chart of one or more profiles, one bar each.</source>
        <translation>把一个或多个性能数据画成阶段图，每个一根柱。</translation>
    </message>
    <message>
        <source>Profiles, or FILE#PART.</source>
        <translation>性能数据文件，或 文件#部分。</translation>
    </message>
    <message>
        <source>Usage: %1</source>
        <translation>用法：%1</translation>
    </message>
    <message>
        <source>what a file is and what it holds</source>
        <translation>文件是什么、包含什么</translation>
    </message>
    <message>
        <source>per kernel name: count, times, percentiles, share</source>
        <translation>按 kernel 名称：次数、时间、百分位数、占比</translation>
    </message>
    <message>
        <source>the module tree: which layer costs what</source>
        <translation>模块树：每一层的耗时</translation>
    </message>
    <message>
        <source>per operator: calls, self and total CPU and device time</source>
        <translation>按算子：调用次数，自身与总计的 CPU 和设备时间</translation>
    </message>
    <message>
        <source>steps of an engine or a training loop and their GPU work</source>
        <translation>推理引擎或训练循环的步骤及其 GPU 工作</translation>
    </message>
    <message>
        <source>a text table (torch, nsys, ncu, Ascend) as numbers</source>
        <translation>文本表格（torch、nsys、ncu、Ascend）的数值</translation>
    </message>
    <message>
        <source>time per stage and substage, as a mapping of kernel names has them</source>
        <translation>按 kernel 名称映射得到的各阶段和子阶段的时间</translation>
    </message>
    <message>
        <source>built-in and own stage mappings</source>
        <translation>内置的和自己的阶段映射</translation>
    </message>
    <message>
        <source>usage: warpscope-cli COMMAND FILE…   (FILE#PART names one part of a file)</source>
        <translation>用法：warpscope-cli 命令 文件…   （文件#部分 表示文件的一个部分）</translation>
    </message>
    <message>
        <source>the output could not be written</source>
        <translation>无法写入输出</translation>
    </message>
    <message>
        <source>usage:</source>
        <translation>用法：</translation>
    </message>
    <message>
        <source>show this help</source>
        <translation>显示此帮助</translation>
    </message>
    <message>
        <source>a FILE is missing</source>
        <translation>缺少文件</translation>
    </message>
    <message>
        <source>too many FILEs: “%1”</source>
        <translation>文件太多：“%1”</translation>
    </message>
    <message>
        <source>a command is missing; --help lists them</source>
        <translation>缺少命令；--help 会列出全部命令</translation>
    </message>
    <message>
        <source>there is no command “%1”; --help lists them</source>
        <translation>没有命令“%1”；--help 会列出全部命令</translation>
    </message>
    <message>
        <source>print CSV, times in integer nanoseconds</source>
        <translation>输出 CSV，时间为整数纳秒</translation>
    </message>
    <message>
        <source>%1: no GPU work in this file, so there are no kernels to list</source>
        <translation>%1：此文件中没有 GPU 工作，因此没有 kernel 可列出</translation>
    </message>
    <message>
        <source>mapping</source>
        <translation>映射</translation>
    </message>
    <message>
        <source>rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>from</source>
        <translation>来自</translation>
    </message>
    <message>
        <source>built in</source>
        <translation>内置</translation>
    </message>
    <message>
        <source>%1: %2 rules, %3</source>
        <translation>%1：%2 条规则，%3</translation>
    </message>
    <message>
        <source>flat form</source>
        <translation>平面形式</translation>
    </message>
    <message>
        <source>nested form</source>
        <translation>嵌套形式</translation>
    </message>
    <message>
        <source>list, show NAME or check FILE was expected</source>
        <translation>应为 list、show 名称 或 check 文件</translation>
    </message>
    <message>
        <source>print JSON, times in integer nanoseconds</source>
        <translation>输出 JSON，时间为整数纳秒</translation>
    </message>
    <message>
        <source>summary (merged) or model (each instance)</source>
        <translation>summary（合并）或 model（每个实例）</translation>
    </message>
    <message>
        <source>list each instance of a module class</source>
        <translation>列出模块类的每个实例</translation>
    </message>
    <message>
        <source>stack: launches inside a module&apos;s slice on its thread; all: also backward threads and operators</source>
        <translation>stack：同一线程上模块切片内的启动；all：还包括反向线程和算子</translation>
    </message>
    <message>
        <source>--view is summary or model, not “%1”</source>
        <translation>--view 应为 summary 或 model，而不是“%1”</translation>
    </message>
    <message>
        <source>--attribution is stack or all, not “%1”</source>
        <translation>--attribution 应为 stack 或 all，而不是“%1”</translation>
    </message>
    <message>
        <source>a row per name and input shapes</source>
        <translation>每个名称和输入形状一行</translation>
    </message>
    <message>
        <source>the file holds no operators (cpu_op); `summary` says what it holds</source>
        <translation>文件没有算子（cpu_op）；`summary` 会说明它包含什么</translation>
    </message>
    <message>
        <source>engine/model or FILE#engine/model; once per FILE, or once</source>
        <translation>engine/model 或 文件#engine/model；每个文件一次，或共一次</translation>
    </message>
    <message>
        <source>name of the k-th FILE</source>
        <translation>第 k 个文件的名称</translation>
    </message>
    <message>
        <source>seconds of the k-th FILE without profiling, or “span” for the recording: gives the row CPU(non-GPU)</source>
        <translation>第 k 个文件不做性能分析时的秒数，或用“span”表示记录的时长：得到 CPU(non-GPU) 一行</translation>
    </message>
    <message>
        <source>elapsed time per “device” (default with several) or over the “whole” trace</source>
        <translation>按设备（device，多设备时默认）或对整个跟踪（whole）计算净用时</translation>
    </message>
    <message>
        <source>per “run” (default), “step”, “phase” or “rank”</source>
        <translation>按 run（默认）、step、phase 或 rank</translation>
    </message>
    <message>
        <source>print gputrc2graph&apos;s result.csv</source>
        <translation>输出 gputrc2graph 的 result.csv</translation>
    </message>
    <message>
        <source>print gputrc2graph&apos;s pivot as CSV</source>
        <translation>以 CSV 输出 gputrc2graph 的透视表</translation>
    </message>
    <message>
        <source>round seconds as gputrc2graph does</source>
        <translation>像 gputrc2graph 一样对秒数取舍</translation>
    </message>
    <message>
        <source>write to this file instead</source>
        <translation>写入此文件</translation>
    </message>
    <message>
        <source>mapping %1: %2</source>
        <translation>映射 %1：%2</translation>
    </message>
    <message>
        <source>%1 (%2 times)</source>
        <translation>%1（%2 次）</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>substage</source>
        <translation>子阶段</translation>
    </message>
    <message>
        <source>count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>total (%1)</source>
        <translation>总计（%1）</translation>
    </message>
    <message>
        <source>elapsed (%1)</source>
        <translation>净用时（%1）</translation>
    </message>
    <message>
        <source>% of elapsed</source>
        <translation>占净用时 %</translation>
    </message>
    <message>
        <source>all GPU work</source>
        <translation>全部 GPU 工作</translation>
    </message>
    <message>
        <source>elapsed = total: no timeline in the file</source>
        <translation>净用时 = 总计：文件中没有时间线</translation>
    </message>
    <message>
        <source>elapsed per device</source>
        <translation>按设备计净用时</translation>
    </message>
    <message>
        <source>elapsed over the whole trace</source>
        <translation>整个跟踪的净用时</translation>
    </message>
    <message>
        <source>   mapping %1, %2</source>
        <translation>   映射 %1，%2</translation>
    </message>
    <message>
        <source>--total-sec is a run&apos;s: it does not go with --by</source>
        <translation>--total-sec 属于整个运行，不能与 --by 同用</translation>
    </message>
    <message>
        <source>%1: no GPU work in this file, so it has no stages</source>
        <translation>%1：此文件没有 GPU 工作，因此没有阶段</translation>
    </message>
    <message>
        <source>no annotation of a step is in the file (vLLM, SGLang, ProfilerStep …)</source>
        <translation>文件中没有步骤标注（vLLM、SGLang、ProfilerStep 等）</translation>
    </message>
    <message>
        <source>the first %1 of %2 steps</source>
        <translation>%2 个步骤中的前 %1 个</translation>
    </message>
    <message>
        <source>only one of --csv, --json, --pivot</source>
        <translation>--csv、--json、--pivot 只能选一个</translation>
    </message>
    <message>
        <source>--sweep takes “device” or “whole”</source>
        <translation>--sweep 可取“device”或“whole”</translation>
    </message>
    <message>
        <source>%1 activities in %2: busy %3 = compute %4 + exposed communication %5 + exposed copies %6; idle %7 (of the span)</source>
        <translation>%2 内 %1 个活动：忙碌 %3 = 计算 %4 + 未掩盖的通信 %5 + 未掩盖的拷贝 %6；空闲 %7（占跨度）</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>  device %1</source>
        <translation>  设备 %1</translation>
    </message>
    <message>
        <source>% of busy</source>
        <translation>占忙碌时间 %</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>… and %1 more names</source>
        <translation>… 还有 %1 个名称</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>, cut: see below</source>
        <translation>，被截断：见下文</translation>
    </message>
    <message>
        <source>events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>%1, slices %2, tracks %3, over %4</source>
        <translation>%1，切片 %2，轨道 %3，时长 %4</translation>
    </message>
    <message>
        <source>modules</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>%1 calls, %2 names, %3 deep</source>
        <translation>%1 次调用，%2 个名称，%3 层深</translation>
    </message>
    <message>
        <source>table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>%1 %2, %3 rows</source>
        <translation>%1 %2，%3 行</translation>
    </message>
    <message>
        <source>phase</source>
        <translation>推理阶段</translation>
    </message>
    <message>
        <source>note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>print JSON</source>
        <translation>输出 JSON</translation>
    </message>
    <message>
        <source>there is no table %1; the file holds %2</source>
        <translation>没有表格 %1；文件包含 %2</translation>
    </message>
    <message>
        <source>print CSV, numbers raw; several tables with a blank line between them</source>
        <translation>输出 CSV，数字为原值；多个表格之间空一行</translation>
    </message>
    <message>
        <source>only the N-th table of the file</source>
        <translation>只取文件的第 N 个表格</translation>
    </message>
    <message>
        <source>The panel in front holds no table; choose the Kernels tab first.</source>
        <translation>最前面的面板没有表格；请先选择“Kernel”标签页。</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>CSV for spreadsheets: an apostrophe before text that begins with = + - @ (*.csv)</source>
        <translation>供电子表格使用的 CSV：以 = + - @ 开头的文本前加撇号 (*.csv)</translation>
    </message>
    <message>
        <source>Export table</source>
        <translation>导出表格</translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>无法写入 %1:%2</translation>
    </message>
    <message>
        <source>Zoom at the cursor</source>
        <translation>以光标为中心缩放</translation>
    </message>
    <message>
        <source>Ctrl+wheel, W / S, + / −, pinch</source>
        <translation>Ctrl+滚轮、W / S、+ / −、双指捏合</translation>
    </message>
    <message>
        <source>Pan</source>
        <translation>平移</translation>
    </message>
    <message>
        <source>A / D, ← / →, Shift+wheel, Shift+drag, middle-drag; the wheel scrolls rows</source>
        <translation>A / D、← / →、Shift+滚轮、Shift+拖动、中键拖动；滚轮滚动各行</translation>
    </message>
    <message>
        <source>Work of the same name</source>
        <translation>同名的工作</translation>
    </message>
    <message>
        <source>H highlights it in all rows, I lists all instances; in tables O shows only it in all views</source>
        <translation>H 在所有行中突出显示，I 列出全部实例；在表格中 O 让所有视图仅看它</translation>
    </message>
    <message>
        <source>Rows of Python frames</source>
        <translation>Python 帧的行</translation>
    </message>
    <message>
        <source>P</source>
        <translation>P</translation>
    </message>
    <message>
        <source>“warpscope chart FILE… -o OUT” draws the stage chart without a display.</source>
        <translation>“warpscope chart 文件… -o 输出”无需显示器即可绘制阶段图。</translation>
    </message>
    <message>
        <source>profiles, each with its engine, model and seconds without profiling</source>
        <translation>各剖析文件，及其引擎、模型和未剖析时的秒数</translation>
    </message>
    <message>
        <source>the folder to write to: this one if none is named</source>
        <translation>输出文件夹；未指定则为当前文件夹</translation>
    </message>
    <message>
        <source>the program that exports .nsys-rep files</source>
        <translation>导出 .nsys-rep 文件的程序</translation>
    </message>
    <message>
        <source>a folder of mappings as the script has them, *.json</source>
        <translation>存放脚本所用映射（*.json）的文件夹</translation>
    </message>
    <message>
        <source>Select a range</source>
        <translation>选择时间范围</translation>
    </message>
    <message>
        <source>Drag; its ends snap to slices (not with Ctrl or Alt); all panels follow; Shift+R: that of the selected slice; R zooms to it; Esc clears it</source>
        <translation>拖动；两端会吸附到切片边缘（按住 Ctrl 或 Alt 时不吸附）；所有面板随之更新；Shift+R：取所选切片的范围；R 缩放到该范围；Esc 清除</translation>
    </message>
    <message>
        <source>Select a slice</source>
        <translation>选择切片</translation>
    </message>
    <message>
        <source>Click; F centres, then fits; double-click zooms to it; Enter shows its details</source>
        <translation>单击；F 居中，再按适合窗口；双击放大到该切片；Enter 显示详情</translation>
    </message>
    <message>
        <source>Whole run, GPU work</source>
        <translation>整个运行、GPU 工作</translation>
    </message>
    <message>
        <source>Next / previous on the row</source>
        <translation>同一行的下一个 / 上一个</translation>
    </message>
    <message>
        <source>. and , ; of the same name: N / Shift+N</source>
        <translation>. 和 ,；同名切片：N / Shift+N</translation>
    </message>
    <message>
        <source>Launch ↔ kernel</source>
        <translation>启动调用 ↔ kernel</translation>
    </message>
    <message>
        <source>] and [ ; arrows are drawn for the selection</source>
        <translation>] 和 [；为所选切片画出箭头</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>M sets a mark; the range&apos;s length is shown while dragging</source>
        <translation>M 设置标记；拖动时显示范围长度</translation>
    </message>
    <message>
        <source>Idle time</source>
        <translation>空闲时间</translation>
    </message>
    <message>
        <source>Into a part of the stage chart</source>
        <translation>进入阶段图的某一部分</translation>
    </message>
    <message>
        <source>From a step&apos;s bar to the timeline</source>
        <translation>从步骤的柱到时间线</translation>
    </message>
    <message>
        <source>Double-click on its name, Ctrl+double-click on the bar, its menu, or Ctrl+Enter in the table; back: menu of the annotation</source>
        <translation>双击柱下的名称、Ctrl+双击柱、柱的菜单，或在表中按 Ctrl+Enter；反向：标注的菜单</translation>
    </message>
    <message>
        <source>Rule for a kernel</source>
        <translation>为 kernel 建规则</translation>
    </message>
    <message>
        <source>The menu of a slice, a table&apos;s row or the selection</source>
        <translation>切片、表格行或选中内容的菜单</translation>
    </message>
    <message>
        <source>Pin, hide, filter, collapse rows</source>
        <translation>固定、隐藏、筛选、折叠行</translation>
    </message>
    <message>
        <source>The row&apos;s header and its menu</source>
        <translation>行标题及其菜单</translation>
    </message>
    <message>
        <source>From panel to panel</source>
        <translation>在面板之间切换</translation>
    </message>
    <message>
        <source>Ctrl+Tab / Ctrl+Shift+Tab, Ctrl+PgDn / Ctrl+PgUp; Alt+1 … Alt+9: the first … ninth</source>
        <translation>Ctrl+Tab / Ctrl+Shift+Tab、Ctrl+PgDn / Ctrl+PgUp；Alt+1 … Alt+9：第一个 … 第九个</translation>
    </message>
    <message>
        <source>Show everything again</source>
        <translation>重新显示全部</translation>
    </message>
    <message>
        <source>Shift+Esc: no range, no single module, nothing highlighted</source>
        <translation>Shift+Esc：不限范围、不限模块、不突出显示</translation>
    </message>
    <message>
        <source>Read the file again</source>
        <translation>重新读取文件</translation>
    </message>
    <message>
        <source>F5: range and selection stay</source>
        <translation>F5：保留范围和选择</translation>
    </message>
    <message>
        <source>This table</source>
        <translation>本表</translation>
    </message>
    <message>
        <source>? or F1</source>
        <translation>? 或 F1</translation>
    </message>
    <message>
        <source>Keys and gestures</source>
        <translation>按键与手势</translation>
    </message>
    <message>
        <source>Language of the program, for example zh_CN or en.</source>
        <translation>程序语言，例如 zh_CN 或 en。</translation>
    </message>
    <message>
        <source>Colours: system, light or dark.</source>
        <translation>配色：system、light 或 dark。</translation>
    </message>
    <message>
        <source>Panel to show first, for example kernels or file.</source>
        <translation>首先显示的面板，例如 kernels 或 file。</translation>
    </message>
    <message>
        <source>Save a picture of the window to &lt;file&gt; and quit.</source>
        <translation>将窗口图像保存到 &lt;file&gt; 后退出。</translation>
    </message>
    <message>
        <source>Size of the window, for --screenshot.</source>
        <translation>窗口大小，用于 --screenshot。</translation>
    </message>
    <message>
        <source>Select the first slice whose name contains &lt;text&gt;, for --screenshot.</source>
        <translation>选中名称包含 &lt;text&gt; 的第一个切片，用于 --screenshot。</translation>
    </message>
    <message>
        <source>Range in ms such as 12.5-20, for --screenshot.</source>
        <translation>以毫秒表示的范围，例如 12.5-20，用于 --screenshot。</translation>
    </message>
    <message>
        <source>Viewer for GPU profiler traces.</source>
        <translation>GPU 性能剖析跟踪查看器。</translation>
    </message>
    <message>
        <source>--tab: expected one of %1</source>
        <translation>--tab：应为以下之一：%1</translation>
    </message>
    <message>
        <source>--size: expected a size such as 1280x720</source>
        <translation>--size：应为尺寸，例如 1280x720</translation>
    </message>
    <message>
        <source>--range: expected a range in ms such as 12.5-20</source>
        <translation>--range：应为以毫秒表示的范围，例如 12.5-20</translation>
    </message>
    <message>
        <source>--theme: expected system, light or dark</source>
        <translation>--theme：应为 system、light 或 dark</translation>
    </message>
    <message>
        <source>when the GPU is idle, and why</source>
        <translation>GPU 何时空闲以及原因</translation>
    </message>
    <message>
        <source>layers of the model, by names that repeat</source>
        <translation>按重复的名称推断的模型层</translation>
    </message>
    <message>
        <source>print Markdown</source>
        <translation>输出 Markdown</translation>
    </message>
    <message>
        <source>--csv, --json and --md exclude one another</source>
        <translation>--csv、--json 和 --md 互斥</translation>
    </message>
    <message>
        <source>no GPU work with times is in the file, so there are no gaps</source>
        <translation>文件中没有带时间的 GPU 工作，因此没有空隙</translation>
    </message>
    <message>
        <source>no names of kernels repeat in a step of the file, so no layers can be inferred</source>
        <translation>文件的步骤中没有重复的 kernel 名称，无法推断层</translation>
    </message>
    <message>
        <source>no runtime or driver call is in the file, and no Python function that waits</source>
        <translation>文件中没有运行时或驱动调用，也没有等待的 Python 函数</translation>
    </message>
    <message>
        <source>one bar per “run” (default), “step”, “phase” or “rank”</source>
        <translation>每个 run（默认）、step、phase 或 rank 一根柱</translation>
    </message>
    <message>
        <source>at most this many steps of a run (default 60)</source>
        <translation>每个运行最多显示的步骤数（默认 60）</translation>
    </message>
    <message>
        <source>the requested part has no GPU work, so there is nothing to chart</source>
        <translation>所要求的内容里没有 GPU 工作，因此没有可绘制的图表</translation>
    </message>
    <message>
        <source>CPU calls by self time, with waits and work separated</source>
        <translation>按自身时间列出 CPU 调用，区分等待与工作</translation>
    </message>
    <message>
        <source>exit codes: 0 ok, 1 a file could not be read or lacks the requested content, 2 wrong usage</source>
        <translation>退出码：0 成功，1 文件无法读取或不含所要求的内容，2 用法错误</translation>
    </message>
    <message>
        <source>Click highlights its kernels; double-click goes into it, Backspace back</source>
        <translation>单击突出显示其 kernel；双击进入，Backspace 返回</translation>
    </message>
    <message>
        <source>C leaves it out of the axis or shows it; G / Shift+G: next gap by length / by time</source>
        <translation>C 将其从坐标轴中去除或恢复；G / Shift+G：按长度 / 按时间的下一个空隙</translation>
    </message>
    <message>
        <source>the language of texts, for example zh_CN or en</source>
        <translation>文本的语言，例如 zh_CN 或 en</translation>
    </message>
    <message>
        <source>whole names, also where they do not fit the terminal</source>
        <translation>完整名称，即使终端宽度不够</translation>
    </message>
    <message>
        <source>every instance of a kernel or operator</source>
        <translation>Kernel 或算子的每个实例</translation>
    </message>
    <message>
        <source>Device %1: %2 are within such graphs and count as busy.</source>
        <translation>设备 %1：其中 %2 位于此类图内，计为忙碌。</translation>
    </message>
    <message>
        <source>kernels and operators whose name contains TEXT, whatever its case</source>
        <translation>名称包含 TEXT 的 kernel 和算子（不区分大小写）</translation>
    </message>
    <message>
        <source>kernels and operators whose name the regular expression matches</source>
        <translation>名称与正则表达式匹配的 kernel 和算子</translation>
    </message>
    <message>
        <source>--regex: %1</source>
        <translation>--regex：%1</translation>
    </message>
    <message>
        <source>the name to look for is empty</source>
        <translation>要查找的名称为空</translation>
    </message>
    <message>
        <source>no kernel and no operator of the file has such a name</source>
        <translation>文件中没有此名称的 kernel 或算子</translation>
    </message>
    <message>
        <source>--capture is for traces; a layerwise profile launches no graphs</source>
        <translation>--capture 用于跟踪文件；逐层剖析不启动图</translation>
    </message>
    <message>
        <source>%1: holds no launches of a graph&apos;s capture, which are calls without GPU work between StreamBeginCapture and StreamEndCapture</source>
        <translation>%1：不含图捕获的启动，即 StreamBeginCapture 与 StreamEndCapture 之间没有 GPU 工作的调用</translation>
    </message>
    <message>
        <source>steps are the annotations, NVTX ranges, Python functions and operators whose name the regular expression matches</source>
        <translation>步骤为名称与正则表达式匹配的标注、NVTX 区间、Python 函数和算子</translation>
    </message>
    <message>
        <source>a step begins with each kernel of that name, or that the regular expression matches</source>
        <translation>每个该名称的 kernel，或与正则表达式匹配的 kernel，开始一个步骤</translation>
    </message>
    <message>
        <source>--pattern and --anchor exclude each other</source>
        <translation>--pattern 与 --anchor 不能同时使用</translation>
    </message>
    <message>
        <source>--pattern and --anchor need --by step or --by phase</source>
        <translation>--pattern 和 --anchor 需要 --by step 或 --by phase</translation>
    </message>
    <message>
        <source>what it is, where the time of a step goes, what it could win, what may not be trusted</source>
        <translation>文件是什么、一个步骤的时间花在哪里、可省多少、哪些不可信</translation>
    </message>
    <message>
        <source>what changed from A to B, per step or repetition, and whether it is noise</source>
        <translation>从 A 到 B 每个步骤或周期有何变化，是否只是噪声</translation>
    </message>
    <message>
        <source>runs appended by compare --append: what leaves the band of the last 20</source>
        <translation>由 compare --append 追加的运行：哪些超出此前 20 次的波动范围</translation>
    </message>
    <message>
        <source>with --fail-above: 3 slower than that, 4 inconclusive or not comparable</source>
        <translation>使用 --fail-above 时：3 变慢超过该值，4 无定论或不可比</translation>
    </message>
    <message>
        <source>one FILE is compared with itself only where it consists of two parts; name two FILEs</source>
        <translation>只有由两个部分组成的单个文件才能与自身对比；请指定两个文件</translation>
    </message>
    <message>
        <source>only the row whose name contains this text</source>
        <translation>仅名称包含此文本的行</translation>
    </message>
    <message>
        <source>exit with 3 when B is slower than A by more than this and beyond the noise, with 4 when inconclusive</source>
        <translation>B 比 A 慢且超过此值和噪声时以 3 退出，无定论时以 4 退出</translation>
    </message>
    <message>
        <source>order more than two FILEs by the number behind this word in their names</source>
        <translation>多于两个文件时，按文件名中此词后面的数字排序</translation>
    </message>
    <message>
        <source>append one line of JSON for each FILE</source>
        <translation>为每个文件追加一行 JSON</translation>
    </message>
    <message>
        <source>--fail-above takes a percentage, not “%1”</source>
        <translation>--fail-above 取一个百分数，不能是“%1”</translation>
    </message>
    <message>
        <source>--fail-above compares two FILEs</source>
        <translation>--fail-above 用于对比两个文件</translation>
    </message>
    <message>
        <source>no differences by %1: %2</source>
        <translation>无法按 %1 列出差异：%2</translation>
    </message>
    <message>
        <source>no row has “%1” in its name</source>
        <translation>没有名称包含“%1”的行</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>%1: no line is an entry that `compare --append` wrote</source>
        <translation>%1：没有一行是 `compare --append` 写出的条目</translation>
    </message>
    <message>
        <source>%1: %2 lines are no entries and were left out</source>
        <translation>%1：%2 行不是条目，已略去</translation>
    </message>
    <message>
        <source>--json and --md exclude one another</source>
        <translation>--json 与 --md 互斥</translation>
    </message>
    <message>
        <source>GPU work by own source line, call stack or operator</source>
        <translation>按自己的源代码行、调用栈或算子统计的 GPU 工作</translation>
    </message>
    <message>
        <source>kernels of communication with size, group and bandwidth</source>
        <translation>通信 kernel 及其大小、通信组和带宽</translation>
    </message>
    <message>
        <source>no kernel of communication with times is in the file</source>
        <translation>文件中没有带时间的通信 kernel</translation>
    </message>
    <message>
        <source>no module of the file has the path “%1”; `modules` lists them</source>
        <translation>文件中没有路径为“%1”的模块；`modules` 可列出各模块</translation>
    </message>
    <message>
        <source>These are times of GPU work; the places are those of the calls on the CPU.</source>
        <translation>这些是 GPU 工作的时间；位置则是 CPU 上相应调用的位置。</translation>
    </message>
    <message>
        <source>the calls of a module by its path of classes, such as Model/DecoderLayer/MLP, or the end of it</source>
        <translation>按类路径选取模块的调用，例如 Model/DecoderLayer/MLP，也可只写路径末尾</translation>
    </message>
    <message>
        <source>one of --name, --regex and --module is needed</source>
        <translation>必须指定 --name、--regex 或 --module 之一</translation>
    </message>
    <message>
        <source>own source line (default), call “stack” or “operator”</source>
        <translation>line：自己的源代码行（默认），stack：调用栈，或 operator：算子</translation>
    </message>
    <message>
        <source>print a line per stack and its nanoseconds, for flame graph tools</source>
        <translation>每个栈输出一行及其纳秒数，供火焰图工具使用</translation>
    </message>
    <message>
        <source>--by takes line, stack or operator</source>
        <translation>--by 可取 line、stack 或 operator</translation>
    </message>
    <message>
        <source>--folded excludes --csv, --json and --md</source>
        <translation>--folded 不能与 --csv、--json 和 --md 同时使用</translation>
    </message>
    <message>
        <source>no GPU work with times is in the file, so no stack launched any</source>
        <translation>文件中没有带时间的 GPU 工作，因此没有启动它的调用栈</translation>
    </message>
    <message>
        <source>Compare two runs</source>
        <translation>对比两次运行</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Which side does %1 replace?</source>
        <translation>%1 要替换哪一侧？</translation>
    </message>
    <message>
        <source>The run of that side stays open.</source>
        <translation>该侧的运行仍保持打开。</translation>
    </message>
    <message>
        <source>&amp;A: %1</source>
        <translation>&amp;A：%1</translation>
    </message>
    <message>
        <source>&amp;B: %1</source>
        <translation>&amp;B：%1</translation>
    </message>
    <message>
        <source>&amp;Neither: Open It</source>
        <translation>都不替换：仅打开(&amp;N)</translation>
    </message>
    <message>
        <source>stage, module, layer, family, kernel (default), operator, line, step, api, or row: the rows of text tables (their default)</source>
        <translation>stage、module、layer、family、kernel（默认）、operator、line、step、api 或 row：文本表格的行（文本表格的默认值）</translation>
    </message>
    <message>
        <source>--by takes stage, module, layer, family, kernel, operator, line, step, api or row, not “%1”</source>
        <translation>--by 可取 stage、module、layer、family、kernel、operator、line、step、api 或 row，而不是“%1”</translation>
    </message>
    <message>
        <source>kernels with their times and what Nsight Compute says of them, the worst first</source>
        <translation>各 kernel 的时间以及 Nsight Compute 的分析结果，最严重的在前</translation>
    </message>
    <message>
        <source>a page that can be sent: summary, charts, tables, comparison, and where it comes from</source>
        <translation>可发送给他人的页面：摘要、图表、表格、对比，以及数据来源</translation>
    </message>
    <message>
        <source>result.csv, pivot.csv and result.html as vLLM&apos;s script of that name, with its arguments</source>
        <translation>result.csv、pivot.csv 和 result.html，与 vLLM 的同名脚本一致，参数也相同</translation>
    </message>
    <message>
        <source>--in_file takes FILE,ENGINE,MODEL,SECONDS, not “%1”</source>
        <translation>--in_file 应为 FILE,ENGINE,MODEL,SECONDS，而不是“%1”</translation>
    </message>
    <message>
        <source>--in_file is missing</source>
        <translation>缺少 --in_file</translation>
    </message>
    <message>
        <source>%1: no *.json in this folder</source>
        <translation>%1：此文件夹中没有 *.json</translation>
    </message>
    <message>
        <source>there is no mapping %1; there are %2</source>
        <translation>没有映射 %1；现有：%2</translation>
    </message>
    <message>
        <source>%1 has %2 parts: name one, FILE#PART</source>
        <translation>%1 有 %2 个部分：请用 文件#部分 指明其中一个</translation>
    </message>
    <message>
        <source>the folder %1 cannot be made</source>
        <translation>无法创建文件夹 %1</translation>
    </message>
    <message>
        <source>written: %1, %2</source>
        <translation>已写入：%1、%2</translation>
    </message>
    <message>
        <source>“%1” is not understood</source>
        <translation>无法理解“%1”</translation>
    </message>
    <message>
        <source>only one FILE that is not of Nsight Compute: its times are those of the table</source>
        <translation>不属于 Nsight Compute 的文件只能有一个：表格中的时间取自该文件</translation>
    </message>
    <message>
        <source>%1: no kernels of Nsight Compute</source>
        <translation>%1：没有 Nsight Compute 的 kernel</translation>
    </message>
    <message>
        <source>the file to write: .html or .md</source>
        <translation>要写入的文件：.html 或 .md</translation>
    </message>
    <message>
        <source>engine/model or FILE#engine/model</source>
        <translation>engine/model 或 文件#engine/model</translation>
    </message>
    <message>
        <source>only the GPU work of this step, numbered from 1 as steps does</source>
        <translation>仅此步骤的 GPU 工作，编号与 steps 命令相同，从 1 开始</translation>
    </message>
    <message>
        <source>only the GPU work of the steps of this phase, or this phase of a layerwise profile</source>
        <translation>仅此推理阶段的步骤的 GPU 工作，或逐层剖析的此推理阶段</translation>
    </message>
    <message>
        <source>only this time after the first event: 10ms..20.5ms, 0.5s.., ..300us</source>
        <translation>仅首个事件之后的这段时间：10ms..20.5ms、0.5s..、..300us</translation>
    </message>
    <message>
        <source>title of the report</source>
        <translation>报告的标题</translation>
    </message>
    <message>
        <source>en, zh or both</source>
        <translation>en、zh 或 both</translation>
    </message>
    <message>
        <source>without folders, hosts, users and processes; the report lists what was removed</source>
        <translation>不含文件夹、主机、用户和进程；报告会列出已去除的内容</translation>
    </message>
    <message>
        <source>-o takes a file that ends in .html or .md</source>
        <translation>-o 的文件名须以 .html 或 .md 结尾</translation>
    </message>
    <message>
        <source>--step, --phase and --range exclude one another</source>
        <translation>--step、--phase 和 --range 互斥</translation>
    </message>
    <message>
        <source>--step takes a number from 1 on</source>
        <translation>--step 接受从 1 开始的数字</translation>
    </message>
    <message>
        <source>--range takes two times with “..” between them, the first one smaller</source>
        <translation>--range 取以“..”分隔的两个时间，前者小于后者</translation>
    </message>
    <message>
        <source>%1 exists; --force replaces it</source>
        <translation>%1 已存在；--force 可替换它</translation>
    </message>
    <message>
        <source>written: %1, pictures: %2</source>
        <translation>已写入：%1，图片：%2</translation>
    </message>
    <message>
        <source>warpscope-cli is neither beside this program nor on PATH</source>
        <translation>在本程序所在位置和 PATH 中都找不到 warpscope-cli</translation>
    </message>
    <message>
        <source>The report %1 is written.</source>
        <translation>报告 %1 已写入。</translation>
    </message>
    <message>
        <source>Open It</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>The report %1 is being written …</source>
        <translation>正在写入报告 %1 …</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>HTML (*.html)</source>
        <translation>HTML (*.html)</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>the module trees of both FILEs as one</source>
        <translation>将两个文件的模块树合为一棵</translation>
    </message>
    <message>
        <source>--tree is of two FILEs, without --by, --of and --fail-above</source>
        <translation>--tree 需要两个文件，且不能与 --by、--of 和 --fail-above 同用</translation>
    </message>
    <message>
        <source>no module tree: %1</source>
        <translation>没有模块树：%1</translation>
    </message>
    <message>
        <source>A is %1, B is %2.</source>
        <translation>A 为 %1，B 为 %2。</translation>
    </message>
    <message>
        <source>language of the texts, for example zh_CN or en</source>
        <translation>文本的语言，例如 zh_CN 或 en</translation>
    </message>
    <message>
        <source>a comparison is of whole runs: --step, --phase and --range go with one FILE, --phase also with two layerwise profiles</source>
        <translation>对比针对整个运行：--step、--phase 和 --range 只用于一个文件，--phase 也可用于两个逐层剖析</translation>
    </message>
    <message>
        <source>%1: left out, %2</source>
        <translation>%1：未计入，%2</translation>
    </message>
    <message>
        <source>not of Nsight Compute</source>
        <translation>不是 Nsight Compute 的文件</translation>
    </message>
    <message>
        <source>The report %1 was cancelled.</source>
        <translation>报告 %1 已取消。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>%1 exists; to replace it, choose it itself.</source>
        <translation>%1 已存在；若要替换，请直接选择该文件。</translation>
    </message>
    <message>
        <source>a picture for each kind of phases: OUT-prefill.svg, OUT-decode.svg</source>
        <translation>每类推理阶段一张图：OUT-prefill.svg、OUT-decode.svg</translation>
    </message>
    <message>
        <source>--apart is for layerwise profiles, which have phases</source>
        <translation>--apart 用于逐层剖析文件，只有它有推理阶段</translation>
    </message>
    <message>
        <source>%1: its tables list no kernels with their times; `table` shows them, `ncu` those of Nsight Compute</source>
        <translation>%1：其中的表没有列出 kernel 及其耗时；`table` 显示这些表，`ncu` 显示 Nsight Compute 的表</translation>
    </message>
    <message>
        <source>module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>--mapping is for kernels: it does not go with --parts modules</source>
        <translation>--mapping 用于 kernel：不能与 --parts modules 同用</translation>
    </message>
    <message>
        <source>, identical to %1</source>
        <translation>，与 %1 相同</translation>
    </message>
    <message>
        <source>Identical to table %1, %2.</source>
        <translation>与表 %1 相同，%2。</translation>
    </message>
    <message>
        <source>the device&apos;s peak in TFLOP/s: tables with FLOPs show their share of it</source>
        <translation>设备的峰值（TFLOP/s）：有 FLOPs 的表会显示占峰值的比例</translation>
    </message>
    <message>
        <source>--peak takes TFLOP/s, not “%1”</source>
        <translation>--peak 需要以 TFLOP/s 给出的数值，而不是“%1”</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Panel</source>
        <translation>面板</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Substage</source>
        <translation>子阶段</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>%1 is written, %2.</source>
        <translation>已写入 %1，%2。</translation>
    </message>
    <message>
        <source>The panel alone, and back</source>
        <translation>只看面板，再按一次恢复</translation>
    </message>
    <message>
        <source>Double-click on its tab, Shift+F11</source>
        <translation>双击其标签页，Shift+F11</translation>
    </message>
    <message>
        <source>From area to area</source>
        <translation>在区域之间切换</translation>
    </message>
    <message>
        <source>F6 / Shift+F6: tool bar, timeline, panel</source>
        <translation>F6 / Shift+F6：工具栏、时间线、面板</translation>
    </message>
    <message>
        <source>Find an action, panel, run, stage or kernel</source>
        <translation>查找操作、面板、运行、阶段或 kernel</translation>
    </message>
    <message>
        <source>Ctrl+K</source>
        <translation>Ctrl+K</translation>
    </message>
    <message>
        <source>Drop a file on the left or right half; Ctrl+Shift+O; F6: from side to side, Ctrl+L: linked</source>
        <translation>将文件拖到左半边或右半边；Ctrl+Shift+O；F6：切换两侧，Ctrl+L：联动</translation>
    </message>
    <message>
        <source>layerwise profiles: count this module as one with all below it; may be repeated (default: of modules Sampler and LogitsProcessor, of kernels none)</source>
        <translation>逐层剖析：把此模块连同其下的一切算作一个；可多次给出（默认：模块时为 Sampler 和 LogitsProcessor，kernel 时没有）</translation>
    </message>
    <message>
        <source>layerwise profiles: only this phase, or all of a kind, for example decode</source>
        <translation>逐层剖析：只取此推理阶段，或某一类的全部推理阶段，例如 decode</translation>
    </message>
    <message>
        <source>layerwise profiles: of each kind of phases the first, every N-th after it, and the last</source>
        <translation>逐层剖析：每类推理阶段取第一个、其后每隔 N 个取一个，以及最后一个</translation>
    </message>
    <message>
        <source>--every takes a number from 1 on</source>
        <translation>--every 需要不小于 1 的数</translation>
    </message>
    <message>
        <source>%1 exists and is no picture of a report: choose another name for OUT</source>
        <translation>%1 已存在且不是报告的图片：请为 OUT 另选名称</translation>
    </message>
    <message>
        <source>   by module, %1</source>
        <translation>    按模块，%1</translation>
    </message>
    <message>
        <source>/ or Ctrl+F: text or regular expression; Enter / Shift+Enter for the next and previous hit, Ctrl+Enter zooms to it</source>
        <translation>/ 或 Ctrl+F：文字或正则表达式；Enter / Shift+Enter 转到下一个和上一个匹配，Ctrl+Enter 缩放到它</translation>
    </message>
    <message>
        <source>Export the shown table</source>
        <translation>导出所示的表</translation>
    </message>
    <message>
        <source>Ctrl+E</source>
        <translation>Ctrl+E</translation>
    </message>
    <message>
        <source>numbers of instances instead of times</source>
        <translation>以实例数代替时间</translation>
    </message>
    <message>
        <source>Stages of each run</source>
        <translation>各次运行的阶段</translation>
    </message>
    <message>
        <source>Stages of each step</source>
        <translation>各步骤的阶段</translation>
    </message>
    <message>
        <source>Stages of each phase: prefill beside decode</source>
        <translation>各推理阶段的阶段：prefill 与 decode 并列</translation>
    </message>
    <message>
        <source>Stages of each rank or device</source>
        <translation>各 rank 或设备的阶段</translation>
    </message>
    <message>
        <source>a session file: what was written at times and slices of the files</source>
        <translation>会话文件：写在文件各时间和切片上的备注</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>写备注</translation>
    </message>
    <message>
        <source>Shift+M: at the selected slice, else of the range; a click on its flag goes there</source>
        <translation>Shift+M：写在选中的切片上，否则写在所选范围上；点击旗标即跳转</translation>
    </message>
    <message>
        <source>Copy the view as an image</source>
        <translation>将视图复制为图像</translation>
    </message>
    <message>
        <source>Ctrl+Shift+C</source>
        <translation>Ctrl+Shift+C</translation>
    </message>
    <message>
        <source>Save the session</source>
        <translation>保存会话</translation>
    </message>
    <message>
        <source>Ctrl+Shift+S</source>
        <translation>Ctrl+Shift+S</translation>
    </message>
    <message>
        <source>Copy a link to the view</source>
        <translation>复制视图链接</translation>
    </message>
    <message>
        <source>Ctrl+Shift+L</source>
        <translation>Ctrl+Shift+L</translation>
    </message>
    <message>
        <source>Open a window of its own, also when one runs that would take the files.</source>
        <translation>打开独立窗口，即使已有会接收这些文件的窗口在运行。</translation>
    </message>
    <message>
        <source>the ranks of a job: who waits for whom, and who holds the others up</source>
        <translation>作业的各个 rank：谁在等谁，谁拖慢了其他 rank</translation>
    </message>
    <message>
        <source>what `ranks` needs to know of one trace, as a small file</source>
        <translation>把 `ranks` 需要的一个跟踪的信息写成小文件</translation>
    </message>
    <message>
        <source>the file to write</source>
        <translation>要写入的文件</translation>
    </message>
    <message>
        <source>stages by this mapping: a name or FILE</source>
        <translation>按此映射划分阶段：名称或文件</translation>
    </message>
    <message>
        <source>the rank, where the file does not name it</source>
        <translation>rank 编号（文件中没有时）</translation>
    </message>
    <message>
        <source>replace the file if it exists</source>
        <translation>文件已存在时替换</translation>
    </message>
    <message>
        <source>-o RANK.wsd is missing</source>
        <translation>缺少 -o RANK.wsd</translation>
    </message>
    <message>
        <source>--rank takes a number of 0 or more</source>
        <translation>--rank 需要大于等于 0 的整数</translation>
    </message>
    <message>
        <source>%1: no GPU work with times and no named ranks are in it</source>
        <translation>%1：其中没有带时间的 GPU 工作，也没有命名的 rank</translation>
    </message>
    <message>
        <source>%1 steps and collectives beyond the limits of a digest were left out</source>
        <translation>超出摘要上限的 %1 个步骤和集合通信已略去</translation>
    </message>
    <message>
        <source>one row a step and rank</source>
        <translation>每个步骤和 rank 一行</translation>
    </message>
    <message>
        <source>one row a collective and rank</source>
        <translation>每个集合通信和 rank 一行</translation>
    </message>
    <message>
        <source>one column a stage</source>
        <translation>每个阶段一列</translation>
    </message>
    <message>
        <source>no rank of a job is in %1</source>
        <translation>%1 中没有作业的 rank</translation>
    </message>
    <message>
        <source>one row a file: what it is to the job</source>
        <translation>每个文件一行：它在作业中是什么</translation>
    </message>
    <message>
        <source>what changed against this job: a folder, trace or digest</source>
        <translation>与该作业相比有何变化：文件夹、跟踪或摘要</translation>
    </message>
    <message>
        <source>--steps, --collectives, --stages, --files and --against exclude one another</source>
        <translation>--steps、--collectives、--stages、--files 与 --against 互斥</translation>
    </message>
    <message>
        <source>the newest traces in a folder of another machine, reached by ssh</source>
        <translation>另一台机器的文件夹中最新的跟踪，通过 ssh 访问</translation>
    </message>
    <message>
        <source>FILE may be HOST:/PATH, read by ssh, or -, standard input</source>
        <translation>FILE 可以是 HOST:/PATH（通过 ssh 读取）或 -（标准输入）</translation>
    </message>
    <message>
        <source>%1: %2; the next command goes on from there</source>
        <translation>%1：%2；下一条命令会从该处继续</translation>
    </message>
    <message>
        <source>“%1” is no folder of another machine; HOST:/FOLDER is expected</source>
        <translation>“%1”不是另一台机器的文件夹；应为 HOST:/FOLDER</translation>
    </message>
    <message>
        <source>Profiles to open: FILE, FILE#PART, HOST:/PATH, or - for standard input. Exactly two are compared.</source>
        <translation>要打开的文件：FILE、FILE#PART、HOST:/PATH，或 - 表示标准输入。恰好两个时进行比较。</translation>
    </message>
    <message>
        <source> GiB</source>
        <translation> GiB</translation>
    </message>
    <message>
        <source>Limit of the cache of remote traces</source>
        <translation>远程跟踪缓存的上限</translation>
    </message>
    <message>
        <source>Traces of other machines are kept here after they were read, those not used for longest go first. One that is open stays.</source>
        <translation>其他机器的跟踪读取后保存在此处，最久未使用的最先删除。已打开的会保留。</translation>
    </message>
    <message>
        <source>&amp;Empty</source>
        <translation>清空(&amp;E)</translation>
    </message>
    <message>
        <source>Empty the cache of remote traces</source>
        <translation>清空远程跟踪的缓存</translation>
    </message>
    <message>
        <source>&amp;Cache of remote traces</source>
        <translation>远程跟踪的缓存(&amp;C)</translation>
    </message>
    <message>
        <source>%1 in use</source>
        <translation>已用 %1</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Cac&amp;he of opened traces</source>
        <translation>已打开跟踪的缓存(&amp;H)</translation>
    </message>
    <message>
        <source>Limit of the cache of opened traces</source>
        <translation>已打开跟踪的缓存上限</translation>
    </message>
    <message>
        <source>Large traces are kept here as the program has them in memory, so that they open at once the next time. One that has changed is read anew; those not used for longest go first.</source>
        <translation>大型跟踪以程序内存中的形式保存在此处，下次可立即打开。有改动的文件会重新读取；最久未使用的最先删除。</translation>
    </message>
    <message>
        <source>Empty the cache of opened traces</source>
        <translation>清空已打开跟踪的缓存</translation>
    </message>
    <message>
        <source>a trace without the arguments of its events, as a small file to send</source>
        <translation>不含事件参数的跟踪，便于发送的小文件</translation>
    </message>
    <message>
        <source>the file to write; - is standard output</source>
        <translation>要写入的文件；- 表示标准输出</translation>
    </message>
    <message>
        <source>-o FILE.wsp is missing</source>
        <translation>缺少 -o FILE.wsp</translation>
    </message>
    <message>
        <source>the event that begins at this byte of the unpacked trace, as JSON</source>
        <translation>解压后跟踪文件中从该字节开始的事件，输出为 JSON</translation>
    </message>
    <message>
        <source>only the events of a Chrome trace can be asked for later</source>
        <translation>只有 Chrome 跟踪文件的事件可以事后查询</translation>
    </message>
    <message>
        <source>to standard output: the overview first, for a program that reads along</source>
        <translation>输出到标准输出：先输出概览，供边接收边读取的程序使用</translation>
    </message>
    <message>
        <source>print what tells apart programs that pack differently, and end</source>
        <translation>输出用于区分打包方式的标识后退出</translation>
    </message>
    <message>
        <source>TRACE is missing</source>
        <translation>缺少 TRACE</translation>
    </message>
    <message>
        <source>--stream goes to standard output: -o -</source>
        <translation>--stream 只能输出到标准输出：-o -</translation>
    </message>
    <message>
        <source>OFFSET is a number of bytes</source>
        <translation>OFFSET 是字节数</translation>
    </message>
    <message>
        <source>any GPU</source>
        <translation>任一 GPU</translation>
    </message>
    <message>
        <source>--sweep device gives seconds of devices, which do not add up to a total: it does not go with --total-sec</source>
        <translation>--sweep device 给出的是各设备的秒数，相加不等于总时间：不能与 --total-sec 同用</translation>
    </message>
    <message>
        <source>--phase is for whole files, not for FILE#PART</source>
        <translation>--phase 用于整个文件，不能用于 FILE#PART</translation>
    </message>
    <message>
        <source>layerwise profiles: only this phase, or the mean step of a kind of phases, for example decode</source>
        <translation>逐层剖析：只取此推理阶段，或某一类推理阶段的平均步骤，例如 decode</translation>
    </message>
    <message>
        <source>%1: the folder holds no JSON file</source>
        <translation>%1：文件夹中没有 JSON 文件</translation>
    </message>
    <message>
        <source>a trace of the capture of the graphs that FILE launches, or a folder of such traces, of which each launch takes the one that fits; it tells the modules of their kernels</source>
        <translation>FILE 所启动的图的捕获跟踪，或存放此类跟踪的文件夹（每次启动取其中吻合的一个）；用于说明其 kernel 所属的模块</translation>
    </message>
    <message>
        <source>total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>elapsed over all devices together: it and CPU(non-GPU) add up to the total</source>
        <translation>所有设备合并计算的净用时：与 CPU(non-GPU) 相加等于总计</translation>
    </message>
    <message>
        <source>fit</source>
        <translation>适用性</translation>
    </message>
    <message>
        <source>print Markdown, modules without their kernels</source>
        <translation>输出 Markdown，列出模块而不列其 kernel</translation>
    </message>
    <message>
        <source>the row of that name is a stream of a GPU, in Chrome traces of writers that are not known; may be given often</source>
        <translation>该名称的行是 GPU 的一个流，用于写出者未知的 Chrome 跟踪；可多次给出</translation>
    </message>
    <message>
        <source>no annotation of a step is in the file (vLLM, SGLang, ProfilerStep …), and %1</source>
        <translation>文件中没有步骤标注（vLLM、SGLang、ProfilerStep…），而且%1</translation>
    </message>
    <message>
        <source>per operator and shapes: FLOP, bytes, rates, and the share of what the device can do</source>
        <translation>按算子和形状：FLOP、字节数、速率，以及占设备上限的比例</translation>
    </message>
    <message>
        <source>what the rows reach of the device&apos;s limit: TFLOP/s, GB/s, share, what bounds them</source>
        <translation>各行达到设备上限的程度：TFLOP/s、GB/s、比例、受什么限制</translation>
    </message>
    <message>
        <source>what the device can do in a type, dense: bf16, fp16, tf32, fp32, fp32Matrix, fp64, fp64Matrix, fp8, int8; may be given several times</source>
        <translation>设备在某一类型上的稠密峰值：bf16、fp16、tf32、fp32、fp32Matrix、fp64、fp64Matrix、fp8、int8；可多次给出</translation>
    </message>
    <message>
        <source>bandwidth of the device&apos;s memory</source>
        <translation>设备显存的带宽</translation>
    </message>
    <message>
        <source>the file has no timeline; `summary` says what it holds</source>
        <translation>文件没有时间线；`summary` 说明它包含什么</translation>
    </message>
    <message>
        <source>the recording replayed by its dependencies, and what edits to it would bring</source>
        <translation>按依赖关系重放录制，并给出修改会带来什么</translation>
    </message>
    <message>
        <source>the path that decides how long it takes, and how much later other work may end</source>
        <translation>决定总时长的路径，以及其余工作可以推迟多少</translation>
    </message>
    <message>
        <source>the answer to a query in SQL over the events and what is derived from them</source>
        <translation>用 SQL 查询事件及由其导出的数据</translation>
    </message>
    <message>
        <source>the tables of `sql` as a SQLite file, for pandas and DuckDB</source>
        <translation>把 `sql` 的表写成 SQLite 文件，供 pandas 和 DuckDB 使用</translation>
    </message>
    <message>
        <source>-o RUN.sqlite is missing</source>
        <translation>缺少 -o RUN.sqlite</translation>
    </message>
    <message>
        <source>the profile has no phase “%1”</source>
        <translation>剖析中没有阶段“%1”</translation>
    </message>
    <message>
        <source>only this step, numbered from 1 as steps does; else means over the steps</source>
        <translation>只看此步骤，编号从 1 开始，与 steps 相同；否则为各步骤的平均</translation>
    </message>
    <message>
        <source>%1: fewer than two traces of ranks with GPU work are in it</source>
        <translation>%1：其中有 GPU 工作的 rank 跟踪少于两个</translation>
    </message>
    <message>
        <source>the file has neither GPU work with times nor operations of ranks, so nothing can be replayed</source>
        <translation>文件既没有带时间的 GPU 工作，也没有各 rank 的操作，因此无法重放</translation>
    </message>
    <message>
        <source>no step %1 with work is in the file; `steps` lists them</source>
        <translation>文件中没有带工作的步骤 %1；`steps` 列出各步骤</translation>
    </message>
    <message>
        <source>“%1” is no number of a step</source>
        <translation>“%1”不是步骤编号</translation>
    </message>
    <message>
        <source>read the query from this file; - is standard input</source>
        <translation>从此文件读取查询；- 为标准输入</translation>
    </message>
    <message>
        <source>list tables, columns and functions, and end</source>
        <translation>列出表、列和函数后结束</translation>
    </message>
    <message>
        <source>print so many rows at most, 100000 without; 0 is all</source>
        <translation>最多打印这么多行，默认 100000；0 为全部</translation>
    </message>
    <message>
        <source>memory that the query may take beside the files, in MB, 1024 without; 0 is any</source>
        <translation>查询在文件之外可使用的内存（MB），默认 1024；0 为不限</translation>
    </message>
    <message>
        <source>%1: a query of more than 1 MB</source>
        <translation>%1：查询超过 1 MB</translation>
    </message>
    <message>
        <source>there are more than %1 rows; --rows N prints more of them, --rows 0 all</source>
        <translation>超过 %1 行；--rows N 打印更多，--rows 0 打印全部</translation>
    </message>
    <message>
        <source>the file has nothing for these tables, so the answer says nothing of them: %1</source>
        <translation>文件中没有这些表的内容，因此结果不涉及它们：%1</translation>
    </message>
    <message>
        <source>the query is missing</source>
        <translation>缺少查询</translation>
    </message>
    <message>
        <source>--rows and --memory take numbers of 0 or more</source>
        <translation>--rows 和 --memory 需要 0 或更大的数</translation>
    </message>
    <message>
        <source>events by name, category and thread, with their bytes: why the file is so large</source>
        <translation>按名称、类别和线程列出事件及其字节数:文件为何这么大</translation>
    </message>
    <message>
        <source>tables: one call of this kernel is a unit, a token or step, by which all times are divided; a part of its name is enough</source>
        <translation>表格:以此核函数的一次调用为一个单位(一个 token 或一步),所有时间都除以它的次数;给出名称的一部分即可</translation>
    </message>
    <message>
        <source>--unit takes kernel:NAME, not “%1”</source>
        <translation>--unit 的值应为 kernel:NAME,而不是“%1”</translation>
    </message>
    <message>
        <source>--unit compares two FILEs, without --tree</source>
        <translation>--unit 用于比较两个 FILE,不能与 --tree 同用</translation>
    </message>
    <message>
        <source>no units: %1</source>
        <translation>没有单位:%1</translation>
    </message>
    <message>
        <source>the file has no events, only tables</source>
        <translation>文件中没有事件,只有表格</translation>
    </message>
    <message>
        <source>--limits are of kernels and operators, not of the calls of a module</source>
        <translation>--limits 只适用于核函数和算子,不适用于模块的调用</translation>
    </message>
    <message>
        <source>a trace of the capture of the graphs that FILE launches, or a folder of such traces, of which each launch takes the one that fits; it tells the operators of their kernels</source>
        <translation>FILE 所启动的图在捕获时的跟踪,或存有此类跟踪的文件夹(每次启动取其中相符的一个);由它得知各核函数属于哪个算子</translation>
    </message>
    <message>
        <source>%1: its %2 files one by one; `warpscope-cli ranks %3` compares them as ranks of a job</source>
        <translation>%1:逐个处理其中 %2 个文件;`warpscope-cli ranks %3` 把它们作为一个作业的各 rank 来比较</translation>
    </message>
    <message>
        <source>answers to an agent over standard input and output, by the Model Context Protocol</source>
        <translation>按 Model Context Protocol 通过标准输入输出回答智能体</translation>
    </message>
    <message>
        <source>traces: what the rows reach of the device&apos;s limit, and whether their work or its efficiency changed</source>
        <translation>trace：各行达到设备上限的多少，以及变化的是工作量还是效率</translation>
    </message>
    <message>
        <source>--limits compares the GPU work of two FILEs, without --tree, --by api and --by row</source>
        <translation>--limits 对比两个 FILE 的 GPU 工作，不能与 --tree、--by api、--by row 同用</translation>
    </message>
    <message>
        <source>no limits: %1 has no timeline with GPU work</source>
        <translation>没有上限：%1 没有带 GPU 工作的时间线</translation>
    </message>
    <message>
        <source>a folder whose files may be read, the current one without; may be given often</source>
        <translation>允许读取其中文件的文件夹，不给出时为当前文件夹；可给出多次</translation>
    </message>
    <message>
        <source>the folder that pictures are written to; without it they are in the answers</source>
        <translation>写入图片的文件夹；不给出时图片在回答里</translation>
    </message>
    <message>
        <source>memory that open files may take, in MB, 4096 without; those that were not used for longest are closed</source>
        <translation>打开的文件可占用的内存，单位 MB，默认 4096；最久未用的先关闭</translation>
    </message>
    <message>
        <source>--memory takes a number of 0 or more</source>
        <translation>--memory 需要不小于 0 的数</translation>
    </message>
    <message>
        <source>%1: there is no such folder</source>
        <translation>%1：没有这个文件夹</translation>
    </message>
    <message>
        <source>what --json of each command prints: members, types and meanings, or as JSON Schema</source>
        <translation>各命令的 --json 输出什么：成员、类型与含义，或以 JSON Schema 给出</translation>
    </message>
    <message>
        <source>%1: a session that is compared is of one file, or alone with its comparison</source>
        <translation>%1：参与对比的会话须只含一个文件，或单独给出并含有对比</translation>
    </message>
    <message>
        <source>%1: its file %2 is not there</source>
        <translation>%1：其中的文件 %2 不存在</translation>
    </message>
    <message>
        <source>what was predicted of this change to A, as replay --edit has it, and what came in B; may be given several times. Without, those that A&apos;s session keeps</source>
        <translation>对 A 的这一改动（写法同 replay --edit）曾预测什么、在 B 中实际如何；可多次给出。不给出时，取 A 的会话所保存的改动</translation>
    </message>
    <message>
        <source>--edit is of two FILEs, without --tree and --csv</source>
        <translation>--edit 用于两个 FILE，不能与 --tree、--csv 同用</translation>
    </message>
    <message>
        <source>print JSON Schema 2020-12</source>
        <translation>输出 JSON Schema 2020-12</translation>
    </message>
    <message>
        <source>print Markdown, of all commands</source>
        <translation>输出所有命令的 Markdown</translation>
    </message>
    <message>
        <source>no schema is of “%1”</source>
        <translation>没有“%1”的 schema</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Member</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>Show only the time of --range, for --screenshot.</source>
        <translation>仅显示 --range 的时间，用于 --screenshot。</translation>
    </message>
    <message>
        <source>--zoom needs --range</source>
        <translation>--zoom 需要 --range</translation>
    </message>
    <message>
        <source>%1: its %2 files one by one</source>
        <translation>%1：其中的 %2 个文件，逐个处理</translation>
    </message>
    <message>
        <source>of a layerwise profile: this phase, or the mean step of a kind (decode)</source>
        <translation>逐层剖析：取这个阶段，或某一类（decode）步骤的均值</translation>
    </message>
    <message>
        <source>%1: no module of the profile holds modules that are there twice, so it has no layers</source>
        <translation>%1：剖析中没有模块含有重复出现的子模块，因此没有层</translation>
    </message>
    <message>
        <source>%1: the file holds neither GPU work nor module calls</source>
        <translation>%1：文件既没有 GPU 工作，也没有模块调用</translation>
    </message>
    <message>
        <source>a report is of at most %1 files; `ranks` compares more</source>
        <translation>一份报告最多包含 %1 个文件；更多文件请用 `ranks` 比较</translation>
    </message>
    <message>
        <source>several files are reported whole: --step, --phase and --range go with one FILE, --phase also with layerwise profiles</source>
        <translation>多个文件只能整体报告：--step、--phase 和 --range 只用于单个 FILE，--phase 也可用于逐层剖析</translation>
    </message>
    <message>
        <source>%1: the file holds no table; `summary` says what it holds</source>
        <translation>%1：文件中没有表格；`summary` 会说明其内容</translation>
    </message>
    <message>
        <source>what is changed, as “kernel:REGEX*0.5”, “stage:NAME=limit”, “gaps=0”, “cpu*0.5”, “copies=stream”, “rank:NAME=median”; may be given several times</source>
        <translation>要改变的内容，如 “kernel:REGEX*0.5”、“stage:NAME=limit”、“gaps=0”、“cpu*0.5”、“copies=stream”、“rank:NAME=median”；可多次给出</translation>
    </message>
    <message>
        <source>the operators of this file are NVTX ranges (emit_nvtx), which are ranges of the CPU here; a trace of torch.profiler has operators</source>
        <translation>此文件的算子是 NVTX 区间（emit_nvtx），在这里是 CPU 的区间；torch.profiler 的跟踪才有算子</translation>
    </message>
    <message>
        <source>two runs beside each other, not what changed from A to B</source>
        <translation>并列两次运行，而不是从 A 到 B 的变化</translation>
    </message>
    <message>
        <source>Engines and models, without --mapping_dir: %1</source>
        <translation>不用 --mapping_dir 时的引擎和模型：%1</translation>
    </message>
    <message>
        <source>No report can be written: %1</source>
        <translation>无法写报告：%1</translation>
    </message>
    <message>
        <source>GPU profile</source>
        <translation>GPU 性能剖析文件</translation>
    </message>
    <message>
        <source>Offer this program for profiles under “Open with” of the file manager, and quit.</source>
        <translation>在文件管理器的“打开方式”中为剖析文件提供本程序，然后退出。</translation>
    </message>
    <message>
        <source>Take back what --register did, and quit.</source>
        <translation>撤销 --register 所做的登记，然后退出。</translation>
    </message>
    <message>
        <source>0, in the timeline also Home and Shift+Home; Backspace or Alt+← goes back in the zoom history, Alt+→ forward</source>
        <translation>0，在时间线中也可用 Home 和 Shift+Home；Backspace 或 Alt+← 在缩放历史中后退，Alt+→ 前进</translation>
    </message>
    <message>
        <source>%1 activities in %2; how much of it is idle is not known</source>
        <translation>%2 中有 %1 个活动；其中空闲多少无法得知</translation>
    </message>
</context>
<context>
    <name>CollectiveReport</name>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Collective</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>通信组</translation>
    </message>
    <message>
        <source>Name of the process group</source>
        <translation>进程组的名称</translation>
    </message>
    <message>
        <source>Group&apos;s purpose</source>
        <translation>通信组的用途</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank 数</translation>
    </message>
    <message>
        <source>Number of ranks in the group</source>
        <translation>组内的 rank 数</translation>
    </message>
    <message>
        <source>Which ranks</source>
        <translation>包含的 rank</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Of one message: the larger one of input and output</source>
        <translation>单条消息的大小：取输入与输出中较大者</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Of the elements</source>
        <translation>元素的类型</translation>
    </message>
    <message>
        <source>Algorithm</source>
        <translation>算法</translation>
    </message>
    <message>
        <source>Of NCCL, from the kernel&apos;s name</source>
        <translation>NCCL 的算法，取自 kernel 名称</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>Summed duration, with the wait for other ranks</source>
        <translation>时长之和，含等待其他 rank 的时间</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Algorithm GB/s</source>
        <translation>算法 GB/s</translation>
    </message>
    <message>
        <source>Size by mean duration</source>
        <translation>大小 ÷ 平均时长</translation>
    </message>
    <message>
        <source>Bus GB/s</source>
        <translation>总线 GB/s</translation>
    </message>
    <message>
        <source>What a link carries, as nccl-tests define it: allreduce 2(n−1)/n of the size, allgather, reduce-scatter and all-to-all (n−1)/n, others all of it</source>
        <translation>一条链路承载的数据量，按 nccl-tests 的定义：allreduce 为大小的 2(n−1)/n，allgather、reduce-scatter 和 all-to-all 为 (n−1)/n，其他为全部大小</translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>A kernel also waits for the other ranks: bandwidths are lower bounds.</source>
        <translation>kernel 也会等待其他 rank：带宽为下限值。</translation>
    </message>
    <message>
        <source>Blank: the file does not say it.</source>
        <translation>空白：文件中没有说明。</translation>
    </message>
</context>
<context>
    <name>CompareReport</name>
    <message>
        <source>too few</source>
        <translation>太少</translation>
    </message>
    <message>
        <source>slower</source>
        <translation>变慢</translation>
    </message>
    <message>
        <source>faster</source>
        <translation>变快</translation>
    </message>
    <message>
        <source>unchanged; long calls</source>
        <translation>不变；有过长的调用</translation>
    </message>
    <message>
        <source>in the noise</source>
        <translation>在噪声内</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Name in B</source>
        <translation>B 中的名称</translation>
    </message>
    <message>
        <source>Where it has another name there</source>
        <translation>在 B 中名称不同时的名称</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Matched by</source>
        <translation>匹配依据</translation>
    </message>
    <message>
        <source>How the row of A and that of B were found to be the same</source>
        <translation>如何判定 A 的行与 B 的行相同</translation>
    </message>
    <message>
        <source>Calls A</source>
        <translation>A 调用次数</translation>
    </message>
    <message>
        <source>Calls B</source>
        <translation>B 调用次数</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>Over the whole recording</source>
        <translation>整个记录中</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>Δ</source>
        <translation>Δ</translation>
    </message>
    <message>
        <source>B − A; all rows add up to the change of the total</source>
        <translation>B − A；所有行相加等于总计的变化</translation>
    </message>
    <message>
        <source>Δ of A</source>
        <translation>Δ 占 A</translation>
    </message>
    <message>
        <source>Of the row&apos;s time in A</source>
        <translation>占该行在 A 中的时间</translation>
    </message>
    <message>
        <source>Contribution</source>
        <translation>贡献</translation>
    </message>
    <message>
        <source>Of the change of a unit&apos;s summed times; what goes the other way is negative</source>
        <translation>占每个单元时长之和的变化；方向相反的为负</translation>
    </message>
    <message>
        <source>Of the change of the total; what goes the other way is negative</source>
        <translation>占总计的变化；方向相反的为负</translation>
    </message>
    <message>
        <source>A per call</source>
        <translation>A 每次调用</translation>
    </message>
    <message>
        <source>Total ÷ calls</source>
        <translation>总计 ÷ 调用次数</translation>
    </message>
    <message>
        <source>B per call</source>
        <translation>B 每次调用</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>比值</translation>
    </message>
    <message>
        <source>B per call ÷ A per call</source>
        <translation>B 每次调用 ÷ A 每次调用</translation>
    </message>
    <message>
        <source>Median A</source>
        <translation>A 中位数</translation>
    </message>
    <message>
        <source>Median B</source>
        <translation>B 中位数</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>噪声</translation>
    </message>
    <message>
        <source>What a difference of the medians has to exceed to count</source>
        <translation>中位数之差须超过此值才算数</translation>
    </message>
    <message>
        <source>Median call</source>
        <translation>中位调用</translation>
    </message>
    <message>
        <source>A GB/s</source>
        <translation>A GB/s</translation>
    </message>
    <message>
        <source>Size ÷ time</source>
        <translation>大小 ÷ 时间</translation>
    </message>
    <message>
        <source>B GB/s</source>
        <translation>B GB/s</translation>
    </message>
    <message>
        <source>A per unit</source>
        <translation>A 每单元</translation>
    </message>
    <message>
        <source>Within the compared units, per device</source>
        <translation>所对比的单元内，每个设备</translation>
    </message>
    <message>
        <source>B per unit</source>
        <translation>B 每单元</translation>
    </message>
    <message>
        <source>Δ per unit</source>
        <translation>Δ 每单元</translation>
    </message>
    <message>
        <source>Computation</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>未掩盖通信</translation>
    </message>
    <message>
        <source>Exposed copies</source>
        <translation>未掩盖拷贝</translation>
    </message>
    <message>
        <source>Idle, %1</source>
        <translation>空闲，%1</translation>
    </message>
    <message>
        <source>Wall</source>
        <translation>实际用时</translation>
    </message>
    <message>
        <source>%1 more rows: Δ %2</source>
        <translation>另有 %1 行：Δ %2</translation>
    </message>
    <message>
        <source>Steps compared (%1): %2 of A, %3 of B. A is %4, B is %5.</source>
        <translation>对比的步骤（%1）：A 的 %2 个，B 的 %3 个。A 为 %4，B 为 %5。</translation>
    </message>
    <message>
        <source>Periods compared, each from one %1 to the next: %2 of A, %3 of B; not both files name steps. A is %4, B is %5.</source>
        <translation>对比的周期（从一次 %1 到下一次）：A 的 %2 个，B 的 %3 个；并非两个文件都标明了步骤。A 为 %4，B 为 %5。</translation>
    </message>
    <message>
        <source>same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>renamed</source>
        <translation>改名</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>family</source>
        <translation>Kernel 族</translation>
    </message>
    <message>
        <source>module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>differs, warns</source>
        <translation>不同，警告</translation>
    </message>
    <message>
        <source>differs, blocks</source>
        <translation>不同，阻止对比</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>same file</source>
        <translation>同一文件</translation>
    </message>
    <message>
        <source>neutral</source>
        <translation>无变化</translation>
    </message>
    <message>
        <source>inconclusive</source>
        <translation>无定论</translation>
    </message>
    <message>
        <source>not comparable</source>
        <translation>不可比</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>A is %1, B is %2. Σ Δ = %3 (%4).</source>
        <translation>A 为 %1，B 为 %2。Σ Δ = %3（%4）。</translation>
    </message>
    <message>
        <source>May they be compared?</source>
        <translation>两者可以对比吗？</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Consequence</source>
        <translation>影响</translation>
    </message>
    <message>
        <source>A unit on one device (mean)</source>
        <translation>一个设备上的一个单元（平均）</translation>
    </message>
    <message>
        <source>The whole recordings, all devices</source>
        <translation>整个记录，所有设备</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Whole recordings ÷ periods found, with what the recordings cut: wall %1 → %2, idle %3 → %4, exposed communication %5 → %6.</source>
        <translation>整个记录 ÷ 找到的周期数，含被记录截断的部分：实际用时 %1 → %2，空闲 %3 → %4，未掩盖通信 %5 → %6。</translation>
    </message>
    <message>
        <source>slower in %1</source>
        <translation>在 %1 中变慢</translation>
    </message>
    <message>
        <source>faster in %1</source>
        <translation>在 %1 中变快</translation>
    </message>
    <message>
        <source>A per token (ns)</source>
        <translation>A 每 Token (ns)</translation>
    </message>
    <message>
        <source>Of the compared units&apos; tokens, per device</source>
        <translation>按所对比单元的 Token 数，每个设备</translation>
    </message>
    <message>
        <source>B per token (ns)</source>
        <translation>B 每 Token (ns)</translation>
    </message>
    <message>
        <source>Δ per token (ns)</source>
        <translation>Δ 每 Token (ns)</translation>
    </message>
    <message>
        <source>by stage</source>
        <translation>按阶段</translation>
    </message>
    <message>
        <source>by module</source>
        <translation>按模块</translation>
    </message>
    <message>
        <source>by layer</source>
        <translation>按层</translation>
    </message>
    <message>
        <source>by family of kernels</source>
        <translation>按 kernel 族</translation>
    </message>
    <message>
        <source>by kernel</source>
        <translation>按 kernel</translation>
    </message>
    <message>
        <source>by operator</source>
        <translation>按算子</translation>
    </message>
    <message>
        <source>by source line</source>
        <translation>按源代码行</translation>
    </message>
    <message>
        <source>by step</source>
        <translation>按步骤</translation>
    </message>
    <message>
        <source>by API call</source>
        <translation>按 API 调用</translation>
    </message>
    <message>
        <source>by row</source>
        <translation>按行</translation>
    </message>
    <message>
        <source>* The recording cuts this step: its times are too small.</source>
        <translation>* 记录截断了此步骤：其时间偏小。</translation>
    </message>
    <message>
        <source>device work</source>
        <translation>设备工作</translation>
    </message>
    <message>
        <source>operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>overhead</source>
        <translation>开销</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>One step of the phase: the mean</source>
        <translation>该推理阶段的一个步骤：平均值</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>推理阶段</translation>
    </message>
    <message>
        <source>A and B</source>
        <translation>A 和 B</translation>
    </message>
    <message>
        <source>too few units</source>
        <translation>单位太少</translation>
    </message>
    <message>
        <source>in other numbers</source>
        <translation>次数不同</translation>
    </message>
    <message>
        <source>Same: no change beyond the spread between units. Unclear: there is a change, and that spread does not tell it from noise.</source>
        <translation>相同:变化不超过各单位之间的离散程度。不明:有变化,但凭该离散程度无法与噪声区分。</translation>
    </message>
    <message>
        <source>B − A; the rows of one table add up to the change of its total</source>
        <translation>B − A;同一表格各行之和等于其总计的变化</translation>
    </message>
    <message>
        <source>Of the change of the times of its kind; what goes the other way is negative</source>
        <translation>占同类时间变化的比例;方向相反的为负</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>unclear</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>copies</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <source>API calls</source>
        <translation>API 调用</translation>
    </message>
    <message>
        <source>OS calls</source>
        <translation>操作系统调用</translation>
    </message>
    <message>
        <source>ranges</source>
        <translation>区间</translation>
    </message>
    <message>
        <source>A is %1, B is %2. Σ Δ: %3. These times overlap and are no sum.</source>
        <translation>A 为 %1,B 为 %2。Σ Δ:%3。这些时间相互重叠,不能相加。</translation>
    </message>
    <message>
        <source>A unit is one call of %1 in A (%2 calls) and of %3 in B (%4 calls); every time ÷ these calls.</source>
        <translation>一个单位是 A 中 %1 的一次调用(共 %2 次)、B 中 %3 的一次调用(共 %4 次);所有时间都除以调用次数。</translation>
    </message>
    <message>
        <source>Of limit %1</source>
        <translation>%1 占上限</translation>
    </message>
    <message>
        <source>Part of Δ per unit</source>
        <translation>每单元 Δ 的一部分</translation>
    </message>
    <message>
        <source>Part of Δ</source>
        <translation>Δ 的一部分</translation>
    </message>
    <message>
        <source>Δ by work</source>
        <translation>Δ 来自工作量</translation>
    </message>
    <message>
        <source>%1: the work needs more or less at the device&apos;s limit, FLOP or bytes</source>
        <translation>%1：在设备上限下，工作所需的 FLOP 或字节变多或变少</translation>
    </message>
    <message>
        <source>Δ by device</source>
        <translation>Δ 来自设备</translation>
    </message>
    <message>
        <source>%1: the limit of the device is another one</source>
        <translation>%1：设备的上限不同</translation>
    </message>
    <message>
        <source>Δ by efficiency</source>
        <translation>Δ 来自效率</translation>
    </message>
    <message>
        <source>%1: it ran nearer to the limit, or farther from it</source>
        <translation>%1：运行得离上限更近或更远</translation>
    </message>
    <message>
        <source>%1 by more work</source>
        <translation>工作变多 %1</translation>
    </message>
    <message>
        <source>%1 by less work</source>
        <translation>工作变少 %1</translation>
    </message>
    <message>
        <source>the work needs the same</source>
        <translation>工作所需相同</translation>
    </message>
    <message>
        <source>%1 by the other device</source>
        <translation>设备不同 %1</translation>
    </message>
    <message>
        <source>the devices&apos; limits are the same for it</source>
        <translation>两个设备对它的上限相同</translation>
    </message>
    <message>
        <source>%1 farther from the device&apos;s limit</source>
        <translation>离设备上限更远 %1</translation>
    </message>
    <message>
        <source>%1 nearer to the device&apos;s limit</source>
        <translation>离设备上限更近 %1</translation>
    </message>
    <message>
        <source>it runs as near to the device&apos;s limit</source>
        <translation>与设备上限的距离相同</translation>
    </message>
    <message>
        <source>Whether the work or its efficiency changed is not known: the limit of the device of %1 is not. %2</source>
        <translation>变化的是工作量还是效率无从得知：%1 的设备上限未知。%2</translation>
    </message>
    <message>
        <source>What the work needs is known of %1 of the GPU time in A and of %2 in B, without communication: too little to say of the whole whether the work or its efficiency changed.</source>
        <translation>除通信外，A 中 %1、B 中 %2 的 GPU 时间知道工作所需：太少，无法就整体说变化的是工作量还是效率。</translation>
    </message>
    <message>
        <source>GPU work whose need is known (A %1, B %2 of what is no communication) takes %3 in A and %4 in B per unit and device: %5.</source>
        <translation>所需已知的 GPU 工作（非通信部分：A %1，B %2）每单元每设备在 A 中用 %3，在 B 中用 %4：%5。</translation>
    </message>
    <message>
        <source>GPU work whose need is known (A %1, B %2 of what is no communication) takes %3 in A and %4 in B: %5.</source>
        <translation>所需已知的 GPU 工作（非通信部分：A %1，B %2）在 A 中用 %3，在 B 中用 %4：%5。</translation>
    </message>
    <message>
        <source>Δ of A per unit</source>
        <translation>每单位占 A 的 Δ</translation>
    </message>
    <message>
        <source>A is %1, B is %2. Σ Δ per unit = %3 (%4). The recordings hold %5 and %6 units: their sums are no comparison.</source>
        <translation>A 为 %1，B 为 %2。每单位 Σ Δ = %3（%4）。两个录制分别含 %5 和 %6 个单位：它们的总和不可比较。</translation>
    </message>
    <message>
        <source>Whether the work or its efficiency changed is not known: %1 has no inputs of operators with their types (torch&apos;s record_shapes=True writes them).</source>
        <translation>无法知道改变的是工作量还是效率：%1 没有带类型的算子输入（torch 的 record_shapes=True 会写入）。</translation>
    </message>
    <message>
        <source>other shapes</source>
        <translation>形状不同</translation>
    </message>
    <message>
        <source>other work</source>
        <translation>工作不同</translation>
    </message>
    <message>
        <source>beside other kernels</source>
        <translation>与其他 kernel 同时运行</translation>
    </message>
    <message>
        <source>other copies</source>
        <translation>拷贝不同</translation>
    </message>
    <message>
        <source>Of rows without a time per call: of their GPU work</source>
        <translation>对没有每次调用时间的行：按其 GPU 工作</translation>
    </message>
    <message>
        <source>Kernels, copies and sets</source>
        <translation>kernel、拷贝和置值</translation>
    </message>
    <message>
        <source>Activities A</source>
        <translation>活动 A</translation>
    </message>
    <message>
        <source>Activities B</source>
        <translation>活动 B</translation>
    </message>
    <message>
        <source>The first step of a recording is left out: what happens once is in its times.</source>
        <translation>录制的第一个步骤不计入：它的时间里含有只发生一次的事情。</translation>
    </message>
    <message>
        <source>In %1 about %2 of these periods make a longer one that repeats: they are its parts, such as layers.</source>
        <translation>在 %1 中，约 %2 个这样的周期组成一个更长的、会重复的周期：它们是其中的部分，例如层。</translation>
    </message>
    <message>
        <source>other grids</source>
        <translation>网格不同</translation>
    </message>
    <message>
        <source>cut names</source>
        <translation>名称被截断</translation>
    </message>
    <message>
        <source>only kernel</source>
        <translation>唯一的 kernel</translation>
    </message>
    <message>
        <source>Both recordings can be relied on.</source>
        <translation>两次录制都可靠。</translation>
    </message>
    <message>
        <source>shared name</source>
        <translation>共用的名称</translation>
    </message>
    <message>
        <source>another rank</source>
        <translation>另一个 rank</translation>
    </message>
    <message>
        <source>launches</source>
        <translation>启动方式</translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source>cannot be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>annotations of more than 256 MB are not read</source>
        <translation>不读取超过 256 MB 的注释文件</translation>
    </message>
    <message>
        <source>annotations are a JSON object of graph node ids</source>
        <translation>注释应是以图节点编号为键的 JSON 对象</translation>
    </message>
    <message>
        <source>launched by a CUDA graph</source>
        <translation>由 CUDA graph 启动</translation>
    </message>
    <message>
        <source>outside any module</source>
        <translation>不属于任何模块</translation>
    </message>
    <message>
        <source>several mappings; choose one with &apos;#&apos;: %1</source>
        <translation>有多个映射；请用“#”选择一个：%1</translation>
    </message>
    <message>
        <source>no mapping &apos;%1&apos;; there are: %2</source>
        <translation>没有映射“%1”；现有：%2</translation>
    </message>
    <message>
        <source>no mapping &apos;%1&apos;; there are: %2, or FILE#engine/model</source>
        <translation>没有映射“%1”；现有：%2，或 FILE#engine/model</translation>
    </message>
    <message>
        <source>there is a mapping &apos;%1&apos; already</source>
        <translation>已有映射“%1”</translation>
    </message>
    <message>
        <source>the folder cannot be made</source>
        <translation>无法创建文件夹</translation>
    </message>
    <message>
        <source>(*…) is a PCRE verb; Python refuses it</source>
        <translation>(*…) 是 PCRE 动词；Python 不接受</translation>
    </message>
    <message>
        <source>[:…:] is a POSIX class here; Python takes its characters one by one</source>
        <translation>[:…:] 在此是 POSIX 字符类；Python 逐个取其字符</translation>
    </message>
    <message>
        <source>\N is a named character in Python, any character but a line end here</source>
        <translation>\N 在 Python 中是命名字符，在此是除换行外的任意字符</translation>
    </message>
    <message>
        <source>\z is not known to Python before 3.14; write \Z</source>
        <translation>Python 3.14 之前不认识 \z；请写 \Z</translation>
    </message>
    <message>
        <source>\%1 is not known to Python&apos;s re</source>
        <translation>Python 的 re 不认识 \%1</translation>
    </message>
    <message>
        <source>\x{…} is not known to Python; write \uXXXX</source>
        <translation>Python 不认识 \x{…}；请写 \uXXXX</translation>
    </message>
    <message>
        <source>Python writes a named group as (?P&lt;name&gt;…)</source>
        <translation>Python 的命名组写作 (?P&lt;name&gt;…)</translation>
    </message>
    <message>
        <source>calling a group is not known to Python</source>
        <translation>Python 不支持调用组</translation>
    </message>
    <message>
        <source>recursion is not known to Python</source>
        <translation>Python 不支持递归</translation>
    </message>
    <message>
        <source>(?%1 is not known to Python</source>
        <translation>Python 不认识 (?%1</translation>
    </message>
    <message>
        <source>atomic groups need Python 3.11</source>
        <translation>原子组需要 Python 3.11</translation>
    </message>
    <message>
        <source>the flags a, L and u are known to Python only</source>
        <translation>标志 a、L、u 仅 Python 支持</translation>
    </message>
    <message>
        <source>Python takes flags for the whole pattern only at its beginning</source>
        <translation>Python 只接受写在开头的全局标志</translation>
    </message>
    <message>
        <source>the regex is longer than %1 bytes</source>
        <translation>正则表达式超过 %1 字节</translation>
    </message>
    <message>
        <source>at character %1: %2</source>
        <translation>第 %1 个字符处：%2</translation>
    </message>
    <message>
        <source>the total of %1 is less than the %2 in which a GPU works, so CPU(non-GPU) is 0; totals are seconds, in the order of the files</source>
        <translation>总时间 %1 小于 GPU 工作时间 %2，因此 CPU(non-GPU) 为 0；总时间以秒为单位，按文件顺序给出</translation>
    </message>
    <message>
        <source>too slow: given up</source>
        <translation>太慢：已放弃</translation>
    </message>
    <message>
        <source>too many steps: given up on %1 names</source>
        <translation>匹配步数过多：已放弃 %1 个名称</translation>
    </message>
    <message>
        <source>an object was expected at &apos;%1&apos;; ignored</source>
        <translation>“%1”处应为对象；已忽略</translation>
    </message>
    <message>
        <source>only the first %1 mappings of a file are read</source>
        <translation>只读取文件的前 %1 个映射</translation>
    </message>
    <message>
        <source>%1 has no &apos;%2&apos;; all its names are unmatched there</source>
        <translation>%1 没有“%2”；其中的名称全部不匹配</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not part of a mapping; ignored</source>
        <translation>“%1”不是映射的一部分；已忽略</translation>
    </message>
    <message>
        <source>the label of &apos;%1&apos; is not a text; ignored</source>
        <translation>“%1”的标签不是文本；已忽略</translation>
    </message>
    <message>
        <source>a rule with a text of more than %1 bytes is ignored</source>
        <translation>文本超过 %1 字节的规则被忽略</translation>
    </message>
    <message>
        <source>only the first %1 rules of a list are used; ignored from &apos;%2&apos; on</source>
        <translation>只使用列表的前 %1 条规则；从“%2”起被忽略</translation>
    </message>
    <message>
        <source>the regex &apos;%1&apos; is invalid, its rule matches nothing: %2</source>
        <translation>正则“%1”无效，其规则不匹配任何名称：%2</translation>
    </message>
    <message>
        <source>the regex &apos;%1&apos; is not the same in Python: %2</source>
        <translation>正则“%1”在 Python 中含义不同：%2</translation>
    </message>
    <message>
        <source>a mapping file has at most 64 MiB</source>
        <translation>映射文件最大为 64 MiB</translation>
    </message>
    <message>
        <source>values nested deeper than %1 levels are ignored</source>
        <translation>嵌套超过 %1 层的值被忽略</translation>
    </message>
    <message>
        <source>only the first %1 values of a file are read</source>
        <translation>只读取文件的前 %1 个值</translation>
    </message>
    <message>
        <source>no stage mapping in here: {&quot;engine&quot;: {&quot;model&quot;: {&quot;regex&quot;: &quot;label&quot;}}} was expected</source>
        <translation>其中没有阶段映射：应为 {&quot;engine&quot;: {&quot;model&quot;: {&quot;regex&quot;: &quot;label&quot;}}}</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>没有此文件</translation>
    </message>
    <message>
        <source>there is not enough memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>of an unknown cause</source>
        <translation>原因不明</translation>
    </message>
    <message>
        <source>… (nested in more than %1 levels)</source>
        <translation>…（嵌套超过 %1 层）</translation>
    </message>
    <message>
        <source>%1 more members</source>
        <translation>另有 %1 个成员</translation>
    </message>
    <message>
        <source>this is not valid JSON; correct it here</source>
        <translation>不是有效的 JSON；请在此处修正</translation>
    </message>
    <message>
        <source>byte %1: </source>
        <translation>字节 %1：</translation>
    </message>
    <message>
        <source>there is no such file; check the path</source>
        <translation>没有此文件；请检查路径</translation>
    </message>
    <message>
        <source>this is a device, not a file; open a file or a pipe</source>
        <translation>这是设备，不是文件；请打开文件或管道</translation>
    </message>
    <message>
        <source>cannot be opened: %1</source>
        <translation>无法打开：%1</translation>
    </message>
    <message>
        <source>the file is empty; a trace or a profiler table was expected</source>
        <translation>文件为空；应为跟踪或剖析表格</translation>
    </message>
    <message>
        <source>zip archives and databases cannot be read from a pipe; write the content to a file first</source>
        <translation>zip 压缩包和数据库无法从管道读取；请先把内容写入文件</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>more than %1 MB of text for a format that is read as a whole</source>
        <translation>对于整体读取的格式，文本超过 %1 MB</translation>
    </message>
    <message>
        <source>reading failed at file byte %1: %2</source>
        <translation>读取文件第 %1 字节时失败：%2</translation>
    </message>
    <message>
        <source>an invalid block header</source>
        <translation>无效的块头</translation>
    </message>
    <message>
        <source>an invalid code</source>
        <translation>无效的编码</translation>
    </message>
    <message>
        <source>a reference to before the beginning</source>
        <translation>引用了开头之前的数据</translation>
    </message>
    <message>
        <source>an invalid gzip header</source>
        <translation>无效的 gzip 头</translation>
    </message>
    <message>
        <source>a packing method other than deflate</source>
        <translation>不是 deflate 的压缩方法</translation>
    </message>
    <message>
        <source>the checksum differs</source>
        <translation>校验和不符</translation>
    </message>
    <message>
        <source>error %1</source>
        <translation>错误 %1</translation>
    </message>
    <message>
        <source>the compressed data is damaged at file byte %1 (%2)</source>
        <translation>压缩数据在文件第 %1 字节处损坏（%2）</translation>
    </message>
    <message>
        <source>the %1 data ends early: the file is cut; copy or download it again</source>
        <translation>%1 数据提前结束：文件被截断；请重新复制或下载</translation>
    </message>
    <message>
        <source>the zip data ends early: the file is cut; copy or download it again</source>
        <translation>zip 数据提前结束：文件被截断；请重新复制或下载</translation>
    </message>
    <message>
        <source>the zip archive holds %1 files; unpack it and open the one you want</source>
        <translation>zip 压缩包含 %1 个文件；请解压后打开所需文件</translation>
    </message>
    <message>
        <source>the zip archive holds no file</source>
        <translation>zip 压缩包中没有文件</translation>
    </message>
    <message>
        <source>the zip archive is encrypted; unpack it first</source>
        <translation>zip 压缩包已加密；请先解压</translation>
    </message>
    <message>
        <source>the zip archive uses packing method %1; unpack it first</source>
        <translation>zip 压缩包使用压缩方法 %1；请先解压</translation>
    </message>
    <message>
        <source>the content came through a pipe and cannot be read a second time</source>
        <translation>内容来自管道，无法再次读取</translation>
    </message>
    <message>
        <source>the file is no longer there</source>
        <translation>文件已不存在</translation>
    </message>
    <message>
        <source>the file has changed since it was loaded; press F5 to load it again</source>
        <translation>文件在载入后已更改；按 F5 重新载入</translation>
    </message>
    <message>
        <source>the content ends before this event</source>
        <translation>内容在此事件之前结束</translation>
    </message>
    <message>
        <source>cannot be written: %1</source>
        <translation>无法写入：%1</translation>
    </message>
    <message>
        <source>a file of this name exists already</source>
        <translation>同名文件已存在</translation>
    </message>
    <message>
        <source>this kind of file keeps no text per event</source>
        <translation>这种文件不保存每个事件的文本</translation>
    </message>
    <message>
        <source>more than 65,536 GPU streams; in the tables the work of the others counts as the last one&apos;s</source>
        <translation>GPU 流超过 65,536 个；表格中其余流的工作计入最后一个流</translation>
    </message>
    <message>
        <source>slices that overlap more than %1 others on their track; they share one row</source>
        <translation>与同一轨道上超过 %1 个其他切片重叠的切片；它们共用一行</translation>
    </message>
    <message>
        <source> (estimated speedup %1 %)</source>
        <translation>（预计加速 %1 %）</translation>
    </message>
    <message>
        <source>low SM efficiency (%1 %)</source>
        <translation>SM 效率低（%1 %）</translation>
    </message>
    <message>
        <source>low L2 hit rate (%1 %)</source>
        <translation>L2 命中率低（%1 %）</translation>
    </message>
    <message>
        <source>low occupancy efficiency (%1 % of the theoretical)</source>
        <translation>占用率效率低（理论值的 %1 %）</translation>
    </message>
    <message>
        <source>the file has no part “%1”; it is one whole</source>
        <translation>文件没有“%1”这一部分；它是一个整体</translation>
    </message>
    <message>
        <source>the file has no part “%1”; it has %2</source>
        <translation>文件没有“%1”这一部分；它包含 %2</translation>
    </message>
    <message>
        <source>end events without a begin; they are not drawn</source>
        <translation>没有开始事件的结束事件；不予绘制</translation>
    </message>
    <message>
        <source>end events that name another slice than the one they close</source>
        <translation>名称与所结束切片不同的结束事件</translation>
    </message>
    <message>
        <source>%1 shows %2 % because it is a label: its %3 on the device last from the first to the last kernel of the step, gaps included, while percentages are relative to the %4 of work alone; such rows are not part of the total.</source>
        <translation>%1 显示为 %2 %，因为它是标注：它在设备上的 %3 从该步的第一个 kernel 算到最后一个，包含空隙，而百分比只相对于 %4 的工作；这类行不计入总计。</translation>
    </message>
    <message>
        <source>The rows of device work add up to %1 of the file&apos;s total of %2 (%3)</source>
        <translation>设备工作的各行合计 %1，文件的总计为 %2（%3）</translation>
    </message>
    <message>
        <source>; the excess means that a row counted as work is a label.</source>
        <translation>；超出部分说明某个计为工作的行其实是标注。</translation>
    </message>
    <message>
        <source>; the rest are rows that the row limit cut off.</source>
        <translation>；其余是被行数限制截去的行。</translation>
    </message>
    <message>
        <source>%1 rows share %2 names that torch cut short: they are different kernels and are never merged.</source>
        <translation>%1 行共用 %2 个被 torch 截短的名称：它们是不同的 kernel，绝不合并。</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>the trace ends without its closing bracket; events may be missing at the end</source>
        <translation>跟踪缺少结尾括号；末尾可能缺少事件</translation>
    </message>
    <message>
        <source>events without a usable time stamp; they are counted but not drawn</source>
        <translation>没有可用时间戳的事件；已计数但不绘制</translation>
    </message>
    <message>
        <source>negative durations; taken as 0</source>
        <translation>负的时长；按 0 处理</translation>
    </message>
    <message>
        <source>the event&apos;s text cannot be read again at its place in the file</source>
        <translation>无法在文件原处重新读取该事件的文本</translation>
    </message>
    <message>
        <source>a tar archive</source>
        <translation>tar 归档文件</translation>
    </message>
    <message>
        <source>unpack it with tar -xf and open the traces in it; those of the ranks of one job can be opened together</source>
        <translation>请用 tar -xf 解包后打开其中的跟踪；同一作业各 rank 的跟踪可以一起打开</translation>
    </message>
    <message>
        <source>a file packed with zstd</source>
        <translation>zstd 压缩文件</translation>
    </message>
    <message>
        <source>unpack it with zstd -d</source>
        <translation>请用 zstd -d 解压</translation>
    </message>
    <message>
        <source>a file packed with xz</source>
        <translation>xz 压缩文件</translation>
    </message>
    <message>
        <source>unpack it with xz -d</source>
        <translation>请用 xz -d 解压</translation>
    </message>
    <message>
        <source>a file packed with bzip2</source>
        <translation>bzip2 压缩文件</translation>
    </message>
    <message>
        <source>unpack it with bzip2 -d</source>
        <translation>请用 bzip2 -d 解压</translation>
    </message>
    <message>
        <source>a 7z archive</source>
        <translation>7z 压缩包</translation>
    </message>
    <message>
        <source>unpack it with 7z x and open the trace in it</source>
        <translation>请用 7z x 解压后打开其中的跟踪</translation>
    </message>
    <message>
        <source>an execution trace of PyTorch (ExecutionTraceObserver), which holds no times</source>
        <translation>PyTorch 的执行跟踪（ExecutionTraceObserver），其中没有时间</translation>
    </message>
    <message>
        <source>open the trace that torch.profiler exported in the same run</source>
        <translation>请打开同一次运行中 torch.profiler 导出的跟踪</translation>
    </message>
    <message>
        <source>a profile for speedscope</source>
        <translation>speedscope 的性能剖析文件</translation>
    </message>
    <message>
        <source>open the trace of the GPU profiler that it was made from</source>
        <translation>请打开生成它的 GPU 性能剖析器的跟踪</translation>
    </message>
    <message>
        <source>a CPU profile of Chrome or Node.js</source>
        <translation>Chrome 或 Node.js 的 CPU 性能剖析文件</translation>
    </message>
    <message>
        <source>record with &quot;Performance&quot; and save that trace</source>
        <translation>请用“Performance”录制并保存该跟踪</translation>
    </message>
    <message>
        <source>a memory snapshot of PyTorch (a pickle)</source>
        <translation>PyTorch 的内存快照（pickle）</translation>
    </message>
    <message>
        <source>look at it with pytorch.org/memory_viz, or open a trace of torch.profiler</source>
        <translation>请用 pytorch.org/memory_viz 查看，或打开 torch.profiler 的跟踪</translation>
    </message>
    <message>
        <source>a summary of Nsight Compute (--print-summary), which has no single launches</source>
        <translation>Nsight Compute 的汇总（--print-summary），其中没有逐次启动的数据</translation>
    </message>
    <message>
        <source>print the launches: ncu --import REPORT --page details</source>
        <translation>请输出逐次启动的数据：ncu --import REPORT --page details</translation>
    </message>
    <message>
        <source>this is %1. It cannot be read: %2</source>
        <translation>无法读取此文件（%1）：%2</translation>
    </message>
    <message>
        <source>a database of Ascend&apos;s profiler (torch_npu, msprof)</source>
        <translation>昇腾性能剖析器（torch_npu、msprof）的数据库</translation>
    </message>
    <message>
        <source>JSON of another kind</source>
        <translation>其他类型的 JSON</translation>
    </message>
    <message>
        <source>text without a profiler table</source>
        <translation>没有剖析表格的文本</translation>
    </message>
    <message>
        <source>not recognised: the file looks like %1; a Chrome trace, a torch, nsys or ncu table was expected</source>
        <translation>无法识别：文件看起来是%1；应为 Chrome 跟踪，或 torch、nsys、ncu 的表格</translation>
    </message>
    <message>
        <source>there is not enough memory for this file</source>
        <translation>内存不足，无法打开此文件</translation>
    </message>
    <message>
        <source>the file cannot be read (%1)</source>
        <translation>无法读取文件（%1）</translation>
    </message>
    <message>
        <source>Kernels (nsys)</source>
        <translation>Kernel (nsys)</translation>
    </message>
    <message>
        <source>The shares were computed from times rounded to 1 µs (their sum is %1 µs): of a kernel of 3 µs they may be wrong by a sixth.</source>
        <translation>占比由四舍五入到 1 µs 的时间算出（合计 %1 µs）：对 3 µs 的 kernel 可能有六分之一的误差。</translation>
    </message>
    <message>
        <source>Findings (ncu)</source>
        <translation>发现 (ncu)</translation>
    </message>
    <message>
        <source>Kernels without an ncu entry of their index and name.</source>
        <translation>没有序号与名称相符的 ncu 条目的 kernel。</translation>
    </message>
    <message>
        <source>Kernels with their findings</source>
        <translation>Kernel 及其发现</translation>
    </message>
    <message>
        <source>Parts of the context that are nested too deeply or too many were left out.</source>
        <translation>上下文中嵌套过深或过多的部分已略去。</translation>
    </message>
    <message>
        <source>Times of more than 285 years were set to zero.</source>
        <translation>超过 285 年的时间已置为零。</translation>
    </message>
    <message>
        <source>Nodes whose time differs from the sum of their children: percentages of the parent do not add up to 100.</source>
        <translation>时间与子节点之和不符的节点：占父级的百分比之和不为 100。</translation>
    </message>
    <message>
        <source>The percentages of the roots add up to more than 100: a root was written twice, totals count it twice.</source>
        <translation>根节点的百分比之和超过 100：某个根被写了两次，总计也算了两次。</translation>
    </message>
    <message>
        <source>NaN or Infinity instead of a number.</source>
        <translation>应为数字，却是 NaN 或无穷大。</translation>
    </message>
    <message>
        <source>the JSON holds no phase with summary_stats or model_stats</source>
        <translation>JSON 中没有带 summary_stats 或 model_stats 的推理阶段</translation>
    </message>
    <message>
        <source>A table with too many cells was read in part.</source>
        <translation>单元格过多的表格只读取了一部分。</translation>
    </message>
    <message>
        <source>Fields beyond the header&apos;s last column were left out.</source>
        <translation>超出表头最后一列的字段已略去。</translation>
    </message>
    <message>
        <source>The CSV ends inside a quoted field; rows may be missing.</source>
        <translation>CSV 在带引号的字段中结束；可能缺少行。</translation>
    </message>
    <message>
        <source>Columns beyond the first 20,000 were left out.</source>
        <translation>第 20,000 列之后的列已略去。</translation>
    </message>
    <message>
        <source>The table %1 has no column %2; its rows were left out.</source>
        <translation>表 %1 没有列 %2；其各行已略去。</translation>
    </message>
    <message>
        <source>The table %1 cannot be read to its end (%2); the rows before are kept.</source>
        <translation>表 %1 无法读到末尾（%2）；此前的行已保留。</translation>
    </message>
    <message>
        <source>rows without a usable time; they were left out</source>
        <translation>没有可用时间的行；已略去</translation>
    </message>
    <message>
        <source>names that are not in the table StringIds; their number is shown</source>
        <translation>不在 StringIds 表中的名称；显示其编号</translation>
    </message>
    <message>
        <source>NVTX ranges that were still open when the recording ended; only their starts are shown</source>
        <translation>记录结束时仍未闭合的 NVTX 区间；只显示其开始</translation>
    </message>
    <message>
        <source>CUDA graphs were recorded as a whole, without their kernels; record with nsys profile --cuda-graph-trace=node to see them</source>
        <translation>CUDA 图被整体记录，不含其 kernel；请用 nsys profile --cuda-graph-trace=node 记录</translation>
    </message>
    <message>
        <source>tables</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>reports of Nsight Systems are closed; nsys, which can export them, is neither on PATH nor set in the settings. Where it is installed run: nsys export --type sqlite --output %1 %2 and open the result</source>
        <translation>Nsight Systems 报告是封闭格式；能够导出它的 nsys 既不在 PATH 中，也未在设置中指定。请在安装了它的机器上运行：nsys export --type sqlite --output %1 %2，然后打开结果</translation>
    </message>
    <message>
        <source>no temporary folder: %1</source>
        <translation>没有临时文件夹：%1</translation>
    </message>
    <message>
        <source>nsys export wrote no database</source>
        <translation>nsys 导出没有写出数据库</translation>
    </message>
    <message>
        <source>the columns of this row are not available</source>
        <translation>无法取得此行的列</translation>
    </message>
    <message>
        <source>the row is no longer in the database</source>
        <translation>此行已不在数据库中</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 以及另外 %2 个</translation>
    </message>
    <message>
        <source>the export holds no timeline: no GPU work, API calls or NVTX ranges, only %1; record with nsys profile --trace=cuda,nvtx</source>
        <translation>导出中没有时间线：没有 GPU 工作、API 调用或 NVTX 区间，只有 %1；请用 nsys profile --trace=cuda,nvtx 记录</translation>
    </message>
    <message>
        <source>The export has no GPU work; it holds %1. Record with nsys profile --trace=cuda to see it.</source>
        <translation>导出中没有 GPU 工作；其中有 %1。请用 nsys profile --trace=cuda 记录。</translation>
    </message>
    <message>
        <source>The database is shorter than it says; rows at its end may be missing. Copy or export it again.</source>
        <translation>数据库比其声明的短；末尾可能缺少行。请重新复制或导出。</translation>
    </message>
    <message>
        <source>Beside the database lies a -wal or -journal file of a program that was writing; what it holds was not read.</source>
        <translation>数据库旁有正在写入的程序留下的 -wal 或 -journal 文件；其中的内容没有读取。</translation>
    </message>
    <message>
        <source>a compressed SQLite database; unpack it first</source>
        <translation>压缩的 SQLite 数据库；请先解压</translation>
    </message>
    <message>
        <source>The file ends in the middle of a row; rows are missing.</source>
        <translation>文件在一行中间结束；缺少行。</translation>
    </message>
    <message>
        <source>Lines of a table that do not fit its columns were left out.</source>
        <translation>与表格的列不符的行已略去。</translation>
    </message>
    <message>
        <source>Rows with another number of fields than the header were padded or cut.</source>
        <translation>字段数与表头不同的行已补齐或截短。</translation>
    </message>
    <message>
        <source>the table has no header with Start, Duration, Device and Name; make it with nsys stats --report cuda_gpu_trace --format csv</source>
        <translation>表格没有包含 Start、Duration、Device 与 Name 的表头；请用 nsys stats --report cuda_gpu_trace --format csv 生成</translation>
    </message>
    <message>
        <source>The table has a header, but no row that is GPU work.</source>
        <translation>表格有表头，但没有属于 GPU 工作的行。</translation>
    </message>
    <message>
        <source>Qt&apos;s SQLite driver is not installed (Debian: libqt6sql6-sqlite)</source>
        <translation>没有安装 Qt 的 SQLite 驱动（Debian：libqt6sql6-sqlite）</translation>
    </message>
    <message>
        <source>Qt&apos;s SQLite driver gives no access to its database</source>
        <translation>Qt 的 SQLite 驱动不提供对其数据库的访问</translation>
    </message>
    <message>
        <source>Qt&apos;s SQLite driver brings a SQLite of its own, other than the system&apos;s; install the driver of your distribution</source>
        <translation>Qt 的 SQLite 驱动自带 SQLite，与系统的不同；请安装发行版提供的驱动</translation>
    </message>
    <message>
        <source>NUL bytes in the text were left out.</source>
        <translation>文本中的 NUL 字节已略去。</translation>
    </message>
    <message>
        <source>times of more than a hundred years; taken as 0</source>
        <translation>超过一百年的时间；按 0 处理</translation>
    </message>
    <message>
        <source>%1, per kernel</source>
        <translation>%1，按 kernel</translation>
    </message>
    <message>
        <source>the text holds no table of torch&apos;s profiler, Nsight Systems or Nsight Compute; open the file that the profiler wrote</source>
        <translation>文本中没有 torch profiler、Nsight Systems 或 Nsight Compute 的表格；请打开剖析器写出的文件</translation>
    </message>
    <message>
        <source>The text was UTF-16 and has been converted.</source>
        <translation>文本原为 UTF-16，已转换。</translation>
    </message>
    <message>
        <source>NUL bytes in the text were dropped.</source>
        <translation>已去掉文本中的 NUL 字节。</translation>
    </message>
    <message>
        <source>A torch table ends without its closing rule; rows may be missing.</source>
        <translation>torch 表格没有结尾的横线；可能缺少行。</translation>
    </message>
    <message>
        <source>A total of a torch table has no unit and was left out.</source>
        <translation>torch 表格的一个总计没有单位，已略去。</translation>
    </message>
    <message>
        <source>Self %1 time total without a table, line %2</source>
        <translation>没有表格的 Self %1 time total，第 %2 行</translation>
    </message>
    <message>
        <source>names that are not valid UTF-8; the bad bytes are shown as �</source>
        <translation>不是有效 UTF-8 的名称；错误字节显示为 �</translation>
    </message>
    <message>
        <source>self (%1)</source>
        <translation>自身 (%1)</translation>
    </message>
    <message>
        <source>% of total</source>
        <translation>占总计 %</translation>
    </message>
    <message>
        <source>% of parent</source>
        <translation>占父级 %</translation>
    </message>
    <message>
        <source>calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>per call (%1)</source>
        <translation>每次调用 (%1)</translation>
    </message>
    <message>
        <source>cpu_time (%1)</source>
        <translation>cpu_time (%1)</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>the JSON is damaged or ends early; copy the file again</source>
        <translation>JSON 已损坏或提前结束，请重新复制该文件</translation>
    </message>
    <message>
        <source>the header of the table is damaged</source>
        <translation>表头已损坏</translation>
    </message>
    <message>
        <source>a file of Ascend&apos;s profiler (torch_npu) with its settings</source>
        <translation>昇腾性能剖析器（torch_npu）的设置文件</translation>
    </message>
    <message>
        <source>the database holds no timeline: no GPU work, calls or counters, only %1; record with rocprofv3 --runtime-trace</source>
        <translation>数据库中没有时间线：没有 GPU 工作、调用或计数器，只有 %1；请用 rocprofv3 --runtime-trace 记录</translation>
    </message>
    <message>
        <source>The database has no GPU work; it holds %1. Record with rocprofv3 --kernel-trace --memory-copy-trace to see it.</source>
        <translation>数据库中没有 GPU 工作；其中有 %1。请用 rocprofv3 --kernel-trace --memory-copy-trace 记录。</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>kernels without a name in the file; their number is shown</source>
        <translation>文件中没有名称的 kernel；显示其编号</translation>
    </message>
    <message>
        <source>the table has no columns of a trace of rocprof</source>
        <translation>表中没有 rocprof 跟踪的列</translation>
    </message>
    <message>
        <source>the file of rocprofv3 holds no records; record with rocprofv3 --runtime-trace --output-format json</source>
        <translation>rocprofv3 的文件中没有记录；请用 rocprofv3 --runtime-trace --output-format json 记录</translation>
    </message>
    <message>
        <source>the file of rocprofv3 is no JSON from byte %1 on, before its first record; copy it again</source>
        <translation>rocprofv3 的文件从第 %1 字节起不是 JSON，且在第一条记录之前；请重新复制</translation>
    </message>
    <message>
        <source>the file is cut or damaged here; the records before are kept</source>
        <translation>文件在此处被截断或损坏；此前的记录已保留</translation>
    </message>
    <message>
        <source>the database holds no timeline: no GPU work, calls or counters, only %1; record the program with runTracer.sh of rocmProfileData</source>
        <translation>数据库中没有时间线：没有 GPU 工作、调用或计数器，只有 %1；请用 rocmProfileData 的 runTracer.sh 记录该程序</translation>
    </message>
    <message>
        <source>The database has no GPU work; it holds %1.</source>
        <translation>数据库中没有 GPU 工作；其中有 %1。</translation>
    </message>
    <message>
        <source>names that are not in the table of strings</source>
        <translation>字符串表中没有的名称</translation>
    </message>
    <message>
        <source>%1 cannot be started: %2</source>
        <translation>无法启动 %1：%2</translation>
    </message>
    <message>
        <source>%1 failed (%2); the report may come from a newer version of the program</source>
        <translation>%1 失败（%2）；报告可能来自该程序的更新版本</translation>
    </message>
    <message>
        <source>%1 cannot be written</source>
        <translation>无法写入 %1</translation>
    </message>
    <message>
        <source>this SQLite database is of no profiler that is known here (Nsight Systems, rocprofv3, rocmProfileData); it holds %1</source>
        <translation>此 SQLite 数据库不属于这里已知的任何性能剖析器（Nsight Systems、rocprofv3、rocmProfileData）；其中有 %1</translation>
    </message>
    <message>
        <source>the SQLite file is cut or damaged (%1); copy or export it again</source>
        <translation>SQLite 文件被截断或已损坏（%1）；请重新复制或导出</translation>
    </message>
    <message>
        <source>the key &apos;%1&apos; occurs twice; its last value counts, at its first place, as in Python</source>
        <translation>键“%1”出现两次；与 Python 相同，取最后的值、保留最先的位置</translation>
    </message>
    <message>
        <source>1 byte after the gzip data was ignored</source>
        <translation>已忽略 gzip 数据之后的 1 个字节</translation>
    </message>
    <message>
        <source>bytes after the gzip data (from file byte %1) were ignored</source>
        <translation>已忽略 gzip 数据之后的字节（自文件第 %1 字节起）</translation>
    </message>
    <message>
        <source>more than 65,535 categories; events of the others have none</source>
        <translation>类别超过 65,535 个；其余事件不带类别</translation>
    </message>
    <message>
        <source>values of the top level besides the events are too many or nested too deep; the excess was skipped</source>
        <translation>事件之外的顶层内容嵌套过深或过多；多余部分已略去</translation>
    </message>
    <message>
        <source>elements of the event array that are not objects</source>
        <translation>事件数组中不是对象的元素</translation>
    </message>
    <message>
        <source>this JSON is not a trace: neither an object with &quot;traceEvents&quot; nor an array of events with &quot;ph&quot;; open the trace that the profiler exported</source>
        <translation>此 JSON 不是跟踪：既不是带 &quot;traceEvents&quot; 的对象，也不是带 &quot;ph&quot; 的事件数组；请打开剖析器导出的跟踪</translation>
    </message>
    <message>
        <source>the trace ends within an event; that event and all after it are missing</source>
        <translation>跟踪在一个事件中间结束；该事件及其后的事件都已缺失</translation>
    </message>
    <message>
        <source>durations that are not numbers; taken as 0</source>
        <translation>不是数字的时长；按 0 处理</translation>
    </message>
    <message>
        <source>values of counters that are not numbers or absurdly large; they are not drawn</source>
        <translation>计数器的值不是数字或大得离谱；未绘制</translation>
    </message>
    <message>
        <source>sort indices that are not numbers or absurdly large; taken as 0</source>
        <translation>排序序号不是数字或大得离谱；按 0 处理</translation>
    </message>
    <message>
        <source>events that are not valid JSON; they were skipped, the events around them are kept</source>
        <translation>不是有效 JSON 的事件；已略去，其前后的事件保留</translation>
    </message>
    <message>
        <source>open the trace_view.json or msprof_*.json next to it (torch_npu writes it with export_type Text)</source>
        <translation>请打开同目录下的 trace_view.json 或 msprof_*.json（torch_npu 在 export_type 为 Text 时写出）</translation>
    </message>
    <message>
        <source>The JSON ends or is damaged here; everything before it was read.</source>
        <translation>JSON 在此结束或损坏；此前的内容已读取。</translation>
    </message>
    <message>
        <source>Entries of a list of nodes that are not nodes were skipped.</source>
        <translation>节点列表中不是节点的内容已略去。</translation>
    </message>
    <message>
        <source>A quote in the CSV is never closed; its line was read as is.</source>
        <translation>CSV 中有未闭合的引号；该行按原样读取。</translation>
    </message>
    <message>
        <source>the table ends within a row; that row and all after it are missing</source>
        <translation>表格在一行中间结束；该行及其后的内容缺失</translation>
    </message>
    <message>
        <source>Lines that are not rows of the table (fields missing, or no usable time) were skipped.</source>
        <translation>不是表格行的行（缺少字段或没有可用时间）已略去。</translation>
    </message>
    <message>
        <source>Bytes that are not valid UTF-8 were replaced by �.</source>
        <translation>不是 UTF-8 的字节已替换为 �。</translation>
    </message>
    <message>
        <source>before the layers</source>
        <translation>各层之前</translation>
    </message>
    <message>
        <source>after the layers</source>
        <translation>各层之后</translation>
    </message>
    <message>
        <source>names that do not repeat like layers</source>
        <translation>不像层那样重复的名称</translation>
    </message>
    <message>
        <source>launched by a graph, not found in the capture</source>
        <translation>由图启动，在捕获中未找到</translation>
    </message>
    <message>
        <source>launched by a graph, ambiguous in the capture</source>
        <translation>由图启动，在捕获中有多处可能</translation>
    </message>
    <message>
        <source>capture: the trace launches no graph</source>
        <translation>捕获：该跟踪没有启动任何图</translation>
    </message>
    <message>
        <source>capture: %1 of %2 activities of %3 graph launches found</source>
        <translation>捕获：%3 次图启动的 %2 个活动中找到 %1 个</translation>
    </message>
    <message>
        <source>, %1 ambiguous</source>
        <translation>，%1 个不唯一</translation>
    </message>
    <message>
        <source>, %1 launches fit no captured graph</source>
        <translation>，%1 次启动与任何捕获的图都不符</translation>
    </message>
    <message>
        <source>; the first without a counterpart is number %1 of graph launch %2: %3</source>
        <translation>；第一个没有对应项的是第 %2 次图启动的第 %1 个：%3</translation>
    </message>
    <message>
        <source>CPU calls, self time</source>
        <translation>CPU 调用，自身时间</translation>
    </message>
    <message>
        <source>no API calls are in at least one of the files</source>
        <translation>至少一个文件中没有 API 调用</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Another GPU model: the difference is that of the hardware too.</source>
        <translation>GPU 型号不同：差异也来自硬件。</translation>
    </message>
    <message>
        <source>World size</source>
        <translation>World size</translation>
    </message>
    <message>
        <source>With another number of ranks each GPU has another part of the work.</source>
        <translation>rank 数不同时，每个 GPU 分担的工作也不同。</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Two ranks of one job wait for each other: what one loses may be the other&apos;s delay.</source>
        <translation>同一作业的两个 rank 会互相等待：一方损失的时间可能源于另一方的延迟。</translation>
    </message>
    <message>
        <source>%1 of the GPU time from graphs</source>
        <translation>GPU 时间的 %1 来自图</translation>
    </message>
    <message>
        <source>no graphs</source>
        <translation>没有图</translation>
    </message>
    <message>
        <source>Graph mode</source>
        <translation>图模式</translation>
    </message>
    <message>
        <source>complete</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>cut</source>
        <translation>截断</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>The end of a recording is missing, so sums over it say nothing.</source>
        <translation>有一份记录缺少结尾，其合计不说明问题。</translation>
    </message>
    <message>
        <source>The end of both recordings is missing, so sums over them say nothing.</source>
        <translation>两份记录都缺少结尾，其合计不说明问题。</translation>
    </message>
    <message>
        <source>Phases</source>
        <translation>推理阶段</translation>
    </message>
    <message>
        <source>Only steps of phases that both have are compared.</source>
        <translation>只对比两者都有的推理阶段的步骤。</translation>
    </message>
    <message>
        <source>No phase is in both: they do different work.</source>
        <translation>没有两者都有的推理阶段：两者做的是不同的工作。</translation>
    </message>
    <message>
        <source>Batch and tokens</source>
        <translation>批大小和 Token 数</translation>
    </message>
    <message>
        <source>Steps of another size have no partner and are not compared.</source>
        <translation>大小不同的步骤没有配对，不作对比。</translation>
    </message>
    <message>
        <source>No two steps of one phase agree in batch and tokens within 10 %.</source>
        <translation>同一推理阶段的步骤中，没有两个的批大小和 Token 数相差在 10 % 以内。</translation>
    </message>
    <message>
        <source>Engine arguments</source>
        <translation>引擎参数</translation>
    </message>
    <message>
        <source>What was set differently may be the cause.</source>
        <translation>设置不同之处可能就是原因。</translation>
    </message>
    <message>
        <source>Kernels in common</source>
        <translation>共同的 kernel</translation>
    </message>
    <message>
        <source>%1 of %2 names, %3 of the time</source>
        <translation>%2 个名称中的 %1 个，占时间的 %3</translation>
    </message>
    <message>
        <source>Kernels that only one of them has are rows of their own.</source>
        <translation>只有一方才有的 kernel 单独成行。</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>已记录</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>未记录</translation>
    </message>
    <message>
        <source>Call stacks</source>
        <translation>调用栈</translation>
    </message>
    <message>
        <source>Recording call stacks slows the CPU down, so idle time differs by it.</source>
        <translation>记录调用栈会拖慢 CPU，空闲时间因此不同。</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>period</source>
        <translation>周期</translation>
    </message>
    <message>
        <source>%1 more computation</source>
        <translation>计算多 %1</translation>
    </message>
    <message>
        <source>%1 less computation</source>
        <translation>计算少 %1</translation>
    </message>
    <message>
        <source>%1 more exposed communication</source>
        <translation>未掩盖通信多 %1</translation>
    </message>
    <message>
        <source>%1 less exposed communication</source>
        <translation>未掩盖通信少 %1</translation>
    </message>
    <message>
        <source>%1 more exposed copies</source>
        <translation>未掩盖拷贝多 %1</translation>
    </message>
    <message>
        <source>%1 less exposed copies</source>
        <translation>未掩盖拷贝少 %1</translation>
    </message>
    <message>
        <source>%1 more idle</source>
        <translation>空闲多 %1</translation>
    </message>
    <message>
        <source>%1 less idle</source>
        <translation>空闲少 %1</translation>
    </message>
    <message>
        <source>Both sides are the same recording.</source>
        <translation>两边是同一份记录。</translation>
    </message>
    <message>
        <source>There is no unit of work to compare: %1.</source>
        <translation>没有可对比的工作单元：%1。</translation>
    </message>
    <message>
        <source>Too few steps (%1): %2 in A and %3 in B, but a verdict needs at least %4 of each.</source>
        <translation>步骤太少（%1）：A 中 %2 个，B 中 %3 个；要下结论，两边至少各需 %4 个。</translation>
    </message>
    <message>
        <source>Too few periods (%1): %2 in A and %3 in B, but a verdict needs at least %4 of each.</source>
        <translation>周期太少（%1）：A 中 %2 个，B 中 %3 个；要下结论，两边至少各需 %4 个。</translation>
    </message>
    <message>
        <source>The medians differ by %1; by the spread of both runs, a difference counts beyond %2.</source>
        <translation>中位数相差 %1；按两次运行的离散程度，差异超过 %2 才算数。</translation>
    </message>
    <message>
        <source>The same file: nothing differs.</source>
        <translation>同一文件：没有差异。</translation>
    </message>
    <message>
        <source>Not comparable: they do different work.</source>
        <translation>不可比：两者做的是不同的工作。</translation>
    </message>
    <message>
        <source>Inconclusive.</source>
        <translation>无定论。</translation>
    </message>
    <message>
        <source>No difference beyond the noise: the median %1 takes %2 in A and %3 in B.</source>
        <translation>没有超出噪声的差异：%1时长的中位数在 A 中为 %2，在 B 中为 %3。</translation>
    </message>
    <message>
        <source>The median %1 takes %2 longer in B: %3 instead of %4.</source>
        <translation>B 的%1时长中位数多 %2：%3，A 为 %4。</translation>
    </message>
    <message>
        <source>The median %1 takes %2 less time in B: %3 instead of %4.</source>
        <translation>B 的%1时长中位数少 %2：%3，A 为 %4。</translation>
    </message>
    <message>
        <source>On average: %1.</source>
        <translation>平均而言：%1。</translation>
    </message>
    <message>
        <source>GPU work</source>
        <translation>GPU 工作</translation>
    </message>
    <message>
        <source>CPU calls</source>
        <translation>CPU 调用</translation>
    </message>
    <message>
        <source>self CPU time</source>
        <translation>自身 CPU 时间</translation>
    </message>
    <message>
        <source>the files hold sums, no times of single calls</source>
        <translation>文件只有合计，没有单次调用的时间</translation>
    </message>
    <message>
        <source>The same kernels run as often as in A, and nearly all of them take longer (%1): a lower clock or the host, not one kernel.</source>
        <translation>相同的 kernel 运行次数与 A 相同，且几乎全部变慢（%1）：原因是时钟频率较低或主机，而不是某个 kernel。</translation>
    </message>
    <message>
        <source>The same kernels run as often as in A, and nearly all of them take less time (%1): a higher clock or the host, not one kernel.</source>
        <translation>相同的 kernel 运行次数与 A 相同，且几乎全部变快（%1）：原因是时钟频率较高或主机，而不是某个 kernel。</translation>
    </message>
    <message>
        <source>blocking calls</source>
        <translation>阻塞调用</translation>
    </message>
    <message>
        <source>launched late</source>
        <translation>启动过晚</translation>
    </message>
    <message>
        <source>launched before</source>
        <translation>已提前启动</translation>
    </message>
    <message>
        <source>no launch in the file</source>
        <translation>文件中没有启动调用</translation>
    </message>
    <message>
        <source>On average the device idles %1 longer: %2.</source>
        <translation>平均而言，设备多空闲 %1：%2。</translation>
    </message>
    <message>
        <source>On average the device idles %1 less: %2.</source>
        <translation>平均而言，设备少空闲 %1：%2。</translation>
    </message>
    <message>
        <source>%1 is gone: %2 less on average.</source>
        <translation>%1 不再出现：平均少 %2。</translation>
    </message>
    <message>
        <source>%1 is new: %2 more on average.</source>
        <translation>%1 是新出现的：平均多 %2。</translation>
    </message>
    <message>
        <source>On average %1 runs %2 times in B, %3 times in A.</source>
        <translation>平均而言，%1 在 B 中运行 %2 次，在 A 中运行 %3 次。</translation>
    </message>
    <message>
        <source>%1 takes %2 each time, in A %3 (median).</source>
        <translation>%1 每次用时 %2，在 A 中为 %3（中位数）。</translation>
    </message>
    <message>
        <source>%1: the median call is unchanged; in %2 %3 calls on GPU %4 make %5 of its %6 there.</source>
        <translation>%1：中位调用不变；在 %2 中，GPU %4 上的 %3 次调用在其 %6 中占 %5。</translation>
    </message>
    <message>
        <source>%1: GPU %2 arrives first and waits for GPU %3, up to %4. The call is the messenger, not the cause.</source>
        <translation>%1：GPU %2 先到达并等待 GPU %3，最长 %4。该调用只是表象，不是原因。</translation>
    </message>
    <message>
        <source>timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>layerwise profile</source>
        <translation>逐层剖析</translation>
    </message>
    <message>
        <source>timeline without GPU work</source>
        <translation>没有 GPU 工作的时间线</translation>
    </message>
    <message>
        <source>tables of %1</source>
        <translation>%1 的表格</translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation>批大小 %1</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个 Token</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>相等</translation>
    </message>
    <message>
        <source>the recording cuts it</source>
        <translation>被记录截断</translation>
    </message>
    <message>
        <source>it has no GPU work</source>
        <translation>没有 GPU 工作</translation>
    </message>
    <message>
        <source>no step of its phase and size is left in the other run</source>
        <translation>另一运行中没有剩余的推理阶段和大小相同的步骤</translation>
    </message>
    <message>
        <source>sums without the times of single units are in at least one of the files</source>
        <translation>至少一个文件只有合计，没有单个单元的时间</translation>
    </message>
    <message>
        <source>the other recording has fewer</source>
        <translation>另一份记录中的数量较少</translation>
    </message>
    <message>
        <source>not a grouping of GPU work</source>
        <translation>不是 GPU 工作的分组方式</translation>
    </message>
    <message>
        <source>no GPU work has a known operator</source>
        <translation>没有 GPU 工作的算子是已知的</translation>
    </message>
    <message>
        <source>no operator</source>
        <translation>没有算子</translation>
    </message>
    <message>
        <source>no module (nn.Module) is in the file</source>
        <translation>文件中没有模块（nn.Module）</translation>
    </message>
    <message>
        <source>the kernels of a step do not repeat, so there are no layers</source>
        <translation>步骤中的 kernel 不重复，因此没有层</translation>
    </message>
    <message>
        <source>outside the layers</source>
        <translation>不在各层内</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>层 %1</translation>
    </message>
    <message>
        <source>neither steps nor a repetition are in both files</source>
        <translation>步骤和重复周期都不是两个文件共有的</translation>
    </message>
    <message>
        <source>outside any step</source>
        <translation>不在任何步骤内</translation>
    </message>
    <message>
        <source>the file has no GPU work with times</source>
        <translation>文件中没有带时间的 GPU 工作</translation>
    </message>
    <message>
        <source>no annotation, NVTX range, operator or Python function of the file has a name that “%1” matches, so there are no steps</source>
        <translation>文件中没有名称与“%1”匹配的标注、NVTX 区间、算子或 Python 函数，因此没有步骤</translation>
    </message>
    <message>
        <source>no kernel of the file has the name “%1”, and as a regular expression it matches none, so there are no steps</source>
        <translation>文件中没有名为“%1”的 kernel，作为正则表达式也不匹配任何 kernel，因此没有步骤</translation>
    </message>
    <message>
        <source>no kernel of the file has the name “%1”, and it is no regular expression: %2</source>
        <translation>文件中没有名为“%1”的 kernel，它也不是正则表达式：%2</translation>
    </message>
    <message>
        <source>the name of the steps to look for is empty</source>
        <translation>要查找的步骤名称为空</translation>
    </message>
    <message>
        <source>“%1” is no regular expression: %2</source>
        <translation>“%1”不是正则表达式：%2</translation>
    </message>
    <message>
        <source>The next work is launched after the GPU has become idle: %1 gaps, the longest %2. %3 activities last %4 at the median.</source>
        <translation>GPU 空闲之后才启动下一个工作：%1 个空隙，最长 %2。%3 个活动的时长中位数为 %4。</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1 of %2 comparable steps take more than 1.5 × their median, together %3 more than it; the longest %4.</source>
        <translation>%2 个可比步骤中有 %1 个超过其中位数的 1.5 倍，共超出中位数 %3；最长 %4。</translation>
    </message>
    <message>
        <source>The GPU is idle for %1 (%2 ×, the longest %3), because the work after it is launched only then; the longest ends with a launch in %4.</source>
        <translation>GPU 空闲 %1（%2 次，最长 %3），因为其后的工作到那时才启动；最长的一次以 %4 中的启动结束。</translation>
    </message>
    <message>
        <source>The GPU is idle mostly while the DataLoader gets the next batch: %1 ×, the longest %2.</source>
        <translation>GPU 空闲主要发生在 DataLoader 取下一批数据时：%1 次，最长 %2。</translation>
    </message>
    <message>
        <source>One kernel runs in much of the GPU&apos;s time: %1 × %2, %3 at the median, the longest %4.</source>
        <translation>单个 kernel 占用了大量 GPU 时间：%1 × %2，中位数 %3，最长 %4。</translation>
    </message>
    <message>
        <source>%1 of %2 activities are kernels under 10 µs, %3 at the median.</source>
        <translation>%2 个活动中有 %1 个是短于 10 µs 的 kernel，中位数 %3。</translation>
    </message>
    <message>
        <source>A matrix product computes in FP32, while kernels of 16 bit take at least as long: %1.</source>
        <translation>一个矩阵乘以 FP32 计算，而 16 位的 kernel 用时不少于它：%1。</translation>
    </message>
    <message>
        <source>A kernel is built for %1 and runs on %2: %3.</source>
        <translation>一个为 %1 编译的 kernel 运行在 %2 上：%3。</translation>
    </message>
    <message>
        <source>%1 kernels are built for %2 and run on %3, for example %4.</source>
        <translation>%1 个 kernel 是为 %2 编译的，却在 %3 上运行，例如 %4。</translation>
    </message>
    <message>
        <source>%1 of %2 activities work element by element or copy, %3 at the median; the longest is %4.</source>
        <translation>%2 个活动中有 %1 个是逐元素运算或拷贝，中位数 %3；最长的是 %4。</translation>
    </message>
    <message>
        <source>%1 takes %2 of the CPU time in the table: a cost of the first run.</source>
        <translation>%1 占表格中 CPU 时间的 %2：属于首次运行的开销。</translation>
    </message>
    <message>
        <source>The profiler slowed the CPU down; without it this is less.</source>
        <translation>剖析器拖慢了 CPU；没有它时此值更小。</translation>
    </message>
    <message>
        <source>Try: larger graphs, or prepare the next launch while the GPU works.</source>
        <translation>可尝试：使用更大的图，或在 GPU 工作时准备下一次启动。</translation>
    </message>
    <message>
        <source>Try: look at what the CPU does there. If only the first run has it, record after some warm-up.</source>
        <translation>可尝试：查看 CPU 在此处做什么。如果只有首次运行如此，请在预热之后再记录。</translation>
    </message>
    <message>
        <source>Try: look at what the CPU does there, and move it out of the step or to another thread.</source>
        <translation>可尝试：查看 CPU 在此处做什么，并将其移出步骤或移到另一线程。</translation>
    </message>
    <message>
        <source>Try: more workers, prefetching, pinned memory.</source>
        <translation>可尝试：更多 worker、预取、锁页内存。</translation>
    </message>
    <message>
        <source>Try: allocate before the loop, or use a caching allocator.</source>
        <translation>可尝试：在循环之前分配，或使用缓存分配器。</translation>
    </message>
    <message>
        <source>Try: keep the value on the GPU (no .item(), .cpu() or print in the step), copy with pinned memory and non_blocking, or read it later.</source>
        <translation>可尝试：将值保留在 GPU 上（步骤中不用 .item()、.cpu() 或 print），用锁页内存和 non_blocking 拷贝，或稍后再读取。</translation>
    </message>
    <message>
        <source>If only the first run has it, record after some warm-up steps.</source>
        <translation>如果只有首次运行如此，请在若干预热步骤之后再记录。</translation>
    </message>
    <message>
        <source>Try: overlap it with computation; compare the ranks to see who waits for whom.</source>
        <translation>可尝试：与计算重叠；对比各 rank，查看谁在等待谁。</translation>
    </message>
    <message>
        <source>Try: pinned memory and a stream of its own.</source>
        <translation>可尝试：锁页内存和单独的流。</translation>
    </message>
    <message>
        <source>Try: avoid the copy, or run it on a stream of its own.</source>
        <translation>可尝试：避免此拷贝，或在单独的流上运行。</translation>
    </message>
    <message>
        <source>Try: a newer library, or a data type and shape that it has kernels of this architecture for.</source>
        <translation>可尝试：更新的库，或该库在此架构上有对应 kernel 的数据类型和形状。</translation>
    </message>
    <message>
        <source>Try: find the layers that are not cast, or allow TF32.</source>
        <translation>可尝试：找出未转换精度的层，或允许 TF32。</translation>
    </message>
    <message>
        <source>Try: fuse them (torch.compile or a fused kernel).</source>
        <translation>可尝试：将其融合（torch.compile 或融合 kernel）。</translation>
    </message>
    <message>
        <source>Try: record after some warm-up steps.</source>
        <translation>可尝试：在若干预热步骤之后再记录。</translation>
    </message>
    <message>
        <source>Hidden by the launch limit: nothing is won by this before launches come earlier.</source>
        <translation>被启动瓶颈掩盖：启动不提前，优化此项就没有收益。</translation>
    </message>
    <message>
        <source>At most %1 of it can be won.</source>
        <translation>其中最多可省 %1。</translation>
    </message>
    <message>
        <source>%1 devices</source>
        <translation>%1 个设备</translation>
    </message>
    <message>
        <source>rank %1 of %2</source>
        <translation>rank %1 / %2</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>recorded with call stacks, which slows launches</source>
        <translation>记录时带调用栈，会拖慢启动</translation>
    </message>
    <message>
        <source>Stages, of %1 of work</source>
        <translation>阶段（工作共 %1）</translation>
    </message>
    <message>
        <source>Kernels, of %1 of work</source>
        <translation>Kernel（工作共 %1）</translation>
    </message>
    <message>
        <source>Modules, of %1 of work</source>
        <translation>模块（工作共 %1）</translation>
    </message>
    <message>
        <source>Layers by repetition, of %1 of work</source>
        <translation>按重复推断的层（工作共 %1）</translation>
    </message>
    <message>
        <source>How much of the time the GPU works is not known.</source>
        <translation>GPU 有多少时间在工作，无从得知。</translation>
    </message>
    <message>
        <source>This step captures graphs, so most of what it launches is recorded, not run: of its %1 on the CPU the GPU works %2, %3.</source>
        <translation>此步骤在捕获图，它启动的工作大多只被记录而未执行：它在 CPU 上用时 %1，其中 GPU 工作 %2，占 %3。</translation>
    </message>
    <message>
        <source>This step takes %1 on the CPU; the GPU works %2 of it, %3.</source>
        <translation>此步骤在 CPU 上用时 %1；其中 GPU 工作 %2，占 %3。</translation>
    </message>
    <message>
        <source>The jobs have different numbers of ranks: these are no two ranks of one.</source>
        <translation>两个作业的 rank 数不同：它们不是同一作业的两个 rank。</translation>
    </message>
    <message>
        <source>Shown is the step of median length, %1 on the GPU. There are %2 steps; %3.</source>
        <translation>以时长居中的步骤（GPU 上 %1）为准。共 %2 个步骤，%3。</translation>
    </message>
    <message>
        <source>Shown is the step of median length, %1 on the GPU, of %2 of the file&apos;s %4 steps: those that are whole, have work on this GPU and are no capture or section; %3.</source>
        <translation>以时长居中的步骤（GPU 上 %1）为准：文件共 %4 个步骤，其中完整、在此 GPU 上有工作且不是捕获或分段的有 %2 个，%3。</translation>
    </message>
    <message>
        <source>Shown is the only one of the file&apos;s %2 steps that is whole, has work on this GPU and is no capture: %1 on the GPU.</source>
        <translation>以文件 %2 个步骤中唯一完整、在此 GPU 上有工作且不是捕获的步骤（GPU 上 %1）为准。</translation>
    </message>
    <message>
        <source>Shown is the only step, %1 on the GPU.</source>
        <translation>以唯一的步骤（GPU 上 %1）为准。</translation>
    </message>
    <message>
        <source>Shown is the period of median length, %1. There are %2 periods; %3.</source>
        <translation>以时长居中的周期（%1）为准。共 %2 个周期，%3。</translation>
    </message>
    <message>
        <source>the longest takes %1</source>
        <translation>最长的用时 %1</translation>
    </message>
    <message>
        <source>95 % of them take at most %1</source>
        <translation>其中 95 % 不超过 %1</translation>
    </message>
    <message>
        <source>No step is named: periods are inferred from kernels that repeat.</source>
        <translation>没有标明步骤：周期由重复的 kernel 推断。</translation>
    </message>
    <message>
        <source>On the CPU the step takes %1.</source>
        <translation>该步骤在 CPU 上用时 %1。</translation>
    </message>
    <message>
        <source>%1 of the GPU work is outside any step.</source>
        <translation>%1 的 GPU 工作不在任何步骤内。</translation>
    </message>
    <message>
        <source>Nothing that the rules know takes 2 % of a step.</source>
        <translation>规则能识别的问题都不到一个步骤的 2 %。</translation>
    </message>
    <message>
        <source>Nothing that the rules know takes 2 % of a period.</source>
        <translation>规则能识别的问题都不到一个周期的 2 %。</translation>
    </message>
    <message>
        <source>Nothing that the rules know takes 2 % of the time.</source>
        <translation>规则能识别的问题都不到总时间的 2 %。</translation>
    </message>
    <message>
        <source>Computation</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>未掩盖通信</translation>
    </message>
    <message>
        <source>Exposed copies</source>
        <translation>未掩盖拷贝</translation>
    </message>
    <message>
        <source>Idle, blocking call</source>
        <translation>空闲，阻塞调用</translation>
    </message>
    <message>
        <source>Idle, launched late</source>
        <translation>空闲，启动过晚</translation>
    </message>
    <message>
        <source>Idle, launched before</source>
        <translation>空闲，已提前启动</translation>
    </message>
    <message>
        <source>Idle, cause unknown</source>
        <translation>空闲，原因未知</translation>
    </message>
    <message>
        <source>Of %1 of GPU time</source>
        <translation>GPU 时间共 %1</translation>
    </message>
    <message>
        <source>kernels in Nsight Compute: %1</source>
        <translation>Nsight Compute 中的 kernel：%1</translation>
    </message>
    <message>
        <source>Kernels in Nsight Compute</source>
        <translation>Nsight Compute 中的 kernel</translation>
    </message>
    <message>
        <source>layerwise profile, phases and views: %1</source>
        <translation>逐层剖析，推理阶段和视图：%1</translation>
    </message>
    <message>
        <source>tables: %1</source>
        <translation>表格：%1</translation>
    </message>
    <message>
        <source>The file has no GPU work.</source>
        <translation>文件中没有 GPU 工作。</translation>
    </message>
    <message>
        <source>The file has no GPU work with times.</source>
        <translation>文件中没有带时间的 GPU 工作。</translation>
    </message>
    <message>
        <source>Single kernels in detail: what runs between them is not in the file.</source>
        <translation>单个 kernel 的详情：kernel 之间运行了什么，文件中没有。</translation>
    </message>
    <message>
        <source>The file has sums, no timeline: where time is lost between kernels is not known.</source>
        <translation>文件只有合计，没有时间线：无法得知 kernel 之间损失的时间在哪里。</translation>
    </message>
    <message>
        <source>%1 %2, %3</source>
        <translation>%1 %2，%3</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 ×, median %2, mean %3</source>
        <translation>%1 次，中位数 %2，平均 %3</translation>
    </message>
    <message>
        <source>%1 ×</source>
        <translation>%1 次</translation>
    </message>
    <message>
        <source>Where the time goes</source>
        <translation>时间花在哪里</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1，%2：%3</translation>
    </message>
    <message>
        <source>What a step could win at most</source>
        <translation>一个步骤最多可省多少</translation>
    </message>
    <message>
        <source>What a period could win at most</source>
        <translation>一个周期最多可省多少</translation>
    </message>
    <message>
        <source>What takes time</source>
        <translation>什么耗时</translation>
    </message>
    <message>
        <source>Also</source>
        <translation>另外</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 %2: %3</source>
        <translation>%1 %2：%3</translation>
    </message>
    <message>
        <source>What may not be trusted</source>
        <translation>哪些不可信</translation>
    </message>
    <message>
        <source>%1, mostly %2</source>
        <translation>%1，主要是 %2</translation>
    </message>
    <message>
        <source>Copies run while nothing else does. All copies: %1; %2 at the median, the longest %3.</source>
        <translation>拷贝运行时没有其他工作。全部拷贝：%1；中位数 %2，最长 %3。</translation>
    </message>
    <message>
        <source>The longest %1 of %2 move %3 at %4 GB/s.</source>
        <translation>%2 中最长的 %1 个以 %4 GB/s 传输 %3。</translation>
    </message>
    <message>
        <source>This step captures graphs: what it launches is recorded, not run.</source>
        <translation>此步骤在捕获图：它启动的内容只被记录，并不运行。</translation>
    </message>
    <message>
        <source>No finding: without steps or periods nothing says whether there was work to do in the idle time.</source>
        <translation>没有发现：没有步骤或周期，就无法判断空闲时间里是否有工作要做。</translation>
    </message>
    <message>
        <source>No rule names what takes the idle time.</source>
        <translation>没有规则能说明空闲时间的去向。</translation>
    </message>
    <message>
        <source>They hold different kinds of data: there are no rows in common.</source>
        <translation>两者含有不同种类的数据：没有共同的行。</translation>
    </message>
    <message>
        <source>GPUs in the file</source>
        <translation>文件中的 GPU 数</translation>
    </message>
    <message>
        <source>Another number of GPUs was recorded; units are compared per GPU.</source>
        <translation>记录的 GPU 数量不同；单元按每个 GPU 对比。</translation>
    </message>
    <message>
        <source>A graph launches many kernels at once, so idle time differs by it.</source>
        <translation>一个图会一次启动许多 kernel，空闲时间因此不同。</translation>
    </message>
    <message>
        <source>At least one of them spends most of its time in kernels that the other lacks.</source>
        <translation>其中至少一个的大部分时间花在另一个没有的 kernel 上。</translation>
    </message>
    <message>
        <source>Not comparable: they hold different kinds of data.</source>
        <translation>不可比：两者含有不同种类的数据。</translation>
    </message>
    <message>
        <source>no step of the one has a partner in the other</source>
        <translation>一方没有任何步骤能在另一方中找到配对</translation>
    </message>
    <message>
        <source>metadata events that only repeat what an earlier one said of the same process or thread; they make the file larger and say nothing</source>
        <translation>仅重复此前对同一进程或线程所述内容的元数据事件；它们使文件变大，却不提供任何信息</translation>
    </message>
    <message>
        <source>metadata events that give a process or thread another name than before; its row has the last one, which may not be that of its earlier slices</source>
        <translation>为进程或线程给出与此前不同名称的元数据事件；其行采用最后一个名称，该名称未必属于较早的切片</translation>
    </message>
    <message>
        <source>%1 matrix products compute in FP32, while kernels of 16 bit take at least as long; for example %2.</source>
        <translation>%1 个矩阵乘法以 FP32 计算，而 16 位 kernel 的用时至少与其相当；例如 %2。</translation>
    </message>
    <message>
        <source>Code is loaded (%1) while the GPU is idle, for at least 2 % of the time in %2 of %3 steps: their times are not those of a warm run.</source>
        <translation>GPU 空闲时在加载代码（%1），在 %3 个步骤中的 %2 个里至少占 2 % 的时间：这些步骤的时间不代表预热后的运行。</translation>
    </message>
    <message>
        <source>Code is loaded (%1) while the GPU is idle, for at least 2 % of the time in %2 of %3 periods: their times are not those of a warm run.</source>
        <translation>GPU 空闲时在加载代码（%1），在 %3 个周期中的 %2 个里至少占 2 % 的时间：这些周期的时间不代表预热后的运行。</translation>
    </message>
    <message>
        <source>no Python call stacks with frames of own code are in the file</source>
        <translation>文件中没有含自有代码帧的 Python 调用栈</translation>
    </message>
    <message>
        <source>no own frame</source>
        <translation>无自有帧</translation>
    </message>
    <message>
        <source>no call stack</source>
        <translation>无调用栈</translation>
    </message>
    <message>
        <source>Findings are not compared: %1 has no timeline of GPU work.</source>
        <translation>发现未作对比：%1 没有 GPU 工作的时间线。</translation>
    </message>
    <message>
        <source>Findings are not compared: the runs do different work.</source>
        <translation>发现未作对比：两个运行做的是不同的工作。</translation>
    </message>
    <message>
        <source>Findings are not compared: how much of the time the GPU works is not known of %1.</source>
        <translation>发现未作对比：%1 中 GPU 有多少时间在工作，无从得知。</translation>
    </message>
    <message>
        <source>Findings are not compared: %1 has no steps or periods, only a recording as a whole.</source>
        <translation>发现未作对比：%1 没有步骤或周期，只有作为整体的一份记录。</translation>
    </message>
    <message>
        <source>Findings are not compared: those of one run are of a step, those of the other of a period.</source>
        <translation>发现未作对比：一个运行的发现针对步骤，另一个的针对周期。</translation>
    </message>
    <message>
        <source>New in B, %1: %2</source>
        <translation>B 中新出现，%1：%2</translation>
    </message>
    <message>
        <source>Gone in B, in A %1: %2</source>
        <translation>B 中不再出现，A 中为 %1：%2</translation>
    </message>
    <message>
        <source>In both, %1 → %2: %3</source>
        <translation>两者都有，%1 → %2：%3</translation>
    </message>
    <message>
        <source>Reported of B only, %1, but near the threshold of its rule: %2</source>
        <translation>仅在 B 中报告，%1，但接近其规则的阈值：%2</translation>
    </message>
    <message>
        <source>Reported of A only, %1, but near the threshold of its rule: %2</source>
        <translation>仅在 A 中报告，%1，但接近其规则的阈值：%2</translation>
    </message>
    <message>
        <source>What the overviews say</source>
        <translation>概览的结论</translation>
    </message>
    <message>
        <source>A: %1</source>
        <translation>A：%1</translation>
    </message>
    <message>
        <source>B: %1</source>
        <translation>B：%1</translation>
    </message>
    <message>
        <source>Neither run has a finding of its unit.</source>
        <translation>两个运行在各自的单元中都没有发现。</translation>
    </message>
    <message>
        <source>They come before all others of their kind.</source>
        <translation>它们都发生在其他同类之前。</translation>
    </message>
    <message>
        <source>%1 of %2 layers with the same kernels compute for more than 1.5 × their median of %3, together %4 more than it; the longest %5. Numbers of the layers: %6. Layers are inferred from kernels that repeat.</source>
        <translation>%2 个 kernel 相同的层中有 %1 个的计算时间超过其中位数 %3 的 1.5 倍，共超出中位数 %4；最长 %5。层的编号：%6。各层由重复的 kernel 推断。</translation>
    </message>
    <message>
        <source>Try: look at what else runs then, and compare their kernels with those of other layers.</source>
        <translation>可尝试：查看当时还有什么在运行，并将这些层的 kernel 与其他层的 kernel 对比。</translation>
    </message>
    <message>
        <source>Also on %1 other devices, %2 to %3 each.</source>
        <translation>在另外 %1 个设备上也出现，每个 %2 至 %3。</translation>
    </message>
    <message>
        <source>A layerwise profile tells the GPU time of each module and kernel, phase by phase. It cannot tell when they ran, how long the GPU was idle between them, or what the CPU did.</source>
        <translation>逐层剖析按推理阶段给出每个模块和 kernel 的 GPU 时间。它无法说明这些 kernel 何时运行、其间 GPU 空闲了多久，或 CPU 做了什么。</translation>
    </message>
    <message>
        <source>Such a table tells how often operators and kernels ran and what time they took altogether. It cannot tell when they ran, how that differed from step to step, or how long the GPU was idle and why.</source>
        <translation>这种表格给出算子和 kernel 运行了多少次、总共用时多少。它无法说明它们何时运行、各步骤之间有何不同，或 GPU 空闲了多久及其原因。</translation>
    </message>
    <message>
        <source>Sums tell what took how much time altogether. They cannot tell when it ran, how that differed from step to step, or how long the GPU was idle and why.</source>
        <translation>合计给出各项总共用时多少。它无法说明各项何时运行、各步骤之间有何不同，或 GPU 空闲了多久及其原因。</translation>
    </message>
    <message>
        <source>Nsight Compute measures kernels one at a time: it tells how well each uses the GPU. Beside other work, and with other clocks and caches, their times differ; how often they run, and what lies between them, is not in the file.</source>
        <translation>Nsight Compute 逐个测量 kernel：它给出每个 kernel 对 GPU 的利用程度。与其他工作同时运行，或时钟频率与缓存状态不同时，kernel 的用时也会不同；kernel 运行多少次、kernel 之间有什么，文件中没有。</translation>
    </message>
    <message>
        <source>A trace of the same run tells what is missing here.</source>
        <translation>同一运行的跟踪可给出此处缺少的信息。</translation>
    </message>
    <message>
        <source>The file has tables, but no list of kernels with their times.</source>
        <translation>文件中有表格，但没有带时间的 kernel 列表。</translation>
    </message>
    <message>
        <source>The file lists work one by one, without a timeline: what the CPU did is not known.</source>
        <translation>文件逐项列出工作，没有时间线：无法得知 CPU 做了什么。</translation>
    </message>
    <message>
        <source>SM</source>
        <translation>SM</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>L1 hit rate</source>
        <translation>L1 命中率</translation>
    </message>
    <message>
        <source>L2 hit rate</source>
        <translation>L2 命中率</translation>
    </message>
    <message>
        <source>occupancy</source>
        <translation>占用率</translation>
    </message>
    <message>
        <source>%1 %2 %</source>
        <translation>%1 %2 %</translation>
    </message>
    <message>
        <source>%1 GB/s in %2 µs would be %3 kB</source>
        <translation>以 %1 GB/s 运行 %2 µs，只相当于 %3 kB</translation>
    </message>
    <message>
        <source>Matrix products whose bandwidth cannot be right: %1, %2 % of the time (%3). They miss the L2 cache and run that long, so the unit is most likely TB/s: low bandwidth would be the opposite of the truth.</source>
        <translation>带宽不可能正确的矩阵乘法：%1 个，占时间的 %2 %（%3）。它们未命中 L2 缓存，且运行了这么久，因此单位极可能是 TB/s：判为带宽低则与事实相反。</translation>
    </message>
    <message>
        <source>Shares above 100 %: %1. Their counters were measured in different runs of the kernel.</source>
        <translation>超过 100 % 的占比：%1。其计数器是在该 kernel 的不同次运行中测得的。</translation>
    </message>
    <message>
        <source>; the rest is rounding.</source>
        <translation>；其余为四舍五入的误差。</translation>
    </message>
    <message>
        <source>bandwidth probably %1 TB/s, see the note</source>
        <translation>带宽可能是 %1 TB/s，见说明</translation>
    </message>
    <message>
        <source>all GPU work</source>
        <translation>全部 GPU 工作</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Substage</source>
        <translation>子阶段</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Elapsed</source>
        <translation>净用时</translation>
    </message>
    <message>
        <source>Without the time covered by earlier work</source>
        <translation>不含被先前工作覆盖的时间</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>Summed durations</source>
        <translation>时长之和</translation>
    </message>
    <message>
        <source>Of elapsed</source>
        <translation>占净用时</translation>
    </message>
    <message>
        <source>Of the elapsed time of all GPU work</source>
        <translation>占全部 GPU 工作净用时的比例</translation>
    </message>
    <message>
        <source>The file has no timeline, so elapsed equals total.</source>
        <translation>文件中没有时间线，因此净用时等于总计。</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>GPU time of everything below it</source>
        <translation>其下全部 GPU 时间</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>GPU time that it launches itself</source>
        <translation>自身启动的 GPU 时间</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Of all GPU work of this tree; modules contain one another</source>
        <translation>占此树全部 GPU 工作的比例；模块互相包含</translation>
    </message>
    <message>
        <source>smaller ones</source>
        <translation>其余较小项</translation>
    </message>
    <message>
        <source>stages: %1</source>
        <translation>阶段数：%1</translation>
    </message>
    <message>
        <source>Filter rows</source>
        <translation>筛选行</translation>
    </message>
    <message>
        <source>%1 of %2 rows</source>
        <translation>%1 行，共 %2 行</translation>
    </message>
    <message>
        <source>The first %1 of %2 rows.</source>
        <translation>共 %2 行，仅显示前 %1 行。</translation>
    </message>
    <message>
        <source>%1 %2 (%3)</source>
        <translation>%1 %2（%3）</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Only %1.</source>
        <translation>仅统计：%1。</translation>
    </message>
    <message>
        <source>Everything that runs in this time, also what other steps launched.</source>
        <translation>包含在这段时间内运行的全部工作，也包括由其他步骤启动的工作。</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>The largest parts of the unit</source>
        <translation>单元中最大的部分</translation>
    </message>
    <message>
        <source>What</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 字节</translation>
    </message>
    <message>
        <source>not known: it cannot be read again</source>
        <translation>未知：无法再次读取该文件</translation>
    </message>
    <message>
        <source>Complete</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no: see the diagnostics</source>
        <translation>否：参见诊断结果</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Mapping</source>
        <translation>映射</translation>
    </message>
    <message>
        <source>SHA-256 of the mapping</source>
        <translation>映射的 SHA-256</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Diagnostics of %1</source>
        <translation>%1 的诊断结果</translation>
    </message>
    <message>
        <source>(host)</source>
        <translation>（主机）</translation>
    </message>
    <message>
        <source>(user)</source>
        <translation>（用户）</translation>
    </message>
    <message>
        <source>(process)</source>
        <translation>（进程）</translation>
    </message>
    <message>
        <source>folders of paths</source>
        <translation>路径中的文件夹</translation>
    </message>
    <message>
        <source>names of hosts</source>
        <translation>主机名</translation>
    </message>
    <message>
        <source>names of users</source>
        <translation>用户名</translation>
    </message>
    <message>
        <source>names of processes</source>
        <translation>进程名</translation>
    </message>
    <message>
        <source>ids of processes</source>
        <translation>进程 ID</translation>
    </message>
    <message>
        <source>Stages of both (mapping %1)</source>
        <translation>两者的阶段（映射 %1）</translation>
    </message>
    <message>
        <source>Verdict: %1. A is %2, B is %3.</source>
        <translation>结论：%1。A 为 %2，B 为 %3。</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Differences by stage</source>
        <translation>按阶段的差异</translation>
    </message>
    <message>
        <source>Differences by kernel</source>
        <translation>按 kernel 的差异</translation>
    </message>
    <message>
        <source>Differences of the tables&apos; rows</source>
        <translation>表格各行的差异</translation>
    </message>
    <message>
        <source>%1 against %2</source>
        <translation>%1 对比 %2</translation>
    </message>
    <message>
        <source>%1: what is outside of %2 is not counted.</source>
        <translation>%1：“%2”之外的内容不计入。</translation>
    </message>
    <message>
        <source>%1: labels over GPU work (%2 gpu_user_annotation) are not counted.</source>
        <translation>%1：GPU 工作之上的标注（%2 个 gpu_user_annotation）不计入。</translation>
    </message>
    <message>
        <source>%1: the file ends early; what is behind its end is missing.</source>
        <translation>%1：文件提前结束；其后的内容缺失。</translation>
    </message>
    <message>
        <source>the whole recording</source>
        <translation>整个记录</translation>
    </message>
    <message>
        <source>Where the numbers come from</source>
        <translation>数据来源</translation>
    </message>
    <message>
        <source>Removed from this report: %1.</source>
        <translation>已从本报告中去除：%1。</translation>
    </message>
    <message>
        <source>The first %1 of %2 bars.</source>
        <translation>共 %2 个柱，仅显示前 %1 个。</translation>
    </message>
    <message>
        <source>Stages (mapping %1)</source>
        <translation>阶段（映射 %1）</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Stages of %1</source>
        <translation>%1 的阶段</translation>
    </message>
    <message>
        <source>Modules of %1</source>
        <translation>%1 的模块</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Steps and idle time</source>
        <translation>步骤与空闲时间</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>the file has no timeline, so it has no ranges, steps or phases of steps</source>
        <translation>文件中没有时间线，因此没有时间范围、步骤或步骤的推理阶段</translation>
    </message>
    <message>
        <source>the range begins after the end of the recording, %1</source>
        <translation>该范围在记录结束（%1）之后才开始</translation>
    </message>
    <message>
        <source>from %1 to %2 after the first event</source>
        <translation>首个事件之后 %1 至 %2</translation>
    </message>
    <message>
        <source>the file names no step</source>
        <translation>文件中没有标明步骤</translation>
    </message>
    <message>
        <source>there is no step %1: the file has %2, the first is 1</source>
        <translation>没有步骤 %1：文件有 %2 个步骤，第一个为 1</translation>
    </message>
    <message>
        <source>step %1 of %2: %3</source>
        <translation>步骤 %1（共 %2 个）：%3</translation>
    </message>
    <message>
        <source>there is no phase “%1”; the file has %2</source>
        <translation>没有推理阶段“%1”；文件中有：%2</translation>
    </message>
    <message>
        <source>phase %1, steps: %2</source>
        <translation>推理阶段 %1，步骤数：%2</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Time by substage</source>
        <translation>按子阶段的时间</translation>
    </message>
    <message>
        <source>Elapsed time by substage and run</source>
        <translation>按子阶段和运行的净用时</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Instances</source>
        <translation>实例数</translation>
    </message>
    <message>
        <source>GPU time by stage</source>
        <translation>按阶段的 GPU 时间</translation>
    </message>
    <message>
        <source>%1: %2 of GPU time</source>
        <translation>%1：GPU 时间 %2</translation>
    </message>
    <message>
        <source>%1: %2 of GPU time, %3 of CPU(non-GPU)</source>
        <translation>%1：GPU 时间 %2，CPU(non-GPU) %3</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>What Nsight Compute says</source>
        <translation>Nsight Compute 的分析结果</translation>
    </message>
    <message>
        <source>SM throughput below %1 %</source>
        <translation>SM 吞吐率低于 %1 %</translation>
    </message>
    <message>
        <source>L2 hit rate below %1 %</source>
        <translation>L2 命中率低于 %1 %</translation>
    </message>
    <message>
        <source>achieved below %1 % of the theoretical occupancy</source>
        <translation>实际占用率低于理论占用率的 %1 %</translation>
    </message>
    <message>
        <source>memory throughput of %1 % or more</source>
        <translation>内存吞吐率达到或超过 %1 %</translation>
    </message>
    <message>
        <source>low</source>
        <translation>低</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>中</translation>
    </message>
    <message>
        <source>high</source>
        <translation>高</translation>
    </message>
    <message>
        <source>Kernels, and what Nsight Compute says of them</source>
        <translation>Kernel 及 Nsight Compute 的分析结果</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Of the time of all kernels</source>
        <translation>占全部 kernel 时间的比例</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>严重程度</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>网格</translation>
    </message>
    <message>
        <source>Of the device&apos;s peak</source>
        <translation>占设备峰值的比例</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>DRAM GB/s</source>
        <translation>DRAM GB/s</translation>
    </message>
    <message>
        <source>As the file has it</source>
        <translation>文件原值</translation>
    </message>
    <message>
        <source>L1 hits</source>
        <translation>L1 命中率</translation>
    </message>
    <message>
        <source>L2 hits</source>
        <translation>L2 命中率</translation>
    </message>
    <message>
        <source>Achieved occupancy</source>
        <translation>实际占用率</translation>
    </message>
    <message>
        <source>Achieved of theoretical occupancy</source>
        <translation>实际/理论占用率</translation>
    </message>
    <message>
        <source>Theoretical occupancy</source>
        <translation>理论占用率</translation>
    </message>
    <message>
        <source>Rows of ncu</source>
        <translation>ncu 的行数</translation>
    </message>
    <message>
        <source>The one of the longest duration is shown</source>
        <translation>显示其中时长最长的一行</translation>
    </message>
    <message>
        <source>%1: %2 of %3 kernels, %4 of the time</source>
        <translation>%1：%3 个 kernel 中的 %2 个，占时间的 %4</translation>
    </message>
    <message>
        <source>Time by stage: %1</source>
        <translation>各阶段的时间：%1</translation>
    </message>
    <message>
        <source>Rows of Nsight Compute whose kernel has no time: %1</source>
        <translation>没有对应 kernel 时间的 Nsight Compute 行数：%1</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>batch size</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>prompt length</source>
        <translation>提示长度</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>None of the kernels is in the files of Nsight Compute.</source>
        <translation>这些 kernel 均不在 Nsight Compute 的文件中。</translation>
    </message>
    <message>
        <source>What Nsight Compute says is of the whole recording: left out.</source>
        <translation>Nsight Compute 的分析结果针对整段记录：此处略去。</translation>
    </message>
    <message>
        <source>%1: per call %2 × faster in B (kernels: %3, %4 of its time in A, %5 in B).</source>
        <translation>%1：B 每次调用快 %2 倍（kernel：%3，占 A 时间的 %4，占 B 时间的 %5）。</translation>
    </message>
    <message>
        <source>%1: per call %2 × slower in B (kernels: %3, %4 of its time in A, %5 in B).</source>
        <translation>%1：B 每次调用慢 %2 倍（kernel：%3，占 A 时间的 %4，占 B 时间的 %5）。</translation>
    </message>
    <message>
        <source>%1 %2 against %3</source>
        <translation>%1 %2 对 %3</translation>
    </message>
    <message>
        <source>Of the time of the kernels listed, A against B: %1.</source>
        <translation>在列出的 kernel 时间中，A 对 B：%1。</translation>
    </message>
    <message>
        <source>%1: %2 GB/s in A, %3 GB/s in B.</source>
        <translation>%1：A 为 %2 GB/s，B 为 %3 GB/s。</translation>
    </message>
    <message>
        <source>The largest wait of %1 is %2: %3 (%4 of the CPU time).</source>
        <translation>%1 最大的等待是 %2：%3（占 CPU 时间的 %4）。</translation>
    </message>
    <message>
        <source>Paid once, by a first run only: loading of modules %1 in A, %2 in B; lazy loading of functions %3 in A, %4 in B.</source>
        <translation>一次性开销，只有首次运行才有：模块加载 A 为 %1，B 为 %2；函数延迟加载 A 为 %3，B 为 %4。</translation>
    </message>
    <message>
        <source>phases, folding and every n-th step are for layerwise profiles</source>
        <translation>推理阶段、折叠和每隔 N 步只用于逐层剖析</translation>
    </message>
    <message>
        <source>the file has no phase “%1”; `summary` names them</source>
        <translation>文件中没有推理阶段“%1”；`summary` 会列出其名称</translation>
    </message>
    <message>
        <source>no module is called “%1”; `modules` lists them</source>
        <translation>没有名为“%1”的模块；`modules` 会列出模块</translation>
    </message>
    <message>
        <source>prompt of %1 tokens</source>
        <translation>提示 %1 个 token</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>output of %1 tokens</source>
        <translation>输出 %1 个 token</translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 个步骤</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 个步骤</translation>
    </message>
    <message>
        <source>requests completed per step: %1</source>
        <translation>每步完成的请求数：%1</translation>
    </message>
    <message>
        <source>1 GPU</source>
        <translation>1 个 GPU</translation>
    </message>
    <message>
        <source>%1 GPUs</source>
        <translation>%1 个 GPU</translation>
    </message>
    <message>
        <source>sparsity %1</source>
        <translation>稀疏 %1</translation>
    </message>
    <message>
        <source>One-time loading and the profiler itself take %1 of the CPU time (%2): %3.</source>
        <translation>一次性加载和性能剖析器本身占 CPU 时间的 %1（%2）：%3。</translation>
    </message>
    <message>
        <source>%1 → %2: CPU time %3 → %4, device time %5 → %6.</source>
        <translation>%1 → %2：CPU 时间 %3 → %4，设备时间 %5 → %6。</translation>
    </message>
    <message>
        <source>Totals without a table</source>
        <translation>没有表的总计</translation>
    </message>
    <message>
        <source>CPU time</source>
        <translation>CPU 时间</translation>
    </message>
    <message>
        <source>Self CPU time total of the table</source>
        <translation>表的 Self CPU 时间总计</translation>
    </message>
    <message>
        <source>Device time</source>
        <translation>设备时间</translation>
    </message>
    <message>
        <source>Self device time total of the table</source>
        <translation>表的 Self 设备时间总计</translation>
    </message>
    <message>
        <source>Largest call</source>
        <translation>最大的调用</translation>
    </message>
    <message>
        <source>Its time</source>
        <translation>其时间</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>它做什么</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>works or waits</source>
        <translation>工作或等待</translation>
    </message>
    <message>
        <source>Loading of modules</source>
        <translation>模块加载</translation>
    </message>
    <message>
        <source>Once per process</source>
        <translation>每个进程一次</translation>
    </message>
    <message>
        <source>Lazy loading of functions</source>
        <translation>函数延迟加载</translation>
    </message>
    <message>
        <source>Profiler</source>
        <translation>性能剖析器</translation>
    </message>
    <message>
        <source>Other overhead of the profiler</source>
        <translation>性能剖析器的其他开销</translation>
    </message>
    <message>
        <source>%1 is identical to %2: shown once.</source>
        <translation>%1 与 %2 相同：只显示一次。</translation>
    </message>
    <message>
        <source>trace</source>
        <translation>跟踪</translation>
    </message>
    <message>
        <source>%1, stages, %2</source>
        <translation>%1，阶段，%2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>of %1 in kernels, without copies and sets</source>
        <translation>以 kernel 的 %1 为准，不含拷贝和填充</translation>
    </message>
    <message>
        <source>of %1 in copies and sets, without kernels</source>
        <translation>以拷贝和填充的 %1 为准，不含 kernel</translation>
    </message>
    <message>
        <source>of %1 of GPU time</source>
        <translation>以 GPU 时间 %1 为准</translation>
    </message>
    <message>
        <source>What the tables say</source>
        <translation>表格说明了什么</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>线程块</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>L1 hit</source>
        <translation>L1 命中率</translation>
    </message>
    <message>
        <source>L2 hit</source>
        <translation>L2 命中率</translation>
    </message>
    <message>
        <source>Bottlenecks</source>
        <translation>瓶颈</translation>
    </message>
    <message>
        <source>Self CPU time total</source>
        <translation>Self CPU 时间总计</translation>
    </message>
    <message>
        <source>Self device time total</source>
        <translation>Self 设备时间总计</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Left out, because the terminal is narrow: %1.</source>
        <translation>终端较窄，已省略：%1。</translation>
    </message>
    <message>
        <source>%1: %2 | %3. %4</source>
        <translation>%1：%2 | %3。%4</translation>
    </message>
    <message>
        <source>kernels in all: %1</source>
        <translation>共 %1 个 kernel</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>最大项</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Not to be trusted</source>
        <translation>不可信</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>写入时间</translation>
    </message>
    <message>
        <source>Cannot be right</source>
        <translation>不可能正确</translation>
    </message>
    <message>
        <source>Nsight Compute</source>
        <translation>Nsight Compute</translation>
    </message>
    <message>
        <source>Findings of Nsight Compute, whole</source>
        <translation>Nsight Compute 的发现（全文）</translation>
    </message>
    <message>
        <source>The first %1 of %2 kernels with findings.</source>
        <translation>有发现的 %2 个 kernel 中的前 %1 个。</translation>
    </message>
    <message>
        <source>Occupancy</source>
        <translation>占用率</translation>
    </message>
    <message>
        <source>What Nsight Compute measured, in its order</source>
        <translation>Nsight Compute 的测量结果（按其顺序）</translation>
    </message>
    <message>
        <source>Start in the timeline</source>
        <translation>时间线中的开始时间</translation>
    </message>
    <message>
        <source>Of the launch that the row measured, by name, grid and order</source>
        <translation>该行所测的那次启动，按名称、网格和顺序对应</translation>
    </message>
    <message>
        <source>Time in the timeline</source>
        <translation>时间线中的时间</translation>
    </message>
    <message>
        <source>Time in ncu</source>
        <translation>ncu 中的时间</translation>
    </message>
    <message>
        <source>Time by stage</source>
        <translation>各阶段的时间</translation>
    </message>
    <message>
        <source>Names begin with</source>
        <translation>名称开头</translation>
    </message>
    <message>
        <source>Findings by name</source>
        <translation>按名称统计的发现</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>总数</translation>
    </message>
    <message>
        <source>Kernels that Nsight Compute measured</source>
        <translation>Nsight Compute 测量的 kernel</translation>
    </message>
    <message>
        <source>Their time</source>
        <translation>其时间</translation>
    </message>
    <message>
        <source>SM throughput below %1 %, memory below %2 %</source>
        <translation>SM 吞吐率低于 %1 %，内存低于 %2 %</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 (%2 …) %3</source>
        <translation>%1（%2 …）%3</translation>
    </message>
    <message>
        <source>%1 of kernel time, kernels: %2. %3.</source>
        <translation>kernel 时间 %1，kernel %2 个。%3。</translation>
    </message>
    <message>
        <source>%1: %2 of %3 (%4)</source>
        <translation>%1：%3 个中的 %2 个（%4）</translation>
    </message>
    <message>
        <source>Findings by time: %1</source>
        <translation>按时间排序的发现：%1</translation>
    </message>
    <message>
        <source>Nsight Compute measured %1 of %2 kernels, %3 of the time.</source>
        <translation>Nsight Compute 测量了 %2 个 kernel 中的 %1 个，占时间的 %3。</translation>
    </message>
    <message>
        <source>the file cannot be read</source>
        <translation>无法读取该文件</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Slice</source>
        <translation>切片</translation>
    </message>
    <message>
        <source>this is no session of Warpscope</source>
        <translation>这不是 Warpscope 的会话文件</translation>
    </message>
    <message>
        <source>the session was saved by a newer Warpscope (version %1 of the format, this program reads up to %2)</source>
        <translation>该会话由更新版本的 Warpscope 保存（格式版本 %1，本程序最多支持 %2）</translation>
    </message>
    <message>
        <source>the session is damaged: “%1” is not as it must be</source>
        <translation>会话文件已损坏：“%1”不符合要求</translation>
    </message>
    <message>
        <source>a session has at most 256 MiB</source>
        <translation>会话文件最大 256 MiB</translation>
    </message>
    <message>
        <source>the view link is damaged: its part “%1” is not as it must be</source>
        <translation>视图链接已损坏：其中“%1”不符合要求</translation>
    </message>
    <message>
        <source>a view link has at most %1 characters, this text has %2</source>
        <translation>视图链接最多 %1 个字符，此文本有 %2 个</translation>
    </message>
    <message>
        <source>this is no view link: it must begin with “%1”</source>
        <translation>这不是视图链接：必须以“%1”开头</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>流水线阶段 %1</translation>
    </message>
    <message>
        <source>this is no digest of Warpscope</source>
        <translation>这不是 Warpscope 的摘要文件</translation>
    </message>
    <message>
        <source>a digest of version %1, this program reads version %2; make it again from its trace</source>
        <translation>摘要版本为 %1，本程序只读取版本 %2；请从跟踪重新生成</translation>
    </message>
    <message>
        <source>the digest is cut: make it again from its trace</source>
        <translation>摘要不完整：请从跟踪重新生成</translation>
    </message>
    <message>
        <source>the digest is damaged: make it again from its trace</source>
        <translation>摘要已损坏：请从跟踪重新生成</translation>
    </message>
    <message>
        <source>the digest is damaged (%1): make it again from its trace</source>
        <translation>摘要已损坏（%1）：请从跟踪重新生成</translation>
    </message>
    <message>
        <source>the file does not exist</source>
        <translation>文件不存在</translation>
    </message>
    <message>
        <source>a digest has at most %1 MB</source>
        <translation>摘要最大为 %1 MB</translation>
    </message>
    <message>
        <source>no GPU work with times and no named ranks are in it</source>
        <translation>其中没有带时间的 GPU 工作，也没有命名的 rank</translation>
    </message>
    <message>
        <source>standard input is a terminal; send a file into it</source>
        <translation>标准输入是终端；请向其送入文件</translation>
    </message>
    <message>
        <source>a part of the file has not come from its host</source>
        <translation>文件的一部分尚未从其主机传来</translation>
    </message>
    <message>
        <source>there is no place for it: the folder %1 cannot be written</source>
        <translation>没有存放位置：无法写入文件夹 %1</translation>
    </message>
    <message>
        <source>this is a file, not a folder</source>
        <translation>这是文件，不是文件夹</translation>
    </message>
    <message>
        <source>the host gave no answer to the question for a folder</source>
        <translation>主机没有回答关于文件夹的询问</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>this folder of the host holds no traces</source>
        <translation>主机上的这个文件夹中没有跟踪</translation>
    </message>
    <message>
        <source>this is a folder of the host; name one of its traces: %1</source>
        <translation>这是主机上的文件夹；请指定其中一个跟踪：%1</translation>
    </message>
    <message>
        <source>the host gave no answer to the question for a file</source>
        <translation>主机没有回答关于文件的询问</translation>
    </message>
    <message>
        <source>the host answered something else: %1</source>
        <translation>主机的回答不符合预期：%1</translation>
    </message>
    <message>
        <source>%1 of %2 are missing (%3)</source>
        <translation>缺少 %1，共 %2（%3）</translation>
    </message>
    <message>
        <source>%1 of %2 are missing: the connection to %3 ended, or the file there became shorter</source>
        <translation>缺少 %1，共 %2：与 %3 的连接已结束，或那里的文件变短了</translation>
    </message>
    <message>
        <source>%1 of %2 are missing: the connection to %3 was lost (%4)</source>
        <translation>缺少 %1，共 %2：与 %3 的连接已中断（%4）</translation>
    </message>
    <message>
        <source>there is no program ssh on PATH; install the OpenSSH client</source>
        <translation>PATH 中没有程序 ssh；请安装 OpenSSH 客户端</translation>
    </message>
    <message>
        <source>ssh cannot be started: %1</source>
        <translation>无法启动 ssh：%1</translation>
    </message>
    <message>
        <source>ssh ended with code %1 and without a word</source>
        <translation>ssh 以代码 %1 结束，没有任何说明</translation>
    </message>
    <message>
        <source>ssh was ended</source>
        <translation>ssh 被终止</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between the parts of a list</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>the packed run is damaged here: a checksum differs; pack the trace again, or copy the file again</source>
        <translation>打包文件在此处损坏：校验和不符；请重新打包该跟踪，或重新复制文件</translation>
    </message>
    <message>
        <source>this is no packed run</source>
        <translation>这不是打包文件</translation>
    </message>
    <message>
        <source>this run was packed in version %1 of the format, and this program reads version %2; open it with the Warpscope that packed it, or pack the trace again</source>
        <translation>此文件以第 %1 版格式打包，本程序读取第 %2 版；请用打包它的 Warpscope 打开，或重新打包该跟踪</translation>
    </message>
    <message>
        <source>arguments of events are not in a packed run, but in the trace that it was made from: %1</source>
        <translation>打包文件不含事件参数，参数在其来源跟踪中：%1</translation>
    </message>
    <message>
        <source>the packed run contradicts itself (%1); pack the trace again</source>
        <translation>打包文件自相矛盾（%1）；请重新打包该跟踪</translation>
    </message>
    <message>
        <source>the packed run ends early: the file is cut; copy or download it again</source>
        <translation>打包文件提前结束：文件不完整；请重新复制或下载</translation>
    </message>
    <message>
        <source>Packed from</source>
        <translation>打包来源</translation>
    </message>
    <message>
        <source>this folder cannot be made</source>
        <translation>无法创建此文件夹</translation>
    </message>
    <message>
        <source>packed on the host it is larger than the file itself; the settings turn packing off</source>
        <translation>在主机上打包后比文件本身还大；可在设置中关闭打包</translation>
    </message>
    <message>
        <source>what %1 sends broke off after %2 of the packed trace%3; opened again it goes on there</source>
        <translation>%1 发送的打包跟踪在 %2 之后中断%3；再次打开会从该处继续</translation>
    </message>
    <message>
        <source>Packed on the host</source>
        <translation>在主机上打包</translation>
    </message>
    <message>
        <source>%1 does not answer</source>
        <translation>%1 没有应答</translation>
    </message>
    <message>
        <source>there is no askpass program to ask for a password or passphrase: add the key to the agent (ssh-add), install ssh-askpass, or start Warpscope in a terminal</source>
        <translation>没有可询问密码或口令的 askpass 程序：请把密钥加入 agent（ssh-add）、安装 ssh-askpass，或从终端启动 Warpscope</translation>
    </message>
    <message>
        <source>No GPU work is in what is here of the file; the rest is missing.</source>
        <translation>文件现有的部分中没有 GPU 工作；其余部分缺失。</translation>
    </message>
    <message>
        <source>thread %1</source>
        <translation>线程 %1</translation>
    </message>
    <message>
        <source>stream %1</source>
        <translation>流 %1</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <translation>%1，第 %2 行</translation>
    </message>
    <message>
        <source>torch profiler</source>
        <translation>torch profiler</translation>
    </message>
    <message>
        <source>Ascend profiler</source>
        <translation>昇腾性能剖析器</translation>
    </message>
    <message>
        <source>report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Apart from the long pauses, the next work is launched after the GPU has become idle: %1 gaps, the longest of these %2. %3 activities last %4 at the median.</source>
        <translation>除长停顿之外，后续工作在 GPU 空闲之后才启动：%1 个空隙，其中最长 %2。%3 个活动的时长中位数为 %4。</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between clauses</comment>
        <translation>；</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>混合</translation>
    </message>
    <message>
        <source>diffusion</source>
        <translation>扩散</translation>
    </message>
    <message>
        <source>capture</source>
        <translation>捕获</translation>
    </message>
    <message>
        <source>section</source>
        <translation>区段</translation>
    </message>
    <message>
        <source>repetition</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>over 3 × the median: %1 of them, together %2</source>
        <translation>其中 %1 次超过中位数的 3 倍，合计 %2</translation>
    </message>
    <message>
        <source>no such rows are in %1</source>
        <translation>%1 中没有这类行</translation>
    </message>
    <message>
        <source>A and B</source>
        <translation>A 和 B</translation>
    </message>
    <message>
        <source>device work by its time on the device, other rows by their own on the CPU</source>
        <translation>设备工作取设备上的时间，其他行取其自身的 CPU 时间</translation>
    </message>
    <message>
        <source>Also on %1.</source>
        <translation>在 %1上也出现。</translation>
    </message>
    <message>
        <source>With another batch or prompt a step does other work.</source>
        <translation>批大小或提示不同时，步骤所做的工作也不同。</translation>
    </message>
    <message>
        <source>the mean step of %1 (steps: %2 in A, %3 in B)</source>
        <translation>%1 的平均步骤（步骤数：A 为 %2，B 为 %3）</translation>
    </message>
    <message>
        <source>GPU time of %1: %2 in A, %3 in B.</source>
        <translation>%1 的 GPU 时间：A 为 %2，B 为 %3。</translation>
    </message>
    <message>
        <source>GPU time of %1: %2 more in B, %3 instead of %4.</source>
        <translation>%1 的 GPU 时间：B 多 %2，为 %3，A 为 %4。</translation>
    </message>
    <message>
        <source>GPU time of %1: %2 less in B, %3 instead of %4.</source>
        <translation>%1 的 GPU 时间：B 少 %2，为 %3，A 为 %4。</translation>
    </message>
    <message>
        <source>%1 is only in %2: it is not compared.</source>
        <translation>%1 只在 %2 中：不作对比。</translation>
    </message>
    <message>
        <source>No difference beyond the noise: the median step (%1) takes %2 of GPU time in A and %3 in B.</source>
        <translation>没有超出噪声的差异：中位步骤（%1）的 GPU 时间在 A 中为 %2，在 B 中为 %3。</translation>
    </message>
    <message>
        <source>The median step (%1) takes %2 more GPU time in B: %3 instead of %4.</source>
        <translation>B 的中位步骤（%1）的 GPU 时间多 %2：%3，A 为 %4。</translation>
    </message>
    <message>
        <source>The median step (%1) takes %2 less GPU time in B: %3 instead of %4.</source>
        <translation>B 的中位步骤（%1）的 GPU 时间少 %2：%3，A 为 %4。</translation>
    </message>
    <message>
        <source>B takes less GPU time in every phase, but the steps are too few to know the noise.</source>
        <translation>B 在每个推理阶段的 GPU 时间都更少，但步骤太少，无法得知噪声。</translation>
    </message>
    <message>
        <source>B takes more GPU time in every phase, but the steps are too few to know the noise.</source>
        <translation>B 在每个推理阶段的 GPU 时间都更多，但步骤太少，无法得知噪声。</translation>
    </message>
    <message>
        <source>no phase is in both files</source>
        <translation>没有两个文件共有的推理阶段</translation>
    </message>
    <message>
        <source>%1 (the mean step: of %2 in A, of %3 in B)</source>
        <translation>%1（平均步骤：A 取自 %2 个，B 取自 %3 个）</translation>
    </message>
    <message>
        <source>GPU work of one step: %1</source>
        <translation>一个步骤的 GPU 工作：%1</translation>
    </message>
    <message>
        <source>%1: rule %2, “%3”, is no regular expression: %4</source>
        <translation>%1：第 %2 条规则“%3”不是正则表达式：%4</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>rule “%1”: %2</source>
        <translation>规则“%1”：%2</translation>
    </message>
    <message>
        <source>its parts are kernels: modules as parts are for layerwise profiles; `modules` has the module tree of a trace</source>
        <translation>其组成部分为 kernel：按模块划分仅用于逐层剖析；跟踪的模块树请用 `modules` 查看</translation>
    </message>
    <message>
        <source>%1 of the %2 start/end ranges that name steps overlap another one; GPU work that was launched meanwhile counts for the range that began last</source>
        <translation>%2 个标明步骤的 start/end 区间中有 %1 个与其他区间重叠；其间启动的 GPU 工作计入最后开始的区间</translation>
    </message>
    <message>
        <source>this is a folder; name one of the files in it. `warpscope-cli ranks` reads a folder of traces</source>
        <translation>这是文件夹；请指定其中的一个文件。`warpscope-cli ranks` 可读取存放跟踪的文件夹</translation>
    </message>
    <message>
        <source>GPU work that several calls may have launched: calls of several processes, or kernels of several calls, have one correlation id; it counts without a launch</source>
        <translation>可能由多个调用启动的 GPU 工作：多个进程的调用或多个调用的 kernel 共用一个 correlation id；按没有启动计入</translation>
    </message>
    <message>
        <source>the file holds %1 traces one after the other, and processes and clocks of one mean nothing in another; name one of them: %2</source>
        <translation>文件中先后存有 %1 份跟踪，一份的进程和时钟在另一份中没有意义；请指定其中一份：%2</translation>
    </message>
    <message>
        <source>begin events whose end is not in the file; they are drawn to the end of the trace, or of the slice around them</source>
        <translation>结束不在文件中的开始事件；绘制到跟踪的末尾，或其所在切片的末尾</translation>
    </message>
    <message>
        <source>GPU work that ends after many later starts of its own stream: such a duration is impossible, and its end counts as the next start of the stream</source>
        <translation>在同一流上许多后续工作开始之后才结束的 GPU 工作：这样的时长不可能，其结束以该流上下一个工作的开始为准</translation>
    </message>
    <message>
        <source>GPU work whose time stamp is 0: it has no time; it is counted, and no span, gap, step or busy time is measured from it</source>
        <translation>时间戳为 0 的 GPU 工作：没有时间；已计数，但不用于计算跨度、空隙、步骤或忙碌时间</translation>
    </message>
    <message>
        <source>GPU work that lies %1 hours or more apart from all other, the first “%2”; it is counted, and no span, gap, step or busy time is measured from it</source>
        <translation>与其他所有工作相隔 %1 小时或更久的 GPU 工作，第一个为“%2”；已计数，但不用于计算跨度、空隙、步骤或忙碌时间</translation>
    </message>
    <message>
        <source>events whose time stamp is 0: they have no time and are not drawn</source>
        <translation>时间戳为 0 的事件：没有时间，不予绘制</translation>
    </message>
    <message>
        <source>events that lie %1 hours or more apart from all others, the first “%2”; they are not drawn</source>
        <translation>与其他所有事件相隔 %1 小时或更久的事件，第一个为“%2”；不予绘制</translation>
    </message>
    <message>
        <source>The %1 time total of %2 adds up operators and the operators inside them, so that nested work counts more than once: how long the %1 worked does not follow from it. Newer versions of torch print “Self %1”, which counts once.</source>
        <translation>%1 time total（%2）把算子与其内部的算子一并相加，嵌套的工作因此重复计入：无法由此得知 %1 工作了多久。较新版本的 torch 会输出只计一次的“Self %1”。</translation>
    </message>
    <message>
        <source>events that are not valid JSON; %1 of text were skipped, the events around them are kept</source>
        <translation>不是有效 JSON 的事件；已略去 %1 的文本，其前后的事件保留</translation>
    </message>
    <message>
        <source>text behind the end of the trace was not read: %1</source>
        <translation>跟踪结束之后的文本未读取：%1</translation>
    </message>
    <message>
        <source>%1 with %2 events of another trace</source>
        <translation>%1，其中有另一份跟踪的 %2 个事件</translation>
    </message>
    <message>
        <source>%1 of text were lost</source>
        <translation>丢失了 %1 的文本</translation>
    </message>
    <message>
        <source>%1. Record again with a file for each process</source>
        <translation>%1。请让每个进程写入单独的文件，重新记录</translation>
    </message>
    <message>
        <source>the file holds more than %1 traces one after the other; the rest was not read</source>
        <translation>文件中先后存有超过 %1 份跟踪；其余未读取</translation>
    </message>
    <message>
        <source>%1 of %2 in this file</source>
        <translation>此文件中的第 %1 份，共 %2 份</translation>
    </message>
    <message>
        <source>waits for events (of %1) of which the file lacks the record: which work a stream or a thread waits for is not known</source>
        <translation>对事件的等待（共 %1 次），文件中缺少这些事件的 record：无法得知流或线程在等待哪些工作</translation>
    </message>
    <message>
        <source>this is a folder; name a file in it: %1. `warpscope-cli ranks` reads a folder of several traces</source>
        <translation>这是文件夹；请指定其中的一个文件：%1。`warpscope-cli ranks` 可读取存放多个跟踪的文件夹</translation>
    </message>
    <message>
        <source>this is a folder: `warpscope-cli ranks %1` reads its files as the ranks of a job, else name one of its %2 files: %3</source>
        <translation>这是文件夹：`warpscope-cli ranks %1` 将其中的文件作为一个作业的各个 rank 读取，否则请指定其 %2 个文件中的一个：%3</translation>
    </message>
    <message>
        <source>The table %1 has a form that is not known here and was not read: what it holds is missing. Export it as cuda_gpu_trace: nsys stats --report cuda_gpu_trace --format csv</source>
        <translation>表 %1 的格式无法识别，未读取：其内容缺失。请导出为 cuda_gpu_trace：nsys stats --report cuda_gpu_trace --format csv</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2（%1 次）</translation>
    </message>
    <message>
        <source>graph launches by capture file: %1</source>
        <translation>各捕获文件对应的图启动：%1</translation>
    </message>
    <message>
        <source>%1 launches fit several files equally well</source>
        <translation>%1 次启动与多个文件同样吻合</translation>
    </message>
    <message>
        <source>chosen for no launch alone: %1</source>
        <translation>没有任何启动唯一选中的文件：%1</translation>
    </message>
    <message>
        <source>In the longest: %1.</source>
        <translation>最长的一次：%1。</translation>
    </message>
    <message>
        <source>One of %1 calls of communication lasts %2, the others %3 at the median: %4.</source>
        <translation>%1 次通信调用中有一次长达 %2，其余的中位数为 %3：%4。</translation>
    </message>
    <message>
        <source>One of %1 calls lasts %2, the others %3 at the median: %4.</source>
        <translation>%1 次调用中有一次长达 %2，其余的中位数为 %3：%4。</translation>
    </message>
    <message>
        <source>It is the first of them.</source>
        <translation>它是其中的第一次。</translation>
    </message>
    <message>
        <source>The GPU is idle while the CPU waits in %1: %2 ×, the longest %3.</source>
        <translation>CPU 在 %1 中等待时 GPU 空闲：%2 次，最长 %3。</translation>
    </message>
    <message>
        <source>The GPU has nothing left to do when %1 returns, and its next work is launched only then: %2 ×, the longest %3.</source>
        <translation>%1 返回时 GPU 已无工作可做，下一个工作到那时才启动：%2 次，最长 %3。</translation>
    </message>
    <message>
        <source>A collective waits until all ranks take part: one that begins before the others have started lasts as long as their start.</source>
        <translation>集合通信会等到所有 rank 都加入：若在其他 rank 就绪之前开始，就会一直持续到它们就绪。</translation>
    </message>
    <message>
        <source>From the step&apos;s first GPU work to that of the next step, of the last step to the end of its work.</source>
        <translation>从该步骤的首个 GPU 工作到下一步骤的首个 GPU 工作；最后一个步骤则到其工作结束。</translation>
    </message>
    <message>
        <source>Idle time before work of the chosen steps.</source>
        <translation>所选步骤的工作之前的空闲时间。</translation>
    </message>
    <message>
        <source>Steps that reach into the range, each with all of its work.</source>
        <translation>与范围有交集的步骤，每个都计入其全部工作。</translation>
    </message>
    <message>
        <source>Of the whole run: the tables of the file hold sums, which cannot be divided by time or step.</source>
        <translation>针对整个运行：文件的表只有合计，无法按时间或步骤拆分。</translation>
    </message>
    <message>
        <source>Shown is only step %1 (%2), as it was chosen: %3 on the GPU.</source>
        <translation>按所选，只以步骤 %1（%2）为准：GPU 上 %3。</translation>
    </message>
    <message>
        <source>Shown is step %1, the one of median length of the %2 steps of the chosen phase %3, %4 on the GPU; %5.</source>
        <translation>以步骤 %1（GPU 上 %4）为准，即所选推理阶段 %3 的 %2 个步骤中时长居中的一个；%5。</translation>
    </message>
    <message>
        <source>Findings are left out, since times of GPU work are not known.</source>
        <translation>发现已略去，因为 GPU 工作的时间未知。</translation>
    </message>
    <message>
        <source>computation</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>communication that no computation hides</source>
        <translation>未被计算掩盖的通信</translation>
    </message>
    <message>
        <source>copies that nothing hides</source>
        <translation>未被掩盖的拷贝</translation>
    </message>
    <message>
        <source>idle time during blocking calls</source>
        <translation>阻塞调用期间的空闲时间</translation>
    </message>
    <message>
        <source>idle time before late launches</source>
        <translation>启动过晚造成的空闲时间</translation>
    </message>
    <message>
        <source>idle time of unknown cause</source>
        <translation>原因未知的空闲时间</translation>
    </message>
    <message>
        <source>%1; %2 is %3</source>
        <translation>%1；%2 为%3</translation>
    </message>
    <message>
        <source>%1.</source>
        <comment>a clause that becomes a sentence</comment>
        <translation>%1。</translation>
    </message>
    <message>
        <source>Transfer and waiting for other ranks cannot be told apart in one rank.</source>
        <translation>仅凭一个 rank 无法区分传输与等待其他 rank。</translation>
    </message>
    <message>
        <source>this step of %1</source>
        <translation>此步骤（%1）</translation>
    </message>
    <message>
        <source>a period of %1</source>
        <translation>一个周期（%1）</translation>
    </message>
    <message>
        <source>the %1 from the GPU&apos;s first work to its last</source>
        <translation>首个到最后一个 GPU 工作的时段（%1）</translation>
    </message>
    <message>
        <source>Computation takes %1 of %2</source>
        <translation>计算占%2的 %1</translation>
    </message>
    <message>
        <source>The GPU is idle in %1 of %2 although its next work was launched already: what it waits for is not in the recording</source>
        <translation>GPU 在%2中有 %1 的时间空闲，尽管下一个工作已经启动：它在等待什么，记录中没有</translation>
    </message>
    <message>
        <source>The GPU is idle in %1 of %2, and why cannot be said</source>
        <translation>GPU 在%2中有 %1 的时间空闲，原因无法判断</translation>
    </message>
    <message>
        <source>The GPU is idle in %1 of %2, and why is not known: the launch of its next work is not in the recording</source>
        <translation>GPU 在%2中有 %1 的时间空闲，原因未知：下一个工作的启动不在记录中</translation>
    </message>
    <message>
        <source>Communication takes %1 of %2 with nothing computed beside it, mostly %3</source>
        <translation>没有计算与之并行的通信占%2的 %1，主要是 %3</translation>
    </message>
    <message>
        <source>Communication takes %1 of %2 with nothing computed beside it</source>
        <translation>没有计算与之并行的通信占%2的 %1</translation>
    </message>
    <message>
        <source>Copies take %1 of %2 while nothing else runs, mostly %3</source>
        <translation>没有其他工作与之并行的拷贝占%2的 %1，主要是 %3</translation>
    </message>
    <message>
        <source>Copies take %1 of %2 while nothing else runs</source>
        <translation>没有其他工作与之并行的拷贝占%2的 %1</translation>
    </message>
    <message>
        <source>The GPU is idle in %1 of %2 because its next work was not launched yet</source>
        <translation>GPU 在%2中有 %1 的时间空闲，因为下一个工作尚未启动</translation>
    </message>
    <message>
        <source>The GPU waits for launches in %1 of %2</source>
        <translation>GPU 在%2中有 %1 的时间在等待启动</translation>
    </message>
    <message>
        <source>%1, mostly while the DataLoader gets the next batch</source>
        <translation>%1，主要发生在 DataLoader 取下一批数据时</translation>
    </message>
    <message>
        <source>%1, mostly after %2 has returned</source>
        <translation>%1，主要发生在 %2 返回之后</translation>
    </message>
    <message>
        <source>%1, mostly while the CPU is in %2</source>
        <translation>%1，主要发生在 CPU 处于 %2 中时</translation>
    </message>
    <message>
        <source>The GPU is idle in %1 of %2 while the CPU is in calls that wait</source>
        <translation>GPU 在%2中有 %1 的时间空闲，其间 CPU 处于等待的调用中</translation>
    </message>
    <message>
        <source>The GPU is idle in %1 of %2 while the CPU waits, mostly in %3</source>
        <translation>GPU 在%2中有 %1 的时间空闲，其间 CPU 在等待，主要在 %3 中</translation>
    </message>
    <message>
        <source>One of these %1 gaps alone lasts %2, %3.</source>
        <translation>这 %1 个空隙中仅一个就长达 %2，占 %3。</translation>
    </message>
    <message>
        <source>One call of %1, the first of the %2, takes %3 of %4</source>
        <translation>一次 %1 调用（%2 次中的第一次）占%4的 %3</translation>
    </message>
    <message>
        <source>One call of %1, of %2 that are alike, takes %3 of %4</source>
        <translation>一次 %1 调用（同类共 %2 次）占%4的 %3</translation>
    </message>
    <message>
        <source>one call of %1, of %2 that are alike</source>
        <translation>一次 %1 调用（同类共 %2 次）</translation>
    </message>
    <message>
        <source>idle time before late launches, mostly while the DataLoader gets the next batch</source>
        <translation>启动过晚造成的空闲时间，主要发生在 DataLoader 取下一批数据时</translation>
    </message>
    <message>
        <source>Without it, %1 of the other %2 is %3.</source>
        <translation>除去这次调用，其余 %2 中有 %1 为%3。</translation>
    </message>
    <message>
        <source>How much of the time the GPU works cannot be said. Graph launches whose kernels are not in the file: %1.</source>
        <translation>无法判断 GPU 有多少时间在工作。kernel 不在文件中的图启动：%1 次。</translation>
    </message>
    <message>
        <source>How much of the time the GPU works cannot be said.</source>
        <translation>无法判断 GPU 有多少时间在工作。</translation>
    </message>
    <message>
        <source>Record graphs as nodes.</source>
        <translation>请以节点方式记录图。</translation>
    </message>
    <message>
        <source>%1 ×, the longest %2</source>
        <translation>%1 次，最长 %2</translation>
    </message>
    <message>
        <source>Communication that no rule names.</source>
        <translation>未被任何规则指出的通信。</translation>
    </message>
    <message>
        <source>Copies that no rule names.</source>
        <translation>未被任何规则指出的拷贝。</translation>
    </message>
    <message>
        <source>Idle for a cause that is not known: the launch of the next work is not in the recording.</source>
        <translation>空闲原因未知：下一个工作的启动不在记录中。</translation>
    </message>
    <message>
        <source>In all: %1.</source>
        <translation>合计：%1。</translation>
    </message>
    <message>
        <source>%1, modules, %2</source>
        <translation>%1，模块，%2</translation>
    </message>
    <message>
        <source>%1 (mean of %2 steps)</source>
        <translation>%1（%2 个步骤的平均）</translation>
    </message>
    <message>
        <source>%1: %2 takes %3 of %4 of GPU time.</source>
        <translation>%1：%2 占 GPU 时间 %4 的 %3。</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%2 中 %1</translation>
    </message>
    <message>
        <source>%1 in the mean of %2 steps of %3</source>
        <translation>%3 的 %2 个步骤平均 %1</translation>
    </message>
    <message>
        <source>On the CPU the calls of its outermost modules take %1, with the cost of the recording.</source>
        <translation>在 CPU 上，其最外层模块的调用用时：%1（含记录的开销）。</translation>
    </message>
    <message>
        <source>A layerwise profile tells the GPU time of each module and kernel, phase by phase. It cannot tell when they ran, or how long the GPU was idle between them.</source>
        <translation>逐层剖析按推理阶段给出每个模块和 kernel 的 GPU 时间。它无法说明这些 kernel 何时运行，或其间 GPU 空闲了多久。</translation>
    </message>
    <message>
        <source>No GPU work could be read: the file has it in a form that is not known here.</source>
        <translation>无法读取任何 GPU 工作：文件中 GPU 工作的格式未知。</translation>
    </message>
    <message>
        <source>What no finding names</source>
        <translation>没有发现能说明的部分</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另有 %1 项</translation>
    </message>
    <message>
        <source>In all: %1, there %2.</source>
        <translation>共 %1；最长的一次：%2。</translation>
    </message>
    <message>
        <source>Idle during blocking calls, in gaps that no rule names.</source>
        <translation>阻塞调用期间的空闲，位于未被任何规则指出的空隙中。</translation>
    </message>
    <message>
        <source>Idle before late launches, in gaps that no rule names.</source>
        <translation>启动过晚造成的空闲，位于未被任何规则指出的空隙中。</translation>
    </message>
    <message>
        <source>Idle although the next work was launched already: what it waits for is not in the recording.</source>
        <translation>尽管下一个工作已经启动仍空闲：它在等待什么，记录中没有。</translation>
    </message>
    <message>
        <source>this is a binary file of a kind that is not known here; known are reports and databases of Nsight Systems (.nsys-rep, .sqlite), reports of Nsight Compute (.ncu-rep), databases of ROCm&apos;s profilers (.rpd, .db), profiles of XLA (.xplane.pb) and traces of Perfetto (.pftrace). Open the trace or the table that the profiler wrote, or export this file with the program that wrote it</source>
        <translation>这是一种此处未知的二进制文件；已知的有 Nsight Systems 的报告和数据库（.nsys-rep、.sqlite）、Nsight Compute 的报告（.ncu-rep）、ROCm 剖析器的数据库（.rpd、.db）、XLA 的剖析文件（.xplane.pb）和 Perfetto 的跟踪（.pftrace）。请打开剖析器写出的跟踪或表格，或用写出此文件的程序导出它</translation>
    </message>
    <message>
        <source>Packets that hold no track events were not read: %1. ui.perfetto.dev shows them</source>
        <translation>未读取不含轨道事件的数据包：%1。ui.perfetto.dev 可显示它们</translation>
    </message>
    <message>
        <source>events that are damaged; they were skipped, the events around them are kept</source>
        <translation>损坏的事件；已跳过，其前后的事件均保留</translation>
    </message>
    <message>
        <source>the recorder&apos;s buffer was too small: %1 pieces of the recording were lost. Record again with a larger one (rocprofv3 --perfetto-buffer-size KB, ROCPROFSYS_PERFETTO_BUFFER_SIZE_KB)</source>
        <translation>记录器的缓冲区太小：丢失了 %1 段记录。请用更大的缓冲区重新记录（rocprofv3 --perfetto-buffer-size KB，ROCPROFSYS_PERFETTO_BUFFER_SIZE_KB）</translation>
    </message>
    <message>
        <source>the recorder lost packets while it recorded; events that need them are missing</source>
        <translation>记录器在记录时丢失了数据包；依赖它们的事件缺失</translation>
    </message>
    <message>
        <source>this trace of Perfetto is cut or damaged here: a packet was expected. Copy it again</source>
        <translation>此 Perfetto 跟踪在这里被截断或损坏：此处应为数据包。请重新复制</translation>
    </message>
    <message>
        <source>this trace of Perfetto holds no track events, only %1. Profilers of GPUs write them: rocprofv3 --output-format pftrace with --hip-trace --kernel-trace --memory-copy-trace</source>
        <translation>此 Perfetto 跟踪不含轨道事件，只有 %1。GPU 剖析器会写出它们：rocprofv3 --output-format pftrace 并加上 --hip-trace --kernel-trace --memory-copy-trace</translation>
    </message>
    <message>
        <source>the system could not read the file to its end</source>
        <translation>系统无法将文件读到末尾</translation>
    </message>
    <message>
        <source>packed packets that cannot be unpacked; they were skipped</source>
        <translation>无法解压的压缩数据包；已跳过</translation>
    </message>
    <message>
        <source>the file ends within a packet; events after it are missing. Copy it again</source>
        <translation>文件在一个数据包中间结束；其后的事件缺失。请重新复制</translation>
    </message>
    <message>
        <source>a packet was expected here, but the bytes are none; the rest was not read</source>
        <translation>此处应为数据包，但这些字节不是；其余部分未读取</translation>
    </message>
    <message>
        <source>No track event of the file is known to be GPU work; its packets are %1.</source>
        <translation>文件中没有任何轨道事件可认定为 GPU 工作；其数据包为 %1。</translation>
    </message>
    <message>
        <source>there is no event at this place of the file</source>
        <translation>文件的这个位置没有事件</translation>
    </message>
    <message>
        <source>times of a clock that the file does not compare with the others; they are shown as they are</source>
        <translation>所用时钟在文件中未与其他时钟对照的时间；按原样显示</translation>
    </message>
    <message>
        <source>events without a usable time; they were left out</source>
        <translation>没有可用时间的事件；已略去</translation>
    </message>
    <message>
        <source>events at times that none can be; they were left out</source>
        <translation>时间不可能成立的事件；已略去</translation>
    </message>
    <message>
        <source>events of a type that is not read</source>
        <translation>不读取的类型的事件</translation>
    </message>
    <message>
        <source>ends of slices that have not begun; they were left out</source>
        <translation>没有开始的切片的结束；已略去</translation>
    </message>
    <message>
        <source>GPU work whose device the file does not name; it is shown on device 0</source>
        <translation>文件未说明设备的 GPU 工作；显示在设备 0 上</translation>
    </message>
    <message>
        <source>slices without an end; they are drawn to the end of the trace</source>
        <translation>没有结束的切片；画到跟踪末尾</translation>
    </message>
    <message>
        <source>slices whose end is missing with the rest of the file; they are drawn to where it ends</source>
        <translation>结束随文件其余部分一起缺失的切片；画到文件结束处</translation>
    </message>
    <message>
        <source>errors that XLA&apos;s profiler noted while it recorded</source>
        <translation>XLA 剖析器在记录时写下的错误</translation>
    </message>
    <message>
        <source>warnings that XLA&apos;s profiler noted while it recorded</source>
        <translation>XLA 剖析器在记录时写下的警告</translation>
    </message>
    <message>
        <source>the file ends within a plane; events and names at its end are missing. Copy it again</source>
        <translation>文件在一个平面（plane）中间结束；末尾的事件和名称缺失。请重新复制</translation>
    </message>
    <message>
        <source>a plane of the XSpace was expected here, but the bytes are none; the rest was not read</source>
        <translation>此处应为 XSpace 的一个平面（plane），但这些字节不是；其余部分未读取</translation>
    </message>
    <message>
        <source>this profile of XLA holds no events (its planes: %1); record while the program computes, between jax.profiler.start_trace and stop_trace</source>
        <translation>此 XLA 剖析文件不含事件（其平面：%1）；请在程序计算时记录，即在 jax.profiler.start_trace 与 stop_trace 之间</translation>
    </message>
    <message>
        <source>this profile of XLA is damaged: no event could be read; a plane with lines of events was expected</source>
        <translation>此 XLA 剖析文件已损坏：读不出任何事件；应有带事件行的平面（plane）</translation>
    </message>
    <message>
        <source>The profile has no work of a GPU or TPU; its planes are %1.</source>
        <translation>此剖析文件没有 GPU 或 TPU 的工作；其平面为 %1。</translation>
    </message>
    <message>
        <source>events that are sums of several, without a time; they were left out</source>
        <translation>由多个事件汇总而成、没有时间的事件；已略去</translation>
    </message>
    <message>
        <source>events whose name is not in the file; they have a number instead</source>
        <translation>名称不在文件中的事件；以编号代替</translation>
    </message>
    <message>
        <source>names of events that are damaged; they are shown as far as they can be read</source>
        <translation>损坏的事件名称；按能读出的部分显示</translation>
    </message>
    <message>
        <source>The GPU is idle in gaps of which the CPU waits %1 in %2: %3 ×, the longest %4.</source>
        <translation>GPU 在若干空隙中空闲，其中 CPU 有 %1 在 %2 中等待：%3 次，最长 %4。</translation>
    </message>
    <message>
        <source>The calls that launch the next work take %1 of them.</source>
        <translation>启动下一个工作的调用占其中 %1。</translation>
    </message>
    <message>
        <source>%1, mostly while the CPU captures graphs, which records launches and runs none</source>
        <translation>%1，多为 CPU 在捕获图：捕获只记录启动而不运行</translation>
    </message>
    <message>
        <source>%1, mostly while the profiler itself works</source>
        <translation>%1，多为剖析器自身在工作</translation>
    </message>
    <message>
        <source>The GPU is idle in %1 of %2, in gaps of which calls that wait take %3</source>
        <translation>GPU 在%2中有 %1 的时间空闲，等待的调用占这些空隙的 %3</translation>
    </message>
    <message>
        <source>The GPU is idle in %1 of %2, in gaps of which calls that wait take %3, mostly %4</source>
        <translation>GPU 在%2中有 %1 的时间空闲，等待的调用占这些空隙的 %3，主要是 %4</translation>
    </message>
    <message>
        <source>The GPU is idle in %1 of %2 while the call that launches its next work runs</source>
        <translation>GPU 在%2中有 %1 的时间空闲，其间启动下一个工作的调用仍在运行</translation>
    </message>
    <message>
        <source>The GPU is idle in %1 of %2 while the call that launches its next work runs, mostly %3</source>
        <translation>GPU 在%2中有 %1 的时间空闲，其间启动下一个工作的调用仍在运行，主要是 %3</translation>
    </message>
    <message>
        <source>The GPU is idle in %1 of %2 because launches come just before it has nothing left, and work takes its time to start</source>
        <translation>GPU 在%2中有 %1 的时间空闲，因为启动在它即将无事可做时才到来，而工作开始需要时间</translation>
    </message>
    <message>
        <source>The GPU is idle in %1 of %2 while the profiler itself works</source>
        <translation>GPU 在%2中有 %1 的时间空闲，其间剖析器自身在工作</translation>
    </message>
    <message>
        <source>The GPU is idle in %1 of %2 although the launch of its next work had begun</source>
        <translation>GPU 在%2中有 %1 的时间空闲，尽管下一个工作的启动已经开始</translation>
    </message>
    <message>
        <source>%1 while the profiler itself works</source>
        <translation>%1 为剖析器自身在工作</translation>
    </message>
    <message>
        <source>%1 while the CPU captures graphs, which records launches and runs none</source>
        <translation>%1 为 CPU 在捕获图：捕获只记录启动而不运行</translation>
    </message>
    <message>
        <source>%1 while the call that launches the next work runs</source>
        <translation>%1 为启动下一个工作的调用仍在运行</translation>
    </message>
    <message>
        <source>%1 from launches just before the GPU had nothing left to the begin of their work</source>
        <translation>%1 为从 GPU 即将无事可做时的启动到其工作开始</translation>
    </message>
    <message>
        <source>Of it %1.</source>
        <translation>其中 %1。</translation>
    </message>
    <message>
        <source>Idle although the launch of the next work had begun.</source>
        <translation>空闲，尽管下一个工作的启动已经开始。</translation>
    </message>
    <message>
        <source>no step is named in both files, and kernels that repeat regularly may be layers of one pass</source>
        <translation>两个文件中都没有命名步骤，而有规律重复的 kernel 可能是一次前向的各层</translation>
    </message>
    <message>
        <source>no known launch</source>
        <translation>无已知启动</translation>
    </message>
    <message>
        <source>none of its rows is known to be a GPU’s</source>
        <translation>其中没有一行可认定为 GPU 的行</translation>
    </message>
    <message>
        <source>The file’s only row is not known to be a GPU’s.</source>
        <translation>文件中唯一的一行不能认定为 GPU 的行。</translation>
    </message>
    <message>
        <source>None of the file’s %1 rows is known to be a GPU’s.</source>
        <translation>文件的 %1 行中没有一行可认定为 GPU 的行。</translation>
    </message>
    <message>
        <source>%1 If one is, name it: --gpu-row NAME (rows: %2)</source>
        <translation>%1 若其中有，请指明：--gpu-row NAME（各行：%2）</translation>
    </message>
    <message>
        <source>most calls are not in the file: the ids of calls advance by %1 and more from one to the next, and all calls that are left have GPU work; why the GPU is idle is not in it</source>
        <translation>大多数调用不在文件中：相邻调用的编号相差 %1 及以上，而留下的调用都有 GPU 工作；GPU 为何空闲不在其中</translation>
    </message>
    <message>
        <source>GPU work that begins and never ends; its duration is taken as 0</source>
        <translation>开始而从未结束的 GPU 工作；其时长按 0 计</translation>
    </message>
    <message>
        <source>GPU work that begins half an hour or more apart from the call that launched it, the first “%1”: its time stamp is of another clock; it is counted, and no span, gap, step or busy time is measured from it</source>
        <translation>与启动它的调用相隔半小时及以上的 GPU 工作，第一个为“%1”：其时间戳属于另一个时钟；它计入数量，但不用于任何跨度、空隙、步骤或忙碌时间</translation>
    </message>
    <message>
        <source>GPU work that lasts ten days or more in a recording that does not, the first “%1”: its end is none; it is counted, and no span, gap, step or busy time is measured from it</source>
        <translation>在没有这么长的记录中持续十天及以上的 GPU 工作，第一个为“%1”：其结束不成立；它计入数量，但不用于任何跨度、空隙、步骤或忙碌时间</translation>
    </message>
    <message>
        <source>events that last ten days or more in a recording that does not, the first “%1”; they are drawn to the end of the recording</source>
        <translation>在没有这么长的记录中持续十天及以上的事件，第一个为“%1”；画到记录末尾</translation>
    </message>
    <message>
        <source>two programs wrote into this file, at the same time or one behind the cut trace of the other: the events of both are mixed, and links between them may be wrong</source>
        <translation>有两个程序写入此文件，或同时，或一个写在另一个被截断的跟踪之后：两者的事件混在一起，其间的关联可能有误</translation>
    </message>
    <message>
        <source>Written by</source>
        <translation>写出者</translation>
    </message>
    <message>
        <source>Totals</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>the profiler wrote only the first %1 events of its recording; later ones are missing. Open the .xplane.pb beside the file, which has all of them, or record with TF_PROFILER_TRACE_VIEWER_MAX_EVENTS=100000000</source>
        <translation>剖析器只写出了记录的前 %1 个事件；其后的缺失。请打开旁边的 .xplane.pb（含全部事件），或以 TF_PROFILER_TRACE_VIEWER_MAX_EVENTS=100000000 记录</translation>
    </message>
    <message>
        <source>record the GPU with nsys profile -o NAME PROGRAM and open NAME.nsys-rep (or the .sqlite of nsys export)</source>
        <translation>用 nsys profile -o NAME PROGRAM 记录 GPU，再打开 NAME.nsys-rep（或 nsys export 得到的 .sqlite）</translation>
    </message>
    <message>
        <source>record the GPU: nsys profile -o NAME PROGRAM (NVIDIA), rocprofv3 --sys-trace --output-format json -- PROGRAM (AMD), or torch.profiler with export_chrome_trace(&quot;trace.json&quot;)</source>
        <translation>记录 GPU：nsys profile -o NAME PROGRAM（NVIDIA）、rocprofv3 --sys-trace --output-format json -- PROGRAM（AMD），或 torch.profiler 加 export_chrome_trace(&quot;trace.json&quot;)</translation>
    </message>
    <message>
        <source>export the report it was made from with nsys export --type sqlite REPORT.nsys-rep and open the .sqlite</source>
        <translation>用 nsys export --type sqlite REPORT.nsys-rep 导出其来源报告，再打开 .sqlite</translation>
    </message>
    <message>
        <source>profile the program that runs the model, for example with torch.profiler and export_chrome_trace(&quot;trace.json&quot;), and open that trace</source>
        <translation>剖析运行该模型的程序，例如用 torch.profiler 和 export_chrome_trace(&quot;trace.json&quot;)，再打开该跟踪</translation>
    </message>
    <message>
        <source>run it with trtexec --loadEngine=FILE --exportProfile=profile.json and open profile.json, or record trtexec with nsys profile</source>
        <translation>用 trtexec --loadEngine=FILE --exportProfile=profile.json 运行并打开 profile.json，或用 nsys profile 记录 trtexec</translation>
    </message>
    <message>
        <source>run it with ONNX Runtime and SessionOptions.enable_profiling = True, which writes a trace (.json), or with trtexec --onnx=FILE --exportProfile=profile.json</source>
        <translation>用 ONNX Runtime 并设 SessionOptions.enable_profiling = True 运行（会写出 .json 跟踪），或用 trtexec --onnx=FILE --exportProfile=profile.json</translation>
    </message>
    <message>
        <source>print it with nvprof -i FILE --print-gpu-trace --csv --log-file trace.csv and open trace.csv</source>
        <translation>用 nvprof -i FILE --print-gpu-trace --csv --log-file trace.csv 输出，再打开 trace.csv</translation>
    </message>
    <message>
        <source>open what the profiler wrote beside it: the .trace.json.gz or .xplane.pb in plugins/profile/RUN (XLA, TensorFlow), or the .pt.trace.json of torch&apos;s tensorboard_trace_handler</source>
        <translation>打开剖析器写在旁边的文件：plugins/profile/RUN 中的 .trace.json.gz 或 .xplane.pb（XLA、TensorFlow），或 torch 的 tensorboard_trace_handler 写出的 .pt.trace.json</translation>
    </message>
    <message>
        <source>save the table as CSV or text, or open the file of the profiler that it was made from</source>
        <translation>将表格另存为 CSV 或文本，或打开其来源的剖析器文件</translation>
    </message>
    <message>
        <source>a profile for the Firefox Profiler, which holds samples of the CPU</source>
        <translation>Firefox Profiler 的剖析文件，内容为 CPU 采样</translation>
    </message>
    <message>
        <source>what TensorRT says of an engine (trtexec --exportLayerInfo), which holds no times</source>
        <translation>TensorRT 对引擎的描述（trtexec --exportLayerInfo），不含时间</translation>
    </message>
    <message>
        <source>run trtexec with --exportProfile=profile.json and open profile.json</source>
        <translation>用 --exportProfile=profile.json 运行 trtexec，再打开 profile.json</translation>
    </message>
    <message>
        <source>a file packed with lz4</source>
        <translation>lz4 压缩的文件</translation>
    </message>
    <message>
        <source>unpack it with lz4 -d</source>
        <translation>用 lz4 -d 解压</translation>
    </message>
    <message>
        <source>a RAR archive</source>
        <translation>RAR 归档</translation>
    </message>
    <message>
        <source>unpack it with unrar x and open the trace in it</source>
        <translation>用 unrar x 解压，再打开其中的跟踪</translation>
    </message>
    <message>
        <source>samples of the CPU of Linux perf (perf.data)</source>
        <translation>Linux perf 的 CPU 采样（perf.data）</translation>
    </message>
    <message>
        <source>a recording of Tracy</source>
        <translation>Tracy 的记录</translation>
    </message>
    <message>
        <source>a capture of RenderDoc</source>
        <translation>RenderDoc 的捕获</translation>
    </message>
    <message>
        <source>a profile of AMD&apos;s Radeon GPU Profiler</source>
        <translation>AMD Radeon GPU Profiler 的剖析文件</translation>
    </message>
    <message>
        <source>record with rocprofv3 --sys-trace --output-format json -- PROGRAM and open its _results.json</source>
        <translation>用 rocprofv3 --sys-trace --output-format json -- PROGRAM 记录，再打开其 _results.json</translation>
    </message>
    <message>
        <source>an HDF5 file</source>
        <translation>HDF5 文件</translation>
    </message>
    <message>
        <source>a Parquet file</source>
        <translation>Parquet 文件</translation>
    </message>
    <message>
        <source>an Arrow file</source>
        <translation>Arrow 文件</translation>
    </message>
    <message>
        <source>an array of NumPy (.npy)</source>
        <translation>NumPy 数组（.npy）</translation>
    </message>
    <message>
        <source>an engine of TensorRT, which holds no times</source>
        <translation>TensorRT 引擎，不含时间</translation>
    </message>
    <message>
        <source>weights of a model (GGUF)</source>
        <translation>模型权重（GGUF）</translation>
    </message>
    <message>
        <source>a program, a library, a cubin or a core dump (ELF), which holds no times</source>
        <translation>程序、库、cubin 或核心转储（ELF），不含时间</translation>
    </message>
    <message>
        <source>a PDF document</source>
        <translation>PDF 文档</translation>
    </message>
    <message>
        <source>a picture (PNG)</source>
        <translation>图片（PNG）</translation>
    </message>
    <message>
        <source>a picture (JPEG)</source>
        <translation>图片（JPEG）</translation>
    </message>
    <message>
        <source>a document of Office</source>
        <translation>Office 文档</translation>
    </message>
    <message>
        <source>a file of torch.save (weights, optimizer)</source>
        <translation>torch.save 的文件（权重、优化器）</translation>
    </message>
    <message>
        <source>a model (ONNX), which holds no times</source>
        <translation>模型（ONNX），不含时间</translation>
    </message>
    <message>
        <source>a profile of Python&apos;s cProfile</source>
        <translation>Python cProfile 的剖析文件</translation>
    </message>
    <message>
        <source>record with py-spy record --format chrometrace -o trace.json -- python PROGRAM, or with torch.profiler and export_chrome_trace(&quot;trace.json&quot;)</source>
        <translation>用 py-spy record --format chrometrace -o trace.json -- python PROGRAM 记录，或用 torch.profiler 和 export_chrome_trace(&quot;trace.json&quot;)</translation>
    </message>
    <message>
        <source>a profile of nvprof or the Visual Profiler</source>
        <translation>nvprof 或 Visual Profiler 的剖析文件</translation>
    </message>
    <message>
        <source>a capture of Nsight Graphics</source>
        <translation>Nsight Graphics 的捕获</translation>
    </message>
    <message>
        <source>an unfinished recording of Nsight Systems (.qdstrm)</source>
        <translation>Nsight Systems 未完成的记录（.qdstrm）</translation>
    </message>
    <message>
        <source>make the report with QdstrmImporter -i FILE, which stands in the folder of Nsight Systems, and open the .nsys-rep</source>
        <translation>用 Nsight Systems 目录中的 QdstrmImporter -i FILE 生成报告，再打开 .nsys-rep</translation>
    </message>
    <message>
        <source>a trace of Windows (ETW)</source>
        <translation>Windows 的跟踪（ETW）</translation>
    </message>
    <message>
        <source>a result of Intel VTune</source>
        <translation>Intel VTune 的结果</translation>
    </message>
    <message>
        <source>record with unitrace --chrome-kernel-logging PROGRAM and open the .json that it writes</source>
        <translation>用 unitrace --chrome-kernel-logging PROGRAM 记录，再打开它写出的 .json</translation>
    </message>
    <message>
        <source>a part of an OTF2 trace</source>
        <translation>OTF2 跟踪的一部分</translation>
    </message>
    <message>
        <source>a program of XLA (HLO), which holds no times</source>
        <translation>XLA 的程序（HLO），不含时间</translation>
    </message>
    <message>
        <source>an execution trace of Chakra</source>
        <translation>Chakra 的执行跟踪</translation>
    </message>
    <message>
        <source>a profile of pprof, which holds samples of the CPU</source>
        <translation>pprof 的剖析文件，内容为 CPU 采样</translation>
    </message>
    <message>
        <source>a thread trace of an AMD GPU</source>
        <translation>AMD GPU 的线程跟踪</translation>
    </message>
    <message>
        <source>a picture (SVG), as flame graphs are</source>
        <translation>图片（SVG），如火焰图</translation>
    </message>
    <message>
        <source>open the profile that it was made from; py-spy record --format chrometrace -o trace.json writes a trace</source>
        <translation>打开其来源的剖析文件；py-spy record --format chrometrace -o trace.json 会写出跟踪</translation>
    </message>
    <message>
        <source>a web page without a table of a profiler</source>
        <translation>不含剖析器表格的网页</translation>
    </message>
    <message>
        <source>a trace for Paraver (.prv)</source>
        <translation>Paraver 的跟踪（.prv）</translation>
    </message>
    <message>
        <source>annotations in text form (nvtxt)</source>
        <translation>文本形式的标注（nvtxt）</translation>
    </message>
    <message>
        <source>an event file of TensorBoard (events.out.tfevents)</source>
        <translation>TensorBoard 的事件文件（events.out.tfevents）</translation>
    </message>
    <message>
        <source>weights of a model (safetensors)</source>
        <translation>模型权重（safetensors）</translation>
    </message>
    <message>
        <source>raw data of Ascend&apos;s msprof</source>
        <translation>昇腾 msprof 的原始数据</translation>
    </message>
    <message>
        <source>export it with msprof --export=on --output=PROF_FOLDER and open the msprof_*.json that it writes</source>
        <translation>用 msprof --export=on --output=PROF_FOLDER 导出，再打开它写出的 msprof_*.json</translation>
    </message>
    <message>
        <source>stacks folded for a flame graph</source>
        <translation>供火焰图使用的折叠调用栈</translation>
    </message>
    <message>
        <source>open the profile that they were made from; py-spy record --format chrometrace -o trace.json writes a trace</source>
        <translation>打开其来源的剖析文件；py-spy record --format chrometrace -o trace.json 会写出跟踪</translation>
    </message>
    <message>
        <source>arrays of NumPy (.npz)</source>
        <translation>NumPy 数组（.npz）</translation>
    </message>
    <message>
        <source>a recording of Apple&apos;s Instruments (a folder)</source>
        <translation>Apple Instruments 的记录（文件夹）</translation>
    </message>
    <message>
        <source>record PyTorch with torch.profiler and export_chrome_trace(&quot;trace.json&quot;), and open that trace</source>
        <translation>用 torch.profiler 和 export_chrome_trace(&quot;trace.json&quot;) 记录 PyTorch，再打开该跟踪</translation>
    </message>
    <message>
        <source>this is a folder in which no file is called like a trace; it holds: %1. Name the one that is meant</source>
        <translation>这是一个文件夹，其中没有文件名像跟踪的文件；其内容为：%1。请指明要打开的文件</translation>
    </message>
    <message>
        <source>The tree of modules ends early; rows are missing.</source>
        <translation>模块树提前结束；缺少若干行。</translation>
    </message>
    <message>
        <source>A summary of PaddlePaddle lacks its line &quot;Time unit: …&quot;: its times have no unit and are in no sum of kernels.</source>
        <translation>PaddlePaddle 的一份汇总缺少“Time unit: …”行：其时间没有单位，不计入任何 kernel 合计。</translation>
    </message>
    <message>
        <source>the tree of Triton&apos;s Proton has no node</source>
        <translation>Triton Proton 的树没有节点</translation>
    </message>
    <message>
        <source>The tree is damaged or cut; nodes from there on are missing.</source>
        <translation>树已损坏或被截断；其后的节点缺失。</translation>
    </message>
    <message>
        <source>Entries that are no valid JSON were left out.</source>
        <translation>不是有效 JSON 的条目已略去。</translation>
    </message>
    <message>
        <source>The file ends without its closing bracket; rows may be missing.</source>
        <translation>文件末尾缺少右括号；可能缺少若干行。</translation>
    </message>
    <message>
        <source>Iterations</source>
        <translation>迭代次数</translation>
    </message>
    <message>
        <source>the JSON of trtexec holds no layer and no inference</source>
        <translation>trtexec 的 JSON 中既没有层也没有推理</translation>
    </message>
    <message>
        <source>Time of all layers</source>
        <translation>所有层的时间</translation>
    </message>
    <message>
        <source>A table of nvprof lacks its row of units: its times have no unit and are in no sum of kernels.</source>
        <translation>nvprof 的一张表缺少单位行：其时间没有单位，不计入任何 kernel 合计。</translation>
    </message>
    <message>
        <source>Warnings of nvprof: %1</source>
        <translation>nvprof 的警告：%1</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>nvprof prints five digits: starts are whole multiples of %1, so shorter gaps and overlaps mean nothing. nvprof --csv prints all digits.</source>
        <translation>nvprof 只输出五位数字：开始时间是 %1 的整数倍，因此更短的空隙和重叠没有意义。nvprof --csv 会输出全部数字。</translation>
    </message>
    <message>
        <source>nvprof cuts names of GPUs to 15 characters and their numbers with them: contexts are shown as GPUs of their own. nvprof --csv prints whole names.</source>
        <translation>nvprof 将 GPU 名称截为 15 个字符，编号也被截去：各上下文显示为单独的 GPU。nvprof --csv 会输出完整名称。</translation>
    </message>
    <message>
        <source>the trace of nvprof lacks its second row, which has the units of the times (&quot;ms,us,…&quot;): without it they mean nothing; make it again with nvprof --print-gpu-trace --csv --log-file FILE</source>
        <translation>nvprof 的跟踪缺少第二行，即时间单位行（&quot;ms,us,…&quot;）：没有它时间没有意义；请用 nvprof --print-gpu-trace --csv --log-file FILE 重新生成</translation>
    </message>
    <message>
        <source>%1 of these %2 are of %3 × %4.</source>
        <comment>time, whole time, count, name</comment>
        <translation>其中 %1（共 %2）属于 %3 次 %4。</translation>
    </message>
    <message>
        <source>Transfer and waiting for other ranks cannot be told apart in the recording of one rank.</source>
        <translation>仅凭一个 rank 的记录，无法区分传输与等待其他 rank。</translation>
    </message>
    <message>
        <source>The file has several ranks: compared as such (ranks FILE), they tell waiting from transfer.</source>
        <translation>文件含多个 rank：按 rank 比较（ranks FILE）即可区分等待与传输。</translation>
    </message>
    <message>
        <source>Communication of other devices is in the file, too: of calls that belong together, the shortest is that of the device which came last.</source>
        <translation>文件中也有其他设备的通信：同属一组的调用中，最短的是最后到达的设备的那一个。</translation>
    </message>
    <message>
        <source>Communication runs while nothing computes. All communication kernels: %1; %2 at the median, the longest %3.</source>
        <translation>通信运行时没有任何计算。全部通信 kernel：%1；中位数 %2，最长 %3。</translation>
    </message>
    <message>
        <source>One kernel runs in much of the GPU&apos;s time: %1, of %2 instances one alone for %3.</source>
        <translation>GPU 的大部分时间在运行同一个 kernel：%1，共 %2 个实例，其中一个就占 %3。</translation>
    </message>
    <message>
        <source>CUDA graphs</source>
        <translation>CUDA 图</translation>
    </message>
    <message>
        <source>HIP graphs</source>
        <translation>HIP 图</translation>
    </message>
    <message>
        <source>SYCL graphs</source>
        <translation>SYCL 图</translation>
    </message>
    <message>
        <source>graph mode (torchair)</source>
        <translation>图模式（torchair）</translation>
    </message>
    <message>
        <source>graphs of launches</source>
        <translation>启动图</translation>
    </message>
    <message>
        <source>Try: %1, no compilation of operators at run time, the task queue, a larger batch, or fewer and larger kernels.</source>
        <translation>可尝试：%1、避免运行时编译算子、任务队列、更大的批次，或更少而更大的 kernel。</translation>
    </message>
    <message>
        <source>Try: %1, torch.compile, a larger batch, or fewer and larger kernels.</source>
        <translation>可尝试：%1、torch.compile、更大的批次，或更少而更大的 kernel。</translation>
    </message>
    <message>
        <source>Try: %1, more work in a launch, or fewer and larger kernels.</source>
        <translation>可尝试：%1、每次启动更多工作，或更少而更大的 kernel。</translation>
    </message>
    <message>
        <source>Try: look at its shape, precision and occupancy, with %1.</source>
        <translation>可尝试：用 %1 查看其形状、精度和占用率。</translation>
    </message>
    <message>
        <source>Try: look at its shape, precision and occupancy, with a profiler of kernels.</source>
        <translation>可尝试：用 kernel 剖析器查看其形状、精度和占用率。</translation>
    </message>
    <message>
        <source>Try: keep the value on the GPU, copy asynchronously with pinned memory, or read it later.</source>
        <translation>可尝试：将数值留在 GPU 上、用锁页内存异步复制，或稍后再读取。</translation>
    </message>
    <message>
        <source>Try: overlap it with computation; compare the devices to see who waits for whom.</source>
        <translation>可尝试：与计算重叠；比较各设备以查看谁在等谁。</translation>
    </message>
    <message>
        <source>Try: fuse kernels (torch.compile), or %1.</source>
        <translation>可尝试：融合 kernel（torch.compile），或 %1。</translation>
    </message>
    <message>
        <source>Try: fuse kernels, or %1.</source>
        <translation>可尝试：融合 kernel，或 %1。</translation>
    </message>
    <message>
        <source>Try: find the layers that are not cast.</source>
        <translation>可尝试：找出未转换精度的层。</translation>
    </message>
    <message>
        <source>Try: fuse them.</source>
        <translation>可尝试：将它们融合。</translation>
    </message>
    <message>
        <source>the profiler itself works in %1 of the idle time</source>
        <translation>剖析器自身在 %1 的空闲时间中工作</translation>
    </message>
    <message>
        <source>a period of %1 (one of %2 in the %3 from %4 on)</source>
        <translation>%1 的一个周期（自 %4 起 %3 中的 %2 个之一）</translation>
    </message>
    <message>
        <source>Only %1 of the GPU work belongs to steps.</source>
        <translation>只有 %1 的 GPU 工作属于步骤。</translation>
    </message>
    <message>
        <source>They take %1 of the %2 from the GPU&apos;s first work to its last, from %3 to %4 of the recording.</source>
        <translation>它们占 GPU 从第一个到最后一个工作的 %2 中的 %1，位于记录的 %3 至 %4。</translation>
    </message>
    <message>
        <source>What runs before them (%1) is left out.</source>
        <translation>其前运行的内容（%1）未计入。</translation>
    </message>
    <message>
        <source>What runs after them (%1) is left out.</source>
        <translation>其后运行的内容（%1）未计入。</translation>
    </message>
    <message>
        <source>What runs before them (%1) and after them (%2) is left out.</source>
        <translation>其前（%1）与其后（%2）运行的内容未计入。</translation>
    </message>
    <message>
        <source>Of the whole %1 from the first work of a device to its last: %2 of the GPU work is outside any step that the file names, most of it because its launch is not in the file.</source>
        <translation>针对从设备第一个到最后一个工作的全部 %1：%2 的 GPU 工作不属于文件命名的任何步骤，多半因为其启动不在文件中。</translation>
    </message>
    <message>
        <source>Of the whole %1 from the first work of a device to its last: the file names no step, and %2.</source>
        <translation>针对从设备第一个到最后一个工作的全部 %1：文件未命名步骤，而且%2。</translation>
    </message>
    <message>
        <source>Findings about idle time, and about what runs while nothing computes, are left out, since these are not known.</source>
        <translation>关于空闲时间以及无计算时所运行内容的发现已略去，因为它们未知。</translation>
    </message>
    <message>
        <source>Findings about idle time are left out, since its causes are not known.</source>
        <translation>关于空闲时间的发现已略去，因为其原因未知。</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>The file holds %1 ranks: ranks FILE compares them.</source>
        <translation>文件含 %1 个 rank：ranks FILE 可比较它们。</translation>
    </message>
    <message>
        <source>the kernels that repeat regularly (%1 ×, %2 at the median) may be layers of one pass: others run before and after them</source>
        <translation>有规律重复的 kernel（%1 次，中位数 %2）可能是一次前向的各层：其前后还有其他 kernel 运行</translation>
    </message>
    <message>
        <source>the kernels that repeat regularly (%1 ×, %2 at the median) are layers: one launch of a graph or one call of a module runs several of them</source>
        <translation>有规律重复的 kernel（%1 次，中位数 %2）是层：一次图启动或一次模块调用运行其中多个</translation>
    </message>
    <message>
        <source>rows that were named as a GPU&apos;s and are not in the file: %1</source>
        <translation>被指明为 GPU 的行但不在文件中：%1</translation>
    </message>
    <message>
        <source>the file does not name the device</source>
        <translation>文件没有给出设备名称</translation>
    </message>
    <message>
        <source>the work ran on devices of different kinds</source>
        <translation>工作运行在不同种类的设备上</translation>
    </message>
    <message>
        <source>there are no limits for %1: %2</source>
        <translation>没有 %1 的上限：%2</translation>
    </message>
    <message>
        <source>the file does not say how many units (SMs, CUs) of %1 were in use</source>
        <translation>文件没有说明使用了 %1 的多少个单元（SM、CU）</translation>
    </message>
    <message>
        <source>%1 with %2 units (SMs, CUs) is a part of a device or another model than the known one</source>
        <translation>%1 有 %2 个单元（SM、CU），是设备的一部分，或与已知型号不同</translation>
    </message>
    <message>
        <source>the limits of %1 are not known</source>
        <translation>%1 的上限未知</translation>
    </message>
    <message>
        <source>“%1” is no limit; expected TYPE=TFLOPS, as in bf16=312, with one of %2</source>
        <translation>“%1”不是上限；应为 TYPE=TFLOPS，例如 bf16=312，类型为 %2 之一</translation>
    </message>
    <message>
        <source>“%1” is no bandwidth; expected GB/s, as in 2039</source>
        <translation>“%1”不是带宽；应为 GB/s，例如 2039</translation>
    </message>
    <message>
        <source>By their operators&apos; shapes they reach %1 of the device&apos;s limit; fused ones could take less still.</source>
        <translation>按其算子的形状，它们达到设备上限的 %1；融合后还可能更短。</translation>
    </message>
    <message>
        <source>By its operators&apos; shapes the work reaches %1 of the device&apos;s limit.</source>
        <translation>按其算子的形状，这些工作达到设备上限的 %1。</translation>
    </message>
    <message>
        <source>%1 GB/s</source>
        <translation>%1 GB/s</translation>
    </message>
    <message>
        <source>%1 TFLOP/s</source>
        <translation>%1 TFLOP/s</translation>
    </message>
    <message>
        <source>%1 × %2 reach %3 of the device&apos;s limit: %4.</source>
        <translation>%1 × %2 达到设备上限的 %3：%4。</translation>
    </message>
    <message>
        <source>%1 matrix products compute in %2, while those in %3 take at least as long; most of the time takes %4.</source>
        <translation>%1 个矩阵乘法以 %2 计算，而以 %3 计算的耗时至少相同；耗时最多的是 %4。</translation>
    </message>
    <message>
        <source>Try: a larger batch, which reads the weights once for more rows, or weights of fewer bits.</source>
        <translation>可以尝试：更大的批次，使权重读取一次用于更多行；或位数更少的权重。</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>operations wait for each other in a circle</source>
        <translation>各操作循环互相等待</translation>
    </message>
    <message>
        <source>%1: the collectives do not tell how its clock lies</source>
        <translation>%1：集合通信没有说明其时钟的偏移</translation>
    </message>
    <message>
        <source>the ranks&apos; collectives wait for each other in a circle</source>
        <translation>各 rank 的集合通信循环互相等待</translation>
    </message>
    <message>
        <source>no collective that all ranks wait in could be matched, so nothing says how they wait for each other</source>
        <translation>没有能够匹配的、全部 rank 都等待的集合通信，因此无法得知它们如何互相等待</translation>
    </message>
    <message>
        <source>the file has no GPU work with times, and no operations of ranks</source>
        <translation>文件没有带时间的 GPU 工作，也没有各 rank 的操作</translation>
    </message>
    <message>
        <source>the steps have no length</source>
        <translation>步骤没有长度</translation>
    </message>
    <message>
        <source>the replay takes %1, the recording %2: it is off by %3, and more than %4 proves nothing</source>
        <translation>重放需要 %1，录制为 %2：相差 %3，超过 %4 就不能证明什么</translation>
    </message>
    <message>
        <source>nothing in the file explains %1 of the time on the path that decides the length</source>
        <translation>决定总时长的路径上有 %1 的时间，文件中没有任何解释</translation>
    </message>
    <message numerus="yes">
        <source>the CPU&apos;s own work ends %n time(s) just as GPU work ends: it waits, though no call says so. Record the calls of runtime and driver, and of CUDA&apos;s synchronisation</source>
        <translation>
            <numerusform>CPU 自身的工作有 %n 次恰在 GPU 工作结束时结束：它在等待，但没有调用说明这一点。请记录运行时和驱动的调用，以及 CUDA 的同步</numerusform>
        </translation>
    </message>
    <message>
        <source>work of several streams slows each other down, by %1 of the length: what one of them takes depends on when the others run</source>
        <translation>多个流的工作互相拖慢，占总长度的 %1：其中一个的耗时取决于其他流何时运行</translation>
    </message>
    <message>
        <source>To record it better: calls of the runtime, events and synchronisation (torch.profiler with experimental_config=_ExperimentalConfig(enable_cuda_sync_events=True), nsys -t cuda,nvtx,osrt --cuda-event-trace=true), nodes of graphs (nsys --cuda-graph-trace=node), and no call stacks</source>
        <translation>要更好地录制：运行时调用、事件和同步（torch.profiler 使用 experimental_config=_ExperimentalConfig(enable_cuda_sync_events=True)，nsys -t cuda,nvtx,osrt --cuda-event-trace=true）、图的节点（nsys --cuda-graph-trace=node），并关闭调用栈</translation>
    </message>
    <message>
        <source>not explained by the replay</source>
        <translation>重放未能解释</translation>
    </message>
    <message>
        <source>“%1”: %2</source>
        <translation>“%1”：%2</translation>
    </message>
    <message>
        <source>“%1” means nothing in this recording</source>
        <translation>“%1”在此录制中没有对应的内容</translation>
    </message>
    <message>
        <source>“%1”: the operations of a job have no limit of a device</source>
        <translation>“%1”：作业的操作没有设备上限</translation>
    </message>
    <message>
        <source>“%1”: the limit is known for none of this work; `limits` says why</source>
        <translation>“%1”：这些工作的上限均未知；`limits` 说明原因</translation>
    </message>
    <message>
        <source>“%1”: the limit is known for %2 of %3 of this work, the rest stays as it is</source>
        <translation>“%1”：这些工作中 %3 里的 %2 上限已知，其余保持不变</translation>
    </message>
    <message>
        <source>“%1”: the file has no calls of a CPU</source>
        <translation>“%1”：文件没有 CPU 的调用</translation>
    </message>
    <message>
        <source>“%1”: the file is of one rank</source>
        <translation>“%1”：文件只有一个 rank</translation>
    </message>
    <message>
        <source>“%1” means no rank; there are %2 …</source>
        <translation>“%1”不是任何 rank；共有 %2 …</translation>
    </message>
    <message>
        <source>calls and GPU work wait for each other in a circle: their clocks disagree</source>
        <translation>调用与 GPU 工作循环互相等待：它们的时钟不一致</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>copies</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <source>the CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>the latency of launches and waits</source>
        <translation>启动和等待的延迟</translation>
    </message>
    <message>
        <source>what the recording does not explain</source>
        <translation>录制未能解释的部分</translation>
    </message>
    <message>
        <source>launching call</source>
        <translation>启动调用</translation>
    </message>
    <message>
        <source>return of a wait</source>
        <translation>等待的返回</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <source>meeting of ranks</source>
        <translation>各 rank 会合</translation>
    </message>
    <message>
        <source>CPU between calls</source>
        <translation>调用之间的 CPU</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>not explained</source>
        <translation>未解释</translation>
    </message>
    <message>
        <source>the step</source>
        <translation>该步骤</translation>
    </message>
    <message>
        <source>a step, in the mean of %1,</source>
        <translation>一个步骤（%1 个的平均）</translation>
    </message>
    <message>
        <source>the recording</source>
        <translation>录制</translation>
    </message>
    <message>
        <source>The replay holds: %1 takes %2, replayed %3 (off by %4); %5 of its path is not explained.</source>
        <translation>重放成立：%1需要 %2，重放为 %3（相差 %4）；其路径的 %5 未解释。</translation>
    </message>
    <message>
        <source>It is bound by %1.</source>
        <translation>受限于%1。</translation>
    </message>
    <message>
        <source>%1 computes %2 × as long as the others; with its times at the mean of all, a step takes %3.</source>
        <translation>%1 的计算时间是其他的 %2 倍；若其时间等于全部的平均，一个步骤需要 %3。</translation>
    </message>
    <message>
        <source>With the edits it takes %1 (%2 to %3), and is bound by %4.</source>
        <translation>修改后需要 %1（%2 至 %3），受限于%4。</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Of the path&apos;s length</source>
        <translation>占路径长度</translation>
    </message>
    <message>
        <source>steps of an engine or a training loop; where none is named, inferred periods</source>
        <translation>引擎或训练循环的步骤；没有命名时为推断的周期</translation>
    </message>
    <message>
        <source>its box in the timeline</source>
        <translation>它在时间线中的方块</translation>
    </message>
    <message>
        <source>of the annotation, or of the kernel that begins a period</source>
        <translation>标注的名称，或周期开头 kernel 的名称</translation>
    </message>
    <message>
        <source>prefill, decode, mixed … where the name says it</source>
        <translation>prefill、decode、mixed …（名称说明时）</translation>
    </message>
    <message>
        <source>requests, where the name says it</source>
        <translation>请求数（名称说明时）</translation>
    </message>
    <message>
        <source>where the name says it</source>
        <translation>名称说明时</translation>
    </message>
    <message>
        <source>first begin of its work</source>
        <translation>其工作的最早开始</translation>
    </message>
    <message>
        <source>last end of its work</source>
        <translation>其工作的最晚结束</translation>
    </message>
    <message>
        <source>summed durations of its work</source>
        <translation>其工作时长之和</translation>
    </message>
    <message>
        <source>the same with overlaps counted once</source>
        <translation>同上，重叠只计一次</translation>
    </message>
    <message>
        <source>how much work it launched</source>
        <translation>它启动了多少工作</translation>
    </message>
    <message>
        <source>1: begin or end are not in the recording, its sums are too small</source>
        <translation>1：开始或结束不在录制中，其总和偏小</translation>
    </message>
    <message>
        <source>1: a period of kernels that repeat, no named step</source>
        <translation>1：重复 kernel 的周期，不是命名的步骤</translation>
    </message>
    <message>
        <source>what holds a unit of work back, with evidence</source>
        <translation>拖慢一个工作单元的因素及证据</translation>
    </message>
    <message>
        <source>its stable word</source>
        <translation>其固定标识</translation>
    </message>
    <message>
        <source>win: time that a unit could win; note: of the recording</source>
        <translation>win：一个单元可节省的时间；note：关于录制</translation>
    </message>
    <message>
        <source>as in the file, a text: &apos;0&apos;</source>
        <translation>与文件相同，文本：&apos;0&apos;</translation>
    </message>
    <message>
        <source>of the unit</source>
        <translation>单元的</translation>
    </message>
    <message>
        <source>that a unit could win at most</source>
        <translation>一个单元最多可节省的时间</translation>
    </message>
    <message>
        <source>of the unit&apos;s time, 0 to 1</source>
        <translation>占单元时间，0 到 1</translation>
    </message>
    <message>
        <source>gaps, calls, kernels, copies or units that it is made of</source>
        <translation>组成它的空隙、调用、kernel、拷贝或单元数</translation>
    </message>
    <message>
        <source>the kernel, call or operator that it names</source>
        <translation>它所指的 kernel、调用或算子</translation>
    </message>
    <message>
        <source>the finding in words</source>
        <translation>发现的文字说明</translation>
    </message>
    <message>
        <source>what to try</source>
        <translation>可以尝试什么</translation>
    </message>
    <message>
        <source>its gravest place</source>
        <translation>最严重之处</translation>
    </message>
    <message>
        <source>of the gravest place</source>
        <translation>最严重之处的</translation>
    </message>
    <message>
        <source>what in the recording makes numbers false</source>
        <translation>录制中使数字不实的因素</translation>
    </message>
    <message>
        <source>how many events it concerns</source>
        <translation>涉及多少事件</translation>
    </message>
    <message>
        <source>of how many</source>
        <translation>总数</translation>
    </message>
    <message>
        <source>how much time it concerns</source>
        <translation>涉及多少时间</translation>
    </message>
    <message>
        <source>numbers that mean nothing because of it: gpu-idle gap-causes …</source>
        <translation>因此没有意义的数字：gpu-idle gap-causes …</translation>
    </message>
    <message>
        <source>numbers that are not exact because of it</source>
        <translation>因此不精确的数字</translation>
    </message>
    <message>
        <source>what it means, in words</source>
        <translation>含义的文字说明</translation>
    </message>
    <message>
        <source>how much of the recording it concerns, in words</source>
        <translation>涉及录制的多少，文字说明</translation>
    </message>
    <message>
        <source>the file, one row</source>
        <translation>文件，一行</translation>
    </message>
    <message>
        <source>as it was named</source>
        <translation>给出的名称</translation>
    </message>
    <message>
        <source>kineto, chrome, nsys-sqlite …</source>
        <translation>kineto、chrome、nsys-sqlite …</translation>
    </message>
    <message>
        <source>0: a part of the content is missing</source>
        <translation>0：缺少部分内容</translation>
    </message>
    <message>
        <source>the smallest time stamp of the file: 0 of all other times</source>
        <translation>文件中最小的时间戳：其他所有时间的 0 点</translation>
    </message>
    <message>
        <source>to be added to the origin for the time since 1970</source>
        <translation>加到原点上即为自 1970 年起的时间</translation>
    </message>
    <message>
        <source>from the origin to the last end</source>
        <translation>从原点到最后的结束</translation>
    </message>
    <message>
        <source>of the file</source>
        <translation>文件的</translation>
    </message>
    <message>
        <source>work of the devices without a time in the file: it is in no table</source>
        <translation>文件中没有时间的设备工作：不在任何表中</translation>
    </message>
    <message>
        <source>name of the first device with work</source>
        <translation>第一个有工作的设备的名称</translation>
    </message>
    <message>
        <source>of the file or its name</source>
        <translation>来自文件或其名称</translation>
    </message>
    <message>
        <source>ranks of the job</source>
        <translation>作业的 rank 数</translation>
    </message>
    <message>
        <source>the mapping in force, that stages are told by</source>
        <translation>当前的映射，阶段由它确定</translation>
    </message>
    <message>
        <source>every box of the timeline, also those that other tables have</source>
        <translation>时间线的每个方块，包括其他表中的</translation>
    </message>
    <message>
        <source>as in the file</source>
        <translation>与文件相同</translation>
    </message>
    <message>
        <source>the file&apos;s word</source>
        <translation>文件中的用词</translation>
    </message>
    <message>
        <source>what the category means: kernel, memcpy, memset, gpu_annotation, launch, operator, annotation, module, python, overhead or other</source>
        <translation>类别的含义：kernel、memcpy、memset、gpu_annotation、launch、operator、annotation、module、python、overhead 或 other</translation>
    </message>
    <message>
        <source>its row of the timeline</source>
        <translation>它在时间线中的行</translation>
    </message>
    <message>
        <source>of GPU work the device</source>
        <translation>GPU 工作的设备</translation>
    </message>
    <message>
        <source>of GPU work the stream</source>
        <translation>GPU 工作的流</translation>
    </message>
    <message>
        <source>how many slices of its thread enclose it</source>
        <translation>其线程中有多少个切片包含它</translation>
    </message>
    <message>
        <source>the innermost slice of its thread that encloses it</source>
        <translation>其线程中包含它的最内层切片</translation>
    </message>
    <message>
        <source>the rows of the timeline</source>
        <translation>时间线的行</translation>
    </message>
    <message>
        <source>gpu, gpu_annotation, thread or async</source>
        <translation>gpu、gpu_annotation、thread 或 async</translation>
    </message>
    <message>
        <source>of the thread, as in the file</source>
        <translation>线程的，与文件相同</translation>
    </message>
    <message>
        <source>how many boxes it has</source>
        <translation>有多少个方块</translation>
    </message>
    <message>
        <source>calls of the device&apos;s interface that have a correlation</source>
        <translation>带关联号的设备接口调用</translation>
    </message>
    <message>
        <source>that its External id names, else the innermost one around the call</source>
        <translation>其 External id 所指的，否则为包含该调用的最内层的</translation>
    </message>
    <message>
        <source>the innermost nn.Module around it on its thread</source>
        <translation>其线程上包含它的最内层 nn.Module</translation>
    </message>
    <message>
        <source>calls of operators of the framework (cpu_op)</source>
        <translation>框架算子（cpu_op）的调用</translation>
    </message>
    <message>
        <source>dimensions of its inputs</source>
        <translation>其输入的维度</translation>
    </message>
    <message>
        <source>number that forward and backward share</source>
        <translation>前向与反向共用的编号</translation>
    </message>
    <message>
        <source>of the call, by the operation&apos;s definition</source>
        <translation>该调用的，按运算的定义</translation>
    </message>
    <message>
        <source>that the call must move, by its definition</source>
        <translation>该调用必须搬运的，按其定义</translation>
    </message>
    <message>
        <source>gemm, conv, attention, softmax, norm, elementwise, copy or reduce; only with numbers</source>
        <translation>gemm、conv、attention、softmax、norm、elementwise、copy 或 reduce；仅在有数字时</translation>
    </message>
    <message>
        <source>of its arguments, the innermost first</source>
        <translation>取自其参数，最内层在前</translation>
    </message>
    <message>
        <source>calls of nn.Module</source>
        <translation>nn.Module 的调用</translation>
    </message>
    <message>
        <source>LlamaDecoderLayer</source>
        <translation>LlamaDecoderLayer</translation>
    </message>
    <message>
        <source>LlamaDecoderLayer_7</source>
        <translation>LlamaDecoderLayer_7</translation>
    </message>
    <message>
        <source>the one that encloses it</source>
        <translation>包含它的那一个</translation>
    </message>
    <message>
        <source>classes from the outermost on, Model/DecoderLayer/MLP</source>
        <translation>从最外层起的类，Model/DecoderLayer/MLP</translation>
    </message>
    <message>
        <source>calls of Python functions</source>
        <translation>Python 函数的调用</translation>
    </message>
    <message>
        <source>of the source; not of built-in functions</source>
        <translation>源代码的；内置函数没有</translation>
    </message>
    <message>
        <source>of the source</source>
        <translation>源代码的</translation>
    </message>
    <message>
        <source>without file and line</source>
        <translation>不含文件和行号</translation>
    </message>
    <message>
        <source>values of counters over time</source>
        <translation>计数器随时间的值</translation>
    </message>
    <message>
        <source>number of the curve</source>
        <translation>曲线的编号</translation>
    </message>
    <message>
        <source>of the counter</source>
        <translation>计数器的</translation>
    </message>
    <message>
        <source>the counter&apos;s argument that the value is of</source>
        <translation>该值所属的计数器参数</translation>
    </message>
    <message>
        <source>since the run&apos;s origin</source>
        <translation>自运行的原点起</translation>
    </message>
    <message>
        <source>from this time on, in the counter&apos;s own unit</source>
        <translation>从此时起，以计数器自身的单位</translation>
    </message>
    <message>
        <source>ends of arrows between events, as in the file</source>
        <translation>事件之间箭头的端点，与文件相同</translation>
    </message>
    <message>
        <source>number that the ends of an arrow share within a category</source>
        <translation>同一类别中箭头两端共用的编号</translation>
    </message>
    <message>
        <source>start, step or end</source>
        <translation>start、step 或 end</translation>
    </message>
    <message>
        <source>other databases cannot be attached</source>
        <translation>不能附加其他数据库</translation>
    </message>
    <message>
        <source>PRAGMA %1 is not among those that only read</source>
        <translation>PRAGMA %1 不属于只读之列</translation>
    </message>
    <message>
        <source>the function %1 is refused</source>
        <translation>函数 %1 被拒绝</translation>
    </message>
    <message>
        <source>a query only reads: it creates, changes and deletes nothing</source>
        <translation>查询只读：不创建、更改或删除任何内容</translation>
    </message>
    <message>
        <source>line %1, column %2: </source>
        <translation>第 %1 行第 %2 列：</translation>
    </message>
    <message>
        <source>a query takes 1 to %1 files</source>
        <translation>查询需要 1 到 %1 个文件</translation>
    </message>
    <message>
        <source>SQLite cannot make the tables: %1</source>
        <translation>SQLite 无法建立表：%1</translation>
    </message>
    <message>
        <source>the query is empty</source>
        <translation>查询为空</translation>
    </message>
    <message>
        <source>a second query begins; one at a time is answered</source>
        <translation>出现第二个查询；一次只回答一个</translation>
    </message>
    <message>
        <source>the query needs more than the %1 that it may take; a larger limit, or fewer rows at once</source>
        <translation>查询需要的内存超过允许的 %1；请提高上限，或一次查询更少的行</translation>
    </message>
    <message>
        <source>a text of the query is longer than allowed</source>
        <translation>查询中的某段文本超过允许长度</translation>
    </message>
    <message>
        <source>aggregate: length of the union of intervals</source>
        <translation>聚合：区间并集的长度</translation>
    </message>
    <message>
        <source>aggregate: the p-th percentile, as in all tables</source>
        <translation>聚合：第 p 百分位，与各表相同</translation>
    </message>
    <message>
        <source>how long both intervals last together</source>
        <translation>两个区间重叠的时长</translation>
    </message>
    <message>
        <source>1 where the interval reaches into the range, else 0</source>
        <translation>区间伸入该范围时为 1，否则为 0</translation>
    </message>
    <message>
        <source>a kernel&apos;s name in short</source>
        <translation>Kernel 名称的简写</translation>
    </message>
    <message>
        <source>demangled</source>
        <translation>还原修饰后的名称</translation>
    </message>
    <message>
        <source>of a kernel&apos;s name, by the mapping in force</source>
        <translation>按当前映射，kernel 名称的</translation>
    </message>
    <message>
        <source>1 where the regular expression matches anywhere in the name, whatever the case</source>
        <translation>正则表达式在名称任意处匹配（不分大小写）时为 1</translation>
    </message>
    <message>
        <source>what the file says of one slice, read again from the file</source>
        <translation>文件对一个切片的说明，重新从文件读取</translation>
    </message>
    <message>
        <source>of the argument</source>
        <translation>参数的</translation>
    </message>
    <message>
        <source>a number or a text; lists as JSON</source>
        <translation>数字或文本；列表为 JSON</translation>
    </message>
    <message>
        <source>number, string, boolean, array, object or null</source>
        <translation>number、string、boolean、array、object 或 null</translation>
    </message>
    <message>
        <source>Tables of a query</source>
        <translation>查询的表</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>number of the row</source>
        <translation>行号</translation>
    </message>
    <message>
        <source>begin, since the run&apos;s origin</source>
        <translation>开始，自运行的原点起</translation>
    </message>
    <message>
        <source>end − begin</source>
        <translation>结束 − 开始</translation>
    </message>
    <message>
        <source>end, since the run&apos;s origin</source>
        <translation>结束，自运行的原点起</translation>
    </message>
    <message>
        <source>of its thread, as in the file</source>
        <translation>其线程的，与文件相同</translation>
    </message>
    <message>
        <source>the call that launched it</source>
        <translation>启动它的调用</translation>
    </message>
    <message>
        <source>end of the launching call to the begin of the work; negative: it began before the call returned</source>
        <translation>从启动调用结束到工作开始；负值：在调用返回前已开始</translation>
    </message>
    <message>
        <source>the operator that launched it</source>
        <translation>启动它的算子</translation>
    </message>
    <message>
        <source>the nn.Module that it belongs to</source>
        <translation>它所属的 nn.Module</translation>
    </message>
    <message>
        <source>exact: launched within the module; inferred: by an operator, a link of the backward pass or a graph</source>
        <translation>exact：在模块内启动；inferred：由算子、反向传播的链接或图推断</translation>
    </message>
    <message>
        <source>number within its step, inferred from names that repeat</source>
        <translation>在其步骤中的编号，由重复的名称推断</translation>
    </message>
    <message>
        <source>the step that launched it</source>
        <translation>启动它的步骤</translation>
    </message>
    <message>
        <source>by the mapping in force</source>
        <translation>按当前映射</translation>
    </message>
    <message>
        <source>work of the devices: kernels, copies, sets</source>
        <translation>设备的工作：kernel、拷贝、置值</translation>
    </message>
    <message>
        <source>as in the file; short_name() makes it readable</source>
        <translation>与文件相同；short_name() 使其易读</translation>
    </message>
    <message>
        <source>kernel, memcpy or memset</source>
        <translation>kernel、memcpy 或 memset</translation>
    </message>
    <message>
        <source>as in the file, a text: &apos;7&apos;</source>
        <translation>与文件相同，文本：&apos;7&apos;</translation>
    </message>
    <message>
        <source>of the device, in a file that several ranks share</source>
        <translation>设备的，在多个 rank 共用的文件中</translation>
    </message>
    <message>
        <source>of its operator by definition, divided among the operator&apos;s kernels by time</source>
        <translation>其算子按定义的值，按时间分给该算子的各 kernel</translation>
    </message>
    <message>
        <source>that its operator must move, divided likewise</source>
        <translation>其算子必须搬运的，同样分配</translation>
    </message>
    <message>
        <source>grid and block of the launch</source>
        <translation>启动的网格和线程块</translation>
    </message>
    <message>
        <source>estimated by the profiler</source>
        <translation>由剖析器估计</translation>
    </message>
    <message>
        <source>graph and node in one number, of graphs&apos; kernels</source>
        <translation>图的 kernel：图与节点合为一个数</translation>
    </message>
    <message>
        <source>kernels of communication</source>
        <translation>通信 kernel</translation>
    </message>
    <message>
        <source>the kernel</source>
        <translation>该 kernel</translation>
    </message>
    <message>
        <source>of the kernel, as in the file</source>
        <translation>kernel 的，与文件相同</translation>
    </message>
    <message>
        <source>allreduce, allgather, reducescatter, alltoall, broadcast …</source>
        <translation>allreduce、allgather、reducescatter、alltoall、broadcast …</translation>
    </message>
    <message>
        <source>of the message: the larger one of input and output</source>
        <translation>消息的：输入与输出中较大者</translation>
    </message>
    <message>
        <source>of the elements, as in the file</source>
        <translation>元素的，与文件相同</translation>
    </message>
    <message>
        <source>ranks that take part</source>
        <translation>参与的 rank 数</translation>
    </message>
    <message>
        <source>description of the group, else its name</source>
        <translation>组的描述，否则为其名称</translation>
    </message>
    <message>
        <source>of the collective within its group</source>
        <translation>集合通信在其组内的</translation>
    </message>
    <message>
        <source>size by time; the time holds waits for others</source>
        <translation>大小除以时间；时间包含对其他 rank 的等待</translation>
    </message>
    <message>
        <source>what each link carries, as nccl-tests has it</source>
        <translation>每条链路承载的，与 nccl-tests 相同</translation>
    </message>
    <message>
        <source>when a device is idle between work, and why</source>
        <translation>设备在工作之间何时空闲，以及原因</translation>
    </message>
    <message>
        <source>late: launched too late; blocking: calls waited meanwhile; before: launched before and held back; NULL: cannot be told</source>
        <translation>late：启动过晚；blocking：期间有调用在等待；before：已提前启动但被阻住；NULL：无法判断</translation>
    </message>
    <message>
        <source>the slice that tells the cause</source>
        <translation>说明原因的切片</translation>
    </message>
    <message>
        <source>its name</source>
        <translation>其名称</translation>
    </message>
    <message>
        <source>how long it runs within the gap</source>
        <translation>它在空隙内运行多久</translation>
    </message>
    <message>
        <source>the first work after it</source>
        <translation>其后的第一个工作</translation>
    </message>
    <message>
        <source>the evidence in words</source>
        <translation>证据的文字说明</translation>
    </message>
    <message>
        <source>%1 (in B %2)</source>
        <translation>%1(B 中为 %2)</translation>
    </message>
    <message>
        <source>calls: %1 in A, %2 in B</source>
        <translation>调用:A 中 %1 次,B 中 %2 次</translation>
    </message>
    <message>
        <source>Kernels per call of %1 (%2): %3 in A, %4 in B.</source>
        <translation>每次调用 %1(%2)的核函数时间:A 为 %3,B 为 %4。</translation>
    </message>
    <message>
        <source>Kernels per call of %1 (%2): %3 more in B, %4 instead of %5.</source>
        <translation>每次调用 %1(%2)的核函数时间:B 多 %3,为 %4 而非 %5。</translation>
    </message>
    <message>
        <source>Kernels per call of %1 (%2): %3 less in B, %4 instead of %5.</source>
        <translation>每次调用 %1(%2)的核函数时间:B 少 %3,为 %4 而非 %5。</translation>
    </message>
    <message>
        <source>Units cannot be counted: %1.</source>
        <translation>无法计数单位:%1。</translation>
    </message>
    <message>
        <source>Sums do not tell how units differ among themselves, so it is not known what of a difference is noise.</source>
        <translation>总计无法说明各单位之间有多大差别,因此不知道差异中有多少是噪声。</translation>
    </message>
    <message>
        <source>calls of a kernel are units of tables only; timelines and phases have steps or repetitions</source>
        <translation>核函数的调用只能作为表格的单位;时间线和阶段有自己的步或重复</translation>
    </message>
    <message>
        <source>no kernel of %1 has “%2” in its name</source>
        <translation>%1 中没有名称含“%2”的核函数</translation>
    </message>
    <message>
        <source>%1 (%2 calls)</source>
        <translation>%1(%2 次调用)</translation>
    </message>
    <message>
        <source>kernels of %1 with “%2” in their names differ in calls: %3</source>
        <translation>%1 中名称含“%2”的核函数调用次数不同:%3</translation>
    </message>
    <message>
        <source>SM %1 % → %2 %</source>
        <translation>SM %1 % → %2 %</translation>
    </message>
    <message>
        <source>L1 hits %1 % → %2 %</source>
        <translation>L1 命中 %1 % → %2 %</translation>
    </message>
    <message>
        <source>L2 hits %1 % → %2 %</source>
        <translation>L2 命中 %1 % → %2 %</translation>
    </message>
    <message>
        <source>DRAM %1 GB/s → %2 GB/s</source>
        <translation>DRAM %1 GB/s → %2 GB/s</translation>
    </message>
    <message>
        <source>occupancy %1 % → %2 %</source>
        <translation>占用率 %1 % → %2 %</translation>
    </message>
    <message>
        <source>registers %1 → %2</source>
        <translation>寄存器 %1 → %2</translation>
    </message>
    <message>
        <source>only in A: %1</source>
        <translation>仅在 A 中:%1</translation>
    </message>
    <message>
        <source>only in B: %1</source>
        <translation>仅在 B 中:%1</translation>
    </message>
    <message>
        <source>%1, per call %2 → %3</source>
        <translation>%1,每次调用 %2 → %3</translation>
    </message>
    <message>
        <source>The rows hold %1 of the self CPU time (%2 of %3): the row limit cut off the others, and what they do is not known.</source>
        <translation>各行占自身 CPU 时间的 %1(%3 中的 %2):其余行被行数限制截去,它们做什么不得而知。</translation>
    </message>
    <message>
        <source>In the rows of the table, with the calls below it</source>
        <translation>表格各行之内,含其下的调用</translation>
    </message>
    <message>
        <source>A call waits when it is a synchronisation, or a copy that blocks</source>
        <translation>同步调用或阻塞的拷贝为等待</translation>
    </message>
    <message>
        <source>Events, and their bytes in the file</source>
        <translation>事件及其在文件中的字节数</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Of the file&apos;s content, unpacked</source>
        <translation>占文件解压后内容的比例</translation>
    </message>
    <message>
        <source>Of the file</source>
        <translation>占文件</translation>
    </message>
    <message>
        <source>The content has %1 bytes. %2 (%3) are in no row: flows, counters, metadata, ends of events, and what stands between events.</source>
        <translation>内容共 %1 字节。其中 %2(%3)不在任何行中:流、计数器、元数据、事件的结束,以及事件之间的内容。</translation>
    </message>
    <message>
        <source>What the events take in the file is known of JSON only.</source>
        <translation>只有 JSON 文件才知道事件在其中占多少。</translation>
    </message>
    <message>
        <source>Reported of B only, %1: %2</source>
        <translation>仅报告于 B,%1:%2</translation>
    </message>
    <message>
        <source>Reported of A only, %1: %2</source>
        <translation>仅报告于 A,%1:%2</translation>
    </message>
    <message>
        <source>Reported of B only, %1, but A has it, too, below the threshold of its rule: %2</source>
        <translation>仅报告于 B,%1,但 A 也有,只是低于其规则的阈值:%2</translation>
    </message>
    <message>
        <source>Reported of A only, %1, but B has it, too, below the threshold of its rule: %2</source>
        <translation>仅报告于 A,%1,但 B 也有,只是低于其规则的阈值:%2</translation>
    </message>
    <message>
        <source>What Nsight Compute says of the kernels of both</source>
        <translation>Nsight Compute 对两者的核函数的测量结果</translation>
    </message>
    <message>
        <source>Name in B</source>
        <translation>B 中的名称</translation>
    </message>
    <message>
        <source>A per call</source>
        <translation>A 每次调用</translation>
    </message>
    <message>
        <source>B per call</source>
        <translation>B 每次调用</translation>
    </message>
    <message>
        <source>Δ per call</source>
        <translation>每次调用 Δ</translation>
    </message>
    <message>
        <source>Registers</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>Findings only in A</source>
        <translation>仅 A 有的发现</translation>
    </message>
    <message>
        <source>Findings only in B</source>
        <translation>仅 B 有的发现</translation>
    </message>
    <message>
        <source>too little work for a proof: beyond those that its latencies are taken from, the starts of %1 activities test the replay, and with fewer than %2 it may fit by chance: record several steps</source>
        <translation>工作太少，不足为证：除取得延迟所用的之外，只有 %1 个活动的开始检验重放，少于 %2 个时可能只是巧合：请录制几个步骤</translation>
    </message>
    <message>
        <source>at most %1 edits are answered together</source>
        <translation>最多同时回答 %1 项修改</translation>
    </message>
    <message>
        <source>there is no such file in the folders that may be read</source>
        <translation>允许读取的文件夹里没有这个文件</translation>
    </message>
    <message>
        <source>reports of Nsight Systems are closed, and no other program is started here; run nsys export --type sqlite and open the result</source>
        <translation>Nsight Systems 的报告是封闭格式，而这里不启动别的程序；请运行 nsys export --type sqlite 并打开其结果</translation>
    </message>
    <message>
        <source>Kernels /%1/</source>
        <translation>kernel /%1/</translation>
    </message>
    <message>
        <source>Kernel %1</source>
        <translation>kernel %1</translation>
    </message>
    <message>
        <source>Operators /%1/</source>
        <translation>算子 /%1/</translation>
    </message>
    <message>
        <source>Operator %1</source>
        <translation>算子 %1</translation>
    </message>
    <message>
        <source>Modules /%1/</source>
        <translation>模块 /%1/</translation>
    </message>
    <message>
        <source>Module %1</source>
        <translation>模块 %1</translation>
    </message>
    <message>
        <source>Stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>Calls and the CPU&apos;s own work</source>
        <translation>调用与 CPU 自身的工作</translation>
    </message>
    <message>
        <source>All gaps</source>
        <translation>所有空隙</translation>
    </message>
    <message>
        <source>All launches</source>
        <translation>所有启动</translation>
    </message>
    <message>
        <source>All copies</source>
        <translation>所有拷贝</translation>
    </message>
    <message>
        <source>All communication</source>
        <translation>所有通信</translation>
    </message>
    <message>
        <source>All ranks</source>
        <translation>所有 rank</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>at the device&apos;s limit</source>
        <translation>达到设备上限</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>被掩盖</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>消除</translation>
    </message>
    <message>
        <source>as one graph</source>
        <translation>作为一个图</translation>
    </message>
    <message>
        <source>as the median of the others</source>
        <translation>如同其他的中位数</translation>
    </message>
    <message>
        <source>as the mean of all</source>
        <translation>如同全体的平均</translation>
    </message>
    <message>
        <source>(without an operator)</source>
        <translation>（没有算子）</translation>
    </message>
    <message>
        <source>Replayed (%1): %2 is hardly shorter.</source>
        <translation>重放（%1）：%2 几乎没有变短。</translation>
    </message>
    <message>
        <source>Replayed (%1): %2 takes %3 less, %4.</source>
        <translation>重放（%1）：%2 少用 %3，%4。</translation>
    </message>
    <message>
        <source>Late</source>
        <translation>迟到</translation>
    </message>
    <message>
        <source>So much later than all that it is known to wait for</source>
        <translation>比已知它所等待的一切都晚这么多</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Slack</source>
        <translation>余量</translation>
    </message>
    <message>
        <source>So much longer may each of them take at no cost: the least of all</source>
        <translation>每一个可以多用这么长而不付代价：其中最小的</translation>
    </message>
    <message>
        <source>Median slack</source>
        <translation>余量中位数</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>录制</translation>
    </message>
    <message>
        <source>Time on the path that decides the length, as recorded</source>
        <translation>录制中在决定长度的路径上的时间</translation>
    </message>
    <message>
        <source>With edits</source>
        <translation>修改后</translation>
    </message>
    <message>
        <source>Time on the path that decides the length with the edits</source>
        <translation>修改后在决定长度的路径上的时间</translation>
    </message>
    <message>
        <source>Of the recorded path&apos;s length</source>
        <translation>占录制路径的长度</translation>
    </message>
    <message>
        <source>On the recorded path</source>
        <translation>在录制路径上</translation>
    </message>
    <message>
        <source>Result of the query</source>
        <translation>查询结果</translation>
    </message>
    <message>
        <source>only %1 of the operands&apos; bytes reach the memory, the rest is in caches (L2 hits %2)</source>
        <translation>操作数的字节只有 %1 到达显存，其余在缓存里（L2 命中 %2）</translation>
    </message>
    <message>
        <source>only %1 of the operands&apos; bytes reach the memory, the rest is in caches</source>
        <translation>操作数的字节只有 %1 到达显存，其余在缓存里</translation>
    </message>
    <message>
        <source>the memory sees %1 times the operands&apos; bytes: some are read again, or others are moved</source>
        <translation>显存上的字节是操作数的 %1 倍：有些被重复读取，或搬运了别的</translation>
    </message>
    <message>
        <source>SM counts every instruction, FLOP are those of the operation</source>
        <translation>SM 计入每条指令，FLOP 只是运算本身的</translation>
    </message>
    <message>
        <source>By the shapes in the timeline, at the time there</source>
        <translation>按时间线中的形状与其中的时间</translation>
    </message>
    <message>
        <source>Of limit</source>
        <translation>占上限</translation>
    </message>
    <message>
        <source>Bytes of operands</source>
        <translation>操作数字节</translation>
    </message>
    <message>
        <source>FLOP of operation</source>
        <translation>运算 FLOP</translation>
    </message>
    <message>
        <source>Apart because</source>
        <translation>相差原因</translation>
    </message>
    <message>
        <source>Where shapes and Nsight Compute are more than 10 points apart, if both ran alike</source>
        <translation>形状与 Nsight Compute 相差超过 10 个百分点之处，前提是两者以相同方式运行</translation>
    </message>
    <message>
        <source>the picture was not ready within %1 s</source>
        <translation>图片在 %1 s 内没有完成</translation>
    </message>
    <message>
        <source>no picture: %1</source>
        <translation>没有图片：%1</translation>
    </message>
    <message>
        <source>the picture is too large; ask for fewer pixels</source>
        <translation>图片太大；请减少像素</translation>
    </message>
    <message>
        <source>there is no such folder</source>
        <translation>没有这个文件夹</translation>
    </message>
    <message>
        <source>a path is missing</source>
        <translation>缺少路径</translation>
    </message>
    <message>
        <source>both are the same file</source>
        <translation>两者是同一个文件</translation>
    </message>
    <message>
        <source>the comparison is inconclusive</source>
        <translation>对比得不出结论</translation>
    </message>
    <message>
        <source>the recordings are of different hardware (%1: %2 and %3)</source>
        <translation>两个录制的硬件不同（%1：%2 与 %3）</translation>
    </message>
    <message>
        <source>no unit of work is known</source>
        <translation>不知道工作单位</translation>
    </message>
    <message>
        <source>so small a change cannot be told from none</source>
        <translation>变化太小，与没有变化无法区分</translation>
    </message>
    <message>
        <source>not both recordings have GPU work with times</source>
        <translation>并非两个录制都有带时间的 GPU 工作</translation>
    </message>
    <message>
        <source>the replay of A does not hold: %1</source>
        <translation>A 的重放不成立：%1</translation>
    </message>
    <message>
        <source>the replay is of the whole recording, the comparison of a unit of it</source>
        <translation>重放针对整个录制，对比针对其中的一个单位</translation>
    </message>
    <message>
        <source>a unit takes %1 in the comparison and %2 in the replay, so they are not the same</source>
        <translation>一个单位在对比中为 %1，在重放中为 %2，因此两者不是同一个单位</translation>
    </message>
    <message>
        <source>not all of the edits mean something in A</source>
        <translation>并非所有改动在 A 中都有意义</translation>
    </message>
    <message>
        <source>for %1 of the length a thread waits for other threads or processes (%2), and nothing in the file says what these wait for</source>
        <translation>时长的 %1 中有线程在等待其他线程或进程（%2），而文件没有说明后者在等什么</translation>
    </message>
    <message>
        <source>pauses of the CPU, %1 of the length, end at a fixed rate, however long the work before takes: what they wait for is not in the file</source>
        <translation>CPU 的停顿占时长的 %1，不论之前的工作多长都按固定频率结束：它们在等什么不在文件中</translation>
    </message>
    <message>
        <source>computation that never runs without work of other streams beside it takes %1 of the length: how long it takes alone is not known</source>
        <translation>从不单独运行、旁边总有其他流的工作的计算占时长的 %1：它单独运行需要多久是未知的</translation>
    </message>
    <message>
        <source>the same kernels take far longer in some steps than in most, by %1 of the length in all: what delays them is not in the file</source>
        <translation>同样的 kernel 在某些步骤中比在多数步骤中长得多，合计占时长的 %1：是什么拖慢了它们不在文件中</translation>
    </message>
    <message>
        <source>The data loader</source>
        <translation>数据加载器</translation>
    </message>
    <message>
        <source>All edits together</source>
        <translation>所有改动合计</translation>
    </message>
    <message>
        <source>it came as predicted</source>
        <translation>与预测一致</translation>
    </message>
    <message>
        <source>%1 of it came</source>
        <translation>实现了其中的 %1</translation>
    </message>
    <message>
        <source>nothing of it came</source>
        <translation>完全没有实现</translation>
    </message>
    <message>
        <source>the opposite came</source>
        <translation>结果相反</translation>
    </message>
    <message>
        <source>something else has changed</source>
        <translation>另有其他变化</translation>
    </message>
    <message>
        <source>%1 %2, came %3</source>
        <comment>kind of work, predicted change, measured change</comment>
        <translation>%1 %2，实际 %3</translation>
    </message>
    <message>
        <source>Predicted and measured</source>
        <translation>预测与实测</translation>
    </message>
    <message>
        <source>What came of %1 cannot be said: %2</source>
        <translation>%1 的实际结果无法判断：%2</translation>
    </message>
    <message>
        <source>%1: what came cannot be said: %2</source>
        <translation>%1：实际结果无法判断：%2</translation>
    </message>
    <message>
        <source>%1: predicted %2 a unit (%3 to %4)</source>
        <translation>%1：预测每单位 %2（%3 至 %4）</translation>
    </message>
    <message>
        <source>measured %1 (± %2): %3.</source>
        <translation>实测 %1（± %2）：%3。</translation>
    </message>
    <message>
        <source>They hold different kinds of data: kernels are compared by name, with their calls and sums; units of work, idle time, modules and findings are not.</source>
        <translation>两者的数据种类不同：kernel 按名称比较调用次数与总和；工作单位、空闲时间、模块和发现不作比较。</translation>
    </message>
    <message>
        <source>%1 of the two: %2</source>
        <translation>两者的%1：%2</translation>
    </message>
    <message>
        <source>they hold different kinds of data: only kernels, their families and stages are compared</source>
        <translation>两者的数据种类不同：只比较 kernel、其族与阶段</translation>
    </message>
    <message>
        <source>%1 + copies</source>
        <translation>%1 + 拷贝</translation>
    </message>
    <message>
        <source>Only the CPU is in the file (calls of operators: %1), and nothing that a GPU did.</source>
        <translation>文件中只有 CPU（算子调用：%1），没有任何 GPU 的活动。</translation>
    </message>
    <message>
        <source>Hardware counters were collected for kernels. For that the profiler runs them one at a time, where needed in several runs of the program: idle time, overlap and delays are not those of the program.</source>
        <translation>采集了 kernel 的硬件计数器。为此剖析器逐个运行 kernel，必要时多次运行程序：空闲时间、重叠和延迟都不是程序本身的。</translation>
    </message>
    <message>
        <source>a part of a thread trace of rocprofv3 (--att): instructions of single kernels, no timeline</source>
        <translation>rocprofv3 线程跟踪（--att）的一部分：单个 kernel 的指令，没有时间线</translation>
    </message>
    <message>
        <source>a file of rocprof-compute that holds no times of kernels</source>
        <translation>rocprof-compute 的文件，不含 kernel 的时间</translation>
    </message>
    <message>
        <source>a database of the first rocprof</source>
        <translation>第一代 rocprof 的数据库</translation>
    </message>
    <message>
        <source>Try: cudaMemPrefetchAsync and cudaMemAdvise, or memory that is copied once.</source>
        <translation>建议：使用 cudaMemPrefetchAsync 和 cudaMemAdvise，或改用只拷贝一次的内存。</translation>
    </message>
    <message>
        <source>%1 and %2 more, side by side</source>
        <translation>%1 及另外 %2 个，并排显示</translation>
    </message>
    <message>
        <source>All runs</source>
        <translation>所有运行</translation>
    </message>
    <message>
        <source>Each kernel of the others is in %1 at least as often: it may hold them, so the times are not added up.</source>
        <translation>其他运行的每个 kernel 在 %1 中至少出现同样多次：它可能包含它们，因此时间不相加。</translation>
    </message>
    <message>
        <source>GPU time</source>
        <translation>GPU 时间</translation>
    </message>
    <message>
        <source>Of all runs</source>
        <translation>占所有运行</translation>
    </message>
    <message>
        <source>Of the GPU time of all runs</source>
        <translation>占所有运行的 GPU 时间</translation>
    </message>
    <message>
        <source>From the first event to the last end</source>
        <translation>从第一个事件到最后的结束</translation>
    </message>
    <message>
        <source>GPU activities</source>
        <translation>GPU 活动</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Longest stage</source>
        <translation>最长的阶段</translation>
    </message>
    <message>
        <source>Of its run</source>
        <translation>占其运行</translation>
    </message>
    <message>
        <source>Of the GPU time of its run</source>
        <translation>占其运行的 GPU 时间</translation>
    </message>
    <message>
        <source>%1 has most of the GPU time: %2 of %3 in %4 runs (%5).</source>
        <translation>%1 占了大部分 GPU 时间：%4 个运行的 %3 中有 %2（%5）。</translation>
    </message>
    <message>
        <source>Stages of all runs</source>
        <translation>所有运行的阶段</translation>
    </message>
    <message>
        <source>The times of a run&apos;s devices are added up.</source>
        <translation>一个运行的各设备时间已相加。</translation>
    </message>
    <message>
        <source>Stages of all runs, side by side</source>
        <translation>所有运行的阶段，并排显示</translation>
    </message>
    <message>
        <source>The GPU is idle in %1 of %2 before unified memory is migrated, which no call launches</source>
        <translation>GPU 在%2的 %1 中空闲，随后是统一内存的迁移，它不由任何调用启动</translation>
    </message>
    <message>
        <source>The GPU has a single activity: %1, %2.</source>
        <translation>GPU 只有一个活动：%1，%2。</translation>
    </message>
    <message>
        <source>Idle before unified memory is migrated, which no call launches: a page that is missing where it is used does.</source>
        <translation>统一内存迁移之前的空闲：迁移不由调用启动，而由使用处缺失的页触发。</translation>
    </message>
    <message>
        <source>Only times of the CPU are in the file, none of a device.</source>
        <translation>文件中只有 CPU 的时间，没有设备的时间。</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>this recording</source>
        <translation>此录制</translation>
    </message>
    <message>
        <source>What %1 lists is in %2, too: it counts once.</source>
        <translation>%1 所列的内容也在 %2 中：只计一次。</translation>
    </message>
    <message>
        <source>%1 rows of %2 are in a table before it, too: in sums of both they count once.</source>
        <translation>%2 的 %1 行在前面的表中也有：在两者的总和中只计一次。</translation>
    </message>
    <message>
        <source>several files name ranks in their rows, and a job of such ranks is one file</source>
        <translation>有多个文件在行中标明 rank，而这种 rank 的作业只能是一个文件</translation>
    </message>
    <message>
        <source>of no rank is the trace here, and digests hold no calls</source>
        <translation>此处没有任何 rank 的跟踪，而摘要不含调用</translation>
    </message>
    <message>
        <source>no trace of a rank can be read (%1)</source>
        <translation>没有可读取的 rank 跟踪（%1）</translation>
    </message>
    <message>
        <source>“%1” is no edit; expected KIND:NAME*FACTOR, KIND:NAME=limit or =stream (kernel, operator, module, stage), cpu*F, profiler=0, gaps=0, gap:TIME=0, launches=graph, loader*F or =hidden, copies or collectives *F, =hidden, =stream or =bandwidth*F, rank:NAME=median or =alike</source>
        <translation>“%1” 不是一种修改；应为 KIND:NAME*FACTOR、KIND:NAME=limit 或 =stream（kernel、operator、module、stage）、cpu*F、profiler=0、gaps=0、gap:TIME=0、launches=graph、loader*F 或 =hidden，copies 或 collectives 的 *F、=hidden、=stream 或 =bandwidth*F，rank:NAME=median 或 =alike</translation>
    </message>
    <message>
        <source>“%1”: expected the time of a gap, as 12.5ms or 12500us</source>
        <translation>“%1”：应为空隙的时刻，如 12.5ms 或 12500us</translation>
    </message>
    <message>
        <source>“%1”: no device is idle then between two works</source>
        <translation>“%1”：此刻没有设备处于两段工作之间的空闲</translation>
    </message>
    <message>
        <source>“%1”: the file does not say what the profiler took of the threads that launch</source>
        <translation>“%1”：文件没有说明剖析器占用了启动线程多少时间</translation>
    </message>
    <message>
        <source>“%1”: who needs the result of this work is not in the file; only what follows it in its stream no longer waits for it, as if the device had room for both</source>
        <translation>“%1”：文件没有说明谁需要这些工作的结果；只有同一流中其后的工作不再等待它，并假定设备能同时容纳两者</translation>
    </message>
    <message>
        <source>The profiler&apos;s own work</source>
        <translation>剖析器自身的工作</translation>
    </message>
    <message>
        <source>Gap at %1</source>
        <translation>位于 %1 的空隙</translation>
    </message>
    <message>
        <source>in a stream of its own</source>
        <translation>放在单独的流中</translation>
    </message>
    <message>
        <source>“%1” is answered for a single trace, not for a job of ranks</source>
        <translation>“%1” 只对单个跟踪作答，不对由多个 rank 组成的作业作答</translation>
    </message>
    <message>
        <source>Most of the time is in kernels and operators that the other lacks: they do different work.</source>
        <translation>大部分时间花在对方没有的 kernel 和算子上：两者做的不是同样的工作。</translation>
    </message>
    <message>
        <source>at least one of the files has no GPU work with times</source>
        <translation>至少一个文件没有带时间的 GPU 工作</translation>
    </message>
    <message>
        <source>no step is named in both files, and none can be inferred from kernels that repeat</source>
        <translation>两个文件中都没有同名的步骤，也无法从重复的 kernel 推断出步骤</translation>
    </message>
    <message>
        <source>Dispatches of kernels are not in the file: the profiler numbers them one after the other, and numbers between the first and the last are missing. Records that were dropped, or rows that were taken out, leave such gaps: time that looks idle may not be.</source>
        <translation>部分 kernel 的 dispatch 不在文件中：剖析器按顺序为其编号，而首尾之间缺少一些编号。丢失的记录或被删去的行会留下这样的缺口：看似空闲的时间未必空闲。</translation>
    </message>
    <message>
        <source>rows without a usable time; they were left out of the timeline</source>
        <translation>没有可用时间的行；它们未列入时间线</translation>
    </message>
    <message>
        <source>a report of nsys stats in JSON</source>
        <translation>nsys stats 的 JSON 报告</translation>
    </message>
    <message>
        <source>open the .nsys-rep or .sqlite that it was made from, or make it as CSV: nsys stats --format csv</source>
        <translation>请打开生成它的 .nsys-rep 或 .sqlite，或以 CSV 生成：nsys stats --format csv</translation>
    </message>
    <message>
        <source>a report of NVIDIA&apos;s DLProf, which has sums by operator</source>
        <translation>NVIDIA DLProf 的报告，其中只有按算子的合计</translation>
    </message>
    <message>
        <source>open the nsys_profile.sqlite or .qdrep that dlprof wrote beside it</source>
        <translation>请打开 dlprof 在其旁边写出的 nsys_profile.sqlite 或 .qdrep</translation>
    </message>
    <message>
        <source>the output of Nsight Compute that was not allowed to read the GPU&apos;s counters (ERR_NVGPUCTRPERM), so it measured nothing</source>
        <translation>Nsight Compute 的输出；它无权读取 GPU 的计数器（ERR_NVGPUCTRPERM），因此什么也没有测到</translation>
    </message>
    <message>
        <source>run ncu as root, or allow all users to read the counters, and profile again</source>
        <translation>请以 root 运行 ncu，或允许所有用户读取计数器，然后重新分析</translation>
    </message>
    <message>
        <source>Rules of Nsight Compute failed: %1</source>
        <translation>Nsight Compute 的规则失败：%1</translation>
    </message>
    <message>
        <source>Nsight Compute reports errors: %1</source>
        <translation>Nsight Compute 报告错误：%1</translation>
    </message>
    <message>
        <source>One launch every %1 at the median.</source>
        <translation>启动间隔的中位数为 %1。</translation>
    </message>
    <message>
        <source>The file&apos;s events span %1; the GPU works %2 of it.</source>
        <translation>文件中的事件跨越 %1；GPU 在其中 %2 的时间工作。</translation>
    </message>
    <message>
        <source>Of the whole %1 from the first work of a device to its last: no work of a device belongs to a step that the file names, and none can be inferred from kernels that repeat.</source>
        <translation>从设备的第一项工作到最后一项的全部 %1：没有设备工作属于文件所命名的步骤，也无法从重复的 kernel 推断出步骤。</translation>
    </message>
    <message>
        <source>of %1 in kernels, some of which copy or set memory</source>
        <translation>共 %1 的 kernel 时间，其中一些 kernel 拷贝或填充内存</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>步骤 %1</translation>
    </message>
    <message>
        <source>step %1 of rank %2</source>
        <translation>rank %2 的步骤 %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>By the profiler&apos;s own sums the NPU computes in %1 of %2, communicates while nothing computes in %3, and is free in %4.</source>
        <translation>按剖析器自己的合计，在 %2 中 NPU 有 %1 在计算，%3 在通信而没有计算，%4 空闲。</translation>
    </message>
    <message>
        <source>By the profiler&apos;s own sums for %1 ranks or steps the NPU computes in %2 of the time, communicates while nothing computes in %3, and is free in %4.</source>
        <translation>按剖析器自己对 %1 个 rank 或步骤的合计，NPU 有 %2 的时间在计算，%3 在通信而没有计算，%4 空闲。</translation>
    </message>
    <message>
        <source>Sums of steps tell for how long the NPU computed, communicated and was free in them, not when, with what, or why.</source>
        <translation>步骤的合计说明 NPU 在其中计算、通信和空闲了多久，而不说明何时、做什么或为什么。</translation>
    </message>
    <message>
        <source>The largest part of the %1 of GPU time in its rows is %2: %3, %4 ×.</source>
        <translation>其各行共 %1 的 GPU 时间中，最大的一项是 %2：%3，%4 次。</translation>
    </message>
    <message>
        <source>The largest part of the %1 of GPU time in its rows is %2: %3.</source>
        <translation>其各行共 %1 的 GPU 时间中，最大的一项是 %2：%3。</translation>
    </message>
    <message>
        <source>The profiler recorded nothing: not one event with a time is in the file.</source>
        <translation>剖析器什么也没有录到：文件中没有一个带时间的事件。</translation>
    </message>
    <message>
        <source>Single kernels, and not how long any of them took.</source>
        <translation>只有单个的 kernel，而没有它们各用了多久。</translation>
    </message>
    <message>
        <source>The replay holds: %1 takes %2, replayed %3 (mean and median step are off by at most %4); %5 of its path is not explained.</source>
        <translation>重放成立：%1用时 %2，重放为 %3（步骤的平均值和中位数至多相差 %4）；其路径的 %5 未得到解释。</translation>
    </message>
    <message>
        <source>none can be inferred from kernels that repeat</source>
        <translation>也无法从重复的 kernel 推断出步骤</translation>
    </message>
    <message>
        <source>GPU work under an operator&apos;s name: PyTorch without Kineto measures each operator between two events on the GPU, with what lies between its kernels. Of operators within each other those count that the time is in</source>
        <translation>以算子名出现的 GPU 工作：不带 Kineto 的 PyTorch 用 GPU 上的两个事件测量每个算子，包含其 kernel 之间的时间。互相嵌套的算子中，只计时间所在的那些</translation>
    </message>
    <message>
        <source>%1 returned error %2</source>
        <translation>%1 返回错误 %2</translation>
    </message>
    <message>
        <source>Calls of CUDA failed, the first of them: %1. What the program wanted did not run.</source>
        <translation>CUDA 调用失败，第一个是：%1。程序想要执行的工作没有运行。</translation>
    </message>
    <message>
        <source>A kernel of %1 has at most half a block per multiprocessor while no other runs: %2.</source>
        <translation>一个 %1 的 kernel 每个多处理器至多有半个 block，期间没有其他 kernel 运行：%2。</translation>
    </message>
    <message>
        <source>%1 kernels have at most half a block per multiprocessor while no other runs, the longest %2: %3.</source>
        <translation>%1 个 kernel 每个多处理器至多有半个 block，期间没有其他 kernel 运行，最长 %2：%3。</translation>
    </message>
    <message>
        <source>idle time before work whose launch had begun</source>
        <translation>启动已开始的工作之前的空闲时间</translation>
    </message>
    <message>
        <source>Self times, two sums that may overlap: %1 %2 beside %3 of the CPU in A, %4 beside %5 in B.</source>
        <translation>自身时间（两个可能重叠的总和）：A 中 %1 为 %2，CPU 为 %3；B 中为 %4 和 %5。</translation>
    </message>
    <message>
        <source>no step is named in both files, and the periods that are inferred from kernels that repeat begin with different kernels</source>
        <translation>两个文件中没有共同命名的步骤，而由重复的 kernel 推断出的周期以不同的 kernel 开始</translation>
    </message>
    <message>
        <source>no step is named in both files, and only in one of them a period can be inferred from kernels that repeat</source>
        <translation>两个文件中没有共同命名的步骤，而且只有其中一个能由重复的 kernel 推断出周期</translation>
    </message>
    <message>
        <source>no step is named in both files, and one kernel makes nearly all launches, so that nothing tells where a step begins</source>
        <translation>两个文件中没有共同命名的步骤，而且几乎所有启动都来自同一个 kernel，因此无从得知步骤从哪里开始</translation>
    </message>
    <message>
        <source>The percentages in the table add up to %1: rows are missing in the file. The whole is about %2, of which its rows have %3.</source>
        <translation>表中的百分比合计为 %1：文件中缺少一些行。总量约为 %2，其中这些行占 %3。</translation>
    </message>
    <message>
        <source>Times of “%1” are negative in %2 of %3 rows, the most so that of %4 (%5): no work takes such a time, so that neither sums nor shares of this column tell anything.</source>
        <translation>“%1”的时间在 %3 行中有 %2 行为负，最甚的是 %4（%5）：没有工作会用这样的时间，因此该列的总和与占比都不能说明什么。</translation>
    </message>
    <message>
        <source>Self times add up to %1 on the CPU and to %2 on %3, %4 of that; how the two overlap is not in the table.</source>
        <translation>自身时间合计：CPU 为 %1，%3 为 %2，是前者的 %4；两者如何重叠不在表中。</translation>
    </message>
    <message>
        <source>The largest waiting call in the rows is %1: %2, %3 of the CPU time.</source>
        <translation>各行中最大的等待调用是 %1：%2，占 CPU 时间的 %3。</translation>
    </message>
    <message>
        <source>The largest call in the rows is %1, with what it calls: %2, %3 of the CPU time.</source>
        <translation>各行中最大的调用是 %1（含其内部调用）：%2，占 CPU 时间的 %3。</translation>
    </message>
    <message>
        <source>The largest waiting call is %1: %2, %3 of the CPU time.</source>
        <translation>最大的等待调用是 %1：%2，占 CPU 时间的 %3。</translation>
    </message>
    <message>
        <source>The largest call is %1, with what it calls: %2, %3 of the CPU time.</source>
        <translation>最大的调用是 %1（含其内部调用）：%2，占 CPU 时间的 %3。</translation>
    </message>
    <message>
        <source>%1: self times add up to %2 on the CPU and to %3 on the device, %4 of that.</source>
        <translation>%1：自身时间合计，CPU 为 %2，设备为 %3，是前者的 %4。</translation>
    </message>
    <message>
        <source>The NPU waited less before its tasks than the gaps between them in the file last, as its own column of wait times says: rows between them are missing, and time that looks idle is not.</source>
        <translation>按文件自己的等待时间列，NPU 在任务前的等待短于文件中任务之间的空隙：其间缺少一些行，看似空闲的时间并非空闲。</translation>
    </message>
    <message>
        <source>Rows that repeat another one, with the same task, stream, name and times; it counts once.</source>
        <translation>与另一行重复的行（任务、流、名称和时间相同）；只计一次。</translation>
    </message>
    <message>
        <source>a table of Ascend&apos;s msprof op, which has figures of a single kernel, no timeline</source>
        <translation>昇腾 msprof op 的表，只有单个算子的数据，没有时间线</translation>
    </message>
    <message>
        <source>record the program with msprof --output=FOLDER PROGRAM and open the op_summary_*.csv or msprof_*.json that it writes into mindstudio_profiler_output</source>
        <translation>用 msprof --output=文件夹 程序 录制，然后打开它写入 mindstudio_profiler_output 的 op_summary_*.csv 或 msprof_*.json</translation>
    </message>
    <message>
        <source>a log of TensorRT&apos;s trtexec without times of layers</source>
        <translation>没有各层时间的 TensorRT trtexec 日志</translation>
    </message>
    <message>
        <source>run trtexec with --exportProfile=profile.json and open profile.json, or with --dumpProfile and open the log</source>
        <translation>用 --exportProfile=profile.json 运行 trtexec 并打开 profile.json，或用 --dumpProfile 运行并打开日志</translation>
    </message>
    <message>
        <source>a table of THAPI&apos;s iprof, which has sums of calls, no timeline</source>
        <translation>THAPI 的 iprof 表，只有调用的总和，没有时间线</translation>
    </message>
    <message>
        <source>a summary of Intel VTune</source>
        <translation>Intel VTune 的摘要</translation>
    </message>
    <message>
        <source>Nsight Compute has no value of any metric that it was asked for: %1.</source>
        <translation>Nsight Compute 对所要求的指标没有一个给出值：%1。</translation>
    </message>
    <message>
        <source>It answers “n/a” where the device has no metric of that name, and where the name is misspelt.</source>
        <translation>设备没有该名称的指标，或名称拼写有误时，它会回答“n/a”。</translation>
    </message>
    <message>
        <source>Self times on CPU and device</source>
        <translation>CPU 与设备的自身时间</translation>
    </message>
    <message>
        <source>Device ÷ CPU</source>
        <translation>设备 ÷ CPU</translation>
    </message>
    <message>
        <source>Device time ÷ CPU time; how the two overlap is not in the table</source>
        <translation>设备时间 ÷ CPU 时间；两者如何重叠不在表中</translation>
    </message>
    <message>
        <source>The GPU is idle while the call that launches its next work has not returned: %1 ×, the longest %2 in %3.</source>
        <translation>启动下一项工作的调用尚未返回时 GPU 空闲：%1 次，最长 %2，在 %3 中。</translation>
    </message>
    <message>
        <source>The GPU is idle while the thread that launches its next work allocates or frees memory, most in %1: %2 ×, the longest %3.</source>
        <translation>启动下一项工作的线程在分配或释放内存（主要在 %1 中）时 GPU 空闲：%2 次，最长 %3。</translation>
    </message>
    <message>
        <source>Reading operands and writing results, not arithmetic, bounds %1 matrix products; most of the time takes %2. They reach %3 of the device&apos;s limit.</source>
        <translation>限制 %1 个矩阵乘的是读操作数和写结果，而不是算术；用时最多的是 %2。它们达到设备上限的 %3。</translation>
    </message>
    <message>
        <source>A kernel has blocks of fewer threads than a warp has lanes, %1: %2 of 32 work.</source>
        <translation>有一个 kernel 的线程块少于一个 warp 的通道数，%1：32 个中有 %2 个工作。</translation>
    </message>
    <message>
        <source>%1 kernels have blocks of fewer threads than a warp has lanes, as %2: %3 of 32 work.</source>
        <translation>%1 个 kernel 的线程块少于一个 warp 的通道数，例如 %2：32 个中有 %3 个工作。</translation>
    </message>
    <message>
        <source>A kernel of %1 runs in a single thread while no other runs: %2.</source>
        <translation>一个 %1 的 kernel 在没有其他 kernel 运行时以单个线程运行：%2。</translation>
    </message>
    <message>
        <source>%1 kernels run in a single thread while no other runs, the longest %2: %3.</source>
        <translation>%1 个 kernel 在没有其他 kernel 运行时以单个线程运行，最长 %2：%3。</translation>
    </message>
    <message>
        <source>%1 matrix products compute in FP32 without tensor cores, for example %2. In TF32 the device computes %3 × as much.</source>
        <translation>%1 个矩阵乘以 FP32 计算而不用 tensor core，例如 %2。用 TF32 时设备的算力是其 %3 倍。</translation>
    </message>
    <message>
        <source>Try: %1 (torch.compile&apos;s mode “reduce-overhead” records them), a larger batch, or fewer and larger kernels.</source>
        <translation>可尝试：%1（torch.compile 的 “reduce-overhead” 模式会录制它们）、更大的批次，或更少更大的 kernel。</translation>
    </message>
    <message>
        <source>Try: record after some warm-up steps: the first launch of a kernel may load its code.</source>
        <translation>可尝试：预热若干步之后再录制：kernel 的首次启动可能要加载其代码。</translation>
    </message>
    <message>
        <source>Try: fewer and larger copies to the GPU, before the loop, or asynchronous ones from pinned memory.</source>
        <translation>可尝试：向 GPU 的拷贝更少更大、放在循环之前，或从锁页内存异步拷贝。</translation>
    </message>
    <message>
        <source>Try: wait later or less often, as once after the loop. Where only another stream has to wait, let it wait for an event, not the CPU.</source>
        <translation>可尝试：更晚或更少地等待，例如在循环之后等待一次。若只是另一个流需要等待，让它等待事件，而不是让 CPU 等待。</translation>
    </message>
    <message>
        <source>Try: allocate before the loop, or let the memory pool keep what is freed (cudaMemPoolAttrReleaseThreshold; by default it gives all back at each wait).</source>
        <translation>可尝试：在循环之前分配，或让内存池保留已释放的内存（cudaMemPoolAttrReleaseThreshold；默认在每次等待时全部归还）。</translation>
    </message>
    <message>
        <source>Try: earlier cudaMemPrefetchAsync, also back to the CPU before it reads, or memory that is copied once.</source>
        <translation>可尝试：更早的 cudaMemPrefetchAsync（CPU 读取之前也预取回 CPU），或只拷贝一次的内存。</translation>
    </message>
    <message>
        <source>Try: one kernel for the products and what lies between them, as fused attention is, so that what lies between is neither written nor read.</source>
        <translation>可尝试：把这些矩阵乘及其间的运算合为一个 kernel（如融合的注意力），中间结果就不必写出和读入。</translation>
    </message>
    <message>
        <source>Try: fuse them with what comes before and after, or operands of fewer bits.</source>
        <translation>可尝试：把它们与前后的运算融合，或使用位数更少的操作数。</translation>
    </message>
    <message>
        <source>Try: blocks of a multiple of 32 threads, such as 128 or 256.</source>
        <translation>可尝试：线程块取 32 的倍数个线程，例如 128 或 256。</translation>
    </message>
    <message>
        <source>Try: let the loop run in parallel, as blocks and threads, or on the CPU.</source>
        <translation>可尝试：让循环以线程块和线程并行运行，或放在 CPU 上。</translation>
    </message>
    <message>
        <source>Try: TF32 (torch.set_float32_matmul_precision(&quot;high&quot;)) or BF16, where the results may be less exact.</source>
        <translation>可尝试：在结果允许不那么精确时用 TF32（torch.set_float32_matmul_precision(&quot;high&quot;)）或 BF16。</translation>
    </message>
    <message>
        <source>Try: TF32 or BF16, where the results may be less exact.</source>
        <translation>可尝试：在结果允许不那么精确时用 TF32 或 BF16。</translation>
    </message>
    <message>
        <source>Try: fuse them: look at what torch.compile leaves out, or write a fused kernel.</source>
        <translation>可尝试：融合它们：看看 torch.compile 遗漏了什么，或编写融合的 kernel。</translation>
    </message>
    <message>
        <source>At most %1 of it can be won in FP32.</source>
        <translation>以 FP32 计，其中最多可赢得 %1。</translation>
    </message>
    <message>
        <source>Stages of all runs, each run as 100 %</source>
        <translation>所有运行的阶段，每次运行为 100 %</translation>
    </message>
    <message>
        <source>Each bar is 100 % of its run&apos;s GPU time, which stands beside it: on one scale of time, at least half of the bars would be shorter than a twentieth of the longest.</source>
        <translation>每个条是其运行 GPU 时间的 100 %，时间写在旁边：若用同一时间刻度，至少一半的条会短于最长者的二十分之一。</translation>
    </message>
    <message>
        <source>All bars are on one scale of time.</source>
        <translation>所有条使用同一时间刻度。</translation>
    </message>
    <message>
        <source>The GPU is idle in %1 of %2, for %3 of that while the call that launches its next work runs</source>
        <translation>GPU 在 %2 的 %1 中空闲，其中 %3 的时间里启动下一项工作的调用正在运行</translation>
    </message>
    <message>
        <source>The GPU&apos;s first work in it begins %1 after the step.</source>
        <translation>其中 GPU 的第一项工作在步骤开始 %1 之后才开始。</translation>
    </message>
    <message>
        <source>The GPU&apos;s first work in it begins %1 after the step; for %2 of that the CPU is in %3.</source>
        <translation>其中 GPU 的第一项工作在步骤开始 %1 之后才开始；这段时间里 CPU 有 %2 在 %3 中。</translation>
    </message>
    <message>
        <source>of about %1 of GPU time, of which %2 are in its rows</source>
        <translation>占约 %1 的 GPU 时间，其中 %2 在各行中</translation>
    </message>
    <message>
        <source>The largest part in the rows is %1: %2 of about %3 of GPU time, by the file&apos;s own shares.</source>
        <translation>各行中最大的部分是 %1：按文件自己的占比，占约 %3 GPU 时间的 %2。</translation>
    </message>
    <message>
        <source>one kernel makes nearly all launches (%1 ×, %2 from one to the next at the median), so that nothing tells where a step begins</source>
        <translation>几乎所有启动都来自同一个 kernel（%1 次，相邻两次相隔中位数 %2），因此无从得知步骤从哪里开始</translation>
    </message>
    <message>
        <source>Kernels, and not how long any of them took: %1.</source>
        <translation>有 kernel，但没有其中任何一个用时多久：%1。</translation>
    </message>
    <message>
        <source>%1: %2 of %3 kernels</source>
        <translation>%1：%3 个 kernel 中的 %2 个</translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation>%1：%3 中的 %2</translation>
    </message>
    <message>
        <source>Findings: %1</source>
        <translation>发现：%1</translation>
    </message>
    <message>
        <source>%1 of %2 kernels have no duration in the file: times and shares are of the others.</source>
        <translation>%2 个 kernel 中有 %1 个在文件中没有时长：时间和占比是其余的。</translation>
    </message>
    <message>
        <source>The medians differ by %1, which is beyond the spread of both runs but less than %2 of them: it counts as none.</source>
        <translation>中位数相差 %1，超出两次运行的离散程度，但不到它们的 %2：视为无差异。</translation>
    </message>
    <message>
        <source>What names the steps in only one of them is left aside: the iterations that the profiler counted are in both, and they are compared.</source>
        <translation>只在其中一个里命名步骤的标注不予考虑：剖析器计数的迭代在两者中都有，比较的是它们。</translation>
    </message>
    <message>
        <source>%1 of the time in graphs without their kernels</source>
        <translation>%1 的时间在没有记录其 kernel 的图中</translation>
    </message>
    <message>
        <source>%1 names</source>
        <translation>%1 个名称</translation>
    </message>
    <message>
        <source>Which kernels graphs hold that were recorded as one block is not in the file, so that nothing tells whether both do the same work.</source>
        <translation>作为一个整体录制的图里有哪些 kernel，文件中没有，因此无从得知两者做的是否是相同的工作。</translation>
    </message>
    <message>
        <source>The same calls do about %1 × the work in %2 that they do in %3: the inputs of %4 kernels&apos; operators say so. Their times do not tell which is faster; for the same work, B takes %5 × the time.</source>
        <translation>相同的调用在 %2 中完成的工作约为在 %3 中的 %1 倍：%4 个 kernel 的算子输入说明了这一点。它们的时间说明不了哪个更快；对相同的工作，B 的用时为 %5 倍。</translation>
    </message>
    <message>
        <source>The same calls have about %1 × the threads in %2 that they have in %3: the launch grids of %4 kernels say so. Their times do not tell which is faster; per thread, B takes %5 × the time.</source>
        <translation>相同的调用在 %2 中的线程数约为在 %3 中的 %1 倍：%4 个 kernel 的启动网格说明了这一点。它们的时间说明不了哪个更快；按每个线程计，B 的用时为 %5 倍。</translation>
    </message>
    <message>
        <source>No verdict: the same calls do other amounts of work in A and B.</source>
        <translation>没有结论：相同的调用在 A 和 B 中完成的工作量不同。</translation>
    </message>
    <message>
        <source>No verdict: the same calls have other numbers of threads in A and B.</source>
        <translation>没有结论：相同的调用在 A 和 B 中的线程数不同。</translation>
    </message>
    <message>
        <source>Inconclusive: the median %1 takes %2 in A and %3 in B, but they are too few to know the noise.</source>
        <translation>无法得出结论：%1的中位数在 A 中为 %2，在 B 中为 %3，但数量太少，无法得知噪声。</translation>
    </message>
    <message>
        <source>Kernels run beside other kernels for %1 of the GPU work&apos;s time in A and for %2 in B. Each takes longer so, and a call that takes longer for this is no slower kernel: the devices are busy for %3 in A and for %4 in B.</source>
        <translation>在 A 中，GPU 工作时间的 %1 里有 kernel 与其他 kernel 同时运行，在 B 中为 %2。这样每个都更久，因此而更久的调用并不是更慢的 kernel：设备在 A 中忙碌 %3，在 B 中忙碌 %4。</translation>
    </message>
    <message>
        <source>no step is named in both files, and the kernels that repeat regularly are layers: one launch of a graph or one call of a module runs several of them</source>
        <translation>没有在两个文件中都命名的步骤，而有规律重复的 kernel 是层：一次图启动或一次模块调用会运行其中的多个</translation>
    </message>
    <message>
        <source>grid %1 → %2</source>
        <translation>网格 %1 → %2</translation>
    </message>
    <message>
        <source>%1, %2 × → %3 ×</source>
        <translation>%1，%2 × → %3 ×</translation>
    </message>
    <message>
        <source> (estimated local speedup %1 %: of what the rule measures, not of the kernel)</source>
        <translation>（估计的局部加速 %1 %：针对规则所测量的部分，而不是整个 kernel）</translation>
    </message>
    <message>
        <source>%1 of the self CPU time (%2 of %3) is within labels, the largest part of it in %4, and there in no call that was recorded.</source>
        <translation>自身 CPU 时间的 %1（%3 中的 %2）在标注内，其中最大的部分在 %4 中，而且那里不在任何被记录的调用里。</translation>
    </message>
    <message>
        <source>In %1 of the CPU time (%2) launching calls wait for room in the launch queue (Command Buffer Full): the CPU is ahead of the device.</source>
        <translation>在 CPU 时间的 %1（%2）里，启动调用在等待启动队列中的空位（Command Buffer Full）：CPU 领先于设备。</translation>
    </message>
    <message>
        <source>all-reduces where the file has no operators; they are shown but not counted</source>
        <translation>文件中没有算子的时段里的 all-reduce；它们会显示，但不计入</translation>
    </message>
    <message>
        <source>events that several processes of one name hold; they count once</source>
        <translation>多个同名进程都含有的事件；它们只计一次</translation>
    </message>
    <message>
        <source>SM below 50 %</source>
        <translation>SM 低于 50 %</translation>
    </message>
    <message>
        <source>low L2 hit rate</source>
        <translation>L2 命中率低</translation>
    </message>
    <message>
        <source>low L1 hit rate</source>
        <translation>L1 命中率低</translation>
    </message>
    <message>
        <source>%1 (its findings name %2)</source>
        <translation>%1（其发现中列出 %2 个）</translation>
    </message>
    <message>
        <source>By the report&apos;s own counts: %1.</source>
        <translation>按报告自身的计数：%1。</translation>
    </message>
    <message>
        <source>Its counts and its findings follow different thresholds.</source>
        <translation>它的计数和它的发现依据不同的阈值。</translation>
    </message>
    <message>
        <source>range %1</source>
        <translation>范围 %1</translation>
    </message>
    <message>
        <source>a report of Nsight Compute begins with “NVR”: this one was not written to its end. Profile again</source>
        <translation>Nsight Compute 的报告以“NVR”开头：这一个没有写完。请重新剖析</translation>
    </message>
    <message>
        <source>no result of Nsight Compute can be read here; expected was a block of the report. Copy the report again, or run ncu --import REPORT --csv --page details and open what it prints</source>
        <translation>这里无法读取 Nsight Compute 的结果；应为报告的一个块。请重新复制报告，或运行 ncu --import REPORT --csv --page details 并打开它的输出</translation>
    </message>
    <message>
        <source>the report of Nsight Compute holds no kernel; profile again without the filter that left all out</source>
        <translation>Nsight Compute 的报告中没有 kernel；请去掉把全部排除在外的过滤条件后重新剖析</translation>
    </message>
    <message>
        <source>The report ends early, or is damaged: later kernels are missing.</source>
        <translation>报告提前结束或已损坏：缺少后面的 kernel。</translation>
    </message>
    <message>
        <source>%1 of these %2 are before %3 (%4 ×).</source>
        <comment>time, whole time, name, count</comment>
        <translation>这 %2 中的 %1 在 %3 之前（%4 ×）。</translation>
    </message>
    <message>
        <source>Graphs launch %1 of the GPU time. Try: fewer launches outside of them, or larger graphs.</source>
        <translation>GPU 时间的 %1 由图启动。可尝试：减少图之外的启动，或使用更大的图。</translation>
    </message>
    <message>
        <source>Try: look at what the CPU does before it launches %1.</source>
        <translation>可尝试：查看 CPU 在启动 %1 之前做了什么。</translation>
    </message>
    <message>
        <source>Try: record after the first collective: communicators are set up once.</source>
        <translation>可尝试：在第一次集合通信之后再录制：通信器只建立一次。</translation>
    </message>
    <message>
        <source>%1: mostly the call that launches it, %2, has not returned</source>
        <translation>%1：多数时候启动它的调用 %2 尚未返回</translation>
    </message>
    <message>
        <source>launches in Nsight Compute: %1, of kernels by name and grid: %2</source>
        <translation>Nsight Compute 中的启动：%1，按名称和网格的 kernel：%2</translation>
    </message>
    <message>
        <source>%1, %2 ×</source>
        <translation>%1，%2 ×</translation>
    </message>
    <message>
        <source>Tasks that are parts of collectives (reductions, copies of HCCL&apos;s streams), in a file without the collectives: they are shown but not counted, and the time that they take is no idle time.</source>
        <translation>作为集合通信一部分的任务（归约、HCCL 流上的拷贝），而文件中没有集合通信本身：它们会显示，但不计入，它们所用的时间也不是空闲时间。</translation>
    </message>
    <message>
        <source>The only kernel of each has another name: whether it does the same work is not in the files.</source>
        <translation>双方各只有一个 kernel，名称不同：是否做同样的工作，文件中没有。</translation>
    </message>
    <message>
        <source>Most of the kernels&apos; time is in kernels that the other lacks: whether they do the same work is not in the files.</source>
        <translation>kernel 的大部分时间在对方没有的 kernel 中：是否做同样的工作，文件中没有。</translation>
    </message>
    <message>
        <source>The recording of %1 cannot be relied on.</source>
        <translation>%1 的录制不可靠。</translation>
    </message>
    <message>
        <source>In %1 of all pairs of a %2 of A with a %2 of B, that of B takes longer: more often than by chance, which decides. The medians alone do not: they differ by %3, and by the spread of both runs would have to by more than %4.</source>
        <translation>把 A 的每个%2与 B 的每个%2配对，%1 的对中 B 的更久：比偶然更常见，由此判定。单看中位数不能判定：它们相差 %3，按两次运行的离散程度须超过 %4。</translation>
    </message>
    <message>
        <source>In %1 of all pairs of a %2 of A with a %2 of B, that of B takes less time: more often than by chance, which decides. The medians alone do not: they differ by %3, and by the spread of both runs would have to by more than %4.</source>
        <translation>把 A 的每个%2与 B 的每个%2配对，%1 的对中 B 的更短：比偶然更常见，由此判定。单看中位数不能判定：它们相差 %3，按两次运行的离散程度须超过 %4。</translation>
    </message>
    <message>
        <source>Not comparable: a recording cannot be relied on.</source>
        <translation>不可比较：有一次录制不可靠。</translation>
    </message>
    <message>
        <source>Not comparable: they run other kernels.</source>
        <translation>不可比较：双方运行的 kernel 不同。</translation>
    </message>
    <message>
        <source>From its first work to its last the GPU takes %1 in A and %2 in B.</source>
        <translation>从 GPU 的第一项工作到最后一项，A 用 %1，B 用 %2。</translation>
    </message>
    <message>
        <source>Inconclusive: the only kernel takes %1 per call in A (%2, %3 ×) and %4 in B (%5, %6 ×).</source>
        <translation>无法判定：唯一的 kernel 每次调用在 A 中用 %1（%2，%3 次），在 B 中用 %4（%5，%6 次）。</translation>
    </message>
    <message>
        <source>Inconclusive: the launches that were measured take %1 in A (%2) and %3 in B (%4), and none of their kernels is in both.</source>
        <translation>无法判定：被测量的启动在 A 中共用 %1（%2 次），在 B 中共用 %3（%4 次），没有一个 kernel 双方都有。</translation>
    </message>
    <message>
        <source>Inconclusive: kernels that run as often in both take %1 in A and %2 in B, and without units of work it is not known what of a difference is noise.</source>
        <translation>无法判定：双方运行次数相同的 kernel 在 A 中共用 %1，在 B 中共用 %2；没有工作单元，就不知道差别中有多少是噪声。</translation>
    </message>
    <message>
        <source>Inconclusive: the median step takes %1 in A and %2 in B, of these %3 and %4 from the GPU&apos;s first work to its last, but they are too few to know the noise.</source>
        <translation>无法判定：中位步骤在 A 中用 %1，在 B 中用 %2，其中从 GPU 的第一项工作到最后一项为 %3 和 %4；但步骤太少，不知道噪声有多大。</translation>
    </message>
    <message>
        <source>%1 has %2 of the other&apos;s %3 calls of kernels: it does less, or its graphs were recorded without their kernels. Times of a call are those of other calls.</source>
        <translation>%1 的 kernel 调用只有 %2 次，对方有 %3 次：它做得更少，或者它的图在录制时没有记下其中的 kernel。单次调用的时间不是同样的调用。</translation>
    </message>
    <message>
        <source>single launches of kernels were measured, not what runs between them</source>
        <translation>测量的是单次 kernel 启动，而不是其间运行的内容</translation>
    </message>
    <message>
        <source>Of the %1 kernels that Nsight Compute measured in both, it changes the most.</source>
        <translation>Nsight Compute 在双方都测量的 %1 个 kernel 中，它变化最大。</translation>
    </message>
    <message>
        <source>iteration</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>stream %1 (%2)</source>
        <translation>流 %1（%2）</translation>
    </message>
    <message>
        <source>Begins and ends are written with too few digits (“%1”), as spreadsheets save long numbers: how long work took, and when, is lost. Open the file as the profiler wrote it.</source>
        <translation>开始和结束时间的位数太少（“%1”），电子表格保存长数字时就会这样：工作用了多久、在何时运行都已丢失。请打开剖析器写出的原文件。</translation>
    </message>
    <message>
        <source>a list of rocprof (v1) without the times of its kernels</source>
        <translation>rocprof（v1）的列表，没有 kernel 的时间</translation>
    </message>
    <message>
        <source>record again with rocprof --timestamp on PROGRAM (or --stats, --hip-trace) and open the .csv or .json that it writes, or with rocprofv3 --sys-trace --output-format json -- PROGRAM</source>
        <translation>用 rocprof --timestamp on PROGRAM（或 --stats、--hip-trace）重新录制，打开它写出的 .csv 或 .json；或用 rocprofv3 --sys-trace --output-format json -- PROGRAM</translation>
    </message>
    <message>
        <source>a profile of Python&apos;s cProfile, which has no GPU work</source>
        <translation>Python 的 cProfile 的剖析结果，其中没有 GPU 工作</translation>
    </message>
    <message>
        <source>record with torch.profiler and export_chrome_trace(&quot;trace.json&quot;), or with nsys profile -o NAME python PROGRAM and open NAME.nsys-rep</source>
        <translation>用 torch.profiler 和 export_chrome_trace(&quot;trace.json&quot;) 录制，或用 nsys profile -o NAME python PROGRAM 录制并打开 NAME.nsys-rep</translation>
    </message>
    <message>
        <source>a database of rocprof-compute, which has figures of single kernels</source>
        <translation>rocprof-compute 的数据库，其中是单个 kernel 的指标</translation>
    </message>
    <message>
        <source>open the pmc_perf.csv in the folder of the workload that it was made from (workloads/NAME/GPU), or record a timeline with rocprofv3 --sys-trace --output-format json -- PROGRAM</source>
        <translation>打开生成它的工作负载文件夹（workloads/NAME/GPU）中的 pmc_perf.csv，或用 rocprofv3 --sys-trace --output-format json -- PROGRAM 录制时间线</translation>
    </message>
    <message>
        <source>Starts are written with too few digits, as spreadsheets save long numbers: when work ran, and what lies between, is lost. Open the file as the profiler wrote it.</source>
        <translation>开始时间的位数太少，电子表格保存长数字时就会这样：工作在何时运行、其间有什么都已丢失。请打开剖析器写出的原文件。</translation>
    </message>
    <message>
        <source>While communication runs, HCCL&apos;s planes transfer for %1, and do nothing but wait for notifications for %2.</source>
        <translation>通信进行期间，HCCL 的各平面有 %1 在传输，有 %2 只在等待通知。</translation>
    </message>
    <message>
        <source>Try: compare the devices to see who waits for whom.</source>
        <translation>可尝试：比较各设备，看谁在等谁。</translation>
    </message>
    <message>
        <source>Try: compare the ranks to see who waits for whom.</source>
        <translation>可尝试：比较各 rank，看谁在等谁。</translation>
    </message>
    <message>
        <source>GPU time (%1)</source>
        <translation>GPU 时间（%1）</translation>
    </message>
    <message>
        <source>The GPU is idle in %1 of %2 although its next work was launched already, for %3 of that with five and more launches held back, as drivers of Windows do that submit them in batches (WDDM, also under WSL)</source>
        <translation>GPU 在 %2 的 %1 中空闲，尽管下一项工作已经启动；其中 %3 有五次以上的启动被扣住，Windows 的驱动成批提交时（WDDM，WSL 下也是）就会这样</translation>
    </message>
    <message>
        <source>Waiting for the next data (msprof&apos;s Data_aug Bound) takes %1 of the time from the begin of an iteration to that of the next, %2 in all.</source>
        <translation>等待下一批数据（msprof 的 Data_aug Bound）占一次迭代开始到下一次开始的时间的 %1，共 %2。</translation>
    </message>
    <message>
        <source>The last step does not count in this: no next step ends it.</source>
        <translation>最后一步不计入：没有下一步来结束它。</translation>
    </message>
    <message>
        <source>The last period does not count in this: no next period ends it.</source>
        <translation>最后一个周期不计入：没有下一个周期来结束它。</translation>
    </message>
    <message>
        <source>In %1 of it five and more launches are held back, as drivers of Windows do that submit them in batches (WDDM, also under WSL); another program on the GPU looks the same. Try: CUDA graphs, hardware-accelerated GPU scheduling, or Linux.</source>
        <translation>其中 %1 有五次以上的启动被扣住，Windows 的驱动成批提交时（WDDM，WSL 下也是）就会这样；GPU 上有别的程序时看起来也一样。可尝试：CUDA 图、硬件加速 GPU 计划，或 Linux。</translation>
    </message>
    <message>
        <source>Computation: no rule says that any of it could be won.</source>
        <translation>计算：没有规则表明其中有可以赢得的部分。</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>the device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>The replay does not reproduce the recording, so no edit is answered:</source>
        <translation>重放没有重现这次录制，所以不回答任何修改：</translation>
    </message>
    <message>
        <source>The replay does not reproduce the recording, so no edit is answered: %1.</source>
        <translation>重放没有重现这次录制，所以不回答任何修改：%1。</translation>
    </message>
    <message>
        <source>The replay does not reproduce the recording, so this path is not proven:</source>
        <translation>重放没有重现这次录制，所以这条路径未经证实：</translation>
    </message>
    <message>
        <source>yes, limits or no: whether the recording can be relied on</source>
        <translation>yes、limits 或 no：录制是否可靠</translation>
    </message>
    <message>
        <source>It takes %1 (%2) in all; this is the most that could be won of it in FP32.</source>
        <translation>共用 %1（%2）；这是其中用 FP32 最多可以赢得的部分。</translation>
    </message>
    <message>
        <source>It takes %1 (%2) in all; this is the most that could be won of it.</source>
        <translation>共用 %1（%2）；这是其中最多可以赢得的部分。</translation>
    </message>
    <message>
        <source>pageable memory</source>
        <translation>可分页内存</translation>
    </message>
    <message>
        <source>pinned memory</source>
        <translation>锁页内存</translation>
    </message>
    <message>
        <source>%1: the host&apos;s side is %2 in A and %3 in B (of the call of median time).</source>
        <translation>%1：主机一侧在 A 中是%2，在 B 中是%3（取耗时为中位数的那次调用）。</translation>
    </message>
    <message>
        <source>From its first work to its last the GPU takes %1 in A and %2 in B; it works for %3 and %4 of that.</source>
        <translation>从第一项工作到最后一项，GPU 在 A 中用时 %1，在 B 中用时 %2；其中工作 %3 和 %4。</translation>
    </message>
    <message>
        <source>%1 of the GPU work has no launch in the file, so nothing says what it waits for: record the calls of the runtime as well (with PyTorch by ProfilerActivity.CPU, with Nsight Systems by -t cuda)</source>
        <translation>%1 的 GPU 工作在文件中没有启动调用，因此无从得知它在等什么：请同时录制运行时的调用（PyTorch 用 ProfilerActivity.CPU，Nsight Systems 用 -t cuda）</translation>
    </message>
    <message>
        <source>%1 runs %2 times in both; the median time from one start to the next is %3 in A and %4 in B.</source>
        <translation>%1 在两边都运行 %2 次；从一次开始到下一次开始的时间中位数在 A 中是 %3，在 B 中是 %4。</translation>
    </message>
    <message>
        <source>From its first work to its last on the device, %1 takes %2 on average in A (%3 ×) and %4 in B (%5 ×).</source>
        <translation>在设备上从第一项工作到最后一项，%1 平均在 A 中用时 %2（%3 次），在 B 中用时 %4（%5 次）。</translation>
    </message>
    <message>
        <source>All else is called as often in both, and kernels of other names have the same launches: whether they do the same work is not in the files.</source>
        <translation>其余各项在两边的调用次数相同，名称不同的 kernel 启动方式也相同；它们做的是否是同样的工作，文件中没有。</translation>
    </message>
    <message>
        <source>Inconclusive: all else is called as often in both, and a kernel of the same launches takes %1 per call in A (%2, %3 ×) and %4 in B (%5, %6 ×).</source>
        <translation>无法定论：其余各项在两边的调用次数相同，启动方式相同的一个 kernel 每次调用在 A 中用时 %1（%2，%3 次），在 B 中用时 %4（%5，%6 次）。</translation>
    </message>
    <message>
        <source>Only the CPU is in the file (calls of operators: %1), and nothing that a GPU did: none of the calls of a GPU’s interface (%2) gives it work.</source>
        <translation>文件中只有 CPU（算子调用：%1 次），没有 GPU 所做的任何工作：对 GPU 接口的调用（%2 次）中没有一次给它派发工作。</translation>
    </message>
    <message>
        <source>The file has calls of a GPU’s interface (%1), and nothing that the GPU did: the profiler got no activity of the device, as where it has no permission to, or another profiler is at work.</source>
        <translation>文件中有对 GPU 接口的调用（%1 次），但没有 GPU 所做的任何工作：剖析器没有得到设备的活动，例如没有权限，或有另一个剖析器正在工作。</translation>
    </message>
    <message>
        <source>near the memory bandwidth (%1 %): faster only with fewer bytes, as when it is fused with another kernel</source>
        <translation>接近显存带宽（%1 %）：只有搬运更少的字节才会更快，例如与另一个 kernel 融合</translation>
    </message>
    <message>
        <source>near the limit of a unit of the multiprocessors (%1 %): faster only with fewer instructions for it</source>
        <translation>接近多处理器某个单元的上限（%1 %）：只有给它的指令更少才会更快</translation>
    </message>
    <message>
        <source>Kernels begin before they were dispatched: the pass that counted has moved their begins, and how long they took is not known. timestamps.csv or pmc_perf.csv of the same folder have their times.</source>
        <translation>kernel 在被派发之前就已开始：计数的那一遍移动了它们的起点，因此不知道它们用了多久。同一文件夹中的 timestamps.csv 或 pmc_perf.csv 有它们的时间。</translation>
    </message>
    <message>
        <source>a profile of Python code, which has no kernels of a GPU</source>
        <translation>Python 代码的剖析文件，没有 GPU 的 kernel</translation>
    </message>
    <message>
        <source>record with torch.profiler and export_chrome_trace(&quot;trace.json&quot;), or, for the code alone, with py-spy record --format chrometrace -o trace.json -- python PROGRAM</source>
        <translation>用 torch.profiler 录制并 export_chrome_trace(&quot;trace.json&quot;)；若只看代码，则用 py-spy record --format chrometrace -o trace.json -- python PROGRAM</translation>
    </message>
    <message>
        <source>a profile of memory for pprof, which holds no times</source>
        <translation>pprof 的内存剖析文件，没有时间</translation>
    </message>
    <message>
        <source>a database of HPCToolkit, which has sums of calling contexts, no timeline</source>
        <translation>HPCToolkit 的数据库，只有调用上下文的合计，没有时间线</translation>
    </message>
    <message>
        <source>a profile of Caliper</source>
        <translation>Caliper 的剖析文件</translation>
    </message>
    <message>
        <source>a trace of Intel Gaudi (Habana)</source>
        <translation>Intel Gaudi（Habana）的跟踪</translation>
    </message>
    <message>
        <source>record with torch.profiler and export_chrome_trace(&quot;trace.json&quot;), and open that trace</source>
        <translation>用 torch.profiler 录制并 export_chrome_trace(&quot;trace.json&quot;)，然后打开该跟踪</translation>
    </message>
    <message>
        <source>samples of a GPU&apos;s monitor (nvidia-smi), which know no kernels</source>
        <translation>GPU 监视工具（nvidia-smi）的采样，不含 kernel</translation>
    </message>
    <message>
        <source>samples of the CPU of Linux perf (perf script)</source>
        <translation>Linux perf 的 CPU 采样（perf script）</translation>
    </message>
    <message>
        <source>a GPU trace of Apple&apos;s Xcode</source>
        <translation>Apple Xcode 的 GPU 跟踪</translation>
    </message>
    <message>
        <source>a profile of Score-P (.cubex), which has sums of calls, no timeline</source>
        <translation>Score-P 的剖析文件（.cubex），只有调用的合计，没有时间线</translation>
    </message>
    <message>
        <source>a recording of trace-cmd (ftrace of Linux), which has no kernels of a GPU</source>
        <translation>trace-cmd（Linux ftrace）的录制，没有 GPU 的 kernel</translation>
    </message>
    <message>
        <source>a recording of Java&apos;s Flight Recorder</source>
        <translation>Java Flight Recorder 的录制</translation>
    </message>
    <message>
        <source>a recording of memray, which has Python&apos;s memory and no times</source>
        <translation>memray 的录制，只有 Python 的内存，没有时间</translation>
    </message>
    <message>
        <source>rocprofv3 writes --output-format json or rocpd instead; where Score-P or another tool wrote it, record the GPU with nsys profile (NVIDIA) or rocprofv3 (AMD)</source>
        <translation>rocprofv3 可改写 --output-format json 或 rocpd；若由 Score-P 或其他工具写出，请用 nsys profile（NVIDIA）或 rocprofv3（AMD）录制 GPU</translation>
    </message>
    <message>
        <source>a device profile of AWS Neuron</source>
        <translation>AWS Neuron 的设备剖析文件</translation>
    </message>
    <message>
        <source>make a .pftrace of it with neuron-explorer view -d FOLDER --output-format perfetto, and open that</source>
        <translation>用 neuron-explorer view -d FOLDER --output-format perfetto 由它生成 .pftrace，然后打开</translation>
    </message>
    <message>
        <source>a report of Graphcore&apos;s PopVision</source>
        <translation>Graphcore PopVision 的报告</translation>
    </message>
    <message>
        <source>PopVision alone opens it; record a GPU with torch.profiler and export_chrome_trace(&quot;trace.json&quot;)</source>
        <translation>只有 PopVision 能打开它；GPU 请用 torch.profiler 录制并 export_chrome_trace(&quot;trace.json&quot;)</translation>
    </message>
    <message>
        <source>if nsys2prv made it, export its report with nsys export --type sqlite REPORT.nsys-rep and open the .sqlite; else record the GPU with nsys profile -o NAME PROGRAM</source>
        <translation>若由 nsys2prv 生成，请用 nsys export --type sqlite REPORT.nsys-rep 导出其报告并打开 .sqlite；否则用 nsys profile -o NAME PROGRAM 录制 GPU</translation>
    </message>
    <message>
        <source>a profile of Valgrind (callgrind), of the CPU</source>
        <translation>Valgrind（callgrind）的 CPU 剖析文件</translation>
    </message>
    <message>
        <source>a profile of TAU, which has sums of calls, no timeline</source>
        <translation>TAU 的剖析文件，只有调用的合计，没有时间线</translation>
    </message>
    <message>
        <source>a table of rocprof-sys (omnitrace), which has sums of functions of the CPU</source>
        <translation>rocprof-sys（omnitrace）的表，只有 CPU 函数的合计</translation>
    </message>
    <message>
        <source>open the perfetto-trace-*.proto of the same folder</source>
        <translation>打开同一文件夹中的 perfetto-trace-*.proto</translation>
    </message>
    <message>
        <source>a profile of Valgrind (massif), which has memory and no times</source>
        <translation>Valgrind（massif）的剖析文件，只有内存，没有时间</translation>
    </message>
    <message>
        <source>open the .json or the .csv of the same name beside it</source>
        <translation>打开旁边同名的 .json 或 .csv</translation>
    </message>
    <message>
        <source>%1 of the GPU time in these rows are matrix products in FP32 without tensor cores, for example %2. Their kernels are made for devices that have TF32.</source>
        <translation>这些行的 GPU 时间中 %1 是不用张量核心的 FP32 矩阵乘法，例如 %2。这些 kernel 是为支持 TF32 的设备编译的。</translation>
    </message>
    <message>
        <source>Try: compare the ranks to see which one comes late, and why: overlap does not shorten waiting.</source>
        <translation>可尝试：比较各 rank，看哪一个来得晚以及为什么：重叠并不能缩短等待。</translation>
    </message>
    <message>
        <source>The GPU is idle in %1 of %2, mostly because %3 returns when it has nothing left to do, and its next work takes its time to begin after the launch</source>
        <translation>GPU 在%2中有 %1 空闲，主要是因为 %3 返回时它已无事可做，而下一项工作在启动之后还要一段时间才开始</translation>
    </message>
    <message>
        <source>idle time from the return of %1 on until the work launched then begins</source>
        <translation>从 %1 返回到此后启动的工作开始之间的空闲</translation>
    </message>
    <message>
        <source>Layers of the engine, of %1 in a run</source>
        <translation>引擎的各层，占一次运行的 %1</translation>
    </message>
    <message>
        <source>The largest is %1: %2 (%3).</source>
        <translation>最大的是 %1：%2（%3）。</translation>
    </message>
    <message>
        <source>A run of the engine takes %1 in its layers, in the mean of %2 runs.</source>
        <translation>引擎一次运行在各层中用时 %1（%2 次运行的平均值）。</translation>
    </message>
    <message>
        <source>A run of the engine takes %1 in its layers.</source>
        <translation>引擎一次运行在各层中用时 %1。</translation>
    </message>
    <message>
        <source>An inference computes for %1 on the GPU, at the median of %2.</source>
        <translation>一次推理在 GPU 上计算 %1（%2 次的中位数）。</translation>
    </message>
    <message>
        <source>With the copies of inputs and results it takes %1.</source>
        <translation>连同输入和结果的拷贝共用时 %1。</translation>
    </message>
    <message>
        <source>%1: %2, of which %3 takes %4.</source>
        <translation>%1：%2，其中 %3 占 %4。</translation>
    </message>
    <message>
        <source>%1 prints the profile of %2 again: shown once.</source>
        <translation>%1 再次打印了 %2 的剖析结果：只显示一次。</translation>
    </message>
    <message>
        <source>The file has calls of a GPU’s interface (%1), none of which gives it work, and nothing that the GPU did.</source>
        <translation>文件中有对 GPU 接口的调用（%1 次），其中没有一次给它派发工作，也没有 GPU 所做的任何工作。</translation>
    </message>
    <message>
        <source>near the limit of a cache or the memory (%1 %): faster only with fewer bytes or requests for it</source>
        <translation>接近某级缓存或显存的上限（%1 %）：只有更少的字节或请求才会更快</translation>
    </message>
    <message>
        <source>a profile of gprof</source>
        <translation>gprof 的剖析文件</translation>
    </message>
    <message>
        <source>a pointer of Git LFS, not the file itself</source>
        <translation>Git LFS 的指针，不是文件本身</translation>
    </message>
    <message>
        <source>fetch the file with git lfs pull and open it again</source>
        <translation>用 git lfs pull 取得该文件后再打开</translation>
    </message>
    <message>
        <source>%1 of %2 collectives of small messages, at most %3, take longer than these need, %4 at the median: at least %5 of that is waiting, not transfer.</source>
        <translation>%2 次小消息（不超过 %3）的集合通信中有 %1 次用时超过其所需，中位为 %4：其中至少 %5 是等待，而不是传输。</translation>
    </message>
    <message>
        <source>%1 of these %2 pass after the launch until the work begins.</source>
        <translation>这 %2 中有 %1 是从启动之后到工作开始之间。</translation>
    </message>
    <message>
        <source>The GPU is idle in %1 of %2, mostly although its next work was launched already: what it waits for is not in the recording</source>
        <translation>GPU 在%2中有 %1 的时间空闲，其中大部分时间下一个工作已经启动：它在等待什么，记录中没有</translation>
    </message>
    <message>
        <source>The GPU looks idle in %1 of %2: its next work was launched already, and is the first of its stream in the recording, which may still work off what was launched before</source>
        <translation>GPU 在%2中有 %1 的时间看似空闲：下一个工作已经启动，并且是其流在记录中的第一个，该流可能仍在处理录制之前启动的工作</translation>
    </message>
    <message>
        <source>idle time mostly between launches and the begin of their work</source>
        <translation>主要处于启动与其工作开始之间的空闲</translation>
    </message>
    <message>
        <source>%1 from the return of the launching call to the begin of its work</source>
        <translation>%1 处于启动调用返回到其工作开始之间</translation>
    </message>
    <message>
        <source>what fills more than half of it: profiler, capture, launch-call, latency, starting</source>
        <translation>填满其一半以上的是什么：profiler、capture、launch-call、latency、starting</translation>
    </message>
    <message>
        <source>Inconclusive: all %1 kernels that are in both run as often in both, and with those of one alone they take %2 in A and %3 in B.</source>
        <translation>没有定论：两者共有的 %1 个 kernel 在两者中运行次数都相同；连同只在一方中的 kernel，在 A 中共用时 %2，在 B 中共用时 %3。</translation>
    </message>
    <message>
        <source>The file has calls of a GPU’s interface (%1), and nothing that the GPU did: rocprofv3 records that with --kernel-trace and --memory-copy-trace, or with --sys-trace.</source>
        <translation>文件中有对 GPU 接口的调用（%1），却没有 GPU 所做的任何工作：rocprofv3 要用 --kernel-trace 和 --memory-copy-trace，或用 --sys-trace 才会录制。</translation>
    </message>
    <message>
        <source>The file&apos;s total on the device, %1, counts labels with their spans, %2, which are no work: the work takes %3. The file&apos;s percentages are of its total.</source>
        <translation>文件给出的设备总时间 %1 把标签的跨度 %2 也计算在内，而跨度不是工作：工作用时 %3。文件中的百分比是相对于它的总时间的。</translation>
    </message>
    <message>
        <source>The file lists calls of the CPU alone. What the GPU did stands in other files of the same recording: kernel_trace.csv, memory_copy_trace.csv.</source>
        <translation>文件只列出 CPU 的调用。GPU 做了什么写在同一次录制的其他文件中：kernel_trace.csv、memory_copy_trace.csv。</translation>
    </message>
    <message>
        <source>a table of torch&apos;s profiler whose columns are lost</source>
        <translation>列已经丢失的 torch 剖析器表格</translation>
    </message>
    <message>
        <source>copy it as the terminal shows it, with all of its lines, none of which is wrapped, or print it into a file: print(prof.key_averages().table(), file=open(&quot;table.txt&quot;, &quot;w&quot;))</source>
        <translation>请照终端所显示的原样复制全部各行（不要换行折断），或者打印到文件：print(prof.key_averages().table(), file=open(&quot;table.txt&quot;, &quot;w&quot;))</translation>
    </message>
    <message>
        <source>a Jupyter notebook whose outputs hold no table of a profiler</source>
        <translation>输出中没有剖析器表格的 Jupyter 笔记本</translation>
    </message>
    <message>
        <source>print one in a cell, print(prof.key_averages().table()), and save the notebook, or open the trace that the profiler exported</source>
        <translation>请在单元格中打印表格，print(prof.key_averages().table())，并保存笔记本；或者打开剖析器导出的跟踪</translation>
    </message>
    <message>
        <source>In all it is idle in %1.</source>
        <translation>总共有 %1 的时间空闲。</translation>
    </message>
    <message>
        <source>All layers</source>
        <translation>所有层</translation>
    </message>
    <message>
        <source>By the profiler&apos;s own times %1 collectives and transfers take %2, added up; it does not tell waiting from moving data in them.</source>
        <translation>按剖析器自己的时间，%1 次集合通信与传输相加用时 %2；其中等待与数据传输没有分开。</translation>
    </message>
    <message>
        <source>By the profiler&apos;s own times %1 collectives and transfers take %2, added up: %3 is waiting for other ranks, %4 is moving data.</source>
        <translation>按剖析器自己的时间，%1 次集合通信与传输相加用时 %2：其中 %3 在等待其他 rank，%4 在传输数据。</translation>
    </message>
    <message>
        <source>Collectives and transfers, of %1 added up</source>
        <translation>集合通信与传输，相加共 %1</translation>
    </message>
    <message>
        <source>%1 GB/s (%2, %3)</source>
        <translation>%1 GB/s（%2，%3）</translation>
    </message>
    <message>
        <source>The link between two ranks moves data at %1.</source>
        <translation>两个 rank 之间的链路以 %1 传输数据。</translation>
    </message>
    <message>
        <source>Links between ranks move data at %1 to %2.</source>
        <translation>rank 之间的链路以 %1 至 %2 传输数据。</translation>
    </message>
    <message>
        <source>At most %1 of the device&apos;s memory are reserved.</source>
        <translation>设备内存最多保留 %1。</translation>
    </message>
    <message>
        <source>A step takes %1 (forward %2, backward %3, update %4), %5 per GPU.</source>
        <translation>一个步骤用时 %1（前向 %2，反向 %3，更新 %4），每个 GPU %5。</translation>
    </message>
    <message>
        <source>A forward pass takes %1, %2 per GPU.</source>
        <translation>一次前向用时 %1，每个 GPU %2。</translation>
    </message>
    <message>
        <source>All kernels together take %1 in %2 dispatches; of single ones nothing is in the file.</source>
        <translation>所有 kernel 在 %2 次派发中共用时 %1；文件中没有单个 kernel 的信息。</translation>
    </message>
    <message>
        <source>Calls, of %1 on the CPU</source>
        <translation>调用，CPU 上共 %1</translation>
    </message>
    <message>
        <source>The file lists calls of the CPU, not the work of the device.</source>
        <translation>文件列出的是 CPU 的调用，而不是设备的工作。</translation>
    </message>
    <message>
        <source>Of theoretical occupancy</source>
        <translation>占理论占用率</translation>
    </message>
    <message>
        <source>Achieved occupancy in percent of the theoretical one</source>
        <translation>实际占用率占理论占用率的百分比</translation>
    </message>
    <message>
        <source>a table of PaddlePaddle&apos;s first profiler</source>
        <translation>PaddlePaddle 早期剖析器的表格</translation>
    </message>
    <message>
        <source>record with paddle.profiler.Profiler and export_chrome_tracing, and open the .json that it writes</source>
        <translation>请用 paddle.profiler.Profiler 和 export_chrome_tracing 录制，并打开它写出的 .json</translation>
    </message>
    <message>
        <source>a table of nccl-tests or rccl-tests, which measure collectives and record nothing</source>
        <translation>nccl-tests 或 rccl-tests 的表格，它们测量集合通信，不作录制</translation>
    </message>
    <message>
        <source>a result of a benchmark of serving, which has no times of kernels</source>
        <translation>推理服务基准测试的结果，其中没有 kernel 的时间</translation>
    </message>
    <message>
        <source>a table of CUDA.jl&apos;s profiler</source>
        <translation>CUDA.jl 剖析器的表格</translation>
    </message>
    <message>
        <source>run it under Nsight Systems, with CUDA.@profile external=true: nsys profile -o NAME julia PROGRAM, and open NAME.nsys-rep</source>
        <translation>请在 Nsight Systems 下运行并使用 CUDA.@profile external=true：nsys profile -o NAME julia PROGRAM，然后打开 NAME.nsys-rep</translation>
    </message>
    <message>
        <source>a table of vLLM&apos;s layerwise profiler as print_layerwise_table.py prints it</source>
        <translation>vLLM 逐层剖析器的表格，由 print_layerwise_table.py 打印</translation>
    </message>
    <message>
        <source>open the file that its --json wrote</source>
        <translation>请打开其 --json 写出的文件</translation>
    </message>
    <message>
        <source>a table that rocprof-compute (omniperf) analyze prints</source>
        <translation>rocprof-compute（omniperf）analyze 打印的表格</translation>
    </message>
    <message>
        <source>a table of IntelliPerf, which has figures of single kernels</source>
        <translation>IntelliPerf 的表格，其中是单个 kernel 的数值</translation>
    </message>
    <message>
        <source>a table of DeepSpeed&apos;s log of communication, which has no kernels</source>
        <translation>DeepSpeed 通信日志的表格，其中没有 kernel</translation>
    </message>
    <message>
        <source>times of llama.cpp, which has none of kernels</source>
        <translation>llama.cpp 的时间，其中没有 kernel 的时间</translation>
    </message>
    <message>
        <source>a summary of MLPerf, which has no times of kernels</source>
        <translation>MLPerf 的摘要，其中没有 kernel 的时间</translation>
    </message>
    <message>
        <source>a table of PEAK</source>
        <translation>PEAK 的表格</translation>
    </message>
    <message>
        <source>unnamed kernel</source>
        <translation>未命名的 kernel</translation>
    </message>
    <message>
        <source>The largest in its rows is %1: %2 (%3).</source>
        <translation>各行中最大的是 %1：%2（%3）。</translation>
    </message>
    <message>
        <source>Layers of the engine, of about %1 in a run, of which %2 are in its rows</source>
        <translation>引擎的层，一次运行约 %1，其中 %2 在这些行中</translation>
    </message>
    <message>
        <source>A run of the engine takes about %1 in its layers, by the file&apos;s own shares, of which %2 are in its rows.</source>
        <translation>按文件自己的占比，引擎一次运行在各层中约用时 %1，其中 %2 在这些行中。</translation>
    </message>
    <message>
        <source>of %1 of GPU time by the file&apos;s total, of which %2 are in its rows</source>
        <translation>按文件的总时间，GPU 时间 %1，其中 %2 在这些行中</translation>
    </message>
    <message>
        <source>The largest part in the rows is %1, with what it launches itself: %2 of the %3 of GPU time by the file&apos;s total.</source>
        <translation>各行中最大的部分是 %1，连同它自己启动的工作：按文件的总时间，占 GPU 时间 %3 的 %2。</translation>
    </message>
    <message>
        <source>The largest part in the rows is %1: %2 of the %3 of GPU time by the file&apos;s total.</source>
        <translation>各行中最大的部分是 %1：按文件的总时间，占 GPU 时间 %3 的 %2。</translation>
    </message>
    <message>
        <source>launched by a HIP graph</source>
        <translation>由 HIP graph 启动</translation>
    </message>
    <message>
        <source>there are no files in this folder</source>
        <translation>此文件夹中没有文件</translation>
    </message>
    <message>
        <source>Operators by self time, of %1 on the CPU</source>
        <translation>按自身用时的算子，CPU 上共 %1</translation>
    </message>
    <message>
        <source>%1 is neither, which it calls idle.</source>
        <translation>%1 两者都不是，剖析器称之为空闲。</translation>
    </message>
    <message>
        <source>Operators take %1 of self time on the device.</source>
        <translation>算子在设备上的自身用时为 %1。</translation>
    </message>
    <message>
        <source>Operators by self time, of %1 on the device</source>
        <translation>按自身用时的算子，设备上共 %1</translation>
    </message>
    <message>
        <source>What the rest of it waits for is not in the recording.</source>
        <translation>其余部分在等待什么，录制中没有。</translation>
    </message>
    <message>
        <source>Operators by self time, of %1 on %2 by the file&apos;s total, of which %3 are in these rows</source>
        <translation>按自身用时的算子，按文件的总时间，%2 上共 %1，其中 %3 在这些行中</translation>
    </message>
    <message>
        <source>Operators by self time, of about %1 on the CPU by the file&apos;s own shares, of which %2 are in these rows</source>
        <translation>按自身用时的算子，按文件自己的占比，CPU 上约 %1，其中 %2 在这些行中</translation>
    </message>
    <message>
        <source>%1: the rows hold %2 of the file&apos;s total of %3 of GPU time; percentages are of the rows.</source>
        <translation>%1：各行占文件给出的 GPU 总时间 %3 的 %2；百分比是相对于各行的。</translation>
    </message>
    <message>
        <source>%1: by the file&apos;s own percentages the rows hold %2 of about %3 of GPU time; the percentages here are of the rows.</source>
        <translation>%1：按文件自己的百分比，各行约占 GPU 时间 %3 的 %2；这里的百分比是相对于各行的。</translation>
    </message>
    <message>
        <source>slices that begin in [from_ns, to_ns), summed by name and category; totals: of the whole run</source>
        <translation>开始于 [from_ns, to_ns) 的切片，按名称和类别求和；totals：整个运行的</translation>
    </message>
    <message>
        <source>what the category means, as in slice</source>
        <translation>类别的含义，与 slice 中相同</translation>
    </message>
    <message>
        <source>how many slices</source>
        <translation>切片的个数</translation>
    </message>
    <message>
        <source>the sum of their durations, also beyond to_ns</source>
        <translation>其时长之和，包括 to_ns 之后的部分</translation>
    </message>
    <message>
        <source>the shortest</source>
        <translation>最短的</translation>
    </message>
    <message>
        <source>the longest</source>
        <translation>最长的</translation>
    </message>
    <message>
        <source>%1 less</source>
        <translation>少 %1</translation>
    </message>
    <message>
        <source>GPU work in B: %1; %2 (%3): %4, all else: %5.</source>
        <translation>B 的 GPU 工作：%1；%2（%3）：%4，其余：%5。</translation>
    </message>
    <message>
        <source>%1 × in both</source>
        <translation>两者均 %1 ×</translation>
    </message>
    <message>
        <source>%1 × → %2 ×</source>
        <translation>%1 × → %2 ×</translation>
    </message>
    <message>
        <source>The file has calls of a GPU’s interface (%1), and nothing that the GPU did: calls failed, and what was recorded of a context until then is lost with it.</source>
        <translation>文件中有对 GPU 接口的调用（%1），却没有 GPU 所做的任何工作：有调用失败，此前对该上下文的录制随之丢失。</translation>
    </message>
    <message>
        <source>The file&apos;s total on the device, %1, counts waits of the CPU (Stream Sync and the like), %2, which are no work: %3 are left. The file&apos;s percentages are of its total.</source>
        <translation>文件给出的设备总时间 %1 把 CPU 的等待（Stream Sync 等）%2 也计算在内，而等待不是工作：剩余 %3。文件中的百分比是相对于它的总时间的。</translation>
    </message>
    <message>
        <source>The file lists ranges that the program has marked. What the GPU did in them stands in other files of the same recording: kernel_trace.csv, memory_copy_trace.csv.</source>
        <translation>文件列出的是程序标记的区间。GPU 在其中做了什么写在同一次录制的其他文件中：kernel_trace.csv、memory_copy_trace.csv。</translation>
    </message>
    <message>
        <source>open the pmc_perf.csv of the workload’s folder</source>
        <translation>请打开该 workload 文件夹中的 pmc_perf.csv</translation>
    </message>
    <message>
        <source>rows of the events view of Nsight Systems&apos; window, which are a part of its report</source>
        <translation>Nsight Systems 窗口事件视图中的行，只是其报告的一部分</translation>
    </message>
    <message>
        <source>open the .nsys-rep, or print them all: nsys stats --report cuda_gpu_trace --format csv REPORT.nsys-rep</source>
        <translation>打开 .nsys-rep，或将其全部打印：nsys stats --report cuda_gpu_trace --format csv REPORT.nsys-rep</translation>
    </message>
    <message>
        <source>The longest of %2 moves %3 at %4 GB/s.</source>
        <translation>%2 中最长的一次传输 %3，速率 %4 GB/s。</translation>
    </message>
    <message>
        <source>%1 of %2 comparable periods take more than 1.5 × their median, together %3 more than it; the longest %4.</source>
        <translation>%2 个可比较的周期中有 %1 个超过其中位数的 1.5 倍，合计多出 %3；最长 %4。</translation>
    </message>
    <message>
        <source>Try: look at its kernels with %1: tiles that do not divide the shape, layouts, another library.</source>
        <translation>可尝试：用 %1 查看其 kernel：不能整除形状的分块、数据布局、其他库。</translation>
    </message>
    <message>
        <source>a profiler of kernels</source>
        <translation>kernel 剖析器</translation>
    </message>
    <message>
        <source>Try: more blocks (a larger batch, split-k, split-kv), or run it beside other work.</source>
        <translation>可尝试：增加线程块（更大的批次、split-k、split-kv），或与其他工作同时运行。</translation>
    </message>
    <message>
        <source>The file lists kernels, but their times could not be read.</source>
        <translation>文件列出了 kernel，但无法读取它们的时间。</translation>
    </message>
    <message>
        <source>No event of the file has a time that can be used.</source>
        <translation>文件中没有一个事件的时间可用。</translation>
    </message>
    <message>
        <source>By the profiler&apos;s own times the ranks together spend %1 in collectives and transfers (%2 ×): rank %3 waits longest for others, %4, rank %5 least, %6.</source>
        <translation>按剖析器自己的时间，各 rank 在集合通信与传输中合计用时 %1（%2 次）：rank %3 等待其他 rank 的时间最长，为 %4，rank %5 最短，为 %6。</translation>
    </message>
    <message>
        <source>At most the allocator reserves %1 of the device&apos;s memory, and has given out %2.</source>
        <translation>分配器最多保留设备内存 %1，已分配出 %2。</translation>
    </message>
    <message>
        <source>The process holds up to %1.</source>
        <translation>进程最多占用 %1。</translation>
    </message>
    <message>
        <source>The most time goes to %1: %2 (%3 ×), %4.</source>
        <translation>用时最多的是 %1：%2（%3 次），%4。</translation>
    </message>
    <message>
        <source>Beside it pages of unified memory are copied for %1: %2 to the device, %3 to the host.</source>
        <translation>此外，统一内存的页面拷贝用时 %1：%2 拷到设备，%3 拷到主机。</translation>
    </message>
    <message>
        <source>Ranges by self time, of %1 on the CPU</source>
        <translation>按自身用时的区间，CPU 上共 %1</translation>
    </message>
    <message>
        <source>Inconclusive: kernels that run as often in both take %1 in A and %2 in B. Most of the difference is %3, %4 × in both: its median call takes %5 in A and %6 in B, which is more than its calls differ among themselves.</source>
        <translation>没有定论：两者中运行次数相同的 kernel 在 A 中用时 %1，在 B 中用时 %2。差异主要来自 %3（两者均 %4 次）：其单次中位用时在 A 中为 %5，在 B 中为 %6，超出其各次调用之间的差别。</translation>
    </message>
    <message>
        <source>There are too many counters for a table of them; they are left out.</source>
        <translation>计数器太多，无法列成表格；已略去。</translation>
    </message>
    <message>
        <source>%1 of the %2 steps have at least 1.5 × the GPU work of this one, together %3 of that of all steps.</source>
        <translation>%2 个步骤中有 %1 个的 GPU 工作至少是此步骤的 1.5 倍，合计占所有步骤的 %3。</translation>
    </message>
</context>
<context>
    <name>DiagnosticReport</name>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>How many times it occurred</source>
        <translation>出现的次数</translation>
    </message>
    <message>
        <source>First byte</source>
        <translation>首个字节</translation>
    </message>
    <message>
        <source>Place of the first one in the unpacked content</source>
        <translation>首次出现在解压内容中的位置</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>Begin of the time that it concerns, since the run&apos;s first event</source>
        <translation>所涉及时间的开始，自首个事件起</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
    <message>
        <source>End of the time that it concerns, since the run&apos;s first event</source>
        <translation>所涉及时间的结束，自首个事件起</translation>
    </message>
    <message>
        <source>What it means</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>诊断结果</translation>
    </message>
    <message>
        <source>First one, as in the file</source>
        <translation>首例（文件原文）</translation>
    </message>
</context>
<context>
    <name>FillReport</name>
    <message>
        <source>Slices</source>
        <translation>切片</translation>
    </message>
    <message>
        <source>Instants</source>
        <translation>瞬时事件</translation>
    </message>
    <message>
        <source>Flows</source>
        <translation>流箭头</translation>
    </message>
    <message>
        <source>Counters</source>
        <translation>计数器</translation>
    </message>
    <message>
        <source>Python file</source>
        <translation>Python 文件</translation>
    </message>
    <message>
        <source>What fills the file</source>
        <translation>文件的构成</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Category or file</source>
        <translation>类别或文件</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Of events</source>
        <translation>占事件</translation>
    </message>
    <message>
        <source>Of all events that are not metadata; functions of Python files are in their category too</source>
        <translation>占所有非元数据事件；Python 文件中的函数也计入其类别</translation>
    </message>
</context>
<context>
    <name>GapReport</name>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Since the run&apos;s first event</source>
        <translation>自该运行的第一个事件起</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>%1, %2 before the work began</source>
        <comment>call, time</comment>
        <translation>%1，比工作开始早 %2</translation>
    </message>
    <message>
        <source>%1 without a recorded call on the launching thread, then %2</source>
        <translation>启动线程 %1 无调用记录，随后是 %2</translation>
    </message>
    <message>
        <source>%1 in %2, then %3</source>
        <comment>time, call, call</comment>
        <translation>%1 在 %2 中，随后是 %3</translation>
    </message>
    <message>
        <source>Ended by</source>
        <translation>结束于</translation>
    </message>
    <message>
        <source>The GPU work that starts after it</source>
        <translation>其后开始的 GPU 工作</translation>
    </message>
    <message>
        <source>Of idle</source>
        <translation>占空闲</translation>
    </message>
    <message>
        <source>Of the device&apos;s idle time</source>
        <translation>占该设备的空闲时间</translation>
    </message>
    <message>
        <source>Blocking call</source>
        <translation>阻塞调用</translation>
    </message>
    <message>
        <source>Launched late</source>
        <translation>启动过晚</translation>
    </message>
    <message>
        <source>Launched before</source>
        <translation>已提前启动</translation>
    </message>
    <message>
        <source>Gaps</source>
        <translation>空隙</translation>
    </message>
    <message>
        <source>Causes of idle time</source>
        <translation>空闲时间的原因</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>%1 in %2 × %3</source>
        <comment>time, count, call</comment>
        <translation>%2 × %3 用时 %1</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <comment>time, call</comment>
        <translation>%2 用时 %1</translation>
    </message>
    <message>
        <source>The call that blocks; what the launching thread did in more than half of the gap; or when the early launch was</source>
        <translation>阻塞的调用；启动线程在大半空隙中所做的事；或提前启动的时刻</translation>
    </message>
    <message>
        <source>Of it in the evidence</source>
        <translation>其中依据所占</translation>
    </message>
    <message>
        <source>How long the evidence runs within the gap</source>
        <translation>依据在空隙内运行的时长</translation>
    </message>
    <message>
        <source>Source line</source>
        <translation>源代码行</translation>
    </message>
    <message>
        <source>The own Python function around the evidence</source>
        <translation>依据所在的自己的 Python 函数</translation>
    </message>
    <message>
        <source>Made of</source>
        <translation>组成</translation>
    </message>
    <message>
        <source>What the launching thread did, where nothing covers more than half of the gap</source>
        <translation>没有任何一项占空隙的大半时，启动线程所做的事</translation>
    </message>
    <message>
        <source>Launched by</source>
        <translation>启动者</translation>
    </message>
    <message>
        <source>The operator, function or call that launches the next work</source>
        <translation>启动下一个工作的算子、函数或调用</translation>
    </message>
    <message>
        <source>%1 within %2 without a recorded call in it, then %3</source>
        <comment>time, function or step, call</comment>
        <translation>%2 中 %1 无调用记录，随后是 %3</translation>
    </message>
    <message>
        <source>no one call in most of it: %1; then %2</source>
        <comment>list of times and calls, call</comment>
        <translation>没有哪个调用占其大半：%1；随后是 %2</translation>
    </message>
    <message>
        <source>Filled by</source>
        <translation>由何占据</translation>
    </message>
    <message>
        <source>What fills more than half of the gap, where that is known: the profiler, the capture of a graph, the launching call, or the time that a launch takes</source>
        <translation>已知时：占空隙一半以上的是什么——剖析器、图的捕获、启动调用本身，或启动所需的时间</translation>
    </message>
    <message>
        <source>The profiler works</source>
        <translation>剖析器在工作</translation>
    </message>
    <message>
        <source>A graph is captured</source>
        <translation>正在捕获图</translation>
    </message>
    <message>
        <source>The launching call itself</source>
        <translation>启动调用本身</translation>
    </message>
    <message>
        <source>Launched just before</source>
        <translation>刚刚启动</translation>
    </message>
    <message>
        <source>Cause not known</source>
        <translation>原因未知</translation>
    </message>
    <message>
        <source>the launch of the next work is not in the file</source>
        <translation>下一个工作的启动不在文件中</translation>
    </message>
    <message>
        <source>the next work is a migration of unified memory, which no call launches</source>
        <translation>下一个工作是统一内存的迁移，不由任何调用启动</translation>
    </message>
    <message>
        <source>Begins late after its launch</source>
        <translation>启动后很晚才开始</translation>
    </message>
</context>
<context>
    <name>HistoryReport</name>
    <message>
        <source>too few before it</source>
        <translation>此前的运行太少</translation>
    </message>
    <message>
        <source>inside</source>
        <translation>范围内</translation>
    </message>
    <message>
        <source>above the band</source>
        <translation>高于波动范围</translation>
    </message>
    <message>
        <source>below the band</source>
        <translation>低于波动范围</translation>
    </message>
    <message>
        <source>no unit</source>
        <translation>没有单元</translation>
    </message>
    <message>
        <source>computation</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>exposed communication</source>
        <translation>未掩盖通信</translation>
    </message>
    <message>
        <source>exposed copies</source>
        <translation>未掩盖拷贝</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单元</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Band from</source>
        <translation>波动范围从</translation>
    </message>
    <message>
        <source>Of up to 20 runs before it</source>
        <translation>由此前最多 20 次运行得出</translation>
    </message>
    <message>
        <source>to</source>
        <translation>到</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Parts outside</source>
        <translation>超出范围的部分</translation>
    </message>
</context>
<context>
    <name>InstanceReport</name>
    <message>
        <source>No. of step</source>
        <translation>步骤序号</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Since the run&apos;s first event</source>
        <translation>自本次运行的第一个事件起</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>Of GPU work; operators: their thread</source>
        <translation>GPU 工作的流；算子则为其线程</translation>
    </message>
    <message>
        <source>Its number in the list of steps, from 1</source>
        <translation>在步骤列表中的编号，从 1 开始</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Inferred: the names of the kernels repeat</source>
        <translation>推断：kernel 名称重复</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>The innermost one</source>
        <translation>最内层的</translation>
    </message>
    <message>
        <source>Input shapes</source>
        <translation>输入形状</translation>
    </message>
    <message>
        <source>Of operators</source>
        <translation>算子的</translation>
    </message>
    <message>
        <source>Begin of the launching call to begin of the work</source>
        <translation>从启动调用开始到工作开始</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>p50</source>
        <translation>p50</translation>
    </message>
    <message>
        <source>Median duration</source>
        <translation>时长中位数</translation>
    </message>
    <message>
        <source>p95</source>
        <translation>p95</translation>
    </message>
    <message>
        <source>95 % of the durations are not longer</source>
        <translation>95 % 的时长不超过此值</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Instances</source>
        <translation>实例</translation>
    </message>
    <message>
        <source>They have %1 different names.</source>
        <translation>它们有 %1 个不同的名称。</translation>
    </message>
    <message>
        <source>Durations</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Its begin, since the run&apos;s first event</source>
        <translation>其开始，自本次运行的第一个事件起</translation>
    </message>
    <message>
        <source>Slowest at</source>
        <translation>最慢者位于</translation>
    </message>
    <message>
        <source>Median at</source>
        <translation>中位者位于</translation>
    </message>
    <message>
        <source>Fastest at</source>
        <translation>最快者位于</translation>
    </message>
    <message>
        <source>Launch to start</source>
        <translation>启动到开始</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>线程</translation>
    </message>
</context>
<context>
    <name>JobCompareReport</name>
    <message numerus="yes">
        <source>Inconclusive: %n rank(s) have no partner in the other job.</source>
        <translation>
            <numerusform>无法判定：%n 个 rank 在另一作业中没有对应者。</numerusform>
        </translation>
    </message>
    <message>
        <source>Inconclusive: of steps that all ranks have there are %1 in A and %2 in B; at least %3 of each are needed.</source>
        <translation>无法判定：所有 rank 都有的步骤在 A 中有 %1 个，在 B 中有 %2 个；两边至少各需 %3 个。</translation>
    </message>
    <message>
        <source>No difference beyond the noise: a step takes %1; a change counts beyond %2.</source>
        <translation>差异未超出噪声：每步 %1；变化须超过 %2 才算数。</translation>
    </message>
    <message>
        <source>B takes longer: %1 a step, %2 more. (Medians of %3 and %4 steps, each as long as its longest rank.)</source>
        <translation>B 更慢：每步 %1，多 %2。（%3 与 %4 个步骤的中位数，每步以其最长的 rank 计。）</translation>
    </message>
    <message>
        <source>B is faster: %1 a step, %2 less. (Medians of %3 and %4 steps, each as long as its longest rank.)</source>
        <translation>B 更快：每步 %1，少 %2。（%3 与 %4 个步骤的中位数，每步以其最长的 rank 计。）</translation>
    </message>
    <message>
        <source>computes</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>transfers</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>copies</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>A mean rank, per step: %1.</source>
        <translation>平均每个 rank 每步：%1。</translation>
    </message>
    <message>
        <source>The devices differ: %1 | %2.</source>
        <translation>设备不同：%1 | %2。</translation>
    </message>
    <message>
        <source>nobody that can be shown</source>
        <translation>无可证明者</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Step length</source>
        <translation>步骤长度</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Transfers</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Ranks of two jobs</source>
        <translation>两个作业的 rank</translation>
    </message>
    <message>
        <source>Who holds the others up: in A %1, in B %2.</source>
        <translation>拖慢其他 rank 的：A 中 %1，B 中 %2。</translation>
    </message>
    <message>
        <source>Of the step of median length, of two the shorter</source>
        <translation>以时长居中的步骤为准；居中的有两个时取较短者</translation>
    </message>
    <message>
        <source>exposed communication</source>
        <translation>未掩盖通信</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Of the step of median length, of two the shorter: a part of the exposed communication, where that is known</source>
        <translation>属于长度为中位数的步骤（两者取较短）：未掩盖通信的一部分（若可知）</translation>
    </message>
</context>
<context>
    <name>JobFileReport</name>
    <message>
        <source>rank</source>
        <translation>rank</translation>
    </message>
    <message>
        <source>The trace is cut.</source>
        <translation>跟踪被截断。</translation>
    </message>
    <message>
        <source>table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>no rank</source>
        <translation>不是 rank</translation>
    </message>
    <message>
        <source>left aside</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>Files of the job</source>
        <translation>作业的文件</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Is</source>
        <translation>属于</translation>
    </message>
    <message>
        <source>rank: of the job; table: of a profiler, opens as a run of its own; no rank: see why; left aside: no file that can be opened</source>
        <translation>rank：属于作业；表格：剖析器的表格，可单独打开；不是 rank：见原因；未使用：不是可打开的文件</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>流水线阶段</translation>
    </message>
    <message>
        <source>Of a pipeline: the folder&apos;s name</source>
        <translation>来自文件夹名</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
</context>
<context>
    <name>JobSentences</name>
    <message>
        <source>%1 of a step (%2)</source>
        <translation>每步 %1（%2）</translation>
    </message>
    <message>
        <source>%1 holds the others up by %2: it computes %3 a step longer than they do, most of it in %4. It costs most in %5 of %6 steps.</source>
        <translation>%1 拖慢其他 rank %2：它每步多计算 %3，主要在 %4。在 %6 个步骤中的 %5 个里，它的代价最大。</translation>
    </message>
    <message>
        <source>no single stage</source>
        <translation>多个阶段</translation>
    </message>
    <message>
        <source>A call of %1 takes %2 times as long there.</source>
        <translation>%1 的一次调用在该 rank 上耗时为其他 rank 的 %2 倍。</translation>
    </message>
    <message>
        <source>%1 holds the others up by %2: its GPU waits %3 a step longer for its host (late launches, blocking calls). It costs most in %4 of %5 steps.</source>
        <translation>%1 拖慢其他 rank %2：它的 GPU 每步多等待主机 %3（启动过晚、阻塞调用）。在 %5 个步骤中的 %4 个里，它的代价最大。</translation>
    </message>
    <message>
        <source>The transfers of %1 take %2 times as long as those of the others: a slow link. That costs %3.</source>
        <translation>%1 的传输耗时为其他 rank 的 %2 倍：链路较慢。代价为%3。</translation>
    </message>
    <message>
        <source>%1 holds the others up by %2: it begins its collectives later; the recordings do not tell why. It costs most in %3 of %4 steps.</source>
        <translation>%1 拖慢其他 rank %2：它更晚开始集合通信，记录中看不出原因。在 %4 个步骤中的 %3 个里，它的代价最大。</translation>
    </message>
    <message>
        <source>No rank can be shown to hold the others up: none is last often enough, or costs 2 % of a step.</source>
        <translation>不能证明有 rank 拖慢其他 rank：没有一个足够经常地最后到达，或代价达到一步的 2 %。</translation>
    </message>
    <message>
        <source>One rank: there is nothing to compare.</source>
        <translation>只有一个 rank：没有可比较的对象。</translation>
    </message>
    <message>
        <source>The clocks of the ranks are not calibrated: no times of two ranks are compared.</source>
        <translation>各 rank 的时钟未校准：不比较不同 rank 的时间。</translation>
    </message>
    <message>
        <source>The clocks of %1 of %2 ranks are known (± %3); times of the others are not compared.</source>
        <translation>%2 个 rank 中有 %1 个的时钟已知（± %3）；其余 rank 的时间不作比较。</translation>
    </message>
    <message>
        <source>All clocks are known, ± %1.</source>
        <translation>所有时钟均已知，± %1。</translation>
    </message>
    <message>
        <source>All ranks have one clock.</source>
        <translation>所有 rank 使用同一时钟。</translation>
    </message>
    <message>
        <source>%1 by group and sequence number</source>
        <translation>按通信组和序号 %1 个</translation>
    </message>
    <message>
        <source>%1 by group and order</source>
        <translation>按通信组和顺序 %1 个</translation>
    </message>
    <message>
        <source>Collectives matched: %1.</source>
        <translation>已匹配的集合通信：%1。</translation>
    </message>
    <message>
        <source>%1 of the %2 ranks of the job are missing.</source>
        <translation>作业的 %2 个 rank 中缺少 %1 个。</translation>
    </message>
    <message numerus="yes">
        <source>The traces of %n rank(s) are cut: what is missing may hold more.</source>
        <translation>
            <numerusform>%n 个 rank 的跟踪不完整：缺失部分可能还有内容。</numerusform>
        </translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>contradictory</source>
        <translation>矛盾</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>same file</source>
        <translation>同一文件</translation>
    </message>
    <message>
        <source>fitted</source>
        <translation>已拟合</translation>
    </message>
    <message numerus="yes">
        <source>%n collective(s) of single ranks without a partner.</source>
        <translation>
            <numerusform>单个 rank 上有 %n 个集合通信找不到对应。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 computes %2 times as long as the other ranks (%3 against %4 a step, in %5 of %6 steps), most of the difference in %7. No collective tells what that costs the job; `replay` does.</source>
        <translation>%1 的计算时间是其他 rank 的 %2 倍（每步 %3 对 %4，%6 步中的 %5 步），差异主要在 %7。没有集合通信说明这使作业损失多少；`replay` 可以。</translation>
    </message>
    <message>
        <source>%1 by group and time</source>
        <translation>按组和时间 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n collective(s) could not be matched with those of other ranks.</source>
        <translation>
            <numerusform>%n 个集合通信无法与其他 rank 的匹配。</numerusform>
        </translation>
    </message>
    <message>
        <source>Ranks have several traces, of several jobs or times.</source>
        <translation>有的 rank 有多个跟踪，来自多个作业或时间。</translation>
    </message>
    <message numerus="yes">
        <source>Which rank holds the others up is not known: that takes at least %n steps.</source>
        <translation>
            <numerusform>不知道哪个 rank 拖住了其他 rank：至少需要 %n 个步骤。</numerusform>
        </translation>
    </message>
    <message>
        <source>Which rank holds the others up is not known: the ranks have different numbers of steps, so that no step of one belongs to one of another.</source>
        <translation>不知道哪个 rank 拖住了其他 rank：各 rank 的步骤数不同，彼此的步骤对不上。</translation>
    </message>
    <message>
        <source>Which rank holds the others up is not known: no collective that all ranks wait in could be matched.</source>
        <translation>不知道哪个 rank 拖住了其他 rank：没有一个所有 rank 都在其中等待的集合通信可以对上。</translation>
    </message>
    <message>
        <source>Which rank holds the others up is not known: ranks have several traces, of several jobs or times.</source>
        <translation>不知道哪个 rank 拖住了其他 rank：同一 rank 有几份跟踪，来自不同的作业或时间。</translation>
    </message>
    <message>
        <source>Which rank holds the others up is not known: ranks of the groups are missing, and one of them may be the last.</source>
        <translation>不知道哪个 rank 拖住了其他 rank：组中缺少一些 rank，最晚到的可能就在其中。</translation>
    </message>
    <message>
        <source>Which rank holds the others up is not known: the collectives do not tell how the clocks of all ranks lie.</source>
        <translation>不知道哪个 rank 拖住了其他 rank：集合通信没有说明所有 rank 的时钟关系。</translation>
    </message>
    <message>
        <source>Collectives tell other clocks only ± %1, which is more than half of what these collectives last at the median.</source>
        <translation>集合通信只能把其他时钟确定到 ± %1，超过这些集合通信中位时长的一半。</translation>
    </message>
    <message>
        <source>coarse</source>
        <translation>粗略</translation>
    </message>
    <message>
        <source>%1 in %2 (%3, %4)</source>
        <translation>%1 共 %2 次（%3，%4）</translation>
    </message>
    <message>
        <source>Of %1 collectives that all ranks of a group wait in, the last one was %2: so much sooner they could have ended had it come with the second-last. Fewer than %3 steps do not tell whether that is always so.</source>
        <translation>在组内所有 rank 都会等待的 %1 次集合通信中，最后到达的是 %2：若它与倒数第二个同时到达，这些通信本可提前这么多结束。不足 %3 个步骤，无法判断是否总是如此。</translation>
    </message>
</context>
<context>
    <name>KernelReport</name>
    <message>
        <source>Work that intersects the range counts; its time is clipped to the range.</source>
        <translation>与范围相交的工作计入；其时间按范围截取。</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Grid / shape</source>
        <translation>网格 / 形状</translation>
    </message>
    <message>
        <source>Launch grid or input shape, when the table is split by it</source>
        <translation>按启动网格或输入形状拆分时的取值</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>Sum of durations. %1</source>
        <translation>时长之和。%1</translation>
    </message>
    <message>
        <source>Self elapsed</source>
        <translation>独占净用时</translation>
    </message>
    <message>
        <source>Time by which this work extends the GPU&apos;s busy time: what runs under other work counts 0</source>
        <translation>该工作使 GPU 忙碌时间延长的部分：被其他工作覆盖的部分计 0</translation>
    </message>
    <message>
        <source>GPU busy</source>
        <translation>GPU 忙碌</translation>
    </message>
    <message>
        <source>Self elapsed as a share of the time in which any GPU was busy; all rows add up to 100 %</source>
        <translation>独占净用时占任一 GPU 忙碌时间的比例；所有行合计 100 %</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Shortest duration</source>
        <translation>最短时长</translation>
    </message>
    <message>
        <source>p50</source>
        <translation>p50</translation>
    </message>
    <message>
        <source>Median duration</source>
        <translation>时长中位数</translation>
    </message>
    <message>
        <source>p95</source>
        <translation>p95</translation>
    </message>
    <message>
        <source>95 % of the durations are not longer</source>
        <translation>95 % 的时长不超过此值</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Longest duration</source>
        <translation>最长时长</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Launch delay p50</source>
        <translation>启动延迟 p50</translation>
    </message>
    <message>
        <source>Median time from the end of the launching call to the start on the GPU</source>
        <translation>从启动调用结束到 GPU 开始执行的时间中位数</translation>
    </message>
    <message>
        <source>Launch delay max</source>
        <translation>启动延迟最大</translation>
    </message>
    <message>
        <source>Longest time from the end of the launching call to the start on the GPU</source>
        <translation>从启动调用结束到 GPU 开始执行的最长时间</translation>
    </message>
    <message>
        <source>Idle before</source>
        <translation>此前空闲</translation>
    </message>
    <message>
        <source>Sum of the gaps on the same stream right before its instances</source>
        <translation>同一流上紧接其各实例之前的空隙之和</translation>
    </message>
    <message>
        <source>Occupancy</source>
        <translation>占用率</translation>
    </message>
    <message>
        <source>Mean estimated achieved occupancy in percent, as the profiler wrote it</source>
        <translation>剖析器记录的平均估计实际占用率（百分比）</translation>
    </message>
    <message>
        <source>Blocks per SM</source>
        <translation>每 SM 块数</translation>
    </message>
    <message>
        <source>Mean blocks per SM, as the profiler wrote it</source>
        <translation>剖析器记录的每 SM 平均块数</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Total divided by count, without work that has no time</source>
        <translation>总计除以次数，不含没有时间的工作</translation>
    </message>
    <message>
        <source>%1 of the activities have no time in the file: they are only counted.</source>
        <translation>有 %1 个活动在文件中没有时间：只计次数。</translation>
    </message>
</context>
<context>
    <name>LayerReport</name>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Inferred: the names of the kernels repeat</source>
        <translation>推断：kernel 名称重复出现</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Since the run&apos;s first event</source>
        <translation>自该运行的第一个事件起</translation>
    </message>
    <message>
        <source>Extent</source>
        <translation>跨度</translation>
    </message>
    <message>
        <source>First start to last end</source>
        <translation>从第一个开始到最后一个结束</translation>
    </message>
    <message>
        <source>GPU work</source>
        <translation>GPU 工作</translation>
    </message>
    <message>
        <source>Summed durations</source>
        <translation>时长之和</translation>
    </message>
    <message>
        <source>Activities</source>
        <translation>活动数</translation>
    </message>
    <message>
        <source>Kernels, copies and fills</source>
        <translation>Kernel、拷贝和填充</translation>
    </message>
    <message>
        <source>Of layers</source>
        <translation>占各层</translation>
    </message>
    <message>
        <source>Of the summed durations in all layers</source>
        <translation>占所有层的时长之和</translation>
    </message>
    <message>
        <source>Layers are inferred from names of kernels that repeat. They cover %1 % of the GPU work; before them %2, after them %3.</source>
        <translation>层由重复的 kernel 名称推断。它们占 GPU 工作的 %1 %；其前 %2，其后 %3。</translation>
    </message>
    <message>
        <source>%1 (steps: %2): the layers take %3 of %4 of GPU time.</source>
        <translation>%1（步骤：%2）：各层占 %4 GPU 时间中的 %3。</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>推理阶段</translation>
    </message>
    <message>
        <source>As the profile numbers its modules</source>
        <translation>按剖析对模块的编号</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Of a step, of several the mean</source>
        <translation>一个步骤的；多个步骤时为均值</translation>
    </message>
    <message>
        <source>Of the phase</source>
        <translation>占该推理阶段</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Its call, with all below</source>
        <translation>其调用，含其下全部</translation>
    </message>
</context>
<context>
    <name>LimitsReport</name>
    <message>
        <source>Of the calls in the Limits tab</source>
        <translation>“上限”标签页中的调用</translation>
    </message>
    <message>
        <source>TFLOP/s</source>
        <translation>TFLOP/s</translation>
    </message>
    <message>
        <source>%1: FLOP by GPU time</source>
        <translation>%1：FLOP 除以 GPU 时间</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>%1: bytes by GPU time</source>
        <translation>%1：字节数除以 GPU 时间</translation>
    </message>
    <message>
        <source>Of limit</source>
        <translation>占上限</translation>
    </message>
    <message>
        <source>%1: time at the device&apos;s limit, of the GPU time</source>
        <translation>%1：设备上限下的时间占 GPU 时间的比例</translation>
    </message>
    <message>
        <source>Bound by</source>
        <translation>受限于</translation>
    </message>
    <message>
        <source>%1: what takes most of the time at the limit</source>
        <translation>%1：上限下占时间最多的因素</translation>
    </message>
    <message>
        <source>cache</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Input shapes</source>
        <translation>输入形状</translation>
    </message>
    <message>
        <source>The tensors among the arguments</source>
        <translation>参数中的张量</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>Calls with GPU work of their own</source>
        <translation>自身有 GPU 工作的调用</translation>
    </message>
    <message>
        <source>GPU time</source>
        <translation>GPU 时间</translation>
    </message>
    <message>
        <source>Kernels, sets and copies within the device</source>
        <translation>设备内的 kernel、置值和拷贝</translation>
    </message>
    <message>
        <source>Of GPU work</source>
        <translation>占 GPU 工作</translation>
    </message>
    <message>
        <source>GPU time, of that of all kernels, sets and copies within the device</source>
        <translation>GPU 时间占设备内全部 kernel、置值和拷贝时间的比例</translation>
    </message>
    <message>
        <source>Time at the limit, of the GPU time</source>
        <translation>上限下的时间占 GPU 时间的比例</translation>
    </message>
    <message>
        <source>Reached: FLOP by GPU time</source>
        <translation>实际达到：FLOP 除以 GPU 时间</translation>
    </message>
    <message>
        <source>Reached: bytes by GPU time</source>
        <translation>实际达到：字节数除以 GPU 时间</translation>
    </message>
    <message>
        <source>At the limit</source>
        <translation>上限下</translation>
    </message>
    <message>
        <source>GPU time if FLOP or bytes, whichever takes longer, ran at the device&apos;s peak</source>
        <translation>FLOP 与字节数中耗时较长者以设备峰值运行时的 GPU 时间</translation>
    </message>
    <message>
        <source>FLOP</source>
        <translation>FLOP</translation>
    </message>
    <message>
        <source>Of one call, by the definition of the operation</source>
        <translation>一次调用所需，按运算的定义</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节数</translation>
    </message>
    <message>
        <source>Of one call: every element that is read and every one of the result, once</source>
        <translation>一次调用：每个被读取的元素和结果的每个元素各计一次</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>The arithmetic that a product of matrices is held against</source>
        <translation>矩阵乘法所对照的算术类型</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>The file has no kernels, sets or copies within the device.</source>
        <translation>文件中没有设备内的 kernel、置值或拷贝。</translation>
    </message>
    <message>
        <source>Covered: %1 of %2 (%3).</source>
        <translation>已覆盖：%1 / %2（%3）。</translation>
    </message>
    <message>
        <source>The file has no inputs of operators whose work is known (record_shapes=True writes them).</source>
        <translation>文件中没有工作量已知的算子的输入（record_shapes=True 会写入）。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>no operator known</source>
        <translation>算子未知</translation>
    </message>
    <message>
        <source>Not covered: %1.</source>
        <translation>未覆盖：%1。</translation>
    </message>
    <message>
        <source>Communication, which has other limits: %1.</source>
        <translation>通信另有上限：%1。</translation>
    </message>
    <message>
        <source>At the limit these operators, one after another, would take %1 instead of %2 (%3); fused ones could take less.</source>
        <translation>在上限下，这些算子依次运行需要 %1，而不是 %2（%3）；融合后可能更短。</translation>
    </message>
    <message>
        <source>the device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Limits of %1: as given, else %2; dense.</source>
        <translation>%1 的上限：按给定值，其余来自 %2；稠密。</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Limits of %1: %2; dense, at boost clocks.</source>
        <translation>%1 的上限：%2；稠密，加速频率。</translation>
    </message>
    <message>
        <source>Over its wall time a step uses at least %1 of the device&apos;s FLOP/s (MFU) and at least %2 of its bandwidth (MBU), at the median; steps: %3.</source>
        <translation>在实际时间内，一个步骤至少使用设备 FLOP/s 的 %1（MFU）和带宽的 %2（MBU），取中位数；步骤数：%3。</translation>
    </message>
    <message>
        <source>Over its wall time a step uses %1 of the device&apos;s FLOP/s (MFU) and %2 of its bandwidth (MBU), at the median; steps: %3.</source>
        <translation>在实际时间内，一个步骤使用设备 FLOP/s 的 %1（MFU）和带宽的 %2（MBU），取中位数；步骤数：%3。</translation>
    </message>
    <message>
        <source>Forward passes are computed again within backward passes: these FLOP are those of the hardware (HFU).</source>
        <translation>反向传播中重新计算了前向传播：这些 FLOP 是硬件的（HFU）。</translation>
    </message>
    <message>
        <source>Cache: above 100 % the inputs were still in a cache of the device.</source>
        <translation>缓存：超过 100 % 时，输入仍在设备的缓存中。</translation>
    </message>
    <message>
        <source>*: the kernels&apos; names do not say whether fp32 or TF32 computes; the share is of the faster one, and so at least this.</source>
        <translation>*：kernel 名称没有说明以 fp32 还是 TF32 计算；比例按较快者计，因此至少为此值。</translation>
    </message>
    <message>
        <source>No shares and no sums: %1. The limits of a device can be given.</source>
        <translation>没有比例和总和：%1。可以给出设备的上限。</translation>
    </message>
    <message>
        <source>No shares: the bandwidth of the device is not known; it can be given.</source>
        <translation>没有比例：设备的带宽未知；可以给出。</translation>
    </message>
    <message>
        <source>Rows without a share: the device&apos;s limit for their type is not known.</source>
        <translation>没有比例的行：设备对其类型的上限未知。</translation>
    </message>
    <message>
        <source>No MFU: the file has no steps.</source>
        <translation>没有 MFU：文件没有步骤。</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>0 ns in the file</source>
        <translation>文件中为 0 ns</translation>
    </message>
    <message>
        <source>cache, or device, clock, shapes or times are not what they seem</source>
        <translation>缓存；或设备、时钟、形状、时间与看上去的不同</translation>
    </message>
    <message>
        <source>device, clock, shapes or times are not what they seem</source>
        <translation>设备、时钟、形状或时间与看上去的不同</translation>
    </message>
    <message>
        <source>Above 120 % either a cache had the inputs, or the device, its clock, the shapes or the times (cut off to whole microseconds, for example) are not what they seem: do not conclude from these rows.</source>
        <translation>超过 120 % 时，要么输入在缓存中，要么设备、时钟、形状或时间（例如截断为整微秒）与看上去的不同：不要由这些行下结论。</translation>
    </message>
    <message>
        <source>No MFU: of no step half of the GPU work that is no communication is covered.</source>
        <translation>没有 MFU：没有任何步骤有一半的非通信 GPU 工作被覆盖。</translation>
    </message>
    <message>
        <source>at most, by the lengths in the step&apos;s name; more than the device can do: caches, or prefixes that requests share</source>
        <translation>至多(按步名称中的长度);超过设备能力:缓存,或请求之间共享的前缀</translation>
    </message>
    <message>
        <source>at most, by the lengths in the step&apos;s name</source>
        <translation>至多(按步名称中的长度)</translation>
    </message>
    <message>
        <source>at most, by the lengths in the step&apos;s name, without a sliding window; more than the device can do: caches, a window, or prefixes that requests share</source>
        <translation>至多(按步名称中的长度,无滑动窗口);超过设备能力:缓存、滑动窗口,或请求之间共享的前缀</translation>
    </message>
    <message>
        <source>at most, by the lengths in the step&apos;s name, without a sliding window</source>
        <translation>至多(按步名称中的长度,无滑动窗口)</translation>
    </message>
    <message>
        <source>What takes longer at the limit. “launch”: the device waited longer for the launches of this work than it worked on it.</source>
        <translation>在极限下用时更长的一方。“launch”:设备等待这些工作启动的时间比执行它们的时间还长。</translation>
    </message>
    <message>
        <source>Launched late</source>
        <translation>启动过晚</translation>
    </message>
    <message>
        <source>Idle time of the device that such work ended, and that lasted because it was launched only then</source>
        <translation>由这些工作结束的设备空闲时间,其原因是这些工作到那时才启动</translation>
    </message>
    <message>
        <source>%1 of the covered time are of graphs, with the shapes of their capture.</source>
        <translation>已覆盖的时间中有 %1 属于图,其形状取自捕获。</translation>
    </message>
    <message>
        <source>Attention whose lengths the step&apos;s name states is in its rows alone, not in the sums: %1 (%2).</source>
        <translation>长度由步名称给出的注意力只在各自的行中,不计入总和:%1(%2)。</translation>
    </message>
    <message>
        <source>no step around it has a name with the lengths of its sequences</source>
        <translation>其外没有名称中含序列长度的步</translation>
    </message>
    <message>
        <source>its shapes do not tell heads and their size</source>
        <translation>其形状未说明头数和头的大小</translation>
    </message>
    <message>
        <source>the type of the cache of keys and values is not known</source>
        <translation>键值缓存的类型未知</translation>
    </message>
    <message>
        <source>its shapes have other tokens than the step</source>
        <translation>其形状的 token 数与步的不同</translation>
    </message>
    <message>
        <source>tokens are proposed or verified, with another mask</source>
        <translation>token 为推测或验证,掩码不同</translation>
    </message>
    <message>
        <source>its arguments name a window, or a mask that is not causal</source>
        <translation>其参数指定了窗口或非因果掩码</translation>
    </message>
    <message>
        <source>equal calls of one step take unlike times, so some layers may have a sliding window</source>
        <translation>同一步中相同的调用用时不同,因此部分层可能有滑动窗口</translation>
    </message>
    <message>
        <source>No rows for %1 of graphs: places of the capture with unlike shapes fit.</source>
        <translation>图中 %1 没有行:捕获中形状不同的多处都相符。</translation>
    </message>
    <message>
        <source>No rows for %1 of graphs: they are not in the capture.</source>
        <translation>图中 %1 没有行:它们不在捕获中。</translation>
    </message>
    <message>
        <source>No rows for %1 of graphs: what fits was captured for fewer tokens than the step has.</source>
        <translation>图中 %1 没有行:相符的捕获所用的 token 数少于该步。</translation>
    </message>
    <message>
        <source>No rows for %1 of graphs: the captured operators have no numbers.</source>
        <translation>图中 %1 没有行:所捕获的算子没有数值。</translation>
    </message>
    <message>
        <source>No rows for %1 of attention: %2.</source>
        <translation>注意力中 %1 没有行:%2。</translation>
    </message>
    <message>
        <source>Shapes of operators stand in the names of its NVTX ranges (emit_nvtx), without the types of their elements: what they need is not known. A trace of torch.profiler with record_shapes=True has both.</source>
        <translation>算子的形状写在其 NVTX 区间的名称里（emit_nvtx），但没有元素类型：它们需要多少无从得知。带 record_shapes=True 的 torch.profiler 跟踪两者都有。</translation>
    </message>
    <message>
        <source>The shapes in the table (Input Shapes) are not read here: what its operators calculate and move is not known.</source>
        <translation>这里不读取表中的形状（Input Shapes）：其算子的计算量和数据搬运量不得而知。</translation>
    </message>
    <message>
        <source>The file has no inputs of operators whose work is known.</source>
        <translation>文件中没有已知其工作量的算子的输入。</translation>
    </message>
    <message>
        <source>The covered %1 would take %2 at the limit instead of %3 (%4).</source>
        <translation>已覆盖的 %1 若达到上限，将用时 %2，而不是 %3（%4）。</translation>
    </message>
    <message>
        <source> data sheet</source>
        <translation> 数据手册</translation>
    </message>
    <message>
        <source>, halved</source>
        <translation>，减半</translation>
    </message>
    <message>
        <source>There is no such sum of all this work: %1 of it, without communication, is not covered.</source>
        <translation>这些工作没有这样的总和：除通信外，其中 %1 没有覆盖。</translation>
    </message>
    <message>
        <source>There is no such sum of the whole run: %1 of its GPU work, without communication, is not covered.</source>
        <translation>整个运行没有这样的总和：除通信外，其 GPU 工作的 %1 没有覆盖。</translation>
    </message>
    <message>
        <source>clock above the device’s usual one, or another peak</source>
        <translation>时钟高于设备的通常值，或峰值不同</translation>
    </message>
</context>
<context>
    <name>ModuleDeltaReport</name>
    <message>
        <source>Module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>GPU time of everything below</source>
        <translation>其下全部内容的 GPU 时间</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>Δ</source>
        <translation>Δ</translation>
    </message>
    <message>
        <source>B − A; the roots add up to the change of the whole</source>
        <translation>B − A；各根节点相加等于整体的变化</translation>
    </message>
    <message>
        <source>Own A</source>
        <translation>A 自身</translation>
    </message>
    <message>
        <source>Without the modules below</source>
        <translation>不含其下的模块</translation>
    </message>
    <message>
        <source>Own B</source>
        <translation>B 自身</translation>
    </message>
    <message>
        <source>Own Δ</source>
        <translation>Δ 自身</translation>
    </message>
    <message>
        <source>B − A without the modules below; those of all modules add up to the change of the whole</source>
        <translation>B − A，不含下级模块；所有模块的该值相加等于整体的变化</translation>
    </message>
    <message>
        <source>Calls A</source>
        <translation>A 调用次数</translation>
    </message>
    <message>
        <source>In the whole recording</source>
        <translation>整个记录中</translation>
    </message>
    <message>
        <source>Calls B</source>
        <translation>B 调用次数</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>renamed</source>
        <translation>改名</translation>
    </message>
    <message>
        <source>only in B</source>
        <translation>仅在 B 中</translation>
    </message>
    <message>
        <source>only in A</source>
        <translation>仅在 A 中</translation>
    </message>
    <message>
        <source>GPU time of a unit on one device: A %1, B %2, Δ %3</source>
        <translation>一个设备上一个单元的 GPU 时间：A %1，B %2，Δ %3</translation>
    </message>
    <message>
        <source>GPU time of the whole recordings: A %1, B %2, Δ %3</source>
        <translation>整个记录的 GPU 时间：A %1，B %2，Δ %3</translation>
    </message>
    <message>
        <source>Module tree</source>
        <translation>模块树</translation>
    </message>
    <message>
        <source>GPU time of one step of each phase: A %1, B %2, Δ %3</source>
        <translation>各推理阶段一个步骤的 GPU 时间：A %1，B %2，Δ %3</translation>
    </message>
</context>
<context>
    <name>ModuleInstanceReport</name>
    <message>
        <source>Module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>The instance</source>
        <translation>该实例</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>On the CPU, since the run&apos;s first event</source>
        <translation>在 CPU 上，从运行的第一个事件算起</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Of the call on the CPU</source>
        <translation>CPU 上调用的时长</translation>
    </message>
    <message>
        <source>GPU work</source>
        <translation>GPU 工作</translation>
    </message>
    <message>
        <source>Summed duration of the GPU work that belongs to it or to modules inside it</source>
        <translation>属于它或其内部模块的 GPU 工作的时长之和</translation>
    </message>
    <message>
        <source>Own GPU work</source>
        <translation>自身 GPU 工作</translation>
    </message>
    <message>
        <source>Without that of modules inside it</source>
        <translation>不含其内部模块的 GPU 工作</translation>
    </message>
    <message>
        <source>Activities</source>
        <translation>活动数</translation>
    </message>
    <message>
        <source>Kernels, copies and fills</source>
        <translation>Kernel、拷贝与填充</translation>
    </message>
    <message>
        <source>GPU from</source>
        <translation>GPU 起</translation>
    </message>
    <message>
        <source>First start of its GPU work</source>
        <translation>其 GPU 工作的最早开始</translation>
    </message>
    <message>
        <source>GPU to</source>
        <translation>GPU 止</translation>
    </message>
    <message>
        <source>Last end of its GPU work</source>
        <translation>其 GPU 工作的最晚结束</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Its number in the list of steps, from 1</source>
        <translation>在步骤列表中的编号，从 1 开始</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Of classes</source>
        <translation>类的路径</translation>
    </message>
    <message>
        <source>Instances of a module</source>
        <translation>模块的实例</translation>
    </message>
</context>
<context>
    <name>OperatorReport</name>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Input shapes</source>
        <translation>输入形状</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>Self device</source>
        <translation>自身设备时间</translation>
    </message>
    <message>
        <source>GPU work whose innermost operator it is; adds up over all rows</source>
        <translation>以其为最内层算子的 GPU 工作；各行可相加</translation>
    </message>
    <message>
        <source>Of GPU work</source>
        <translation>占 GPU 工作</translation>
    </message>
    <message>
        <source>Self device time, of the summed duration of all GPU work</source>
        <translation>自身设备时间占全部 GPU 工作时长之和</translation>
    </message>
    <message>
        <source>Total device</source>
        <translation>总设备时间</translation>
    </message>
    <message>
        <source>GPU work launched by it or by operators inside it; rows overlap, as in torch&apos;s key_averages</source>
        <translation>由其或其内部算子启动的 GPU 工作；与 torch 的 key_averages 一样各行重叠</translation>
    </message>
    <message>
        <source>Self CPU</source>
        <translation>自身 CPU</translation>
    </message>
    <message>
        <source>Total CPU</source>
        <translation>总 CPU</translation>
    </message>
    <message>
        <source>Wall time; rows overlap, as in torch&apos;s key_averages</source>
        <translation>实际用时；与 torch 的 key_averages 一样各行重叠</translation>
    </message>
    <message>
        <source>CPU per call</source>
        <translation>每次调用 CPU</translation>
    </message>
    <message>
        <source>Total CPU time divided by calls</source>
        <translation>总 CPU 时间除以调用次数</translation>
    </message>
    <message>
        <source>GPU activities</source>
        <translation>GPU 活动</translation>
    </message>
    <message>
        <source>Kernels, copies and fills whose innermost operator it is</source>
        <translation>以其为最内层算子的 kernel、拷贝与填充</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>GPU work without a known operator: %1 (%2 activities)</source>
        <translation>不属于任何已知算子的 GPU 工作：%1（%2 个活动）</translation>
    </message>
    <message>
        <source>Wall time minus operators, annotations and API calls directly inside</source>
        <translation>实际用时减去直接包含的算子、标注与 API 调用</translation>
    </message>
</context>
<context>
    <name>OverviewRequest</name>
    <message>
        <source>The stage mapping could not be applied, so the default one says what is communication: %1</source>
        <translation>无法应用阶段映射，因此由默认映射判定哪些是通信：%1</translation>
    </message>
    <message>
        <source>The steps are not the chosen ones: %1</source>
        <translation>所用的步骤不是所选的步骤：%1</translation>
    </message>
</context>
<context>
    <name>OverviewTexts</name>
    <message numerus="yes">
        <source>%n step(s) by their length</source>
        <translation>
            <numerusform>%n 个步骤的时长分布</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n period(s) by their length</source>
        <translation>
            <numerusform>%n 个周期的时长分布</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 ×</source>
        <translation>%1 次</translation>
    </message>
    <message>
        <source>%1 ×, median %2, mean %3, max %4</source>
        <translation>%1 次，中位数 %2，平均 %3，最大 %4</translation>
    </message>
    <message>
        <source>over 3 × the median: %1 of them, together %2</source>
        <translation>其中 %1 次超过中位数的 3 倍，合计 %2</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另有 %1 项</translation>
    </message>
    <message numerus="yes">
        <source>%n further row(s), together %1</source>
        <translation>
            <numerusform>另外 %n 行，合计 %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PeakWords</name>
    <message>
        <source>Limits of the device</source>
        <translation>设备的上限</translation>
    </message>
    <message>
        <source>a device without a name</source>
        <translation>没有名称的设备</translation>
    </message>
    <message>
        <source>What %1 can do at most, dense. An empty field is the figure of the table.</source>
        <translation>%1 的稠密峰值。留空则采用表中的数值。</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>PrintedReport</name>
    <message>
        <source>Kind of row</source>
        <translation>行的种类</translation>
    </message>
    <message>
        <source>Labels, operators, work of the device and overhead of the profiler overlap: add up only rows of one kind</source>
        <translation>标注、算子、设备工作与剖析器开销相互重叠：只能将同类的行相加</translation>
    </message>
    <message>
        <source>The k-th row of a name belongs to the k-th launch of that name in the open timeline</source>
        <translation>同名的第 k 行对应已打开时间线中该名称的第 k 次启动</translation>
    </message>
    <message>
        <source>Start in timeline</source>
        <translation>时间线中的开始</translation>
    </message>
    <message>
        <source>Duration in timeline</source>
        <translation>时间线中的时长</translation>
    </message>
    <message>
        <source>%1, ambiguous name</source>
        <translation>%1，名称有歧义</translation>
    </message>
    <message>
        <source>label</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>device work</source>
        <translation>设备工作</translation>
    </message>
    <message>
        <source>overhead</source>
        <translation>开销</translation>
    </message>
    <message>
        <source>FLOPs ÷ time on the device with the calls below it; without a device on the CPU. Torch estimates FLOPs from shapes.</source>
        <translation>FLOPs ÷ 含其下调用的设备时间；没有设备时为 CPU 时间。FLOPs 由 torch 按形状估算。</translation>
    </message>
    <message>
        <source>Of %1 TFLOP/s</source>
        <translation>占 %1 TFLOP/s 的比例</translation>
    </message>
    <message>
        <source>Of the peak that was named</source>
        <translation>占所给峰值的比例</translation>
    </message>
</context>
<context>
    <name>RangeReport</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Slices that intersect the range</source>
        <translation>与范围相交的切片</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>Share of sum</source>
        <translation>占总和</translation>
    </message>
    <message>
        <source>Of the sum of all self times in this table</source>
        <translation>占本表全部自身时间之和的比例</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>Sum of durations, clipped to the range; rows overlap where calls nest</source>
        <translation>裁剪到范围内的时长之和；调用嵌套时各行相互重叠</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Total divided by count</source>
        <translation>总计除以次数</translation>
    </message>
    <message>
        <source>Slices in the range</source>
        <translation>范围内的切片</translation>
    </message>
    <message>
        <source>Durations, clipped to the range, minus what is nested directly inside on the same thread; on a GPU nothing nests</source>
        <translation>裁剪到范围内的时长，减去同一线程上直接嵌套在其中的部分；GPU 上没有嵌套</translation>
    </message>
</context>
<context>
    <name>RankCollectives</name>
    <message>
        <source>%1 waits %2 for the last rank, the transfer takes %3</source>
        <translation>%1 等待最后的 rank %2，传输用时 %3</translation>
    </message>
    <message>
        <source>begins %1 behind the first of %2 ranks</source>
        <translation>比 %2 个 rank 中最早者晚开始 %1</translation>
    </message>
    <message>
        <source>%1 waits %2 for the last rank, the transfer takes at most %3</source>
        <translation>%1 为最后一个 rank 等待 %2，传输最多 %3</translation>
    </message>
</context>
<context>
    <name>RankReport</name>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>流水线阶段</translation>
    </message>
    <message>
        <source>Of a pipeline: the folder&apos;s name</source>
        <translation>来自文件夹名</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Transfers</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>Drift (ppm)</source>
        <translation>漂移 (ppm)</translation>
    </message>
    <message>
        <source>Grouped GEMM</source>
        <translation>分组 GEMM</translation>
    </message>
    <message>
        <source>Summed duration of kernels of experts: an imbalance of experts shows here</source>
        <translation>专家 kernel 的总时长：专家不均衡在此可见</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Exposed copies</source>
        <translation>未掩盖的拷贝</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Steps of ranks</source>
        <translation>各 rank 的步骤</translation>
    </message>
    <message>
        <source>Collectives of ranks</source>
        <translation>各 rank 的集合通信</translation>
    </message>
    <message>
        <source>Collective</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>通信组</translation>
    </message>
    <message>
        <source>Within the group</source>
        <translation>在通信组内</translation>
    </message>
    <message>
        <source>Matched by</source>
        <translation>匹配依据</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>On the job&apos;s clock</source>
        <translation>按作业时钟</translation>
    </message>
    <message>
        <source>Behind the first</source>
        <translation>晚于首个</translation>
    </message>
    <message>
        <source>How much later than the first rank it begins</source>
        <translation>比首个 rank 晚多久开始</translation>
    </message>
    <message>
        <source>For the last rank: its duration without the shortest one of all ranks</source>
        <translation>等待最后一个 rank：其时长减去所有 rank 中最短的时长</translation>
    </message>
    <message>
        <source>Transfer</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>Algorithm GB/s</source>
        <translation>算法 GB/s</translation>
    </message>
    <message>
        <source>Size by transfer</source>
        <translation>大小除以传输时间</translation>
    </message>
    <message>
        <source>Bus GB/s</source>
        <translation>总线 GB/s</translation>
    </message>
    <message>
        <source>Stages of ranks</source>
        <translation>各 rank 的阶段</translation>
    </message>
    <message>
        <source>Elapsed time; where it is not known, the summed duration</source>
        <translation>净用时；未知时为总时长</translation>
    </message>
    <message>
        <source>Uncertainty</source>
        <translation>不确定度</translation>
    </message>
    <message>
        <source>Step length</source>
        <translation>步骤长度</translation>
    </message>
    <message>
        <source>Of the time from the first to the last GPU work; where a rank has several devices, of the one with most work</source>
        <translation>占从第一个到最后一个 GPU 工作的时间；rank 有多个设备时，取工作最多的设备</translation>
    </message>
    <message>
        <source>Of the step of median length: from its first GPU work to that of the next step. Its parts add up to it</source>
        <translation>以时长居中的步骤为准：从其首个 GPU 工作到下一步骤的首个 GPU 工作。其各部分之和等于该时长</translation>
    </message>
    <message>
        <source>Of the step of median length</source>
        <translation>以时长居中的步骤为准</translation>
    </message>
    <message>
        <source>Of the step of median length: exposed communication until the last rank of the collective is there</source>
        <translation>以时长居中的步骤为准：集合通信的最后一个 rank 到达之前的未掩盖通信</translation>
    </message>
    <message>
        <source>Of the step of median length: exposed copies</source>
        <translation>以时长居中的步骤为准：未掩盖拷贝</translation>
    </message>
    <message>
        <source>Of the step of median length: the GPU has nothing to do</source>
        <translation>以时长居中的步骤为准：GPU 无事可做</translation>
    </message>
    <message>
        <source>From its first GPU work to that of the next step; of the last one to the end of its work</source>
        <translation>从其首个 GPU 工作到下一步骤的首个 GPU 工作；最后一个步骤则到其工作结束</translation>
    </message>
    <message>
        <source>Busy overall</source>
        <translation>总体忙碌</translation>
    </message>
    <message>
        <source>Times shifted by</source>
        <translation>时间平移</translation>
    </message>
    <message>
        <source>Added to its times, which begin with its own file, to get those of the job</source>
        <translation>加到其时间（以自己的文件为起点）上，即得作业的时间</translation>
    </message>
    <message>
        <source>Clock behind by</source>
        <translation>时钟落后</translation>
    </message>
    <message>
        <source>How much later the reference&apos;s clock is at the same moment; empty: a file does not say the time of day</source>
        <translation>同一时刻基准的时钟晚多少；空：有文件没有说明日期时间</translation>
    </message>
    <message>
        <source>Max error of that and of the shift</source>
        <translation>该值与平移量的最大误差</translation>
    </message>
    <message>
        <source>Empty: over the recording it makes less than the uncertainty</source>
        <translation>空：在整个录制中其影响小于不确定度</translation>
    </message>
    <message>
        <source>Of the step of median length: exposed communication after that</source>
        <translation>属于长度为中位数的步骤：其后的未掩盖通信</translation>
    </message>
    <message>
        <source>Waits or transfers</source>
        <translation>等待或传输</translation>
    </message>
    <message>
        <source>Of the step of median length: exposed communication of which nothing tells whether the rank waits, as its collectives have no partner</source>
        <translation>属于长度为中位数的步骤：无从得知 rank 是否在等待的未掩盖通信，因为其集合通信没有配对</translation>
    </message>
    <message>
        <source>Exposed: for the last rank of the collective</source>
        <translation>未掩盖的：等待集合通信的最后一个 rank</translation>
    </message>
    <message>
        <source>Exposed: after the last rank has begun</source>
        <translation>未掩盖的：最后一个 rank 开始之后</translation>
    </message>
    <message>
        <source>Exposed communication of which nothing tells whether the rank waits</source>
        <translation>无从得知 rank 是否在等待的未掩盖通信</translation>
    </message>
    <message>
        <source>number: by the sequence numbers of the files; order: all ranks of the group have equally many of the same kinds; time: their ends agree on one clock, after one shift of it</source>
        <translation>编号：按文件的序列号；顺序：组内所有 rank 的同类数量相同；时间：平移一次后其结束时刻在同一时钟上一致</translation>
    </message>
    <message>
        <source>fitted: by collectives; reference: the others are fitted to it; same file; coarse: as uncertain as the collectives are long; unknown: times of this rank cannot be compared with others&apos;</source>
        <translation>已拟合：由集合通信得出；基准：其他时钟以它为准；同一文件；粗略：误差与集合通信一样长；未知：该 rank 的时间不能与其他 rank 比较</translation>
    </message>
    <message>
        <source>The shortest duration of all ranks: the last one does not wait; of Ascend&apos;s collectives how long planes copy or reduce in it</source>
        <translation>所有 rank 中最短的时长：最后一个 rank 不等待；对于昇腾的集合通信，则为其 plane 在其中复制或归约的时间</translation>
    </message>
    <message>
        <source>Of Ascend&apos;s collectives: the rest of the shortest duration, in which planes wait, or of which they are not recorded</source>
        <translation>昇腾的集合通信：最短时长的其余部分，其间 plane 在等待，或未记录 plane</translation>
    </message>
</context>
<context>
    <name>ReplayRequest</name>
    <message>
        <source>Of the whole recording: of step %1 alone there is nothing to replay.</source>
        <translation>针对整个录制：单独的步骤 %1 没有可重放的内容。</translation>
    </message>
    <message>
        <source>%1 of the job&apos;s %2 ranks are replayed: of the others no trace can be read here, and digests hold no calls. What these waited for them stays as it was.</source>
        <translation>重放了作业 %2 个 rank 中的 %1 个：其余的跟踪在此无法读取，而摘要不含调用。对它们的等待保持原样。</translation>
    </message>
    <message>
        <source>Reading the traces of the ranks: %1 of %2 …</source>
        <translation>正在读取各 rank 的跟踪：%1 / %2 …</translation>
    </message>
</context>
<context>
    <name>RunsDialog</name>
    <message>
        <source>Runs and totals</source>
        <translation>各次运行与总时间</translation>
    </message>
    <message>
        <source>Shown</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Mapping</source>
        <translation>映射</translation>
    </message>
    <message>
        <source>Total time from</source>
        <translation>总时间来源</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>%1 is shown</source>
        <translation>显示 %1</translation>
    </message>
    <message>
        <source>Name of the bar</source>
        <translation>柱的名称</translation>
    </message>
    <message>
        <source>Mapping of %1</source>
        <translation>%1 的映射</translation>
    </message>
    <message>
        <source>the one in force</source>
        <translation>当前生效的映射</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>不计</translation>
    </message>
    <message>
        <source>entered seconds</source>
        <translation>输入的秒数</translation>
    </message>
    <message>
        <source>length of the recording</source>
        <translation>记录的时长</translation>
    </message>
    <message>
        <source>Total time of %1 from</source>
        <translation>%1 的总时间来源</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Seconds without profiler</source>
        <translation>不开启剖析器时的秒数</translation>
    </message>
    <message>
        <source>Total minus GPU time is drawn as CPU(non-GPU). A profiler slows the CPU down, so the best total is the time of the same run without profiler.</source>
        <translation>总时间减去 GPU 时间绘制为 CPU(non-GPU)。剖析器会拖慢 CPU，因此最可信的总时间是同一运行在不开启剖析器时的用时。</translation>
    </message>
    <message>
        <source>Among all open runs; the tab shows others now.</source>
        <translation>在所有打开的运行之中；该标签页现在显示的是其他运行。</translation>
    </message>
</context>
<context>
    <name>SeriesReport</name>
    <message>
        <source>Runs</source>
        <translation>各次运行</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>(unit, median)</source>
        <translation>（单元，中位数）</translation>
    </message>
    <message>
        <source>Times of a unit of work, which each run has.</source>
        <translation>时间为一个工作单元的时间，每个运行都有该单元。</translation>
    </message>
    <message>
        <source>Sums over the recordings: not every run has the unit of work.</source>
        <translation>为整段记录的合计：并非每个运行都有该工作单元。</translation>
    </message>
</context>
<context>
    <name>StackReport</name>
    <message>
        <source>(no stack recorded)</source>
        <translation>（未记录调用栈）</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>The innermost one around the launch</source>
        <translation>包含该启动的最内层算子</translation>
    </message>
    <message>
        <source>(no operator)</source>
        <translation>（无算子）</translation>
    </message>
    <message>
        <source>(no own frame)</source>
        <translation>（无自有帧）</translation>
    </message>
    <message>
        <source>Source line</source>
        <translation>源代码行</translation>
    </message>
    <message>
        <source>The innermost own frame of the call stack that launched the work: not of torch, triton, numpy or Python itself</source>
        <translation>启动该工作的调用栈中最内层的自有帧：不属于 torch、triton、numpy 或 Python 本身</translation>
    </message>
    <message>
        <source>Call stack</source>
        <translation>调用栈</translation>
    </message>
    <message>
        <source>The outermost frame first</source>
        <translation>最外层帧在前</translation>
    </message>
    <message>
        <source>GPU work</source>
        <translation>GPU 工作</translation>
    </message>
    <message>
        <source>Summed duration of the GPU work that it launched</source>
        <translation>其启动的 GPU 工作的时长之和</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Of the summed duration of all GPU work</source>
        <translation>占全部 GPU 工作时长之和的比例</translation>
    </message>
    <message>
        <source>Activities</source>
        <translation>活动数</translation>
    </message>
    <message>
        <source>Kernels, copies and fills</source>
        <translation>Kernel、拷贝与填充</translation>
    </message>
    <message>
        <source>Call stacks</source>
        <translation>调用栈</translation>
    </message>
    <message>
        <source>(no known launch)</source>
        <translation>（无已知启动）</translation>
    </message>
</context>
<context>
    <name>StageExports</name>
    <message>
        <source>%1, only %2</source>
        <translation>%1，仅 %2</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>Export chart</source>
        <translation>导出图表</translation>
    </message>
    <message>
        <source>Export kernels with substages</source>
        <translation>导出带子阶段的 kernel</translation>
    </message>
    <message>
        <source>Export pivot</source>
        <translation>导出透视表</translation>
    </message>
    <message>
        <source>Export mapping with hits</source>
        <translation>导出带命中数的映射</translation>
    </message>
    <message>
        <source>Stages by the mapping %1</source>
        <translation>阶段按映射 %1 划分</translation>
    </message>
    <message>
        <source>Export page</source>
        <translation>导出页面</translation>
    </message>
    <message>
        <source>HTML (*.html)</source>
        <translation>HTML (*.html)</translation>
    </message>
</context>
<context>
    <name>StepReport</name>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>推理阶段</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token 数</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>On the CPU, since the run&apos;s first event</source>
        <translation>在 CPU 上，从运行的第一个事件算起</translation>
    </message>
    <message>
        <source>Wall</source>
        <translation>实际用时</translation>
    </message>
    <message>
        <source>Time on the CPU</source>
        <translation>在 CPU 上的时间</translation>
    </message>
    <message>
        <source>GPU from</source>
        <translation>GPU 起</translation>
    </message>
    <message>
        <source>First start of its GPU work</source>
        <translation>其 GPU 工作的最早开始</translation>
    </message>
    <message>
        <source>GPU to</source>
        <translation>GPU 止</translation>
    </message>
    <message>
        <source>Last end of its GPU work</source>
        <translation>其 GPU 工作的最晚结束</translation>
    </message>
    <message>
        <source>GPU work</source>
        <translation>GPU 工作</translation>
    </message>
    <message>
        <source>Summed duration of its GPU work</source>
        <translation>其 GPU 工作的时长之和</translation>
    </message>
    <message>
        <source>GPU busy</source>
        <translation>GPU 忙碌</translation>
    </message>
    <message>
        <source>Time in which any of its work ran</source>
        <translation>其中任一工作在运行的时间</translation>
    </message>
    <message>
        <source>Of GPU work</source>
        <translation>占 GPU 工作</translation>
    </message>
    <message>
        <source>Of the summed duration of all GPU work</source>
        <translation>占全部 GPU 工作时长之和的比例</translation>
    </message>
    <message>
        <source>Activities</source>
        <translation>活动数</translation>
    </message>
    <message>
        <source>Kernels, copies and fills</source>
        <translation>Kernel、复制与填充</translation>
    </message>
    <message>
        <source>(outside any step)</source>
        <translation>（不在任何步骤内）</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>Token/秒</translation>
    </message>
    <message>
        <source>Tokens by the longer of wall and GPU extent</source>
        <translation>Token 数除以实际用时与 GPU 跨度中较长者</translation>
    </message>
    <message>
        <source>µs/token</source>
        <translation>µs/Token</translation>
    </message>
    <message>
        <source>The longer of wall and GPU extent, by tokens</source>
        <translation>实际用时与 GPU 跨度中较长者除以 Token 数</translation>
    </message>
    <message>
        <source>Computation</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>未掩盖通信</translation>
    </message>
    <message>
        <source>Not below computation</source>
        <translation>未被计算掩盖</translation>
    </message>
    <message>
        <source>Exposed copies</source>
        <translation>未掩盖拷贝</translation>
    </message>
    <message>
        <source>Below neither computation nor communication</source>
        <translation>未被计算或通信掩盖</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Between the first start and the last end of its work</source>
        <translation>在其工作的首次开始与最后结束之间</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>On the GPU, since the run&apos;s first event</source>
        <translation>在 GPU 上，自本次运行的第一个事件起</translation>
    </message>
    <message>
        <source>To the begin of the next one</source>
        <translation>到下一个开始为止</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>Of the step, as in the charts and the chooser of steps</source>
        <translation>步骤的序号，与图表和步骤选择框一致</translation>
    </message>
    <message>
        <source>Nothing in the file links GPU work to the step that launched it: a step has the work that begins in its time on the CPU.</source>
        <translation>文件中没有任何信息把 GPU 工作与启动它的步骤关联起来：步骤包含在其 CPU 时间内开始的工作。</translation>
    </message>
    <message>
        <source>GPU extent</source>
        <translation>GPU 跨度</translation>
    </message>
    <message>
        <source>From the first start to the last end of its work, on several devices added up: computation, exposed communication, exposed copies and idle time together</source>
        <translation>从其工作的最早开始到最晚结束，多个设备时相加：即计算、未掩盖通信、未掩盖拷贝与空闲时间之和</translation>
    </message>
    <message>
        <source>On which its GPU work runs</source>
        <translation>其 GPU 工作在哪个设备上运行</translation>
    </message>
    <message>
        <source>Behind it %1 pass until the next iteration begins, %2 of the time from one begin to the next: msprof calls that Data_aug Bound, the wait for the next data.</source>
        <translation>在它之后，到下一次迭代开始要经过 %1，占从一次开始到下一次开始的时间的 %2：msprof 称之为 Data_aug Bound，即等待下一批数据。</translation>
    </message>
    <message>
        <source>A step is an iteration as msprof tells it, with the NPU work that begins within it.</source>
        <translation>一个步骤是 msprof 所说的一次迭代，以及在其中开始的 NPU 工作。</translation>
    </message>
    <message numerus="yes">
        <source>Computation, exposed times and idle time are of a step&apos;s own work, which in %n step(s) goes on after that of the next one has begun. The overview counts what runs until then, of whatever step.</source>
        <translation>
            <numerusform>计算、未掩盖时间和空闲时间属于步骤自己的工作；有 %n 个步骤的工作在下一步开始后仍在继续。概览则统计到那时为止运行的全部工作，不论属于哪一步。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrustReport</name>
    <message>
        <source>GPU work runs while other work of its stream runs: sums of durations count that time twice.</source>
        <translation>GPU 工作与同一流的其他工作同时运行：时长之和会将该时间计两次。</translation>
    </message>
    <message>
        <source>GPU work is shorter than the clock of the recording can tell.</source>
        <translation>GPU 工作短于记录时钟的分辨率。</translation>
    </message>
    <message>
        <source>GPU work begins before it is launched: the clocks of CPU and GPU differ, and so do the delays between them.</source>
        <translation>GPU 工作在启动之前就已开始：CPU 与 GPU 的时钟不一致，两者之间的延迟也不准确。</translation>
    </message>
    <message>
        <source>GPU work lies outside the marks for the begin and end of the recording.</source>
        <translation>GPU 工作位于记录的开始与结束标记之外。</translation>
    </message>
    <message>
        <source>The External ids only repeat the correlation: they name no operator.</source>
        <translation>External id 只是重复 correlation：不指明算子。</translation>
    </message>
    <message>
        <source>The begin or the end of steps is not in the recording: their sums and shares are too small.</source>
        <translation>步骤的开始或结束不在记录中：其总和与占比偏小。</translation>
    </message>
    <message>
        <source>Call stacks were recorded, which slows Python down: without them, fewer gaps are “launched late”.</source>
        <translation>记录了调用栈，这会拖慢 Python：不记录时“启动过晚”的空隙更少。</translation>
    </message>
    <message>
        <source>The first GPU work comes after half of the recording: shares of the whole time are mostly of the start.</source>
        <translation>首个 GPU 工作出现在记录过半之后：占总时间的比例主要反映开头部分。</translation>
    </message>
    <message>
        <source>CUDA graphs were recorded as one block, without their kernels: idle time within them is not known.</source>
        <translation>CUDA 图被记录为一个整块，不含其 kernel：其中的空闲时间未知。</translation>
    </message>
    <message>
        <source>The kernels of graph launches are not in the file: time that looks idle is not.</source>
        <translation>图启动的 kernel 不在文件中：看似空闲的时间其实并不空闲。</translation>
    </message>
    <message>
        <source>No GPU work was recorded.</source>
        <translation>没有记录到 GPU 工作。</translation>
    </message>
    <message>
        <source>The mark for the end of the recording is missing: the last step may be cut.</source>
        <translation>缺少记录结束的标记：最后一步可能被截断。</translation>
    </message>
    <message>
        <source>One side of arrows is missing; they are not drawn.</source>
        <translation>箭头缺少一端；不予绘制。</translation>
    </message>
    <message>
        <source>Counts of GPU work</source>
        <translation>GPU 工作的次数</translation>
    </message>
    <message>
        <source>Times of GPU work</source>
        <translation>GPU 工作的时间</translation>
    </message>
    <message>
        <source>Idle time</source>
        <translation>空闲时间</translation>
    </message>
    <message>
        <source>Causes of idle time</source>
        <translation>空闲原因</translation>
    </message>
    <message>
        <source>Launch delays</source>
        <translation>启动延迟</translation>
    </message>
    <message>
        <source>Times on the CPU</source>
        <translation>CPU 上的时间</translation>
    </message>
    <message>
        <source>Operators and modules of GPU work</source>
        <translation>GPU 工作的算子和模块</translation>
    </message>
    <message>
        <source>Times of steps</source>
        <translation>步骤的时间</translation>
    </message>
    <message>
        <source>Shares of the whole time</source>
        <translation>占总时间的比例</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>How many times it occurred</source>
        <translation>出现次数</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>量</translation>
    </message>
    <message>
        <source>Summed overlaps, leads or durations; blank where none are</source>
        <translation>重叠、提前或时长之和；没有则为空</translation>
    </message>
    <message>
        <source>What it means</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>Not to be shown</source>
        <translation>不可显示</translation>
    </message>
    <message>
        <source>Numbers that mean nothing</source>
        <translation>无意义的数字</translation>
    </message>
    <message>
        <source>Numbers that are not exact</source>
        <translation>不精确的数字</translation>
    </message>
    <message>
        <source>For example at</source>
        <translation>示例位置</translation>
    </message>
    <message>
        <source>The gravest one, since the run&apos;s first event</source>
        <translation>最严重的一处，自本次运行的第一个事件起</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Of the gravest one</source>
        <translation>最严重一处的</translation>
    </message>
    <message>
        <source>What may not be trusted</source>
        <translation>哪些不可信</translation>
    </message>
    <message>
        <source>%1: not known in full. %2</source>
        <translation>%1：不完全可知。%2</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>截断</translation>
    </message>
    <message>
        <source>Begin and end</source>
        <translation>开始和结束</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>End</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>First</source>
        <translation>首个</translation>
    </message>
    <message>
        <source>GPU work ends after many later starts of its own stream, which is impossible: what is too long is set aside, and it ends where the next one begins.</source>
        <translation>有 GPU 工作在同一流上许多后续工作开始之后才结束，这不可能：超出的部分不予采用，以下一个工作的开始作为其结束。</translation>
    </message>
    <message>
        <source>The first launches have no GPU work in the file: the GPU was recorded later than the CPU, or its first buffers were dropped.</source>
        <translation>最初的启动在文件中没有对应的 GPU 工作：GPU 的记录晚于 CPU 开始，或其最初的缓冲区已丢失。</translation>
    </message>
    <message>
        <source>The last launches have no GPU work in the file: the recording ended before it ran.</source>
        <translation>最后的启动在文件中没有对应的 GPU 工作：记录在这些工作运行之前已结束。</translation>
    </message>
    <message>
        <source>Launches have no GPU work in the file, others before and after them have: records were dropped, and time that looks idle may not be.</source>
        <translation>有些启动在文件中没有对应的 GPU 工作，而其前后的启动都有：部分记录已丢失，看似空闲的时间未必空闲。</translation>
    </message>
    <message>
        <source>Launches of one kind have no GPU work at all in the file, others have: that kind was not recorded, or its table is missing.</source>
        <translation>有一类启动在文件中完全没有对应的 GPU 工作，而其他类都有：该类未被记录，或缺少其表格。</translation>
    </message>
    <message>
        <source>Calls wait for the GPU and return while work that they wait for still runs: durations or clocks are false.</source>
        <translation>有些调用等待 GPU，但在所等待的工作仍在运行时就已返回：时长或时钟有误。</translation>
    </message>
    <message>
        <source>Backward operators of different names have one sequence number: their forward operators and modules are not certain.</source>
        <translation>名称不同的反向算子具有同一序号：其对应的前向算子和模块不确定。</translation>
    </message>
    <message>
        <source>The file&apos;s own analysis counts another time of “%1” than its slices have.</source>
        <translation>对于“%1”的时间，文件自带的分析与其切片的时间不符。</translation>
    </message>
    <message>
        <source>Nsight Systems warns of its recording: “%1”</source>
        <translation>Nsight Systems 对其记录发出警告：“%1”</translation>
    </message>
    <message>
        <source>Nsight Systems reports an error of its recording: “%1”</source>
        <translation>Nsight Systems 报告其记录有错误：“%1”</translation>
    </message>
    <message>
        <source>The export has version %1 of its schema, later than those that are known: tables and columns may mean something else.</source>
        <translation>导出文件的 schema 版本为 %1，比已知版本更新：表和列的含义可能已改变。</translation>
    </message>
    <message>
        <source>The file has no GPU work with times.</source>
        <translation>文件中没有带时间的 GPU 工作。</translation>
    </message>
    <message>
        <source>%1 of %2 activities</source>
        <translation>%2 个活动中的 %1 个</translation>
    </message>
    <message>
        <source>%1 of %2 launches</source>
        <translation>%2 次启动中的 %1 次</translation>
    </message>
    <message>
        <source>%1 of %2 launches of graphs</source>
        <translation>%2 次图启动中的 %1 次</translation>
    </message>
    <message>
        <source>%1 of %2 steps</source>
        <translation>%2 个步骤中的 %1 个</translation>
    </message>
    <message>
        <source>%1 of %2 waits</source>
        <translation>%2 次等待中的 %1 次</translation>
    </message>
    <message>
        <source>%1 of %2 backward operators</source>
        <translation>%2 个反向算子中的 %1 个</translation>
    </message>
    <message>
        <source>%1 of %2 collectives</source>
        <translation>%2 个集合通信中的 %1 个</translation>
    </message>
    <message>
        <source>in the first %1</source>
        <translation>在最初的 %1 内</translation>
    </message>
    <message>
        <source>in the last %1</source>
        <translation>在最后的 %1 内</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>从 %1 到 %2</translation>
    </message>
    <message>
        <source>Sizes and bandwidths of collectives</source>
        <translation>集合通信的大小和带宽</translation>
    </message>
    <message>
        <source>Doubtful</source>
        <translation>存疑</translation>
    </message>
    <message>
        <source>%1 in the file, %2 here</source>
        <translation>文件中为 %1，此处为 %2</translation>
    </message>
    <message>
        <source>%1 ×</source>
        <translation>%1 次</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>The file gives “%1” %2. That is so for %3 of %4 activities, by %5 in all.</source>
        <translation>文件给出的“%1”时长为 %2。%4 个活动中有 %3 个如此，共超出 %5。</translation>
    </message>
    <message>
        <source>That is so for %1.</source>
        <translation>此情况涉及 %1。</translation>
    </message>
    <message>
        <source>Where time is lost between kernels is not known.</source>
        <translation>无法得知 kernel 之间损失的时间在哪里。</translation>
    </message>
    <message>
        <source>Not known: %1.</source>
        <translation>未知：%1。</translation>
    </message>
    <message>
        <source>Not exact: %1.</source>
        <translation>不精确：%1。</translation>
    </message>
    <message>
        <source>Its begin or end is not in the recording: times and shares are too small. The first one: what happens only once is in its times. Doubtful: work of it has no time, or an impossible one</source>
        <translation>步骤的开始或结束不在记录中：时间与占比偏小。首个步骤：其时间包含只发生一次的内容。存疑：其中有工作没有时间，或时间不可能成立</translation>
    </message>
    <message>
        <source>* Not comparable: the recording cuts this step, work of it has no time or an impossible one, or it is the first step, which holds what happens only once.</source>
        <translation>* 不可比：该步骤被记录截断，其中有工作没有时间或时间不可能成立，或者它是首个步骤，包含只发生一次的内容。</translation>
    </message>
    <message>
        <source>The last GPU work of a stream takes longer than the rest of the recording, and many times as long as others of its name: either it does, or its duration is false.</source>
        <translation>某个流的最后一个 GPU 工作比记录的其余部分更长，且是同名其他工作的许多倍：要么确实如此，要么其时长有误。</translation>
    </message>
    <message>
        <source>The call that launched GPU work is not in the file, only its operator: gaps before it have no cause.</source>
        <translation>启动 GPU 工作的调用不在文件中，只有其算子：其前的空隙没有原因。</translation>
    </message>
    <message>
        <source>The profiler itself worked while the GPU was idle: without it, there would be less idle time.</source>
        <translation>剖析器自身在 GPU 空闲时工作：没有它，空闲时间会更少。</translation>
    </message>
    <message>
        <source>The profiler itself worked, but hardly while the GPU was idle: only times on the CPU may be longer for it.</source>
        <translation>剖析器自身在工作，但几乎不在 GPU 空闲时：只有 CPU 上的时间可能因此变长。</translation>
    </message>
    <message>
        <source>All GPU work in the file is communication or copies: whether anything was computed meanwhile is not in it, so that neither idle time nor what nothing hides can be said.</source>
        <translation>文件中的 GPU 工作全是通信或复制：其间是否有计算不在其中，因此无法说明空闲时间，也无法说明哪些未被掩盖。</translation>
    </message>
    <message>
        <source>No row of the file is known to be a GPU’s. If one is, name it: --gpu-row NAME.</source>
        <translation>文件中没有一行可认定为 GPU 的行。若其中有，请指明：--gpu-row NAME。</translation>
    </message>
    <message>
        <source>%1 of %2 of idle time</source>
        <translation>空闲时间 %2 中的 %1</translation>
    </message>
    <message>
        <source>The file has the CPU alone. Where the model runs on a device, the profiler needs that activity, too (of PyTorch: ProfilerActivity.CUDA, XPU or PrivateUse1).</source>
        <translation>文件中只有 CPU。若模型在设备上运行，剖析器还需启用相应的活动（PyTorch：ProfilerActivity.CUDA、XPU 或 PrivateUse1）。</translation>
    </message>
    <message>
        <source>The file has tables, no timeline: when the %1 works and when it waits is not in it.</source>
        <translation>文件中有表格而没有时间线：%1 何时工作、何时等待不在其中。</translation>
    </message>
    <message>
        <source>%1 of %2 dispatches</source>
        <translation>%2 个 dispatch 中的 %1 个</translation>
    </message>
    <message>
        <source>%1 of %2 calls that launch or wait</source>
        <translation>%2 个启动或等待的调用中的 %1 个</translation>
    </message>
    <message>
        <source>Calls of collectives were recorded without one or more of name, data type, sizes and group: their bandwidths are not known.</source>
        <translation>集合通信的调用在录制时缺少名称、数据类型、大小和组中的一项或多项：其带宽无从得知。</translation>
    </message>
    <message>
        <source>%1 of %2 tasks</source>
        <translation>%2 个任务中的 %1 个</translation>
    </message>
    <message>
        <source>Not exact</source>
        <translation>不精确</translation>
    </message>
    <message>
        <source>The recording can be relied on.</source>
        <translation>这次录制可靠。</translation>
    </message>
    <message>
        <source>The recording can be relied on, with limits:</source>
        <translation>这次录制可靠，但有限制：</translation>
    </message>
    <message>
        <source>The recording cannot be relied on:</source>
        <translation>这次录制不可靠：</translation>
    </message>
    <message>
        <source>GPU work ends after the next one of its stream has begun: either both ran at the same time, as NVIDIA&apos;s programmatic dependent launch lets them, and sums count that twice, or its duration is too long.</source>
        <translation>GPU 工作在其 stream 的下一项开始之后才结束：要么两者同时运行（NVIDIA 的 programmatic dependent launch 允许这样），总和把这段时间计算了两次；要么它的时长过长。</translation>
    </message>
    <message>
        <source>The launch of GPU work is not in the file: which call, operator and module launched it is not known, and gaps before it have no cause.</source>
        <translation>GPU 工作的启动不在文件中：由哪个调用、算子和模块启动不得而知，其前面的空隙也没有原因。</translation>
    </message>
    <message>
        <source>Nothing can be said of a GPU from this recording:</source>
        <translation>从这次录制无法得知 GPU 的情况：</translation>
    </message>
    <message>
        <source>GPU work ends after the next one of its stream has begun: either both ran at the same time, and sums count that twice, or its duration is too long.</source>
        <translation>GPU 工作在同一流的下一个工作开始之后才结束：要么两者同时运行，总和把这段时间计算两次，要么其时长过长。</translation>
    </message>
    <message>
        <source>The file has what the CPU did alone. The GPU’s work is in other files of the same recording.</source>
        <translation>文件中只有 CPU 所做的工作。GPU 的工作在同一次录制的其他文件中。</translation>
    </message>
</context>
<context>
    <name>UnitReport</name>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>No step is named in the file. These are inferred: a kernel that repeats regularly, %1 (mean; median %2, the middle 80 % within %3).</source>
        <translation>文件中没有标明步骤。以下为推断：规律重复的 kernel，%1（平均；中位数 %2，中间 80 % 的范围为 %3）。</translation>
    </message>
    <message>
        <source>The recording ends within the last one.</source>
        <translation>记录在最后一个之内结束。</translation>
    </message>
    <message>
        <source>They take %1, from %2 to %3 of the recording.</source>
        <translation>它们占 %1，位于记录的 %2 至 %3。</translation>
    </message>
</context>
<context>
    <name>Views</name>
    <message>
        <source>%1 (changed)</source>
        <translation>%1（已更改）</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另有 %1 项</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>修改时间</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>容器</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Complete</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no: the file ends early, see Diagnostics</source>
        <translation>否：文件提前结束，见“诊断结果”</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Event type %1</source>
        <translation>事件类型 %1</translation>
    </message>
    <message>
        <source>Slices</source>
        <translation>切片</translation>
    </message>
    <message>
        <source>GPU work (kernels, copies, sets)</source>
        <translation>GPU 工作（kernel、拷贝、置值）</translation>
    </message>
    <message>
        <source>GPU annotations</source>
        <translation>GPU 标注</translation>
    </message>
    <message>
        <source>Launching calls</source>
        <translation>启动调用</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Counter events</source>
        <translation>计数器事件</translation>
    </message>
    <message>
        <source>Distinct texts</source>
        <translation>不同文本</translation>
    </message>
    <message>
        <source>Memory of the timeline</source>
        <translation>时间线占用内存</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Span</source>
        <translation>跨度</translation>
    </message>
    <message>
        <source>First event (ns, as in the file)</source>
        <translation>首个事件（ns，文件原值）</translation>
    </message>
    <message>
        <source>baseTimeNanoseconds</source>
        <translation>baseTimeNanoseconds</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>GPU devices in the timeline</source>
        <translation>时间线中的 GPU 设备</translation>
    </message>
    <message>
        <source>Device %1</source>
        <translation>设备 %1</translation>
    </message>
    <message>
        <source>stream %1</source>
        <translation>流 %1</translation>
    </message>
    <message>
        <source>streams %1</source>
        <translation>流 %1</translation>
    </message>
    <message>
        <source>Device properties</source>
        <translation>设备属性</translation>
    </message>
    <message>
        <source>Distributed</source>
        <translation>分布式</translation>
    </message>
    <message>
        <source>Header</source>
        <translation>文件头</translation>
    </message>
    <message>
        <source>The event has no arguments.</source>
        <translation>该事件没有参数。</translation>
    </message>
    <message>
        <source>%1 more arguments are not shown. &quot;Copy event as JSON&quot; in the menu gives them all.</source>
        <translation>另有 %1 个参数未显示。菜单中的“将事件复制为 JSON”可得到全部。</translation>
    </message>
    <message>
        <source>Long values are cut at …; &quot;Copy event as JSON&quot; in the menu gives them whole.</source>
        <translation>过长的值在“…”处截断；菜单中的“将事件复制为 JSON”可得到完整内容。</translation>
    </message>
    <message>
        <source>Make a stage &amp;rule from this kernel</source>
        <translation>用此 kernel 建立阶段规则(&amp;R)</translation>
    </message>
    <message>
        <source>Range %1 to %2 (%3)</source>
        <translation>范围 %1 至 %2（%3）</translation>
    </message>
    <message>
        <source>Whole run</source>
        <translation>整个运行</translation>
    </message>
    <message>
        <source>Whole run (%1)</source>
        <translation>整个运行（%1）</translation>
    </message>
    <message>
        <source>Only %1</source>
        <translation>仅 %1</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 项</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>%1 after the run&apos;s first event</source>
        <translation>首个事件之后 %1</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>%1 (%2 ns)</source>
        <translation>%1（%2 ns）</translation>
    </message>
    <message>
        <source>Self time</source>
        <translation>自身时间</translation>
    </message>
    <message>
        <source>%1 (%2 of its duration)</source>
        <translation>%1（占其时长的 %2）</translation>
    </message>
    <message>
        <source>Launched by</source>
        <translation>启动者</translation>
    </message>
    <message>
        <source>Queue delay</source>
        <translation>排队延迟</translation>
    </message>
    <message>
        <source>Step on the GPU</source>
        <translation>GPU 上的步骤</translation>
    </message>
    <message>
        <source>%1, from %2 after the run&apos;s first event</source>
        <translation>%1，自该运行的第一个事件后 %2 起</translation>
    </message>
    <message>
        <source>%1 from the end of the call to the start</source>
        <translation>从调用结束到开始执行 %1</translation>
    </message>
    <message>
        <source>none: it began before the call returned, %1 after the call&apos;s begin</source>
        <translation>无：在启动调用返回之前就已开始，距调用开始 %1</translation>
    </message>
    <message>
        <source>unknown: it begins %1 before its launch call, so the file&apos;s clocks of CPU and GPU do not agree</source>
        <translation>未知：其开始时间比启动调用还早 %1，文件中 CPU 与 GPU 的时钟不一致</translation>
    </message>
    <message>
        <source>Launched together</source>
        <translation>同时启动</translation>
    </message>
    <message>
        <source>Launched</source>
        <translation>启动了</translation>
    </message>
    <message>
        <source>no launching call in the file</source>
        <translation>文件中没有启动调用</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>GPU %1, stream %2</source>
        <translation>GPU %1，流 %2</translation>
    </message>
    <message>
        <source>GPU %1, annotations of stream %2</source>
        <translation>GPU %1，流 %2 的标注</translation>
    </message>
    <message>
        <source>Asynchronous: %1</source>
        <translation>异步：%1</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Track</source>
        <translation>轨道</translation>
    </message>
    <message>
        <source>Launch grid</source>
        <translation>启动网格</translation>
    </message>
    <message>
        <source>Python stack, innermost first</source>
        <translation>Python 调用栈（最内层在前）</translation>
    </message>
    <message>
        <source>SM</source>
        <translation>SM</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>DRAM bandwidth</source>
        <translation>DRAM 带宽</translation>
    </message>
    <message>
        <source>L1 hit rate</source>
        <translation>L1 命中率</translation>
    </message>
    <message>
        <source>L2 hit rate</source>
        <translation>L2 命中率</translation>
    </message>
    <message>
        <source>Achieved occupancy</source>
        <translation>实际占用率</translation>
    </message>
    <message>
        <source>Theoretical occupancy</source>
        <translation>理论占用率</translation>
    </message>
    <message>
        <source>Bottlenecks</source>
        <translation>瓶颈</translation>
    </message>
    <message>
        <source>row %1 of %2, by name and order of launch</source>
        <translation>%2 的第 %1 行，按名称与启动顺序对应</translation>
    </message>
    <message>
        <source>the first of %1 places that fit</source>
        <translation>吻合的 %1 处中的第一处</translation>
    </message>
    <message>
        <source>Nsight Compute</source>
        <translation>Nsight Compute</translation>
    </message>
    <message>
        <source>%1 smaller</source>
        <translation>%1 个较小项</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source> › </source>
        <translation> › </translation>
    </message>
    <message>
        <source>%1 (%2 ns), %3 of %4</source>
        <translation>%1（%2 ns），占%4的 %3</translation>
    </message>
    <message>
        <source>%1 instances</source>
        <translation>%1 个实例</translation>
    </message>
    <message>
        <source>charts are written as .svg, .pdf or .png</source>
        <translation>图表可写为 .svg、.pdf 或 .png</translation>
    </message>
    <message>
        <source>only %1</source>
        <translation>仅 %1</translation>
    </message>
    <message>
        <source>range %1</source>
        <translation>范围 %1</translation>
    </message>
    <message>
        <source>mapping %1</source>
        <translation>映射 %1</translation>
    </message>
    <message>
        <source>outside</source>
        <translation>步骤外</translation>
    </message>
    <message>
        <source>outside any step</source>
        <translation>不在任何步骤内</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>steps: %1</source>
        <translation>%1 个步骤</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>%1 of %2 parts</source>
        <translation>%2 个部分中的 %1 个</translation>
    </message>
    <message>
        <source>no annotation of a step in the file</source>
        <translation>文件中没有步骤标注</translation>
    </message>
    <message>
        <source>%1 costliest of %2 steps</source>
        <translation>%2 个步骤中最耗时的 %1 个</translation>
    </message>
    <message>
        <source>first %1 of %2 steps</source>
        <translation>%2 个步骤中的前 %1 个</translation>
    </message>
    <message>
        <source>%1 of %2 steps, evenly spread</source>
        <translation>%2 个步骤中均匀选取的 %1 个</translation>
    </message>
    <message>
        <source>, %1 of the GPU work</source>
        <translation>，占 GPU 工作的 %1</translation>
    </message>
    <message>
        <source>Time by stage</source>
        <translation>各阶段用时</translation>
    </message>
    <message>
        <source>Time by stage and step</source>
        <translation>各步骤的阶段用时</translation>
    </message>
    <message>
        <source>Time by stage and phase</source>
        <translation>各推理阶段的阶段用时</translation>
    </message>
    <message>
        <source>Time by stage and rank</source>
        <translation>各 rank 的阶段用时</translation>
    </message>
    <message>
        <source>Time by kernel</source>
        <translation>各 kernel 用时</translation>
    </message>
    <message>
        <source>Time by kernel and step</source>
        <translation>各步骤的 kernel 用时</translation>
    </message>
    <message>
        <source>Time by kernel and phase</source>
        <translation>各推理阶段的 kernel 用时</translation>
    </message>
    <message>
        <source>Time by kernel and rank</source>
        <translation>各 rank 的 kernel 用时</translation>
    </message>
    <message>
        <source>Time in %1</source>
        <translation>%1 中的时间</translation>
    </message>
    <message>
        <source>Time by module</source>
        <translation>各模块用时</translation>
    </message>
    <message>
        <source>, %1</source>
        <translation>，%1</translation>
    </message>
    <message>
        <source>, %1 runs</source>
        <translation>，%1 个运行</translation>
    </message>
    <message>
        <source>, %1 parts</source>
        <translation>，%1 个部分</translation>
    </message>
    <message>
        <source>no CPU(non-GPU): the entered seconds are less than the GPU time</source>
        <translation>没有 CPU(non-GPU)：输入的秒数少于 GPU 时间</translation>
    </message>
    <message>
        <source>CPU(non-GPU) from entered seconds</source>
        <translation>CPU(non-GPU) 取自输入的秒数</translation>
    </message>
    <message>
        <source>CPU(non-GPU) from the recording&apos;s length</source>
        <translation>CPU(non-GPU) 取自记录的时长</translation>
    </message>
    <message>
        <source>each module with the kernels that lie directly in it</source>
        <translation>每个模块只计直接位于其中的 kernel</translation>
    </message>
    <message>
        <source>durations added up, no timeline tells what overlaps</source>
        <translation>各时长相加，没有时间线可判断重叠</translation>
    </message>
    <message>
        <source>elapsed per device where there are several</source>
        <translation>有多个设备时按设备计净用时</translation>
    </message>
    <message>
        <source>elapsed time per device, added up</source>
        <translation>按设备计净用时后相加</translation>
    </message>
    <message>
        <source>elapsed time, overlaps counted once</source>
        <translation>净用时，重叠只计一次</translation>
    </message>
    <message>
        <source>  ·  </source>
        <translation>  ·  </translation>
    </message>
    <message>
        <source>share of %1 (%)</source>
        <translation>占%1的比例（%）</translation>
    </message>
    <message>
        <source>share of GPU elapsed time (%)</source>
        <translation>占 GPU 净用时的比例（%）</translation>
    </message>
    <message>
        <source>share of the total time (%)</source>
        <translation>占总时间的比例（%）</translation>
    </message>
    <message>
        <source>elapsed time (%1)</source>
        <translation>净用时（%1）</translation>
    </message>
    <message>
        <source>annotations, stream %1</source>
        <translation>标注，流 %1</translation>
    </message>
    <message>
        <source>async %1</source>
        <translation>异步 %1</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>process %1</source>
        <translation>进程 %1</translation>
    </message>
    <message>
        <source>GPU %1, %2, not counted as work</source>
        <translation>GPU %1，%2，不计入工作</translation>
    </message>
    <message>
        <source>%1 (not counted)</source>
        <translation>%1（不计入）</translation>
    </message>
    <message>
        <source>Name in the file</source>
        <translation>文件中的名称</translation>
    </message>
    <message>
        <source>%1 idle</source>
        <translation>空闲 %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>how long idle, why</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <comment>how long idle, why, the call or operator</comment>
        <translation>%1，%2：%3</translation>
    </message>
    <message>
        <source>all steps: %1</source>
        <translation>全部步骤：%1</translation>
    </message>
    <message>
        <source>step %1: %2</source>
        <translation>步骤 %1：%2</translation>
    </message>
    <message>
        <source>, batch %1</source>
        <translation>，批次 %1</translation>
    </message>
    <message>
        <source>%1 gaps here, together %2 idle</source>
        <translation>此处 %1 个空隙，共空闲 %2</translation>
    </message>
    <message>
        <source>the longest: %1</source>
        <translation>最长的：%1</translation>
    </message>
    <message>
        <source>steps on the CPU</source>
        <translation>CPU 上的步骤</translation>
    </message>
    <message>
        <source>steps on the GPU</source>
        <translation>GPU 上的步骤</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>The names of the kernels do not repeat like layers.</source>
        <translation>kernel 名称没有像层那样重复。</translation>
    </message>
    <message>
        <source>%1 activities, %2 ▸</source>
        <translation>%1 个活动，%2 ▸</translation>
    </message>
    <message>
        <source>(inferred)</source>
        <translation>（推断）</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>%1, by repetition of names</source>
        <translation>%1，按名称重复推断</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Instance</source>
        <translation>实例</translation>
    </message>
    <message>
        <source>%1 of %2 of this name</source>
        <translation>此名称的第 %1 / %2 个</translation>
    </message>
    <message>
        <source>%1, %2 × the median duration</source>
        <translation>%1，为时长中位数的 %2 倍</translation>
    </message>
    <message>
        <source>%1 (%2 %)</source>
        <translation>%1（%2 %）</translation>
    </message>
    <message>
        <source>From the first bar to the second: %1</source>
        <translation>从第一根柱到第二根柱：%1</translation>
    </message>
    <message>
        <source>SVG (*.svg);;PDF (*.pdf);;PNG (*.png)</source>
        <translation>SVG (*.svg);;PDF (*.pdf);;PNG (*.png)</translation>
    </message>
    <message>
        <source>%1 sequences</source>
        <translation>%1 个序列</translation>
    </message>
    <message>
        <source>%1 parts</source>
        <translation>%1 个部分</translation>
    </message>
    <message>
        <source>1 of %1 phases, and the last</source>
        <translation>每 %1 个推理阶段取 1 个，以及最后一个</translation>
    </message>
    <message>
        <source>folded: %1</source>
        <translation>已折叠：%1</translation>
    </message>
    <message>
        <source>◂ work from %1 to %2</source>
        <translation>◂ 工作在 %1 至 %2</translation>
    </message>
    <message>
        <source>work from %1 to %2 ▸</source>
        <translation>工作在 %1 至 %2 ▸</translation>
    </message>
    <message>
        <source>Instances in %1</source>
        <translation>%1 中的实例数</translation>
    </message>
    <message>
        <source>Instances by name</source>
        <translation>各名称的实例数</translation>
    </message>
    <message>
        <source>Instances by stage</source>
        <translation>各阶段的实例数</translation>
    </message>
    <message>
        <source>numbers of instances</source>
        <translation>实例数</translation>
    </message>
    <message>
        <source>share of the instances (%)</source>
        <translation>占实例数的比例 (%)</translation>
    </message>
    <message>
        <source>instances</source>
        <translation>实例数</translation>
    </message>
    <message>
        <source>All &amp;instances</source>
        <translation>全部实例(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Next instance in timeline</source>
        <translation>时间线中的下一个实例(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Previous instance in timeline</source>
        <translation>时间线中的上一个实例(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Only this kernel in all views</source>
        <translation>所有视图仅看此 kernel(&amp;O)</translation>
    </message>
    <message>
        <source>busy for %1 of %2
from %3 to %4</source>
        <comment>percentage, duration, time, time</comment>
        <translation>%2 中忙碌 %1
从 %3 到 %4</translation>
    </message>
    <message>
        <source>the run has no step %1</source>
        <translation>该运行没有步骤 %1</translation>
    </message>
    <message>
        <source>the run has no steps of the phase %1</source>
        <translation>该运行没有推理阶段为 %1 的步骤</translation>
    </message>
    <message>
        <source>The range lies outside of the run.</source>
        <translation>所选范围在该运行之外。</translation>
    </message>
    <message>
        <source>The selected slice %1 is not in the run.</source>
        <translation>该运行中没有选中的切片 %1。</translation>
    </message>
    <message>
        <source>Nothing of what was highlighted is in the run: %1</source>
        <translation>该运行中没有任何曾突出显示的内容：%1</translation>
    </message>
    <message>
        <source>The GPU work of “%1” is not that of the run.</source>
        <translation>“%1”的 GPU 工作与该运行不符。</translation>
    </message>
    <message>
        <source>Selected range %1 to %2 (%3)</source>
        <translation>所选范围 %1 至 %2（%3）</translation>
    </message>
    <message>
        <source>Recording of %1</source>
        <translation>记录时长 %1</translation>
    </message>
    <message>
        <source>Selected: %1</source>
        <translation>选中：%1</translation>
    </message>
    <message>
        <source>Highlighted: %1</source>
        <translation>突出显示：%1</translation>
    </message>
    <message>
        <source>Stages by the mapping %1</source>
        <translation>阶段按映射 %1 划分</translation>
    </message>
    <message>
        <source>of the range, %1</source>
        <translation>占所选范围 %1</translation>
    </message>
    <message>
        <source>of the GPU span, %1</source>
        <translation>占 GPU 跨度 %1</translation>
    </message>
    <message>
        <source>GPU busy %1: %2 %3</source>
        <translation>GPU 忙碌 %1：%2，%3</translation>
    </message>
    <message>
        <source>%1, row %2</source>
        <comment>of a stream or thread, its number from 1</comment>
        <translation>%1，第 %2 行</translation>
    </message>
    <message>
        <source>%1 slices in the visible time, only the first %2 are listed: zoom in</source>
        <translation>可见时间内有 %1 个切片，只列出前 %2 个：请放大</translation>
    </message>
    <message>
        <source>waits, stream %1</source>
        <translation>等待，流 %1</translation>
    </message>
    <message>
        <source>waits, whole context</source>
        <translation>等待，整个上下文</translation>
    </message>
    <message>
        <source>Profiler overhead</source>
        <translation>剖析器开销</translation>
    </message>
    <message>
        <source>Profiler</source>
        <translation>剖析器</translation>
    </message>
    <message>
        <source>Spans</source>
        <translation>区间</translation>
    </message>
    <message>
        <source>%1 memory, allocated</source>
        <translation>%1 内存，已分配</translation>
    </message>
    <message>
        <source>%1 memory, reserved</source>
        <translation>%1 内存，已保留</translation>
    </message>
    <message>
        <source>annotations, whole context</source>
        <translation>标注，整个上下文</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>any GPU busy %1: %2 %3</source>
        <translation>任一 GPU 忙碌 %1：%2，%3</translation>
    </message>
    <message>
        <source>Inferred from names of kernels that repeat: up to %1 layers in a step, most often of %2 activities; they cover %3 of the work</source>
        <translation>由重复的 kernel 名称推断：一个步骤中最多 %1 层，最常见的每层有 %2 个活动；它们占工作的 %3</translation>
    </message>
    <message>
        <source>elapsed time in which any GPU works, overlaps counted once</source>
        <translation>任一 GPU 在工作的净用时，重叠只计一次</translation>
    </message>
    <message>
        <source>%1 idle %2</source>
        <comment>device, time</comment>
        <translation>%1 空闲 %2</translation>
    </message>
    <message>
        <source>Copy the command of Nsight &amp;Compute for this kernel</source>
        <translation>复制针对此核函数的 Nsight Compute 命令(&amp;C)</translation>
    </message>
    <message>
        <source>What &amp;if…</source>
        <translation>假如(&amp;I)…</translation>
    </message>
    <message>
        <source>no slack</source>
        <translation>无余量</translation>
    </message>
    <message>
        <source>slack up to %1</source>
        <translation>余量不超过 %1</translation>
    </message>
    <message>
        <source>more slack</source>
        <translation>更多余量</translation>
    </message>
    <message>
        <source>no slack: were it longer, so would be the recording</source>
        <translation>无余量：它若更长，录制也随之变长</translation>
    </message>
    <message>
        <source>may take %1 longer at no cost</source>
        <translation>再长 %1 也无代价</translation>
    </message>
    <message>
        <source>critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>critical path, not proven</source>
        <translation>关键路径，未经证实</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>重放</translation>
    </message>
    <message>
        <source>before %1</source>
        <translation>在 %1 之前</translation>
    </message>
    <message>
        <source>%1 stretches of the path here</source>
        <translation>此处有路径的 %1 段</translation>
    </message>
    <message>
        <source>What if it were as fast as the &amp;median of the others…</source>
        <translation>若它与其他的中位数一样快(&amp;M)…</translation>
    </message>
    <message>
        <source>What if all ranks were &amp;alike…</source>
        <translation>若所有 rank 都一样(&amp;A)…</translation>
    </message>
    <message>
        <source>What if t&amp;his gap were gone…</source>
        <translation>假如没有这个空隙(&amp;H)…</translation>
    </message>
    <message>
        <source>What if there were &amp;no gaps…</source>
        <translation>假如没有任何空隙(&amp;N)…</translation>
    </message>
    <message>
        <source>A: %1</source>
        <translation>A：%1</translation>
    </message>
    <message>
        <source>B: %1</source>
        <translation>B：%1</translation>
    </message>
    <message>
        <source>&amp;Only these copies or sets in all views</source>
        <translation>所有视图只看这些拷贝或置值(&amp;O)</translation>
    </message>
    <message>
        <source>Make a stage &amp;rule from these copies or sets</source>
        <translation>由这些拷贝或置值建立阶段规则(&amp;R)</translation>
    </message>
    <message>
        <source>annotations, %1</source>
        <translation>标注，%1</translation>
    </message>
    <message>
        <source>not proven: the replay does not reproduce the recording</source>
        <translation>未经证实：重放没有重现这次录制</translation>
    </message>
    <message>
        <source>hidden: it ran only while earlier work still ran</source>
        <translation>被掩盖：只在较早的工作仍在运行时运行</translation>
    </message>
    <message>
        <source>the rows hold %1 of %2</source>
        <translation>各行占 %2 的 %1</translation>
    </message>
</context>
<context>
    <name>WaitReport</name>
    <message>
        <source>CPU calls</source>
        <translation>CPU 调用</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>工作</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>Without the calls inside it</source>
        <translation>不含其内部的调用</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>With the calls inside it; nested calls count several times</source>
        <translation>包含其内部的调用；嵌套调用会重复计入</translation>
    </message>
    <message>
        <source>thread %1 of process %2</source>
        <translation>进程 %2 的线程 %1</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Waits for the device, for memory, for another thread or the OS, or works</source>
        <translation>等待设备、内存、其他线程或操作系统,或在工作</translation>
    </message>
    <message>
        <source>Times of different threads and tables overlap and are no sum.</source>
        <translation>不同线程和表格的时间相互重叠,不能相加。</translation>
    </message>
    <message>
        <source>Waits for the device, for memory or for another thread, or works. Memory: allocates or frees while the device has nothing to do; the thread is blocked all the same</source>
        <translation>等待设备、内存或别的线程，或在工作。内存：在设备无事可做时分配或释放；线程同样被阻塞</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
</context>
<context>
    <name>WorkReport</name>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>Of the part</source>
        <translation>占该部分</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Total divided by count</source>
        <translation>总计除以次数</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>By the default mapping</source>
        <translation>按默认映射</translation>
    </message>
</context>
<context>
    <name>ws::BusyStatus</name>
    <message>
        <source>No GPU work in what is here of the file</source>
        <translation>文件现有的部分中没有 GPU 工作</translation>
    </message>
    <message>
        <source>No GPU work in this file</source>
        <translation>此文件中没有 GPU 工作</translation>
    </message>
    <message>
        <source>of the range, %1</source>
        <translation>占范围，%1</translation>
    </message>
    <message>
        <source>of the GPU span, %1</source>
        <translation>占 GPU 跨度，%1</translation>
    </message>
    <message>
        <source>GPU busy %1 (%2)  ·  compute %3  ·  exposed communication %4  ·  exposed copies %5  ·  idle %6</source>
        <translation>GPU 忙碌 %1（%2）  ·  计算 %3  ·  未掩盖通信 %4  ·  未掩盖拷贝 %5  ·  空闲 %6</translation>
    </message>
    <message>
        <source>Computation</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>未掩盖通信</translation>
    </message>
    <message>
        <source>Exposed copies</source>
        <translation>未掩盖拷贝</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>All devices as one: busy when any device works.</source>
        <translation>所有设备视为一体：任一设备工作即为忙碌。</translation>
    </message>
    <message>
        <source>No timeline in this file</source>
        <translation>此文件没有时间线</translation>
    </message>
    <message>
        <source>Counting …</source>
        <translation>正在统计…</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Graphs hide when the device idles; see Diagnostics.</source>
        <translation>图掩盖了设备何时空闲；参见“诊断结果”。</translation>
    </message>
    <message>
        <source>Any of %1 GPUs busy %2, each %3 on average (%4)  ·  compute %5  ·  exposed communication %6  ·  exposed copies %7  ·  all idle %8</source>
        <translation>%1 个 GPU 中任一忙碌 %2，平均每个 %3（%4）  ·  计算 %5  ·  未掩盖通信 %6  ·  未掩盖拷贝 %7  ·  全部空闲 %8</translation>
    </message>
    <message>
        <source>GPU %1: busy %2 of %3</source>
        <translation>GPU %1：忙碌 %2，共 %3</translation>
    </message>
    <message>
        <source>of the GPU span, %1, in a recording of %2</source>
        <translation>占 GPU 跨度 %1，整个记录为 %2</translation>
    </message>
    <message>
        <source>All work: %1</source>
        <translation>全部工作：%1</translation>
    </message>
    <message>
        <source>Not limited to “%1”: a device idles only when none of its work runs.</source>
        <translation>未限定于“%1”：设备上没有任何工作在运行时才算空闲。</translation>
    </message>
</context>
<context>
    <name>ws::CaptureChooser</name>
    <message>
        <source>the file holds no capture of a graph: calls without GPU work between StreamBeginCapture and StreamEndCapture</source>
        <translation>该文件不含图的捕获：即 StreamBeginCapture 与 StreamEndCapture 之间没有 GPU 工作的调用</translation>
    </message>
    <message>
        <source>Capture of the graphs</source>
        <translation>图的捕获</translation>
    </message>
    <message>
        <source>Capture: %1</source>
        <translation>捕获：%1</translation>
    </message>
    <message>
        <source>Reading the capture …</source>
        <translation>正在读取捕获…</translation>
    </message>
    <message>
        <source>Capture</source>
        <translation>捕获</translation>
    </message>
    <message>
        <source>Capture (%1)</source>
        <translation>捕获（%1）</translation>
    </message>
    <message>
        <source>Traces beside this one: %1.</source>
        <translation>同目录下的其他跟踪文件：%1 个。</translation>
    </message>
    <message>
        <source>No capture</source>
        <translation>无捕获</translation>
    </message>
    <message>
        <source>Choose a Capture…</source>
        <translation>选择捕获文件…</translation>
    </message>
    <message>
        <source>All Files of capture_traces</source>
        <translation>capture_traces 中的全部文件</translation>
    </message>
    <message>
        <source>A trace of the graphs&apos; capture tells the modules and the operators&apos; shapes of the kernels that they replay.</source>
        <translation>图捕获的 trace 会说明其重放的 kernel 所属的模块和算子的形状。</translation>
    </message>
</context>
<context>
    <name>ws::Centre</name>
    <message>
        <source>This file holds tables and no times, so it cannot stand as a timeline beside %1. Compare it with another file of tables.</source>
        <translation>此文件只有表格，没有时间，无法作为时间线与 %1 并列。请将它与另一个表格文件对比。</translation>
    </message>
    <message>
        <source>This file holds a module tree and no times, so it cannot stand as a timeline beside %1. Compare it with another layerwise profile.</source>
        <translation>此文件只有模块树，没有时间，无法作为时间线与 %1 并列。请将它与另一个逐层剖析对比。</translation>
    </message>
    <message>
        <source>This file holds tables, %1 a module tree: they have no rows in common.</source>
        <translation>此文件含表格，%1 含模块树：两者没有共同的行。</translation>
    </message>
</context>
<context>
    <name>ws::ChartControls</name>
    <message>
        <source>Whole runs</source>
        <translation>各运行的全程</translation>
    </message>
    <message>
        <source>Back to what this is a part of (Backspace)</source>
        <translation>返回上一级 (Backspace)</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Substages</source>
        <translation>子阶段</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>What a segment stands for</source>
        <translation>每段表示什么</translation>
    </message>
    <message>
        <source>What a part of a bar stands for. The mapping in the tool bar sorts kernels into stages.</source>
        <translation>柱中每一段代表什么。工具栏中的映射把 kernel 归入各阶段。</translation>
    </message>
    <message>
        <source>Parts: kernels</source>
        <translation>组成：kernel</translation>
    </message>
    <message>
        <source>Parts: modules</source>
        <translation>组成：模块</translation>
    </message>
    <message>
        <source>What the profile&apos;s parts are</source>
        <translation>剖析由什么组成</translation>
    </message>
    <message>
        <source>Kernels, sorted by the mapping, or the modules that launched them.</source>
        <translation>按映射分类的 kernel，或发起它们的模块。</translation>
    </message>
    <message>
        <source>Bars: runs</source>
        <translation>柱：运行</translation>
    </message>
    <message>
        <source>Bars: steps</source>
        <translation>柱：步骤</translation>
    </message>
    <message>
        <source>Bars: phases</source>
        <translation>柱：推理阶段</translation>
    </message>
    <message>
        <source>Bars: ranks</source>
        <translation>柱：rank</translation>
    </message>
    <message>
        <source>What a bar stands for</source>
        <translation>每根柱代表什么</translation>
    </message>
    <message>
        <source>Steps: GPU work by the step that launched it.
Phases: all prefill, decode, mixed … steps of a run together.
Ranks: ranks of a job in several files, or the devices of one file.</source>
        <translation>步骤：按发起它的步骤统计 GPU 工作。
推理阶段：一个运行中所有 prefill、decode、mixed 等步骤各自合计。
rank：多个文件中同一作业的各 rank，或一个文件中的各设备。</translation>
    </message>
    <message>
        <source>at most </source>
        <translation>最多 </translation>
    </message>
    <message>
        <source>costliest</source>
        <translation>最耗时</translation>
    </message>
    <message>
        <source>first</source>
        <translation>最先</translation>
    </message>
    <message>
        <source>evenly spread</source>
        <translation>均匀选取</translation>
    </message>
    <message>
        <source>Which bars are shown</source>
        <translation>显示哪些柱</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>100 %</source>
        <translation>100 %</translation>
    </message>
    <message>
        <source>Bars show</source>
        <translation>柱表示</translation>
    </message>
    <message>
        <source>Times, or each part&apos;s share of its bar.</source>
        <translation>时间，或各部分占其柱的比例。</translation>
    </message>
    <message>
        <source>merge below </source>
        <translation>合并低于 </translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Merge parts below</source>
        <translation>合并低于此比例的部分</translation>
    </message>
    <message>
        <source>Parts below this share in every bar are drawn as one; the table lists them all.</source>
        <translation>在每根柱中都低于此比例的部分合并绘制；表格中全部列出。</translation>
    </message>
    <message>
        <source>Elapsed: automatic</source>
        <translation>净用时：自动</translation>
    </message>
    <message>
        <source>Elapsed per device</source>
        <translation>按设备计净用时</translation>
    </message>
    <message>
        <source>Elapsed over all</source>
        <translation>整体净用时</translation>
    </message>
    <message>
        <source>How elapsed time is counted</source>
        <translation>净用时的计法</translation>
    </message>
    <message>
        <source>Work that overlaps earlier work counts only where it goes on alone.
Per device: each GPU by itself, the GPUs added up; the default with several GPUs.
Over all: as gputrc2graph does it, GPUs that work at the same time count once.</source>
        <translation>与先前工作重叠的工作只计其单独运行的部分。
按设备：每个 GPU 单独计算后相加；有多个 GPU 时的默认方式。
整体：与 gputrc2graph 相同，同时工作的 GPU 只计一次。</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <source>‹ All stages</source>
        <translation>‹ 全部阶段</translation>
    </message>
    <message>
        <source>‹ %1</source>
        <translation>‹ %1</translation>
    </message>
    <message>
        <source>Maximum number of bars per run</source>
        <translation>每个运行最多的柱数</translation>
    </message>
    <message>
        <source>Which steps are drawn if there are more.</source>
        <translation>步骤过多时绘制哪些。</translation>
    </message>
    <message>
        <source>largest </source>
        <translation>最大的 </translation>
    </message>
    <message>
        <source>Maximum number of parts</source>
        <translation>部分的最大数目</translation>
    </message>
    <message>
        <source>The parts beyond the largest so many are drawn as one; the table lists them all.</source>
        <translation>超出所给数目的较小部分画成一个；表中全部列出。</translation>
    </message>
    <message>
        <source>Some parts or phases are hidden</source>
        <translation>有些部分或推理阶段已隐藏</translation>
    </message>
    <message>
        <source>This run</source>
        <translation>本次运行</translation>
    </message>
    <message>
        <source>Whose stages</source>
        <translation>显示哪些运行的阶段</translation>
    </message>
    <message>
        <source>This run: the one that the other tabs show.
A and B: the two runs of the comparison.
All open runs: beside each other; Runs and totals… switches some of them off.</source>
        <translation>此运行：其他标签页显示的运行。
A 和 B：比较的两次运行。
所有打开的运行：并列显示；“运行与总计…”可关闭其中一些。</translation>
    </message>
    <message>
        <source>All open runs (%1)</source>
        <translation>所有打开的运行（%1）</translation>
    </message>
    <message>
        <source>A and B</source>
        <translation>A 和 B</translation>
    </message>
    <message>
        <source>Each run in its own range</source>
        <translation>每次运行各用自己的范围</translation>
    </message>
</context>
<context>
    <name>ws::CodePanel</name>
    <message>
        <source>by source line</source>
        <translation>按源代码行</translation>
    </message>
    <message>
        <source>by call stack</source>
        <translation>按调用栈</translation>
    </message>
    <message>
        <source>by operator</source>
        <translation>按算子</translation>
    </message>
    <message>
        <source>What the rows are</source>
        <translation>各行代表什么</translation>
    </message>
    <message>
        <source>from the outermost frame</source>
        <translation>从最外层帧开始</translation>
    </message>
    <message>
        <source>from the innermost frame</source>
        <translation>从最内层帧开始</translation>
    </message>
    <message>
        <source>Order of the frames in the picture</source>
        <translation>图中各帧的顺序</translation>
    </message>
    <message>
        <source>Open a trace to see which source line costs how much GPU time.</source>
        <translation>打开一个跟踪文件，即可查看每个源代码行耗费多少 GPU 时间。</translation>
    </message>
    <message>
        <source>This file has no GPU work with times, so no source lines that launch it.</source>
        <translation>此文件没有带时间的 GPU 工作，因此没有启动它们的源代码行。</translation>
    </message>
    <message>
        <source>No Python call stack is in the file: record with_stack=True to see source lines.</source>
        <translation>文件中没有 Python 调用栈：请以 with_stack=True 记录，即可查看源代码行。</translation>
    </message>
    <message>
        <source>Of GPU work</source>
        <translation>占 GPU 工作</translation>
    </message>
    <message>
        <source>All frames</source>
        <translation>所有帧</translation>
    </message>
    <message>
        <source>The picture shows a part: back to all GPU work (Esc); a click on its top goes one frame outwards</source>
        <translation>图中只显示一部分：返回全部 GPU 工作（Esc）；点击其顶部向外一帧</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 行</translation>
    </message>
</context>
<context>
    <name>ws::CollectivesPanel</name>
    <message>
        <source>Open a trace to see its kernels of communication.</source>
        <translation>打开一个跟踪文件，即可查看其通信 kernel。</translation>
    </message>
    <message>
        <source>This file holds no GPU work, so there are no kernels of communication to list.</source>
        <translation>此文件没有 GPU 工作，因此没有可列出的通信 kernel。</translation>
    </message>
    <message>
        <source>Looking for kernels of communication …</source>
        <translation>正在查找通信 kernel…</translation>
    </message>
    <message>
        <source>%1 kernels  ·  sum of durations %2  ·  %3</source>
        <translation>%1 个 kernel  ·  时长之和 %2  ·  %3</translation>
    </message>
    <message>
        <source>No kernel of this file is communication, as the stage mapping has it.</source>
        <translation>按照阶段映射，此文件中没有属于通信的 kernel。</translation>
    </message>
</context>
<context>
    <name>ws::CommandPalette</name>
    <message>
        <source>Nothing has all these words.</source>
        <translation>没有包含所有这些词的条目。</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>查找命令</translation>
    </message>
    <message>
        <source>Action, panel, run, stage or kernel</source>
        <translation>操作、面板、运行、阶段或 kernel</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>找到的条目</translation>
    </message>
</context>
<context>
    <name>ws::CompareMenu</name>
    <message>
        <source>&amp;Compare</source>
        <translation>对比(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;With Another File…</source>
        <translation>与另一个文件(&amp;W)…</translation>
    </message>
    <message>
        <source>With an Open &amp;Run</source>
        <translation>与已打开的运行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Linked Ranges</source>
        <translation>联动范围(&amp;L)</translation>
    </message>
    <message>
        <source>S&amp;tacked</source>
        <translation>上下排列(&amp;T)</translation>
    </message>
    <message>
        <source>To the &amp;Other Side</source>
        <translation>转到另一侧(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Swap A and B</source>
        <translation>交换 A 与 B(&amp;S)</translation>
    </message>
    <message>
        <source>Close &amp;A</source>
        <translation>关闭 A(&amp;A)</translation>
    </message>
    <message>
        <source>Close &amp;B</source>
        <translation>关闭 B(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;End Comparison</source>
        <translation>结束对比(&amp;E)</translation>
    </message>
    <message>
        <source>Ali&amp;gned At</source>
        <translation>对齐于(&amp;G)</translation>
    </message>
    <message>
        <source>First &amp;GPU Work</source>
        <translation>首个 GPU 工作(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Selected Slices</source>
        <translation>所选切片(&amp;S)</translation>
    </message>
    <message>
        <source>S&amp;teps</source>
        <translation>步骤(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Replace With</source>
        <translation>替换为(&amp;R)</translation>
    </message>
    <message>
        <source>Another &amp;File…</source>
        <translation>另一个文件(&amp;F)…</translation>
    </message>
    <message>
        <source>The Two &amp;Parts of This File</source>
        <translation>此文件的两个部分(&amp;P)</translation>
    </message>
</context>
<context>
    <name>ws::ComparisonFindings</name>
    <message>
        <source>show</source>
        <translation>显示</translation>
    </message>
</context>
<context>
    <name>ws::ComparisonPage</name>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>exposed communication</source>
        <translation>未掩盖通信</translation>
    </message>
    <message>
        <source>exposed copies</source>
        <translation>未掩盖拷贝</translation>
    </message>
    <message>
        <source>idle, %1</source>
        <translation>空闲，%1</translation>
    </message>
    <message>
        <source>A is %1, B is %2.</source>
        <translation>A 为 %1，B 为 %2。</translation>
    </message>
    <message>
        <source>Steps compared (%1): %2 of A, %3 of B.</source>
        <translation>对比的步骤（%1）：A 的 %2 个，B 的 %3 个。</translation>
    </message>
    <message>
        <source>Periods compared, each from one %1 to the next: %2 of A, %3 of B.</source>
        <translation>对比的周期（从一次 %1 到下一次）：A 的 %2 个，B 的 %3 个。</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>%1: A %2, B %3</source>
        <translation>%1：A %2，B %3</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>From 0; the parts add up to the nanosecond.</source>
        <translation>从 0 起；各部分相加精确到纳秒。</translation>
    </message>
    <message>
        <source>What fits these numbers</source>
        <translation>与这些数字相符的解释</translation>
    </message>
    <message>
        <source>show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>✓ Same: %1</source>
        <translation>✓ 相同：%1</translation>
    </message>
    <message>
        <source>? Not in both files: %1</source>
        <translation>? 并非两个文件都有：%1</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Save the bars as SVG, PDF or PNG</source>
        <translation>将条形图保存为 SVG、PDF 或 PNG</translation>
    </message>
    <message>
        <source>Export waterfall</source>
        <translation>导出瀑布图</translation>
    </message>
    <message>
        <source>A: %1  ·  B: %2</source>
        <translation>A：%1  ·  B：%2</translation>
    </message>
    <message>
        <source>Also checked</source>
        <translation>其他检查项</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>From A to B, at the mean</source>
        <translation>从 A 到 B（平均值）</translation>
    </message>
</context>
<context>
    <name>ws::ComparisonPanel</name>
    <message>
        <source>Comparing …</source>
        <translation>正在对比…</translation>
    </message>
    <message>
        <source>Drop a second file on the left or right half of the window, or choose File ▸ Compare With…, to see what changed from one run to the other.</source>
        <translation>将第二个文件拖放到窗口的左半或右半，或选择“文件 ▸ 对比…”，即可查看从一个运行到另一个运行有何变化。</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>whole runs are compared</source>
        <translation>对比针对整个运行</translation>
    </message>
    <message>
        <source>&amp;Count as one token/step</source>
        <translation>算作一个 token/步(&amp;C)</translation>
    </message>
</context>
<context>
    <name>ws::ContextView</name>
    <message>
        <source>Filter engine arguments</source>
        <translation>筛选引擎参数</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
</context>
<context>
    <name>ws::CurveView</name>
    <message>
        <source>The row over the runs</source>
        <translation>该行在各运行中的变化</translation>
    </message>
</context>
<context>
    <name>ws::DamageLine</name>
    <message>
        <source>a part of it is missing</source>
        <translation>其中一部分缺失</translation>
    </message>
    <message>
        <source>Not all of %1 could be read: %2</source>
        <translation>%1 未能完整读取：%2</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>诊断结果</translation>
    </message>
</context>
<context>
    <name>ws::DiagnosticsPanel</name>
    <message>
        <source>Diagnostics</source>
        <translation>诊断结果</translation>
    </message>
    <message>
        <source>Every event of this file was read; there is nothing to report.</source>
        <translation>此文件的所有事件均已读取，没有需要报告的内容。</translation>
    </message>
    <message>
        <source>Open a file to see what could not be read from it.</source>
        <translation>打开文件以查看其中无法读取的内容。</translation>
    </message>
    <message>
        <source>what was skipped or repaired concerns the whole file</source>
        <translation>跳过或修复的内容涉及整个文件</translation>
    </message>
</context>
<context>
    <name>ws::DiagnosticsTabs</name>
    <message>
        <source>What may not be trusted</source>
        <translation>哪些不可信</translation>
    </message>
    <message>
        <source>What was skipped or repaired</source>
        <translation>跳过或修复了什么</translation>
    </message>
    <message>
        <source>What fills this file</source>
        <translation>此文件的构成</translation>
    </message>
    <message>
        <source>Events and their bytes</source>
        <translation>事件及其字节数</translation>
    </message>
</context>
<context>
    <name>ws::DifferencePane</name>
    <message>
        <source>What the rows of the differences are</source>
        <translation>差异表格的行是什么</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>有何变化</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Module tree</source>
        <translation>模块树</translation>
    </message>
    <message>
        <source>Comparing …</source>
        <translation>正在对比…</translation>
    </message>
    <message>
        <source>Counted: %1</source>
        <translation>统计的是：%1</translation>
    </message>
    <message>
        <source>Work or efficiency?</source>
        <translation>工作量还是效率？</translation>
    </message>
    <message>
        <source>How much of each Δ comes of other work, of another device, or of how near to the device&apos;s limit it runs</source>
        <translation>每个 Δ 有多少来自不同的工作量、不同的设备，或离设备上限的远近</translation>
    </message>
    <message>
        <source>What Nsight Compute says of the kernels of both</source>
        <translation>Nsight Compute 对两者 kernel 的结论</translation>
    </message>
    <message>
        <source>%1 of %2 rows differ beyond the noise and come first until you sort</source>
        <translation>%2 行中有 %1 行的差异超出噪声，在排序之前列在最前</translation>
    </message>
</context>
<context>
    <name>ws::EditRows</name>
    <message>
        <source>Counts while it is on</source>
        <translation>勾选时计入</translation>
    </message>
    <message>
        <source>Remove this edit</source>
        <translation>删除此修改</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>删除 %1</translation>
    </message>
    <message>
        <source>Percent of its time</source>
        <translation>其时间的百分比</translation>
    </message>
    <message>
        <source>Factor of its time</source>
        <translation>其时间的倍数</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>无回答</translation>
    </message>
    <message>
        <source>Together: %1</source>
        <translation>合计：%1</translation>
    </message>
    <message>
        <source>No edits yet. Add one here, or by What if… in the menu of a kernel, an operator, a module, a stage, a gap or a rank.</source>
        <translation>尚无改动。可在此添加，或用 kernel、算子、模块、阶段、空隙或 rank 菜单中的“假如…”。</translation>
    </message>
</context>
<context>
    <name>ws::EventSizePanel</name>
    <message>
        <source>these are the events of the file</source>
        <translation>这些是文件中的事件</translation>
    </message>
    <message>
        <source>Open a trace to see which of its events make it large.</source>
        <translation>打开一个跟踪，查看是哪些事件使它变大。</translation>
    </message>
    <message>
        <source>This file has no events.</source>
        <translation>此文件没有事件。</translation>
    </message>
</context>
<context>
    <name>ws::FileDrops</name>
    <message>
        <source>Compare the two files</source>
        <translation>对比这两个文件</translation>
    </message>
    <message numerus="yes">
        <source>Open %n files</source>
        <translation>
            <numerusform>打开 %n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>In place of A …</source>
        <translation>替换 A…</translation>
    </message>
    <message>
        <source>In place of B …</source>
        <translation>替换 B…</translation>
    </message>
    <message>
        <source>Compare:
the file as A, this run as B</source>
        <translation>对比：
文件作为 A，此运行作为 B</translation>
    </message>
    <message>
        <source>Open it as
another run</source>
        <translation>作为另一个
运行打开</translation>
    </message>
    <message>
        <source>Compare:
this run as A, the file as B</source>
        <translation>对比：
此运行作为 A，文件作为 B</translation>
    </message>
</context>
<context>
    <name>ws::FileOpener</name>
    <message>
        <source>Open profiles</source>
        <translation>打开性能分析文件</translation>
    </message>
    <message>
        <source>Open the folder of a recording or a job</source>
        <translation>打开一次记录或作业的文件夹</translation>
    </message>
    <message>
        <source>Profiles (%1);;All files (*)</source>
        <translation>性能分析文件 (%1);;所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>ws::FilePanel</name>
    <message>
        <source>Open a file to see what it says about itself.</source>
        <translation>打开文件以查看其自身信息。</translation>
    </message>
    <message>
        <source>Compute SHA-256</source>
        <translation>计算 SHA-256</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>computing …</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>these are facts of the file</source>
        <translation>这些是文件的信息</translation>
    </message>
</context>
<context>
    <name>ws::FillPanel</name>
    <message>
        <source>Open a trace to see what fills it.</source>
        <translation>打开一个跟踪文件，即可查看其构成。</translation>
    </message>
    <message>
        <source>This file has no events.</source>
        <translation>此文件没有事件。</translation>
    </message>
    <message>
        <source>Python files are part of their categories.</source>
        <translation>Python 文件计入其类别。</translation>
    </message>
    <message>
        <source>these are the events of the file</source>
        <translation>这些是文件的事件</translation>
    </message>
</context>
<context>
    <name>ws::FillingTimeline</name>
    <message>
        <source>stream %1</source>
        <translation>流 %1</translation>
    </message>
    <message>
        <source>Timeline while the file is read</source>
        <translation>读取文件时的时间线</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) so far</source>
        <translation>
            <numerusform>目前 %n 行</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ws::FolderCommands</name>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Watch folder</source>
        <translation>监视文件夹</translation>
    </message>
</context>
<context>
    <name>ws::FolderView</name>
    <message>
        <source>Traces of the folder, the newest first</source>
        <translation>文件夹中的跟踪文件，最新的在前</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>The two selected traces side by side, the older one as A</source>
        <translation>并列显示选中的两个跟踪文件，较早的为 A</translation>
    </message>
    <message>
        <source>Another folder…</source>
        <translation>其他文件夹…</translation>
    </message>
    <message>
        <source>Stop watching</source>
        <translation>停止监视</translation>
    </message>
    <message>
        <source>There are no traces in %1 yet; new ones appear here.</source>
        <translation>%1 中还没有跟踪文件；新文件会显示在这里。</translation>
    </message>
    <message>
        <source>Watch a folder to see its newest traces here: how long, how busy, which phase.</source>
        <translation>监视一个文件夹，即可在此看到其最新的跟踪文件：时长、忙碌程度、推理阶段。</translation>
    </message>
    <message>
        <source>Watch a folder…</source>
        <translation>监视文件夹…</translation>
    </message>
</context>
<context>
    <name>ws::FrozenNames</name>
    <message>
        <source>Names</source>
        <translation>名称</translation>
    </message>
</context>
<context>
    <name>ws::GapNavigator</name>
    <message>
        <source>This file holds no GPU work, so no gaps in it.</source>
        <translation>此文件没有 GPU 工作，因此也没有空隙。</translation>
    </message>
    <message>
        <source>The gaps are still being looked for.</source>
        <translation>仍在查找空隙。</translation>
    </message>
    <message>
        <source>The GPU never idles between its first and last work.</source>
        <translation>GPU 在首个与最后一个工作之间从不空闲。</translation>
    </message>
    <message>
        <source>Gap %1 of %2 by length: %3</source>
        <translation>按长度第 %1 / %2 个空隙：%3</translation>
    </message>
    <message>
        <source>Gap %1 of %2 by length, %3: %4</source>
        <translation>按长度第 %1 个空隙（共 %2 个），%3：%4</translation>
    </message>
</context>
<context>
    <name>ws::GapsPanel</name>
    <message>
        <source>Open a trace to see when and why its GPU idles.</source>
        <translation>打开一个跟踪文件，即可查看 GPU 何时以及为何空闲。</translation>
    </message>
    <message>
        <source>This file holds no GPU work, so no time in which it idles.</source>
        <translation>此文件没有 GPU 工作，因此没有空闲时间。</translation>
    </message>
    <message>
        <source>The GPU never idles between its first and last work.</source>
        <translation>GPU 在首个与最后一个工作之间从不空闲。</translation>
    </message>
    <message>
        <source>the %1 longest of %2 gaps</source>
        <translation>%2 个空隙中最长的 %1 个</translation>
    </message>
    <message>
        <source>before work of %1</source>
        <translation>%1 的工作之前的空隙</translation>
    </message>
    <message>
        <source>gaps across the edges of the range are listed whole and summed up within it</source>
        <translation>跨越范围边界的空隙完整列出，但只合计范围内的部分</translation>
    </message>
    <message>
        <source>Show this gap in the &amp;timeline</source>
        <translation>在时间线中显示此空隙(&amp;T)</translation>
    </message>
    <message numerus="yes">
        <source>%n gap(s) below %1 not listed</source>
        <translation>
            <numerusform>未列出 %n 个短于 %1 的空隙</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ws::HistogramView</name>
    <message>
        <source>Distribution of the durations</source>
        <translation>时长分布</translation>
    </message>
    <message>
        <source>%1 instances from %2 to %3</source>
        <translation>%1 个实例，从 %2 到 %3</translation>
    </message>
    <message>
        <source>A: %1 of %2, B: %3 of %4 instances from %5 to %6</source>
        <translation>A：%2 个实例中的 %1 个，B：%4 个实例中的 %3 个，从 %5 到 %6</translation>
    </message>
    <message>
        <source>shown</source>
        <translation>已显示</translation>
    </message>
</context>
<context>
    <name>ws::IcicleView</name>
    <message>
        <source>GPU time by call stack</source>
        <translation>按调用栈的 GPU 时间</translation>
    </message>
    <message>
        <source>All GPU work</source>
        <translation>全部 GPU 工作</translation>
    </message>
    <message>
        <source>%1 of GPU time (%2 of all), activities: %3</source>
        <translation>GPU 时间 %1（占全部的 %2），%3 个活动</translation>
    </message>
    <message>
        <source>%1 of it launched by this frame itself</source>
        <translation>其中 %1 由此帧自身启动</translation>
    </message>
    <message>
        <source>All GPU work, %1</source>
        <translation>全部 GPU 工作，%1</translation>
    </message>
    <message>
        <source>depth %1</source>
        <translation>深度 %1</translation>
    </message>
</context>
<context>
    <name>ws::InstanceListPanel</name>
    <message>
        <source>Slowest</source>
        <translation>最慢</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Fastest</source>
        <translation>最快</translation>
    </message>
    <message>
        <source>the %1 longest of </source>
        <translation>最长的 %1 个，共 </translation>
    </message>
    <message>
        <source>%1 instances  ·  sum %2  ·  min %3  ·  p50 %4  ·  p95 %5  ·  max %6</source>
        <translation>%1 个实例  ·  总和 %2  ·  最小 %3  ·  p50 %4  ·  p95 %5  ·  最大 %6</translation>
    </message>
</context>
<context>
    <name>ws::InstancesPanel</name>
    <message>
        <source>Open a trace to see the instances of a kernel or operator.</source>
        <translation>打开一个跟踪文件，即可查看 kernel 或算子的实例。</translation>
    </message>
    <message>
        <source>This file has no timeline with kernels or operators, so no instances of them.</source>
        <translation>此文件没有含 kernel 或算子的时间线，因此没有实例。</translation>
    </message>
    <message>
        <source>Select a kernel or an operator in the timeline or a table to see all its instances.</source>
        <translation>在时间线或表格中选择一个 kernel 或算子，即可查看其全部实例。</translation>
    </message>
    <message>
        <source>This name has no kernels or operators.</source>
        <translation>此名称没有 kernel 或算子。</translation>
    </message>
</context>
<context>
    <name>ws::JobCommands</name>
    <message>
        <source>Ranks</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>the trace of this rank is not where its digest was made</source>
        <translation>该 rank 的跟踪不在生成摘要时的位置</translation>
    </message>
    <message numerus="yes">
        <source>%n trace(s) are not where their digests were made.</source>
        <translation>
            <numerusform>%n 个跟踪已不在生成其摘要的位置。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 was open before.</source>
        <translation>之前打开的是 %1。</translation>
    </message>
    <message>
        <source>Compare with it</source>
        <translation>与它比较</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>重放</translation>
    </message>
</context>
<context>
    <name>ws::JobDocument</name>
    <message>
        <source>no rank of a job is in it</source>
        <translation>其中没有作业的 rank</translation>
    </message>
</context>
<context>
    <name>ws::JobErrors</name>
    <message>
        <source>This could not be computed: %1</source>
        <translation>此项无法计算：%1</translation>
    </message>
</context>
<context>
    <name>ws::JobLoad</name>
    <message>
        <source>Reading the job …</source>
        <translation>正在读取作业 …</translation>
    </message>
    <message>
        <source>Reading %1 …</source>
        <translation>正在读取 %1 …</translation>
    </message>
</context>
<context>
    <name>ws::JobTraces</name>
    <message>
        <source>%1 of %2 files are open: the others would take more memory than the traces of a job may (%3; see the settings).</source>
        <translation>已打开 %2 个文件中的 %1 个：其余文件会超出作业跟踪允许的内存（%3；见设置）。</translation>
    </message>
    <message>
        <source>Closed, because the traces of a job may take %1 of memory (see the settings): %2.</source>
        <translation>已关闭，因为作业的跟踪最多占用 %1 内存（见设置）：%2。</translation>
    </message>
</context>
<context>
    <name>ws::KernelsPanel</name>
    <message>
        <source>One row per kernel</source>
        <translation>每个 kernel 一行</translation>
    </message>
    <message>
        <source>Split by grid</source>
        <translation>按网格拆分</translation>
    </message>
    <message>
        <source>Split by input shape</source>
        <translation>按输入形状拆分</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>This file holds no GPU work, so there are no kernels to list.</source>
        <translation>此文件没有 GPU 工作，因此没有可列出的 kernel。</translation>
    </message>
    <message>
        <source>Open a trace to see what each kernel costs.</source>
        <translation>打开跟踪以查看各 kernel 的开销。</translation>
    </message>
    <message>
        <source>%1 rows  ·  %2 activities  ·  sum of durations %3  ·  GPU busy %4</source>
        <translation>%1 行  ·  %2 个活动  ·  时长之和 %3  ·  GPU 忙碌 %4</translation>
    </message>
    <message>
        <source>No GPU work in this range.</source>
        <translation>此范围内没有 GPU 工作。</translation>
    </message>
    <message>
        <source>Show the whole run</source>
        <translation>显示整个运行</translation>
    </message>
    <message>
        <source>No GPU work of %1 in this range.</source>
        <translation>此范围内没有 %1 的 GPU 工作。</translation>
    </message>
    <message>
        <source>Next instance in timeline</source>
        <translation>时间线中的下一个实例</translation>
    </message>
    <message>
        <source>Previous instance in timeline</source>
        <translation>时间线中的上一个实例</translation>
    </message>
    <message>
        <source>This file has sums per kernel and no timeline: its tables list the kernels, the Stages tab groups them.</source>
        <translation>此文件只有每个 kernel 的合计，没有时间线：kernel 列在它的表格中，“阶段”标签页将其分组。</translation>
    </message>
    <message>
        <source>This file has sums per kernel and no timeline: the Modules tab lists the kernels below their modules, the Stages tab groups them.</source>
        <translation>此文件只有每个 kernel 的合计，没有时间线：“模块”标签页在各模块下列出 kernel，“阶段”标签页将其分组。</translation>
    </message>
    <message>
        <source>%1 kernels</source>
        <translation>%1 个 kernel</translation>
    </message>
    <message>
        <source>%1 rows  ·  %2 activities  ·  sum of durations %3  ·  any GPU busy %4</source>
        <translation>%1 行  ·  %2 个活动  ·  时长之和 %3  ·  任一 GPU 忙碌 %4</translation>
    </message>
</context>
<context>
    <name>ws::LayersPanel</name>
    <message>
        <source>all layers are listed here</source>
        <translation>这里列出所有层</translation>
    </message>
    <message>
        <source>Open a trace to see which of its layers costs what.</source>
        <translation>打开跟踪以查看各层的开销。</translation>
    </message>
    <message>
        <source>This file has no GPU work with times, so no layers.</source>
        <translation>此文件没有带时间的 GPU 工作，因此没有层。</translation>
    </message>
    <message>
        <source>The names of the kernels do not repeat like layers. The modules that the recording names are listed under Modules.</source>
        <translation>kernel 的名称没有像层那样重复。录制中命名的模块列在“模块”中。</translation>
    </message>
</context>
<context>
    <name>ws::LimitsPanel</name>
    <message>
        <source>Device limits…</source>
        <translation>设备上限…</translation>
    </message>
    <message>
        <source>What the device can do at most, where the table of known devices lacks it or errs</source>
        <translation>设备的峰值，用于已知设备表中缺少或有误之处</translation>
    </message>
    <message>
        <source>Open a trace to see how far its operators are from the limit of the device.</source>
        <translation>打开一个跟踪，查看其算子离设备上限有多远。</translation>
    </message>
    <message>
        <source>This file holds no GPU work with times, so nothing can be held against the limit of the device.</source>
        <translation>此文件没有带时间的 GPU 工作，因此无法与设备上限对照。</translation>
    </message>
    <message>
        <source>This file has no inputs of operators (torch&apos;s record_shapes=True writes them), so what each one needs is not known.</source>
        <translation>此文件没有算子的输入（torch 的 record_shapes=True 会写入），因此各算子所需的工作量未知。</translation>
    </message>
    <message>
        <source>%1 rows  ·  GPU time %2 of %3</source>
        <translation>%1 行  ·  GPU 时间 %2 / %3</translation>
    </message>
    <message>
        <source>Save roofline</source>
        <translation>保存屋顶线图</translation>
    </message>
</context>
<context>
    <name>ws::LinkText</name>
    <message>
        <source>Copy Text</source>
        <translation>复制文本</translation>
    </message>
</context>
<context>
    <name>ws::LoadingView</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel loading</source>
        <translation>取消载入</translation>
    </message>
    <message>
        <source>Loaded part of the file</source>
        <translation>文件已载入的部分</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>正在读取</translation>
    </message>
    <message>
        <source>Sorting</source>
        <translation>正在排序</translation>
    </message>
    <message>
        <source>Linking launches</source>
        <translation>正在关联启动调用</translation>
    </message>
    <message>
        <source>Analysing</source>
        <translation>正在分析</translation>
    </message>
    <message>
        <source>%1: %2 of %3  ·  %4 events</source>
        <translation>%1：%2 / %3  ·  %4 个事件</translation>
    </message>
    <message>
        <source>Waiting for an answer of the host</source>
        <translation>正在等待主机的回答</translation>
    </message>
    <message>
        <source>As far as the file is read: rows, and how busy each is. Zoom and move as in the timeline; stages, tables and totals come at the end.</source>
        <translation>已读部分：各行及其繁忙程度。可像时间线一样缩放和移动；阶段、表格和合计在读完后给出。</translation>
    </message>
    <message>
        <source>Overview, as the host sent it first</source>
        <translation>概览（主机最先发来的内容）</translation>
    </message>
    <message>
        <source>The host reads the trace</source>
        <translation>主机正在读取跟踪文件</translation>
    </message>
    <message>
        <source>Packed on the host: %1 are here</source>
        <translation>在主机上打包：已收到 %1</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Connects again and continues behind the last byte that came</source>
        <translation>重新连接，从最后收到的字节之后继续</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>The transfer of %1 broke off. This is what came: rows, and how busy each is; stages, tables and totals are missing.</source>
        <translation>%1 的传输中断了。这里是已收到的内容：各行及其忙碌程度；阶段、表格和合计缺失。</translation>
    </message>
</context>
<context>
    <name>ws::MainWindow</name>
    <message>
        <source>At byte %1 of the unpacked content.</source>
        <translation>位于解压内容的第 %1 字节。</translation>
    </message>
    <message>
        <source>What was open before is still open.</source>
        <translation>之前打开的内容仍保持打开。</translation>
    </message>
    <message>
        <source>%1 could not be opened: %2</source>
        <translation>无法打开 %1：%2</translation>
    </message>
    <message>
        <source>%1 has changed on disk since it was loaded.</source>
        <translation>%1 载入后在磁盘上已更改。</translation>
    </message>
    <message>
        <source>Reload (F5)</source>
        <translation>重新载入 (F5)</translation>
    </message>
    <message>
        <source>Open Them</source>
        <translation>全部打开</translation>
    </message>
    <message numerus="yes">
        <source>There are %n table(s) of the same recording next to %1.</source>
        <translation>
            <numerusform>同一次采集的 %n 个表格与 %1 放在一起。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ws::MappingCombo</name>
    <message>
        <source>Stage mapping</source>
        <translation>阶段映射</translation>
    </message>
    <message>
        <source>Stage mapping: which kernel names belong to which stage</source>
        <translation>阶段映射：哪些 kernel 名称属于哪个阶段</translation>
    </message>
    <message>
        <source>built in</source>
        <translation>内置</translation>
    </message>
    <message>
        <source> (changed)</source>
        <translation>（已更改）</translation>
    </message>
    <message>
        <source>The mapping %1 has changes that are not saved.</source>
        <translation>映射 %1 有未保存的更改。</translation>
    </message>
    <message>
        <source>Save mapping</source>
        <translation>保存映射</translation>
    </message>
    <message>
        <source>Name, as engine/model:</source>
        <translation>名称，形如 engine/model：</translation>
    </message>
    <message>
        <source>A name such as own/llama was expected.</source>
        <translation>应为 own/llama 这样的名称。</translation>
    </message>
    <message>
        <source>%1 is built in. Use your own in its place?</source>
        <translation>%1 是内置映射。要用自己的映射代替它吗？</translation>
    </message>
    <message>
        <source>There is a mapping %1 already. Replace it?</source>
        <translation>已有映射 %1。要替换它吗？</translation>
    </message>
</context>
<context>
    <name>ws::MappingDocument</name>
    <message>
        <source>Save as</source>
        <translation>另存为</translation>
    </message>
</context>
<context>
    <name>ws::MappingModel</name>
    <message>
        <source>%1 more</source>
        <translation>另有 %1 项</translation>
    </message>
    <message>
        <source>row %1 (%2)</source>
        <translation>第 %1 行（%2）</translation>
    </message>
    <message>
        <source>Add rule</source>
        <translation>添加规则</translation>
    </message>
    <message>
        <source>Delete rule</source>
        <translation>删除规则</translation>
    </message>
    <message>
        <source>Delete %1 rules</source>
        <translation>删除 %1 条规则</translation>
    </message>
    <message>
        <source>Duplicate rule</source>
        <translation>复制规则</translation>
    </message>
    <message>
        <source>Move rule</source>
        <translation>移动规则</translation>
    </message>
    <message>
        <source>%1. What was valid before stays in force.</source>
        <translation>%1。之前有效的内容继续生效。</translation>
    </message>
    <message>
        <source>takes nothing, all shadowed by %1</source>
        <translation>未取得任何名称，全部被%1遮蔽</translation>
    </message>
    <message>
        <source>partly shadowed by %1</source>
        <translation>部分被%1遮蔽</translation>
    </message>
    <message>
        <source>also matches %1</source>
        <translation>也匹配%1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Edit rule %1</source>
        <translation>编辑规则 %1</translation>
    </message>
    <message>
        <source>Distinct kernel names that the rule takes, of those that its regex matches</source>
        <translation>规则取得的不同 kernel 名称数，及其正则匹配的名称数</translation>
    </message>
    <message>
        <source>Errors, and other rows that match the same names; in brackets how many names</source>
        <translation>错误，以及匹配相同名称的其他行；括号内为名称数</translation>
    </message>
    <message>
        <source>Of the summed duration of all GPU work shown</source>
        <translation>占所示全部 GPU 工作时长之和</translation>
    </message>
    <message>
        <source>On</source>
        <translation>启用</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Substage</source>
        <translation>子阶段</translation>
    </message>
    <message>
        <source>Regex</source>
        <translation>正则表达式</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>名称数</translation>
    </message>
    <message>
        <source>Instances</source>
        <translation>实例数</translation>
    </message>
    <message>
        <source>Time (ms)</source>
        <translation>时间 (ms)</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Of GPU work (%)</source>
        <translation>占 GPU 工作 (%)</translation>
    </message>
</context>
<context>
    <name>ws::MappingPanel</name>
    <message>
        <source>Colour by name</source>
        <translation>按名称着色</translation>
    </message>
    <message>
        <source>Takes the rule&apos;s own colour away</source>
        <translation>取消该规则自己的颜色</translation>
    </message>
    <message>
        <source>Rules see only names: layers that run the same kernel are told apart in the Modules tab.</source>
        <translation>规则只看名称：运行同一 kernel 的不同层，请到“模块”标签页区分。</translation>
    </message>
    <message>
        <source>Rules, the first that matches takes the name</source>
        <translation>规则表：第一条匹配的规则取得该名称</translation>
    </message>
    <message>
        <source>Names that no rule knows</source>
        <translation>没有规则认识的名称</translation>
    </message>
    <message>
        <source>Make a rule</source>
        <translation>创建规则</translation>
    </message>
    <message>
        <source>A rule for the selected kernel (or double-click it)</source>
        <translation>为所选 kernel 创建规则（或双击）</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Stage rules</source>
        <translation>阶段规则</translation>
    </message>
    <message>
        <source>Substage rules</source>
        <translation>子阶段规则</translation>
    </message>
    <message>
        <source>Which list of rules</source>
        <translation>选择规则列表</translation>
    </message>
    <message>
        <source>This mapping has two independent lists of rules: one gives the stage, the other the substage.</source>
        <translation>此映射有两个独立的规则列表：一个给出阶段，另一个给出子阶段。</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>New rule above the selected one</source>
        <translation>在所选规则上方新建</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy of the selected rule</source>
        <translation>复制所选规则</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete the selected rules</source>
        <translation>删除所选规则</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Earlier rules take names first</source>
        <translation>靠前的规则优先取得名称</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>靠后</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Mappings from a .json file, also by drop</source>
        <translation>从 .json 文件导入映射，也可拖放</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Save under a name</source>
        <translation>以名称保存</translation>
    </message>
    <message>
        <source>Find rule (Enter: next)</source>
        <translation>查找规则（回车：下一个）</translation>
    </message>
    <message>
        <source>Find rule</source>
        <translation>查找规则</translation>
    </message>
    <message>
        <source>Open a trace to see which names no rule knows.</source>
        <translation>打开跟踪以查看没有规则认识的名称。</translation>
    </message>
    <message>
        <source>This run has a mapping of its own, %1.</source>
        <translation>此运行使用自己的映射 %1。</translation>
    </message>
    <message>
        <source>Colour of the rule</source>
        <translation>规则的颜色</translation>
    </message>
    <message>
        <source>Import mapping</source>
        <translation>导入映射</translation>
    </message>
    <message>
        <source>Mappings (*.json)</source>
        <translation>映射 (*.json)</translation>
    </message>
    <message>
        <source>This file holds several mappings:</source>
        <translation>此文件包含多个映射：</translation>
    </message>
    <message>
        <source>Import %1</source>
        <translation>导入 %1</translation>
    </message>
    <message>
        <source>%1 (%2 times)</source>
        <translation>%1（%2 次）</translation>
    </message>
    <message>
        <source>Every kernel name is matched by a rule.</source>
        <translation>每个 kernel 名称都有规则匹配。</translation>
    </message>
    <message>
        <source>a rule that takes no kernel of it may take others</source>
        <translation>不匹配其中任何 kernel 的规则可能匹配其他 kernel</translation>
    </message>
    <message numerus="yes">
        <source>%n name(s) without a rule, %1 in total:</source>
        <translation>
            <numerusform>%n 个名称没有自己的规则，共 %1：</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ws::Menus</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open &amp;Recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>Re&amp;load</source>
        <translation>重新载入(&amp;L)</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新载入</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>导出(&amp;E)</translation>
    </message>
    <message>
        <source>Shown &amp;Table as CSV…</source>
        <translation>当前表格为 CSV(&amp;T)…</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>设置(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>面板(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Next Panel</source>
        <translation>下一个面板(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Previous Panel</source>
        <translation>上一个面板(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Reset Layout</source>
        <translation>重置布局(&amp;R)</translation>
    </message>
    <message>
        <source>Show &amp;Everything Again</source>
        <translation>重新显示全部(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Timeline</source>
        <translation>时间线(&amp;T)</translation>
    </message>
    <message>
        <source>Search Names</source>
        <translation>搜索名称</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Keys and Gestures</source>
        <translation>按键与手势(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;About Warpscope</source>
        <translation>关于 Warpscope(&amp;A)</translation>
    </message>
    <message>
        <source>Sample Trace</source>
        <translation>示例跟踪</translation>
    </message>
    <message>
        <source>Clear List</source>
        <translation>清空列表</translation>
    </message>
    <message>
        <source>Open &amp;Folder…</source>
        <translation>打开文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>Compare &amp;With…</source>
        <translation>对比(&amp;W)…</translation>
    </message>
    <message>
        <source>Re&amp;port…</source>
        <translation>报告(&amp;P)…</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>&amp;Find a Command…</source>
        <translation>查找命令(&amp;F)…</translation>
    </message>
    <message>
        <source>Next &amp;Area</source>
        <translation>下一个区域(&amp;A)</translation>
    </message>
    <message>
        <source>Pre&amp;vious Area</source>
        <translation>上一个区域(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Maximise Panel</source>
        <translation>最大化面板(&amp;M)</translation>
    </message>
    <message>
        <source>Wa&amp;tch Folder…</source>
        <translation>监视文件夹(&amp;T)…</translation>
    </message>
    <message>
        <source>&amp;Copy View as Image</source>
        <translation>将视图复制为图像(&amp;C)</translation>
    </message>
    <message>
        <source>The timeline, the chart with the keyboard focus, or the tab in front</source>
        <translation>时间线、有键盘焦点的图表或最前的标签页</translation>
    </message>
    <message>
        <source>Save View as &amp;Picture…</source>
        <translation>将视图保存为图片(&amp;P)…</translation>
    </message>
    <message>
        <source>Capt&amp;ion Below Pictures</source>
        <translation>图片下方的说明(&amp;I)</translation>
    </message>
    <message>
        <source>File, devices, range, mapping, and how busy the GPU was</source>
        <translation>文件、设备、范围、映射以及 GPU 的忙碌程度</translation>
    </message>
    <message>
        <source>Save Sess&amp;ion</source>
        <translation>保存会话(&amp;I)</translation>
    </message>
    <message>
        <source>Files, ranges, rows, notes, mapping and comparison, to be opened again or sent</source>
        <translation>文件、范围、行、备注、映射和对比，可再次打开或发送</translation>
    </message>
    <message>
        <source>Save Session &amp;As…</source>
        <translation>会话另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>Copy &amp;View Link</source>
        <translation>复制视图链接(&amp;V)</translation>
    </message>
    <message>
        <source>A line of text that opens this view on a colleague&apos;s copy of the file</source>
        <translation>一行文本，可在同事的文件副本上打开此视图</translation>
    </message>
    <message>
        <source>Open View Lin&amp;k from the Clipboard</source>
        <translation>打开剪贴板中的视图链接(&amp;K)</translation>
    </message>
    <message>
        <source>Reopen Last Sessio&amp;n</source>
        <translation>重新打开上次的会话(&amp;N)</translation>
    </message>
    <message>
        <source>Open Re&amp;mote…</source>
        <translation>打开远程文件(&amp;M)…</translation>
    </message>
    <message>
        <source>No range, no single module, nothing highlighted, no row hidden</source>
        <translation>没有范围，没有单独的模块，没有高亮，没有隐藏的行</translation>
    </message>
</context>
<context>
    <name>ws::MessageBar</name>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>关闭此消息</translation>
    </message>
</context>
<context>
    <name>ws::ModuleCallsPanel</name>
    <message>
        <source>Choose a row of the Modules tab to see all its calls.</source>
        <translation>选择“模块”标签页中的一行，即可查看其全部调用。</translation>
    </message>
    <message>
        <source>%1: GPU work of each call</source>
        <translation>%1：每次调用的 GPU 工作</translation>
    </message>
    <message>
        <source>%1: CPU time of each call</source>
        <translation>%1：每次调用的 CPU 时间</translation>
    </message>
    <message>
        <source>This row has no calls.</source>
        <translation>此行没有调用。</translation>
    </message>
</context>
<context>
    <name>ws::ModuleDeltaModel</name>
    <message>
        <source>Faster | slower</source>
        <translation>变快 | 变慢</translation>
    </message>
    <message>
        <source>Δ of each row, to one scale: to the left faster, to the right slower</source>
        <translation>各行的 Δ，采用同一刻度：向左为变快，向右为变慢</translation>
    </message>
</context>
<context>
    <name>ws::ModuleDeltaPane</name>
    <message>
        <source>What changed, by module</source>
        <translation>各模块有何变化</translation>
    </message>
</context>
<context>
    <name>ws::ModulePanel</name>
    <message>
        <source>Phase</source>
        <translation>推理阶段</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>One row per class</source>
        <translation>每类一行</translation>
    </message>
    <message>
        <source>Each instance</source>
        <translation>逐个实例</translation>
    </message>
    <message>
        <source>Attribution</source>
        <translation>归属方式</translation>
    </message>
    <message>
        <source>All links</source>
        <translation>全部关联</translation>
    </message>
    <message>
        <source>Own thread</source>
        <translation>仅本线程</translation>
    </message>
    <message>
        <source>GPU work belongs to the module around its launch; backward work to the forward module; without a launch the operator decides</source>
        <translation>GPU 工作归属于包含其启动的模块；反向工作归属于前向模块；没有启动时由算子决定</translation>
    </message>
    <message>
        <source>Only what is launched inside a module&apos;s slice on the same thread</source>
        <translation>仅计同一线程上在模块切片内启动的工作</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Show the engine arguments of the profile</source>
        <translation>显示分析记录的引擎参数</translation>
    </message>
    <message>
        <source>Show its time in the timeline</source>
        <translation>在时间线中显示其时间</translation>
    </message>
    <message>
        <source>Restrict the tables to its time</source>
        <translation>将表格限制在其时间内</translation>
    </message>
    <message>
        <source>This file holds neither GPU work nor a layerwise profile, so there are no modules to list.</source>
        <translation>此文件既无 GPU 工作也无逐层剖析，没有可列出的模块。</translation>
    </message>
    <message>
        <source>Open a trace or a layerwise profile to see which layer costs what.</source>
        <translation>打开跟踪或逐层剖析以查看各层的开销。</translation>
    </message>
    <message>
        <source>running sequences %1</source>
        <translation>运行中的序列 %1</translation>
    </message>
    <message>
        <source>This phase has no such view; choose another one.</source>
        <translation>此推理阶段没有该视图；请选择其他视图。</translation>
    </message>
    <message>
        <source>GPU work %1  ·  in modules %2  ·  %3 module calls in the trace</source>
        <translation>GPU 工作 %1  ·  模块内 %2  ·  跟踪中 %3 次模块调用</translation>
    </message>
    <message>
        <source>No GPU work in this range.</source>
        <translation>此范围内没有 GPU 工作。</translation>
    </message>
    <message>
        <source>Show the whole run</source>
        <translation>显示整个运行</translation>
    </message>
    <message>
        <source>The trace holds no nn.Module calls: record it with with_stack=True. All GPU work, %1, is listed under its reason.</source>
        <translation>跟踪中没有 nn.Module 调用：请以 with_stack=True 录制。全部 GPU 工作（%1）按原因列出。</translation>
    </message>
    <message>
        <source>By repetition</source>
        <translation>按重复推断</translation>
    </message>
    <message>
        <source>All instances</source>
        <translation>全部实例</translation>
    </message>
    <message>
        <source>its row is chosen here, among the others</source>
        <translation>它的行在此处与其他行一起供选择</translation>
    </message>
    <message>
        <source>No GPU work of %1 in this range.</source>
        <translation>此范围内没有 %1 的 GPU 工作。</translation>
    </message>
    <message>
        <source>%1 rows  ·  GPU time %2</source>
        <translation>%1 行  ·  GPU 时间 %2</translation>
    </message>
    <message>
        <source>Where modules are lost, in graphs and compiled code: layers inferred from names of kernels that repeat</source>
        <translation>在 graph 和编译代码中模块信息丢失：由重复的 kernel 名称推断的层</translation>
    </message>
</context>
<context>
    <name>ws::ModuleTreeModel</name>
    <message>
        <source>Module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>GPU time of everything below; each activity counts once</source>
        <translation>其下全部 GPU 时间；每个活动只计一次</translation>
    </message>
    <message>
        <source>Of total</source>
        <translation>占总计</translation>
    </message>
    <message>
        <source>Of the summed duration of all GPU work in the tree</source>
        <translation>占树中全部 GPU 工作时长之和</translation>
    </message>
    <message>
        <source>Of parent</source>
        <translation>占父级</translation>
    </message>
    <message>
        <source>Of the row that it belongs to; roots: of the tree&apos;s total</source>
        <translation>占所属行；根行：占整棵树</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>GPU time of what the module launches itself, its modules apart</source>
        <translation>模块自身启动的 GPU 时间，不含其子模块</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>Calls of the module; instances of the kernel</source>
        <translation>模块的调用次数；kernel 的实例数</translation>
    </message>
    <message>
        <source>Per call</source>
        <translation>每次调用</translation>
    </message>
    <message>
        <source>CPU time</source>
        <translation>CPU 时间</translation>
    </message>
    <message>
        <source>Wall time of the module&apos;s calls on the CPU</source>
        <translation>模块调用在 CPU 上的实际用时</translation>
    </message>
    <message>
        <source>Trace</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>The operators behind it, as the file has them</source>
        <translation>其背后的算子，按文件所写</translation>
    </message>
    <message>
        <source>%1 instances of the class, merged</source>
        <translation>该类的 %1 个实例，已合并</translation>
    </message>
    <message>
        <source>GPU time</source>
        <translation>GPU 时间</translation>
    </message>
    <message>
        <source>GPU time divided by calls</source>
        <translation>GPU 时间除以调用次数</translation>
    </message>
    <message>
        <source>~ the owner of some of this time is inferred: through a graph&apos;s launch, an operator or a backward link</source>
        <translation>~ 其中部分时间的归属是推断的：通过 graph 的启动、算子或反向链接</translation>
    </message>
</context>
<context>
    <name>ws::ModuleTreePane</name>
    <message>
        <source>Depth</source>
        <translation>深度</translation>
    </message>
    <message>
        <source>Expand to a depth</source>
        <translation>展开到某一深度</translation>
    </message>
    <message>
        <source>%1 levels below the roots</source>
        <translation>根下 %1 层</translation>
    </message>
    <message>
        <source>Roots only</source>
        <translation>仅根</translation>
    </message>
    <message>
        <source>Costliest</source>
        <translation>最大开销</translation>
    </message>
    <message>
        <source>Expand the costliest path below the current row (C)</source>
        <translation>展开当前行下开销最大的路径 (C)</translation>
    </message>
    <message>
        <source>Filter modules and kernels</source>
        <translation>筛选模块与 kernel</translation>
    </message>
    <message>
        <source>Filter names</source>
        <translation>筛选名称</translation>
    </message>
    <message>
        <source>Enter and Shift+Enter go from match to match</source>
        <translation>回车与 Shift+回车在匹配项间移动</translation>
    </message>
    <message>
        <source>The filter is a regular expression</source>
        <translation>筛选条件为正则表达式</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>%1 of %2 rows match</source>
        <translation>%2 行中有 %1 行匹配</translation>
    </message>
    <message>
        <source>Copy name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Copy name as regular expression</source>
        <translation>复制名称为正则表达式</translation>
    </message>
    <message>
        <source>Copy the tree as indented text</source>
        <translation>复制为缩进文本</translation>
    </message>
    <message>
        <source>Copy the tree as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>rows below %1 levels are not shown; the exports have them</source>
        <translation>第 %1 层以下的行不显示；导出中包含它们</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>The current row has nothing below it.</source>
        <translation>当前行下面没有内容。</translation>
    </message>
</context>
<context>
    <name>ws::NameTest</name>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Substage</source>
        <translation>子阶段</translation>
    </message>
    <message>
        <source>%1: no rule matches.</source>
        <translation>%1：没有规则匹配。</translation>
    </message>
    <message>
        <source>%1: %2, by row %3, whose regex “%4” is the first that is found in the name.</source>
        <translation>%1：%2，由第 %3 行给出，其正则“%4”最先在名称中找到。</translation>
    </message>
    <message>
        <source>Later rows that match too: %1.</source>
        <translation>其后也匹配的行：%1。</translation>
    </message>
    <message>
        <source>%1 rows could not be decided.</source>
        <translation>%1 行无法判定。</translation>
    </message>
    <message>
        <source>Paste a kernel name: which rule takes it?</source>
        <translation>粘贴 kernel 名称：匹配哪条规则？</translation>
    </message>
    <message>
        <source>Kernel name to test</source>
        <translation>要测试的 kernel 名称</translation>
    </message>
    <message>
        <source>Open a trace first.</source>
        <translation>请先打开跟踪。</translation>
    </message>
</context>
<context>
    <name>ws::NotesModel</name>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Slice</source>
        <translation>切片</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
</context>
<context>
    <name>ws::NotesPanel</name>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Show in the timeline</source>
        <translation>在时间线中显示</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>A note at the selected slice, else of the range (Shift+M in the timeline)</source>
        <translation>在选中的切片上写备注，否则写在所选范围上（时间线中按 Shift+M）</translation>
    </message>
    <message>
        <source>This file has no timeline to write notes at.</source>
        <translation>此文件没有可写备注的时间线。</translation>
    </message>
    <message>
        <source>Open a trace to write notes at its slices and times.</source>
        <translation>打开跟踪文件，即可在其切片和时间上写备注。</translation>
    </message>
    <message>
        <source>No notes yet. Shift+M in the timeline writes one at the selected slice, else of the range.</source>
        <translation>还没有备注。在时间线中按 Shift+M，即可在选中的切片上或对所选范围写备注。</translation>
    </message>
    <message>
        <source>Add a note</source>
        <translation>添加备注</translation>
    </message>
    <message>
        <source>notes are listed wherever they are</source>
        <translation>列出全部备注，不论其位置</translation>
    </message>
</context>
<context>
    <name>ws::OperatorsPanel</name>
    <message>
        <source>One row per operator</source>
        <translation>每个算子一行</translation>
    </message>
    <message>
        <source>Split by input shape</source>
        <translation>按输入形状拆分</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>This file holds no operators (cpu_op events).</source>
        <translation>此文件没有算子（cpu_op 事件）。</translation>
    </message>
    <message>
        <source>Open a trace to see what each operator costs.</source>
        <translation>打开跟踪以查看各算子的开销。</translation>
    </message>
    <message>
        <source>%1 rows  ·  GPU work %2</source>
        <translation>%1 行  ·  GPU 工作 %2</translation>
    </message>
    <message>
        <source>%1 of it without a known operator</source>
        <translation>其中 %1 没有已知算子</translation>
    </message>
    <message>
        <source>No operators in this range.</source>
        <translation>此范围内没有算子。</translation>
    </message>
    <message>
        <source>Show the whole run</source>
        <translation>显示整个运行</translation>
    </message>
</context>
<context>
    <name>ws::OverviewPage</name>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>The whole page as Markdown text</source>
        <translation>整页内容的 Markdown 文本</translation>
    </message>
    <message>
        <source>The parts add up to %1 exactly.</source>
        <translation>各部分相加恰好为 %1。</translation>
    </message>
    <message>
        <source>The bars of %1 more devices are in the exported overview.</source>
        <translation>另外 %1 个设备的条形见导出的概览。</translation>
    </message>
    <message>
        <source>show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Steps: %1.</source>
        <translation>步骤：%1。</translation>
    </message>
    <message>
        <source>Stages of each phase side by side</source>
        <translation>各推理阶段的阶段并列显示</translation>
    </message>
    <message>
        <source>%1, each with those inside it</source>
        <translation>%1，各含其内部模块</translation>
    </message>
    <message>
        <source>… and %1 more, below under “%2”.</source>
        <translation>… 另有 %1 项，见下方的“%2”。</translation>
    </message>
    <message>
        <source>What if…</source>
        <translation>假如…</translation>
    </message>
</context>
<context>
    <name>ws::OverviewPanel</name>
    <message>
        <source>Open a trace or a table to see what it says first.</source>
        <translation>打开跟踪文件或表格，即可先查看其要点。</translation>
    </message>
    <message>
        <source>Looking where the time goes …</source>
        <translation>正在查找时间花在哪里…</translation>
    </message>
    <message>
        <source>This page is of the chosen steps, not of the range of %1 that is in force: a unit of work is judged as a whole.</source>
        <translation>本页针对所选步骤，而不是当前生效的范围（%1）：工作单元须作为整体来判断。</translation>
    </message>
    <message>
        <source>This page is of the whole recording, not of the range of %1 that is in force: a unit of work is judged as a whole.</source>
        <translation>本页针对整个记录，而不是当前生效的范围（%1）：工作单元须作为整体来判断。</translation>
    </message>
    <message>
        <source>Clear the range</source>
        <translation>清除范围</translation>
    </message>
    <message>
        <source>This page is of the whole recording, not limited to “%1”: no GPU work belongs to it.</source>
        <translation>本页针对整个记录，未限定于“%1”：没有属于它的 GPU 工作。</translation>
    </message>
    <message>
        <source>This page is of the whole recording, not limited to “%1”: a unit of work is judged with all of its work.</source>
        <translation>本页针对整个记录，未限定于“%1”：工作单元须连同其全部工作来判断。</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>More than above, since it is of all of that, not of what this finding counts.</source>
        <translation>多于上面的数，因为它针对全部，而不只是此结论计入的部分。</translation>
    </message>
</context>
<context>
    <name>ws::OverviewStrip</name>
    <message>
        <source>Overview of the whole run</source>
        <translation>整个运行的概览</translation>
    </message>
    <message>
        <source>Whole run</source>
        <translation>整个运行</translation>
    </message>
    <message>
        <source>Visible</source>
        <translation>可见部分</translation>
    </message>
    <message>
        <source>Selected range</source>
        <translation>所选范围</translation>
    </message>
    <message>
        <source>%1 from %2 on</source>
        <comment>a length of time, its begin</comment>
        <translation>%1，从 %2 起</translation>
    </message>
</context>
<context>
    <name>ws::PairBar</name>
    <message>
        <source>Linked</source>
        <translation>联动</translation>
    </message>
    <message>
        <source>aligned at</source>
        <translation>对齐于</translation>
    </message>
    <message>
        <source>Zooming and moving one run moves the other one by the same time; rows fold together (Ctrl+L)</source>
        <translation>缩放或移动一个运行时，另一个运行随之变化相同的时间；行同步折叠（Ctrl+L）</translation>
    </message>
    <message>
        <source>Aligned at</source>
        <translation>对齐于</translation>
    </message>
    <message>
        <source>What counts as the same moment in both runs</source>
        <translation>以什么作为两个运行中的同一时刻</translation>
    </message>
    <message>
        <source>first GPU work</source>
        <translation>首个 GPU 工作</translation>
    </message>
    <message>
        <source>selected slices</source>
        <translation>所选切片</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Step of A</source>
        <translation>A 的步骤</translation>
    </message>
    <message>
        <source>Step of B</source>
        <translation>B 的步骤</translation>
    </message>
    <message>
        <source>Arrangement</source>
        <translation>排列方式</translation>
    </message>
    <message>
        <source>side by side</source>
        <translation>左右</translation>
    </message>
    <message>
        <source>stacked</source>
        <translation>上下</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>交换</translation>
    </message>
    <message>
        <source>A becomes B and B becomes A</source>
        <translation>A 变为 B，B 变为 A</translation>
    </message>
    <message>
        <source>End Comparison</source>
        <translation>结束对比</translation>
    </message>
    <message>
        <source>Shows one run again; both stay open</source>
        <translation>恢复为只显示一个运行；两者都保持打开</translation>
    </message>
    <message>
        <source>Select a slice in each run first.</source>
        <translation>请先在每个运行中选择一个切片。</translation>
    </message>
    <message>
        <source>No steps are named in either run.</source>
        <translation>两个运行中都没有标明步骤。</translation>
    </message>
    <message>
        <source>No steps are named in A.</source>
        <translation>A 中没有标明步骤。</translation>
    </message>
    <message>
        <source>No steps are named in B.</source>
        <translation>B 中没有标明步骤。</translation>
    </message>
</context>
<context>
    <name>ws::PairCommands</name>
    <message>
        <source>Compare with a file</source>
        <translation>与一个文件比较</translation>
    </message>
</context>
<context>
    <name>ws::PivotModel</name>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Substage</source>
        <translation>子阶段</translation>
    </message>
    <message>
        <source>Elapsed</source>
        <translation>净用时</translation>
    </message>
    <message>
        <source>Elapsed time: work that runs while earlier work still runs counts only where it goes on alone.</source>
        <translation>净用时：在先前工作仍运行时运行的工作，只计其单独运行的部分。</translation>
    </message>
    <message>
        <source>Of the last row: all that the chart shows.</source>
        <translation>占最后一行：图表所示的全部。</translation>
    </message>
    <message>
        <source>Instances</source>
        <translation>实例数</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>The second run minus the first one.</source>
        <translation>第二个运行减去第一个运行。</translation>
    </message>
    <message>
        <source>Of total</source>
        <translation>占总计</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>被掩盖</translation>
    </message>
    <message>
        <source>It ran only while earlier work still ran, so no elapsed time is its own.</source>
        <translation>它只在较早的工作仍在运行时运行，因此没有属于它自己的实际用时。</translation>
    </message>
</context>
<context>
    <name>ws::PivotPane</name>
    <message>
        <source>Stages</source>
        <translation>阶段</translation>
    </message>
</context>
<context>
    <name>ws::QueryChart</name>
    <message>
        <source>Row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Bars</source>
        <translation>柱状</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>折线</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>散点</translation>
    </message>
    <message>
        <source>Kind of chart</source>
        <translation>图表类型</translation>
    </message>
    <message>
        <source>Across</source>
        <translation>横轴</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Export chart…</source>
        <translation>导出图表…</translation>
    </message>
    <message>
        <source>by</source>
        <translation>按</translation>
    </message>
    <message>
        <source>Export chart</source>
        <translation>导出图表</translation>
    </message>
</context>
<context>
    <name>ws::QueryChartView</name>
    <message>
        <source>Chart of the query</source>
        <translation>查询的图表</translation>
    </message>
    <message>
        <source>The first %1 of %2 rows.</source>
        <translation>%2 行中的前 %1 行。</translation>
    </message>
    <message>
        <source>1 row has no number here.</source>
        <translation>有 1 行在此没有数值。</translation>
    </message>
    <message>
        <source>%1 rows have no number here.</source>
        <translation>有 %1 行在此没有数值。</translation>
    </message>
    <message>
        <source>No row has a number in these columns.</source>
        <translation>这些列中没有任何一行有数值。</translation>
    </message>
</context>
<context>
    <name>ws::QueryEditor</name>
    <message>
        <source>Query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>SELECT … FROM gpu, slice, step, gap … (Ctrl+Return runs it)</source>
        <translation>SELECT … FROM gpu, slice, step, gap …（Ctrl+Return 运行）</translation>
    </message>
    <message>
        <source>Words of a query</source>
        <translation>查询用词</translation>
    </message>
</context>
<context>
    <name>ws::QueryPanel</name>
    <message>
        <source>a query says itself what it is of</source>
        <translation>查询自己说明针对什么</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Ask the open file (Ctrl+Return)</source>
        <translation>向打开的文件提问（Ctrl+Return）</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Open a trace to ask it in SQL.</source>
        <translation>打开一个 trace，用 SQL 向它提问。</translation>
    </message>
    <message>
        <source>The file has nothing for this.</source>
        <translation>文件里没有相关内容。</translation>
    </message>
    <message>
        <source>No query has had an answer yet</source>
        <translation>还没有查询得到回答</translation>
    </message>
    <message>
        <source>Forget all</source>
        <translation>全部清除</translation>
    </message>
    <message>
        <source>The query runs…</source>
        <translation>查询运行中…</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>The query has no answer: what is wrong with it stands on the left.</source>
        <translation>查询没有回答：错误写在左边。</translation>
    </message>
    <message>
        <source>1 row.</source>
        <translation>1 行。</translation>
    </message>
    <message>
        <source>%1 rows.</source>
        <translation>%1 行。</translation>
    </message>
    <message>
        <source>There are more: LIMIT and WHERE choose, warpscope-cli sql has all.</source>
        <translation>还有更多：用 LIMIT 和 WHERE 选取，warpscope-cli sql 给出全部。</translation>
    </message>
    <message>
        <source>The file has nothing for these tables, so the answer says nothing of them: %1.</source>
        <translation>文件里没有这些表的内容，回答对它们什么也没说：%1。</translation>
    </message>
    <message>
        <source>The query has no row.</source>
        <translation>查询没有结果行。</translation>
    </message>
    <message>
        <source>Result of the query</source>
        <translation>查询结果</translation>
    </message>
    <message>
        <source>Highlight all</source>
        <translation>全部高亮</translation>
    </message>
    <message>
        <source>The boxes of all rows stay lit in the timeline</source>
        <translation>所有行对应的方块在时间线中保持高亮</translation>
    </message>
    <message>
        <source>Views</source>
        <translation>命名查询</translation>
    </message>
    <message>
        <source>Save query as view…</source>
        <translation>保存为命名查询…</translation>
    </message>
    <message>
        <source>Other queries can use it like a table; session files keep it</source>
        <translation>其他查询可像使用表一样使用它；会话文件会保存它</translation>
    </message>
    <message>
        <source>A query that has had an answer becomes a view: run it first</source>
        <translation>只有得到过回答的查询才能命名保存：请先运行</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Name, by which other queries can use it like a table:</source>
        <translation>名称，其他查询可用它像使用表一样：</translation>
    </message>
    <message>
        <source>Save query as view</source>
        <translation>保存为命名查询</translation>
    </message>
    <message>
        <source>Letters, digits and _, no digit first, and not the name of a table:</source>
        <translation>字母、数字和 _，不以数字开头，且不与表同名：</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Run a query to see its rows here.</source>
        <translation>运行查询，结果行显示在这里。</translation>
    </message>
</context>
<context>
    <name>ws::RangeDetails</name>
    <message>
        <source>Rows that count</source>
        <translation>计入的行</translation>
    </message>
    <message>
        <source>Slices in the range by name</source>
        <translation>范围内的切片（按名称）</translation>
    </message>
    <message>
        <source>All GPU streams</source>
        <translation>所有 GPU 流</translation>
    </message>
    <message>
        <source>All CPU threads</source>
        <translation>所有 CPU 线程</translation>
    </message>
    <message>
        <source>%1 slices  ·  busy %2 (%3 of the range)  ·  sum of durations %4</source>
        <translation>%1 个切片  ·  忙碌 %2（占范围的 %3）  ·  时长之和 %4</translation>
    </message>
    <message>
        <source>Only %1 (Shift+Esc shows all)</source>
        <translation>仅 %1（Shift+Esc 显示全部）</translation>
    </message>
    <message>
        <source>%1 slices  ·  busy %2 (%3 of the range)  ·  sum of self times %4</source>
        <translation>%1 个切片  ·  忙碌 %2（范围的 %3）  ·  自身时间之和 %4</translation>
    </message>
</context>
<context>
    <name>ws::RankGrid</name>
    <message>
        <source>not in its recording</source>
        <translation>不在其记录中</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>computes</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>transfers</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>copies</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>waits or transfers</source>
        <translation>等待或传输</translation>
    </message>
</context>
<context>
    <name>ws::RankHeatmap</name>
    <message>
        <source>Heatmap of ranks and steps</source>
        <translation>rank 与步骤的热力图</translation>
    </message>
</context>
<context>
    <name>ws::RankNumbers</name>
    <message>
        <source>Numbers of the ranks</source>
        <translation>rank 编号</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Rank of %1</source>
        <translation>%1 的 rank</translation>
    </message>
    <message>
        <source>Number in this &amp;order</source>
        <translation>按此顺序编号(&amp;O)</translation>
    </message>
    <message>
        <source>%1 is used twice.</source>
        <translation>%1 被使用了两次。</translation>
    </message>
</context>
<context>
    <name>ws::RankScale</name>
    <message>
        <source>Colours: %1</source>
        <translation>颜色：%1</translation>
    </message>
    <message>
        <source>%1 everywhere</source>
        <translation>处处 %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
</context>
<context>
    <name>ws::RankStrips</name>
    <message>
        <source>Steps of all ranks on one clock</source>
        <translation>同一时钟下所有 rank 的步骤</translation>
    </message>
    <message>
        <source>transfers</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>copies</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <source>collectives</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
</context>
<context>
    <name>ws::RanksPanel</name>
    <message>
        <source>What can be said of the job</source>
        <translation>关于作业的结论</translation>
    </message>
    <message>
        <source>Heatmap</source>
        <translation>热力图</translation>
    </message>
    <message>
        <source>Strips</source>
        <translation>条带图</translation>
    </message>
    <message>
        <source>Table of ranks</source>
        <translation>rank 表</translation>
    </message>
    <message>
        <source>Table of steps</source>
        <translation>步骤表</translation>
    </message>
    <message>
        <source>Table of collectives</source>
        <translation>集合通信表</translation>
    </message>
    <message>
        <source>Table of stages</source>
        <translation>阶段表</translation>
    </message>
    <message>
        <source>View of the job</source>
        <translation>作业视图</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>computes</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>length of the step</source>
        <translation>步骤长度</translation>
    </message>
    <message>
        <source>What the heatmap shows</source>
        <translation>热力图显示的内容</translation>
    </message>
    <message>
        <source>Open a folder with the traces or digests of several ranks to see them as one job.</source>
        <translation>打开含有多个 rank 的跟踪或摘要的文件夹，即可作为一个作业查看。</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>Menu of the job</source>
        <translation>作业菜单</translation>
    </message>
    <message>
        <source>Open all as &amp;runs</source>
        <translation>全部作为运行打开(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Number ranks…</source>
        <translation>为 rank 编号(&amp;N)…</translation>
    </message>
    <message>
        <source>&amp;Compare with the job before…</source>
        <translation>与之前的作业比较(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;End comparison</source>
        <translation>结束比较(&amp;E)</translation>
    </message>
    <message>
        <source>C&amp;lose job</source>
        <translation>关闭作业(&amp;L)</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>对比</translation>
    </message>
    <message numerus="yes">
        <source>The numbers of %n rank(s) are not known (Job ▸ Number ranks).</source>
        <translation>
            <numerusform>%n 个 rank 的编号未知（作业 ▸ 为 rank 编号）。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) hold no rank or cannot be read (see Files).</source>
        <translation>
            <numerusform>%n 个文件不含 rank 或无法读取（见“文件”）。</numerusform>
        </translation>
    </message>
    <message>
        <source>A double-click shows the collective on all ranks.</source>
        <translation>双击在所有 rank 上显示该集合通信。</translation>
    </message>
    <message>
        <source>A double-click opens the trace of the rank.</source>
        <translation>双击打开该 rank 的跟踪。</translation>
    </message>
    <message>
        <source>A double-click opens the trace of the rank at the step.</source>
        <translation>双击在该步骤处打开该 rank 的跟踪。</translation>
    </message>
    <message>
        <source>A double-click opens the file.</source>
        <translation>双击打开该文件。</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n rank(s)</source>
        <translation>
            <numerusform>%1：%n 个 rank</numerusform>
        </translation>
    </message>
    <message>
        <source>a job is made of whole recordings, and its digests keep no single events</source>
        <translation>作业由整个记录组成，其摘要不保存单个事件</translation>
    </message>
    <message>
        <source>&amp;Open its trace</source>
        <translation>打开其跟踪(&amp;O)</translation>
    </message>
    <message>
        <source>exposed communication</source>
        <translation>未掩盖通信</translation>
    </message>
</context>
<context>
    <name>ws::RemoteCommands</name>
    <message>
        <source>%1 is not complete. Reload goes on where it broke off.</source>
        <translation>%1 不完整。重新载入会从中断处继续。</translation>
    </message>
    <message>
        <source>Reload (F5)</source>
        <translation>重新载入 (F5)</translation>
    </message>
    <message>
        <source>%1 is not complete.</source>
        <translation>%1 不完整。</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
</context>
<context>
    <name>ws::RemoteDialog</name>
    <message>
        <source>&amp;List</source>
        <translation>列出(&amp;L)</translation>
    </message>
    <message>
        <source>Open remote</source>
        <translation>打开远程文件</translation>
    </message>
    <message>
        <source>Host as in ssh: gpu01, user@gpu01</source>
        <translation>与 ssh 相同的主机：gpu01、user@gpu01</translation>
    </message>
    <message>
        <source>Folder, for example ~/traces</source>
        <translation>文件夹，例如 ~/traces</translation>
    </message>
    <message>
        <source>Folder on the host</source>
        <translation>主机上的文件夹</translation>
    </message>
    <message>
        <source>State of the connection</source>
        <translation>连接状态</translation>
    </message>
    <message>
        <source>Traces on the host</source>
        <translation>主机上的跟踪</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>修改时间</translation>
    </message>
    <message>
        <source>&amp;Host</source>
        <translation>主机(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>“%1” is no name of a host: letters, digits and . _ - @ are expected; ports and jumps stand in ~/.ssh/config.</source>
        <translation>“%1”不是主机名：应由字母、数字和 . _ - @ 组成；端口和跳板机写在 ~/.ssh/config 中。</translation>
    </message>
    <message>
        <source>The folder begins with / or ~.</source>
        <translation>文件夹以 / 或 ~ 开头。</translation>
    </message>
    <message>
        <source>Waiting for an answer of %1 …</source>
        <translation>正在等待 %1 的回答…</translation>
    </message>
    <message numerus="yes">
        <source>%n trace(s) by time, the newest first; at most 50 are listed</source>
        <translation>
            <numerusform>按时间列出 %n 个跟踪，最新的在前；最多列出 50 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ws::ReplayPanel</name>
    <message>
        <source>Path by kind</source>
        <translation>路径，按种类</translation>
    </message>
    <message>
        <source>Path by name</source>
        <translation>路径，按名称</translation>
    </message>
    <message>
        <source>Path by operator</source>
        <translation>路径，按算子</translation>
    </message>
    <message>
        <source>Slack by name</source>
        <translation>余量，按名称</translation>
    </message>
    <message>
        <source>Not explained</source>
        <translation>未解释</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>The path that decides the length, or by how much later work may end without moving the end</source>
        <translation>决定长度的路径，或工作可以晚多少结束而不推迟终点</translation>
    </message>
    <message>
        <source>&amp;Light up the path in the timeline</source>
        <translation>在时间线中点亮路径(&amp;L)</translation>
    </message>
    <message>
        <source>a step is replayed as a whole</source>
        <translation>步骤作为整体重放</translation>
    </message>
    <message>
        <source>a replay is of one step, or of all of them</source>
        <translation>重放针对一个步骤或全部步骤</translation>
    </message>
    <message>
        <source>a step is replayed with all of its work</source>
        <translation>步骤连同其全部工作重放</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假如</translation>
    </message>
    <message>
        <source>Add an edit: what would the step take if …</source>
        <translation>添加修改：假如……步骤会用多久</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Takes back the last change of an edit (%1)</source>
        <translation>撤回对修改的上一次改动（%1）</translation>
    </message>
    <message>
        <source>or type: kernel:REGEX*0.5</source>
        <translation>或输入：kernel:REGEX*0.5</translation>
    </message>
    <message>
        <source>An edit as text</source>
        <translation>文本形式的修改</translation>
    </message>
    <message>
        <source>Open a trace to ask what a change would bring.</source>
        <translation>打开一个 trace，询问某项改变会带来什么。</translation>
    </message>
    <message>
        <source>This file holds no GPU work with times, so nothing can be replayed.</source>
        <translation>文件里没有带时间的 GPU 工作，无法重放。</translation>
    </message>
    <message>
        <source>This file holds no launches, so nothing says what its work waits for, and nothing can be replayed.</source>
        <translation>文件里没有启动，不知道工作在等什么，无法重放。</translation>
    </message>
    <message>
        <source>Replaying the recording …</source>
        <translation>正在重放录制 …</translation>
    </message>
    <message>
        <source>%1 names</source>
        <translation>%1 个名称</translation>
    </message>
    <message>
        <source>the %1 latest on the path</source>
        <translation>路径上最晚的 %1 个</translation>
    </message>
    <message>
        <source>Path of %1</source>
        <translation>%1 的路径</translation>
    </message>
    <message>
        <source>all steps together</source>
        <translation>所有步骤合计</translation>
    </message>
    <message>
        <source>not proven</source>
        <translation>未证实</translation>
    </message>
    <message>
        <source>Nothing on the path is later than what it waits for.</source>
        <translation>路径上没有比其所等待的更晚的。</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>步骤 %1</translation>
    </message>
    <message>
        <source>bars: mean of %1 steps</source>
        <translation>条：%1 个步骤的平均</translation>
    </message>
    <message>
        <source>strips: step %1, of median length</source>
        <translation>带：步骤 %1，长度为中位数</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>录制</translation>
    </message>
    <message>
        <source>With edits</source>
        <translation>修改后</translation>
    </message>
    <message>
        <source>shorter</source>
        <translation>缩短</translation>
    </message>
    <message>
        <source>Looking what there is …</source>
        <translation>正在查看有什么 …</translation>
    </message>
    <message>
        <source>Operations of a name × 0.5</source>
        <translation>某名称的操作 × 0.5</translation>
    </message>
    <message>
        <source>Ranks as the median of the others</source>
        <translation>rank 如同其他的中位数</translation>
    </message>
    <message>
        <source>Ranks as the mean of all</source>
        <translation>rank 如同全体的平均</translation>
    </message>
    <message>
        <source>Kernel × 0.5</source>
        <translation>kernel × 0.5</translation>
    </message>
    <message>
        <source>Operator × 0.5</source>
        <translation>算子 × 0.5</translation>
    </message>
    <message>
        <source>Operator at the device&apos;s limit</source>
        <translation>算子达到设备上限</translation>
    </message>
    <message>
        <source>Module × 0.5</source>
        <translation>模块 × 0.5</translation>
    </message>
    <message>
        <source>Stage × 0.5</source>
        <translation>阶段 × 0.5</translation>
    </message>
    <message>
        <source>All ranks alike</source>
        <translation>所有 rank 相同</translation>
    </message>
    <message>
        <source>All launches as one graph</source>
        <translation>所有启动作为一个图</translation>
    </message>
    <message>
        <source>No gaps</source>
        <translation>没有空隙</translation>
    </message>
    <message>
        <source>Calls and the CPU&apos;s own work × 0.5</source>
        <translation>调用与 CPU 自身的工作 × 0.5</translation>
    </message>
    <message>
        <source>Copies × 0.5</source>
        <translation>拷贝 × 0.5</translation>
    </message>
    <message>
        <source>Copies hidden</source>
        <translation>拷贝被掩盖</translation>
    </message>
    <message>
        <source>Communication × 0.5</source>
        <translation>通信 × 0.5</translation>
    </message>
    <message>
        <source>Communication hidden</source>
        <translation>通信被掩盖</translation>
    </message>
    <message>
        <source>critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>In the timeline</source>
        <translation>在时间线中</translation>
    </message>
    <message>
        <source>Shows the critical path as a row, or the slack of GPU work as colours</source>
        <translation>将关键路径显示为一行，或将 GPU 工作的余量显示为颜色</translation>
    </message>
    <message>
        <source>&amp;Critical path as a row</source>
        <translation>将关键路径显示为一行(&amp;C)</translation>
    </message>
    <message>
        <source>C&amp;olours by slack</source>
        <translation>按余量着色(&amp;O)</translation>
    </message>
    <message>
        <source>The data loader ahead</source>
        <translation>数据加载器提前备好</translation>
    </message>
    <message>
        <source>What is replayed</source>
        <translation>重放的对象</translation>
    </message>
    <message>
        <source>This trace alone</source>
        <translation>仅此跟踪</translation>
    </message>
    <message>
        <source>Replay of</source>
        <translation>重放</translation>
    </message>
    <message>
        <source>a job is replayed with whole recordings</source>
        <translation>作业以完整录制重放</translation>
    </message>
    <message>
        <source>all ranks of %1</source>
        <translation>%1 的所有 rank</translation>
    </message>
    <message>
        <source>The replay of the job was cancelled.</source>
        <translation>作业的重放已取消。</translation>
    </message>
    <message>
        <source>Replay all ranks</source>
        <translation>重放所有 rank</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>or type: rank:NAME=median</source>
        <translation>或输入：rank:NAME=median</translation>
    </message>
    <message>
        <source>Path by rank</source>
        <translation>按 rank 的路径</translation>
    </message>
    <message>
        <source>As on the command line: kernel:REGEX*0.5, operator:REGEX=limit, stage:NAME=stream, cpu*0.5, gaps=0, launches=graph, copies=hidden, rank:NAME=median …</source>
        <translation>与命令行相同：kernel:REGEX*0.5、operator:REGEX=limit、stage:NAME=stream、cpu*0.5、gaps=0、launches=graph、copies=hidden、rank:NAME=median …</translation>
    </message>
    <message>
        <source>Kernel in a stream of its own</source>
        <translation>kernel 放在单独的流中</translation>
    </message>
    <message>
        <source>Without the profiler&apos;s own work</source>
        <translation>去掉剖析器自身的工作</translation>
    </message>
    <message>
        <source>Copies in a stream of their own</source>
        <translation>拷贝放在单独的流中</translation>
    </message>
    <message>
        <source>Communication in a stream of its own</source>
        <translation>通信放在单独的流中</translation>
    </message>
</context>
<context>
    <name>ws::ReportDialog</name>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>HTML: one page, to be sent</source>
        <translation>HTML：单个页面，可直接发送</translation>
    </message>
    <message>
        <source>Markdown with a folder of pictures</source>
        <translation>Markdown，图片另存于文件夹</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>两者</translation>
    </message>
    <message>
        <source>Only the selected &amp;range</source>
        <translation>仅所选范围(&amp;R)</translation>
    </message>
    <message>
        <source>Without folders, &amp;hosts, users and processes</source>
        <translation>不含文件夹、主机、用户和进程(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Form</source>
        <translation>形式(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>A part that is shown has no name of its own, so the report is of one run.</source>
        <translation>所显示的部分没有自己的名称，因此报告只针对一个运行。</translation>
    </message>
    <message>
        <source>No two runs are compared.</source>
        <translation>没有在比较两次运行。</translation>
    </message>
    <message>
        <source>Nothing else is open.</source>
        <translation>没有打开其他文件。</translation>
    </message>
    <message>
        <source>A report is of at most %1 runs.</source>
        <translation>一份报告最多包含 %1 次运行。</translation>
    </message>
    <message>
        <source>&amp;This run</source>
        <translation>此运行(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;A and B, and what changed</source>
        <translation>A 和 B 及其变化(&amp;A)</translation>
    </message>
    <message>
        <source>All &amp;open runs (%1), side by side</source>
        <translation>所有打开的运行（%1），并列(&amp;O)</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>总数</translation>
    </message>
</context>
<context>
    <name>ws::RooflineView</name>
    <message>
        <source>Roofline</source>
        <translation>屋顶线图</translation>
    </message>
    <message>
        <source>%1 of the limit, which is arithmetic (%2)</source>
        <translation>达到上限的 %1，受限于计算（%2）</translation>
    </message>
    <message>
        <source>%1 of the limit, which is the bandwidth</source>
        <translation>达到上限的 %1，受限于带宽</translation>
    </message>
    <message>
        <source>GPU time %1 in %2 calls</source>
        <translation>GPU 时间 %1，%2 次调用</translation>
    </message>
    <message>
        <source>Without arithmetic, so not in the picture: %1 rows, %2.</source>
        <translation>没有计算，因此不在图中：%1 行，%2。</translation>
    </message>
    <message>
        <source>Too short or too slow to be seen beside the others: %1 rows, %2.</source>
        <translation>太短或太慢，无法与其余的一同显示：%1 行，%2。</translation>
    </message>
    <message>
        <source>TFLOP/s</source>
        <translation>TFLOP/s</translation>
    </message>
    <message>
        <source>No row has arithmetic, so there is no roofline.</source>
        <translation>没有任何行有计算，因此没有屋顶线图。</translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation>保存图片…</translation>
    </message>
    <message>
        <source>%1, %2, %3 FLOP/byte</source>
        <translation>%1，%2，%3 FLOP/字节</translation>
    </message>
    <message>
        <source>FLOP/byte</source>
        <translation>FLOP/字节</translation>
    </message>
</context>
<context>
    <name>ws::RowHeader</name>
    <message>
        <source>Row names</source>
        <translation>行名称</translation>
    </message>
    <message>
        <source>busy for %1 of the selected range (%2)</source>
        <translation>在所选范围（%2）内忙碌 %1</translation>
    </message>
    <message>
        <source>busy for %1 of the time from the first to the last GPU activity (%2)</source>
        <translation>在首个到最后一个 GPU 活动的时间（%2）内忙碌 %1</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>从 %1 到 %2</translation>
    </message>
    <message>
        <source>&amp;Unfold</source>
        <translation>展开(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Fold to one row</source>
        <translation>折叠为一行(&amp;F)</translation>
    </message>
    <message>
        <source>Un&amp;pin</source>
        <translation>取消固定(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Pin to the top</source>
        <translation>固定到顶部(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Hide</source>
        <translation>隐藏(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Fold</source>
        <translation>折叠(&amp;F)</translation>
    </message>
    <message numerus="yes">
        <source>&amp;Show all rows (%n hidden)</source>
        <translation>
            <numerusform>显示所有行（隐藏 %n 行）(&amp;S)</numerusform>
        </translation>
    </message>
    <message>
        <source>Fold all &amp;groups</source>
        <translation>折叠所有组(&amp;G)</translation>
    </message>
    <message>
        <source>Unfold &amp;all</source>
        <translation>全部展开(&amp;A)</translation>
    </message>
    <message>
        <source>Python frames</source>
        <translation>Python 帧</translation>
    </message>
    <message>
        <source>busy for %1 of the whole run (%2)</source>
        <translation>整个运行（%2）中有 %1 的时间忙碌</translation>
    </message>
    <message>
        <source>The curve is the share of the time in which one of its streams works.</source>
        <translation>曲线表示其任一流在工作的时间占比。</translation>
    </message>
    <message>
        <source>Shown with its own busy time; in none of the sums of GPU work.</source>
        <translation>仅显示自身的忙碌时间，不计入任何 GPU 工作的合计。</translation>
    </message>
    <message>
        <source>busy, 0–100 %</source>
        <translation>忙碌，0–100 %</translation>
    </message>
    <message>
        <source>This row is a &amp;GPU stream</source>
        <translation>此行是 GPU 流(&amp;G)</translation>
    </message>
    <message>
        <source>What decides the length, by the replay: each stretch could not begin before the one in front of it was over.</source>
        <translation>按重放决定时长的部分：每一段都要等前一段结束才能开始。</translation>
    </message>
    <message>
        <source>The replay does not reproduce the recording, so this may not be what decides the length. The Replay tab says why.</source>
        <translation>重放没有重现这次录制，所以决定长度的可能不是这些。原因见“重放”标签页。</translation>
    </message>
</context>
<context>
    <name>ws::RunTablePanel</name>
    <message>
        <source>%1: nothing to list.</source>
        <translation>%1：没有可列出的内容。</translation>
    </message>
    <message>
        <source>Show the whole run</source>
        <translation>显示整个运行</translation>
    </message>
</context>
<context>
    <name>ws::RunTabs</name>
    <message>
        <source>Open runs</source>
        <translation>打开的运行</translation>
    </message>
    <message>
        <source>Close this tab</source>
        <translation>关闭此标签页</translation>
    </message>
    <message>
        <source>&amp;Compare With</source>
        <translation>与其对比(&amp;C)</translation>
    </message>
    <message>
        <source>Another &amp;File…</source>
        <translation>另一个文件(&amp;F)…</translation>
    </message>
    <message>
        <source>Copy &amp;Path</source>
        <translation>复制路径(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>Close All &amp;Others</source>
        <translation>关闭所有其他(&amp;O)</translation>
    </message>
</context>
<context>
    <name>ws::RunToolBar</name>
    <message>
        <source>Tool bar</source>
        <translation>工具栏</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Compare this run with another one</source>
        <translation>将此运行与另一个运行对比</translation>
    </message>
</context>
<context>
    <name>ws::RunViews</name>
    <message>
        <source>Selection</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Mapping</source>
        <translation>映射</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>诊断结果</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Gaps</source>
        <translation>空隙</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Instances</source>
        <translation>实例</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>各次运行</translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Compare with %1</source>
        <translation>与 %1 对比</translation>
    </message>
    <message>
        <source>Compare with an open run…</source>
        <translation>与已打开的运行对比…</translation>
    </message>
    <message>
        <source>Compare the two parts of this file</source>
        <translation>对比此文件的两个部分</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>重放</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
</context>
<context>
    <name>ws::ScopeChips</name>
    <message>
        <source>Limits of the views</source>
        <translation>视图的限定</translation>
    </message>
    <message>
        <source>These are highlighted, the rest is dimmed.</source>
        <translation>这些已突出显示，其余变暗。</translation>
    </message>
    <message>
        <source>&amp;Copy Name</source>
        <translation>复制名称(&amp;C)</translation>
    </message>
    <message>
        <source>Remove (all at once: Shift+Esc)</source>
        <translation>移除（一次全部移除：Shift+Esc）</translation>
    </message>
    <message>
        <source>Remove: %1</source>
        <translation>移除：%1</translation>
    </message>
    <message>
        <source>Range %1 (%2 of the run)</source>
        <translation>范围 %1（占运行的 %2）</translation>
    </message>
    <message>
        <source>Only %1 (%2)</source>
        <translation>仅 %1（%2）</translation>
    </message>
    <message>
        <source>Highlighted: %1</source>
        <translation>突出显示：%1</translation>
    </message>
    <message>
        <source>Rows with: %1</source>
        <translation>行名含：%1</translation>
    </message>
    <message>
        <source>&amp;Zoom to It</source>
        <translation>缩放到此处(&amp;Z)</translation>
    </message>
    <message>
        <source>&amp;Copy Times</source>
        <translation>复制时间(&amp;C)</translation>
    </message>
    <message>
        <source>Take as &amp;Range</source>
        <translation>设为范围(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Same Range in the Other Run</source>
        <translation>另一运行取相同范围(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Export Shown Table as CSV…</source>
        <translation>将所示表格导出为 CSV(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Report…</source>
        <translation>报告(&amp;R)…</translation>
    </message>
    <message>
        <source>Add a &amp;Note</source>
        <translation>添加备注(&amp;N)</translation>
    </message>
    <message>
        <source>Range %1</source>
        <translation>范围 %1</translation>
    </message>
    <message>
        <source>The tables, sums and charts of the panels are those of this range; a view that does not follow it says so and why.</source>
        <translation>各面板的表格、合计和图表均以此范围为准；不随范围变化的视图会注明并说明原因。</translation>
    </message>
    <message>
        <source>Only this GPU work is lit and counted; a view that does not follow that says so and why.</source>
        <translation>只突出显示并统计这部分 GPU 工作；不遵循此限定的视图会注明并说明原因。</translation>
    </message>
    <message>
        <source>The timeline does not show all of its rows.</source>
        <translation>时间线没有显示全部的行。</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) hidden</source>
        <translation>
            <numerusform>隐藏了 %n 行</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ws::ScopeLine</name>
    <message>
        <source>the range</source>
        <translation>所选范围</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>Not limited to %1: %2.</source>
        <translation>未限定于%1：%2。</translation>
    </message>
    <message>
        <source>Of the whole run, not limited to %1: %2.</source>
        <translation>针对整个运行，未限定于%1：%2。</translation>
    </message>
</context>
<context>
    <name>ws::Screenshot</name>
    <message>
        <source>%1 could not be written</source>
        <translation>无法写入 %1</translation>
    </message>
    <message>
        <source>--range: the run ends before it</source>
        <translation>--range：运行在此之前已结束</translation>
    </message>
    <message>
        <source>--select: no name contains “%1”</source>
        <translation>--select：没有名称包含“%1”</translation>
    </message>
</context>
<context>
    <name>ws::SearchBar</name>
    <message>
        <source>Search names  /</source>
        <translation>搜索名称  /</translation>
    </message>
    <message>
        <source>Search names</source>
        <translation>搜索名称</translation>
    </message>
    <message>
        <source>The search is a regular expression</source>
        <translation>按正则表达式搜索</translation>
    </message>
    <message>
        <source>Not a regular expression: %1</source>
        <translation>不是正则表达式：%1</translation>
    </message>
    <message>
        <source>No hits</source>
        <translation>没有匹配</translation>
    </message>
    <message>
        <source>%1 hits, %2 names</source>
        <translation>%1 处匹配，%2 个名称</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Text, or a regular expression with the button next to it. Enter and Shift+Enter go to the next and previous hit, Ctrl+Enter also zooms to it, Esc ends the search.</source>
        <translation>文字，或用旁边的按钮改为正则表达式。Enter 和 Shift+Enter 转到下一个和上一个匹配，Ctrl+Enter 还会缩放到它，Esc 结束搜索。</translation>
    </message>
</context>
<context>
    <name>ws::SelectionPanel</name>
    <message>
        <source>Drag over the timeline to sum up a range, or click a slice to see its details.</source>
        <translation>在时间线上拖动可汇总一段范围，单击切片可查看其详情。</translation>
    </message>
</context>
<context>
    <name>ws::SeriesPanel</name>
    <message>
        <source>Rows × runs</source>
        <translation>行 × 运行</translation>
    </message>
    <message>
        <source>Which of the open runs are compared</source>
        <translation>对比哪些已打开的运行</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>The run that all others are compared with</source>
        <translation>其他所有运行都与之对比的运行</translation>
    </message>
    <message>
        <source>What the rows are</source>
        <translation>各行代表什么</translation>
    </message>
    <message>
        <source>Order by number after …</source>
        <translation>按…后的数字排序</translation>
    </message>
    <message>
        <source>A word of the runs&apos; names, such as “batch”: they are ordered by the number behind it</source>
        <translation>运行名称中的一个词，例如“batch”：按其后的数字对运行排序</translation>
    </message>
    <message>
        <source>Open two or more runs, such as those of a sweep, to see their rows beside each other.</source>
        <translation>打开两个或更多运行（例如一次参数扫描的各个运行），即可并排查看它们的行。</translation>
    </message>
    <message>
        <source>%1 of %2 runs</source>
        <translation>%1 个运行，共 %2 个</translation>
    </message>
    <message>
        <source>whole runs are compared</source>
        <translation>对比针对整个运行</translation>
    </message>
</context>
<context>
    <name>ws::SessionCommands</name>
    <message>
        <source>No session has been saved on exit yet. The settings can have that done each time.</source>
        <translation>还没有在退出时保存过会话。可在设置中让程序每次退出时保存。</translation>
    </message>
    <message>
        <source>Not all of the session %1 fits its files.</source>
        <translation>会话 %1 的部分内容与其文件不符。</translation>
    </message>
    <message>
        <source>%1 has other content than when the session was saved.</source>
        <translation>%1 的内容与保存会话时不同。</translation>
    </message>
    <message>
        <source>%1 of the session is not found.</source>
        <translation>找不到会话中的 %1。</translation>
    </message>
    <message numerus="yes">
        <source>%n more file(s) are missing or changed.</source>
        <translation>
            <numerusform>另有 %n 个文件缺失或已更改。</numerusform>
        </translation>
    </message>
    <message>
        <source>Find…</source>
        <translation>查找…</translation>
    </message>
    <message>
        <source>Find %1</source>
        <translation>查找 %1</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>%1 has other content than the file of the session. Open it anyway, with what fits of the view?</source>
        <translation>%1 的内容与会话中的文件不同。仍要打开并套用相符的视图吗？</translation>
    </message>
    <message>
        <source>Save session</source>
        <translation>保存会话</translation>
    </message>
    <message>
        <source>Sessions of Warpscope (*.warpscope)</source>
        <translation>Warpscope 会话 (*.warpscope)</translation>
    </message>
    <message>
        <source>%1 exists; to replace it, choose it itself.</source>
        <translation>%1 已存在；如要替换，请直接选择该文件。</translation>
    </message>
    <message>
        <source>The session %1 is being saved …</source>
        <translation>正在保存会话 %1…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>The session %1 is saved.</source>
        <translation>会话 %1 已保存。</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>There are notes that no session file has. Save them?</source>
        <translation>有备注尚未保存到任何会话文件。要保存吗？</translation>
    </message>
</context>
<context>
    <name>ws::SessionOpener</name>
    <message>
        <source>%1 of the job is not found.</source>
        <translation>未找到作业中的 %1。</translation>
    </message>
</context>
<context>
    <name>ws::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Program nsys</source>
        <translation>程序 nsys(&amp;P)</translation>
    </message>
    <message>
        <source>The one on PATH</source>
        <translation>PATH 中的程序</translation>
    </message>
    <message>
        <source>Path of the program nsys</source>
        <translation>程序 nsys 的路径</translation>
    </message>
    <message>
        <source>Opens reports of Nsight Systems (*.nsys-rep) by exporting them</source>
        <translation>通过导出来打开 Nsight Systems 报告 (*.nsys-rep)</translation>
    </message>
    <message>
        <source>Reports of Nsight Systems (*.nsys-rep) are opened with %1.</source>
        <translation>用 %1 打开 Nsight Systems 报告 (*.nsys-rep)。</translation>
    </message>
    <message>
        <source>No nsys on PATH: reports of Nsight Systems (*.nsys-rep) cannot be opened.</source>
        <translation>PATH 中没有 nsys：无法打开 Nsight Systems 报告 (*.nsys-rep)。</translation>
    </message>
    <message>
        <source>There is no program of this name that may be run.</source>
        <translation>没有可以运行的同名程序。</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>&amp;Save the session when the window is closed</source>
        <translation>关闭窗口时保存会话(&amp;S)</translation>
    </message>
    <message>
        <source>File ▸ Reopen Last Session opens it again, or the session file that it belongs to.</source>
        <translation>“文件 ▸ 重新打开上次的会话”会再次打开它，或打开它所属的会话文件。</translation>
    </message>
    <message>
        <source>&amp;Open files in the running window</source>
        <translation>在已运行的窗口中打开文件(&amp;O)</translation>
    </message>
    <message>
        <source>A further start gives its files to the window that is open. Without files, and with --new-window, it opens another one.</source>
        <translation>再次启动时，文件交给已打开的窗口。没有文件或使用 --new-window 时打开新窗口。</translation>
    </message>
    <message>
        <source> GiB</source>
        <translation> GiB</translation>
    </message>
    <message>
        <source>A job of many ranks is read into digests of at most 2 MB. The traces of its ranks that are opened as runs stay within this memory: the one not looked at for longest is closed.</source>
        <translation>多 rank 作业会读成最多 2 MB 的摘要。作为运行打开的 rank 跟踪不会超过此内存：最久未查看的会被关闭。</translation>
    </message>
    <message>
        <source>Memory for traces of a job</source>
        <translation>作业跟踪的内存</translation>
    </message>
    <message>
        <source>&amp;Memory for traces of a job</source>
        <translation>作业跟踪的内存(&amp;M)</translation>
    </message>
    <message>
        <source>Let &amp;warpscope-cli on the host pack large remote traces</source>
        <translation>允许主机上的 &amp;warpscope-cli 打包较大的远程跟踪文件</translation>
    </message>
    <message>
        <source>Where the host has the program, it reads the trace there and sends it packed, a quarter of the bytes. Otherwise the file itself is sent.</source>
        <translation>如果主机上有该程序，则由它在主机上读取跟踪文件并打包发送，只有约四分之一的字节；否则发送文件本身。</translation>
    </message>
</context>
<context>
    <name>ws::SideTitle</name>
    <message>
        <source>Close run %1; the other one stays</source>
        <translation>关闭运行 %1；另一个保留</translation>
    </message>
    <message>
        <source>Close run %1</source>
        <translation>关闭运行 %1</translation>
    </message>
</context>
<context>
    <name>ws::SliceDetails</name>
    <message>
        <source>Selected slice</source>
        <translation>所选切片</translation>
    </message>
    <message>
        <source>Arguments of the selected slice</source>
        <translation>所选切片的参数</translation>
    </message>
    <message>
        <source>Copy full name</source>
        <translation>复制完整名称</translation>
    </message>
    <message>
        <source>Copy event as JSON</source>
        <translation>将事件复制为 JSON</translation>
    </message>
    <message>
        <source>No arguments to show: %1.</source>
        <translation>没有可显示的参数：%1。</translation>
    </message>
    <message>
        <source>whole name</source>
        <translation>完整名称</translation>
    </message>
    <message>
        <source>these are facts of one slice, and its place among all of its name</source>
        <translation>这些是单个切片的信息，及其在所有同名切片中的位置</translation>
    </message>
</context>
<context>
    <name>ws::StageChart</name>
    <message>
        <source>Stage chart</source>
        <translation>阶段图</translation>
    </message>
    <message>
        <source>%1: click to hide or show</source>
        <translation>%1：单击以隐藏或显示</translation>
    </message>
    <message>
        <source>Double-click: show in the timeline</source>
        <translation>双击：在时间线中显示</translation>
    </message>
    <message>
        <source>Double-click: show its steps in the timeline, one after the other</source>
        <translation>双击：在时间线中逐个显示其步骤</translation>
    </message>
    <message>
        <source>The table next to it has the same numbers.</source>
        <translation>相同的数字列在旁边的表格中。</translation>
    </message>
</context>
<context>
    <name>ws::StageLegend</name>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>What is shown and its colours; choose one to highlight it</source>
        <translation>所显示的内容及其颜色；选择一项可将其高亮</translation>
    </message>
    <message>
        <source>Slack</source>
        <translation>余量</translation>
    </message>
    <message>
        <source>Critical path: to the longest of</source>
        <translation>关键路径：转到最长的</translation>
    </message>
</context>
<context>
    <name>ws::StagesPanel</name>
    <message>
        <source>Runs and totals…</source>
        <translation>运行与总时间…</translation>
    </message>
    <message>
        <source>Which runs are shown, their names and mappings, and their time without profiler</source>
        <translation>显示哪些运行、其名称与映射，以及不开启剖析器时的用时</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Chart as SVG, PDF or PNG…</source>
        <translation>图表为 SVG、PDF 或 PNG…</translation>
    </message>
    <message>
        <source>Kernels with substages (result.csv)…</source>
        <translation>带子阶段的 kernel (result.csv)…</translation>
    </message>
    <message>
        <source>Pivot as CSV…</source>
        <translation>透视表为 CSV…</translation>
    </message>
    <message>
        <source>Mapping with hits as CSV…</source>
        <translation>带命中数的映射为 CSV…</translation>
    </message>
    <message>
        <source>Counting …</source>
        <translation>正在统计…</translation>
    </message>
    <message>
        <source>Open a trace to see how its GPU time divides into stages.</source>
        <translation>打开跟踪以查看其 GPU 时间如何分布到各阶段。</translation>
    </message>
    <message>
        <source>Counting the GPU work of each stage …</source>
        <translation>正在统计各阶段的 GPU 工作…</translation>
    </message>
    <message>
        <source>No GPU work in this range.</source>
        <translation>此范围内没有 GPU 工作。</translation>
    </message>
    <message>
        <source>This file holds no GPU work, so there are no stages to show.</source>
        <translation>此文件没有 GPU 工作，没有可显示的阶段。</translation>
    </message>
    <message>
        <source>Show the whole run</source>
        <translation>显示整个运行</translation>
    </message>
    <message>
        <source>Show in timeline</source>
        <translation>在时间线中显示</translation>
    </message>
    <message>
        <source>Highlight %1 in the timeline</source>
        <translation>在时间线中突出显示 %1</translation>
    </message>
    <message>
        <source>Go into %1</source>
        <translation>进入 %1</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>显示 %1</translation>
    </message>
    <message>
        <source>Hide %1</source>
        <translation>隐藏 %1</translation>
    </message>
    <message>
        <source>Show step %1 in timeline</source>
        <translation>在时间线中显示步骤 %1</translation>
    </message>
    <message>
        <source>Show next step of this phase</source>
        <translation>显示此推理阶段的下一步骤</translation>
    </message>
    <message>
        <source>No GPU work of %1 in this range.</source>
        <translation>此范围内没有 %1 的 GPU 工作。</translation>
    </message>
    <message>
        <source>All runs are switched off in Runs and totals…</source>
        <translation>所有运行都在“运行与总计…”中关闭了</translation>
    </message>
    <message>
        <source>The runs that are chosen hold no GPU work in their ranges.</source>
        <translation>所选运行在其范围内没有 GPU 工作。</translation>
    </message>
    <message>
        <source>Chart and tables as a page (result.html)…</source>
        <translation>图表与表格导出为页面（result.html）…</translation>
    </message>
</context>
<context>
    <name>ws::StartPage</name>
    <message>
        <source>Recent files</source>
        <translation>最近的文件</translation>
    </message>
    <message>
        <source>Open a GPU profile, or drop one anywhere in this window.</source>
        <translation>打开 GPU 剖析文件，或将其拖放到此窗口的任意位置。</translation>
    </message>
    <message>
        <source>PyTorch, Ascend and other Chrome traces (JSON, also packed), Nsight Systems exports (sqlite, CSV), AMD&apos;s rocprofv3 and rpd, tables of torch, nsys, ncu and rocprof, vLLM layerwise profiles.</source>
        <translation>PyTorch、昇腾（Ascend）及其他 Chrome 跟踪（JSON，也可压缩），Nsight Systems 导出文件（sqlite、CSV），AMD 的 rocprofv3 与 rpd，torch、nsys、ncu 和 rocprof 的表格，vLLM 逐层剖析。</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Show the &amp;sample trace</source>
        <translation>显示示例跟踪(&amp;S)</translation>
    </message>
</context>
<context>
    <name>ws::StepChooser</name>
    <message>
        <source>Steps that all views show</source>
        <translation>所有视图显示的步骤</translation>
    </message>
    <message>
        <source>all steps</source>
        <translation>全部步骤</translation>
    </message>
    <message>
        <source>all: %1 (%2)</source>
        <translation>全部：%1（%2）</translation>
    </message>
</context>
<context>
    <name>ws::StepNavigator</name>
    <message>
        <source>Show step %1 in timeline</source>
        <translation>在时间线中显示步骤 %1</translation>
    </message>
    <message>
        <source>Show next step in timeline</source>
        <translation>在时间线中显示下一步骤</translation>
    </message>
    <message>
        <source>Show previous step in timeline</source>
        <translation>在时间线中显示上一步骤</translation>
    </message>
    <message>
        <source>Show first step of this phase</source>
        <translation>显示此推理阶段的第一个步骤</translation>
    </message>
    <message>
        <source>Show next step of this phase</source>
        <translation>显示此推理阶段的下一步骤</translation>
    </message>
    <message>
        <source>Show previous step of this phase</source>
        <translation>显示此推理阶段的上一步骤</translation>
    </message>
    <message>
        <source>Show this run in timeline</source>
        <translation>在时间线中显示此运行</translation>
    </message>
</context>
<context>
    <name>ws::StepPick</name>
    <message>
        <source>no steps</source>
        <translation>没有步骤</translation>
    </message>
</context>
<context>
    <name>ws::StepSourceBar</name>
    <message>
        <source>Steps by their names</source>
        <translation>按步骤名称</translation>
    </message>
    <message>
        <source>Slices whose name matches</source>
        <translation>名称匹配的切片</translation>
    </message>
    <message>
        <source>From each kernel</source>
        <translation>从每个 kernel 开始</translation>
    </message>
    <message>
        <source>What counts as a step</source>
        <translation>什么算作一个步骤</translation>
    </message>
    <message>
        <source>name of a kernel, or a regex, and Enter</source>
        <translation>kernel 名称或正则表达式，然后按 Enter</translation>
    </message>
    <message>
        <source>regex, and Enter</source>
        <translation>正则表达式，然后按 Enter</translation>
    </message>
</context>
<context>
    <name>ws::StepsPanel</name>
    <message>
        <source>Open a trace to see its steps.</source>
        <translation>打开一个跟踪文件，即可查看其步骤。</translation>
    </message>
    <message>
        <source>This file has no timeline, so no steps.</source>
        <translation>此文件没有时间线，因此没有步骤。</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n step(s), wall p50 %2, p95 %3</source>
        <translation>
            <numerusform>%1：%n 步，实际用时 p50 %2，p95 %3</numerusform>
        </translation>
    </message>
    <message>
        <source>the steps are listed here to choose one</source>
        <translation>此处列出步骤以供选择</translation>
    </message>
    <message>
        <source>a step is listed with all of its work</source>
        <translation>步骤连同其全部工作列出</translation>
    </message>
    <message>
        <source>steps that reach into the range, each with all of its work</source>
        <translation>与范围相交的步骤，各含其全部工作</translation>
    </message>
    <message>
        <source>No annotation of this file names a step of an engine or a training loop, and %1.</source>
        <translation>此文件没有标注命名引擎或训练循环的步骤，而且%1。</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n step(s), without those marked * wall p50 %2, p95 %3</source>
        <translation>
            <numerusform>%1：%n 个步骤；不计带 * 的，总时长 p50 %2，p95 %3</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ws::SumLine</name>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Selected rows: %1</source>
        <translation>已选 %1 行</translation>
    </message>
    <message>
        <source>%1 of %2 rows shown</source>
        <translation>显示 %1 行，共 %2 行</translation>
    </message>
</context>
<context>
    <name>ws::Swatches</name>
    <message>
        <source>Colours: %1</source>
        <translation>颜色：%1</translation>
    </message>
</context>
<context>
    <name>ws::TableNotes</name>
    <message>
        <source>What this table says (%1)</source>
        <translation>此表说明了什么（%1）</translation>
    </message>
    <message>
        <source>%1 of %2 kernels are found in the timeline of %3, by name and order of launch; double-click shows one there. %4 kernels of the timeline have no row here.</source>
        <translation>%2 个 kernel 中有 %1 个按名称与启动顺序在 %3 的时间线中找到；双击可在其中显示。时间线中有 %4 个 kernel 在此没有对应的行。</translation>
    </message>
    <message>
        <source>Launches of these names before the first row: %1.</source>
        <translation>第一行之前这些名称的启动次数：%1。</translation>
    </message>
    <message>
        <source>The rows fit equally well at %1 places of the timeline; the first is shown.</source>
        <translation>这些行与时间线上的 %1 处同样吻合；此处显示第一处。</translation>
    </message>
    <message>
        <source>In %1 of the pairs the launch grids differ: the two runs do not launch the same.</source>
        <translation>其中 %1 对的启动网格不同：两次运行的启动不相同。</translation>
    </message>
    <message>
        <source>The rows are not a continuous stretch of its launches: each took the next launch of its name, and may have measured another.</source>
        <translation>这些行不是时间线上连续的一段启动：每行依次取其名称的下一次启动，实际测量的可能是另一次。</translation>
    </message>
</context>
<context>
    <name>ws::TablePane</name>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Filter names</source>
        <translation>筛选名称</translation>
    </message>
    <message>
        <source>The filter is a regular expression</source>
        <translation>按正则表达式筛选</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Copy rows as Markdown</source>
        <translation>将行复制为 Markdown</translation>
    </message>
    <message>
        <source>Copy name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Copy name as regular expression</source>
        <translation>将名称复制为正则表达式</translation>
    </message>
</context>
<context>
    <name>ws::TablesPanel</name>
    <message>
        <source>Tables of the file</source>
        <translation>文件中的表格</translation>
    </message>
    <message>
        <source>Texts of the selected row</source>
        <translation>所选行的文本</translation>
    </message>
    <message>
        <source>%1
%2, %3 rows, line %4</source>
        <translation>%1
%2，%3 行，第 %4 行起</translation>
    </message>
    <message>
        <source>This file holds no tables: they come with the text output of torch&apos;s profiler, nsys stats and ncu.</source>
        <translation>此文件没有表格：表格来自 torch 剖析器、nsys stats 与 ncu 的文本输出。</translation>
    </message>
    <message>
        <source>Open the text output of torch&apos;s profiler, nsys stats or ncu to see its tables.</source>
        <translation>打开 torch 剖析器、nsys stats 或 ncu 的文本输出以查看其表格。</translation>
    </message>
    <message>
        <source>Kind of row</source>
        <translation>行的种类</translation>
    </message>
    <message>
        <source>All kinds of rows</source>
        <translation>所有种类的行</translation>
    </message>
    <message>
        <source>Only: %1</source>
        <translation>仅：%1</translation>
    </message>
    <message>
        <source>The selected rows are of different kinds: their times overlap, so their sum means nothing.</source>
        <translation>所选行种类不同：其时间重叠，相加没有意义。</translation>
    </message>
    <message>
        <source>The tables of this file stand in the middle of the window.</source>
        <translation>此文件的表格显示在窗口中部。</translation>
    </message>
    <message>
        <source>1 row</source>
        <translation>1 行</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>Identical to %1.</source>
        <translation>与 %1 相同。</translation>
    </message>
    <message>
        <source>torch profiler, totals</source>
        <translation>torch profiler，总计</translation>
    </message>
    <message>
        <source>Nsight Compute, a row per kernel</source>
        <translation>Nsight Compute，每个 kernel 一行</translation>
    </message>
    <message>
        <source>the tables of a file hold sums without times</source>
        <translation>文件的表格只有合计，没有时间</translation>
    </message>
</context>
<context>
    <name>ws::TextTableModel</name>
    <message>
        <source>%1
Cut short by torch; several rows share what is left of the name. They are different kernels and are never merged.</source>
        <translation>%1
名称被 torch 截断；多行的剩余名称相同。它们是不同的 kernel，绝不合并。</translation>
    </message>
</context>
<context>
    <name>ws::TimeRuler</name>
    <message>
        <source>Time axis</source>
        <translation>时间轴</translation>
    </message>
    <message>
        <source>%1 without work left out
from %2 to %3</source>
        <comment>duration, time, time</comment>
        <translation>略去了无工作的 %1
从 %2 到 %3</translation>
    </message>
    <message>
        <source>&amp;Show the note&apos;s place</source>
        <translation>显示备注的位置(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Edit the note</source>
        <translation>编辑备注(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Delete the note</source>
        <translation>删除备注(&amp;D)</translation>
    </message>
    <message>
        <source>Add a &amp;note of the range</source>
        <translation>为所选范围添加备注(&amp;N)</translation>
    </message>
    <message>
        <source>Add a &amp;note here</source>
        <translation>在此添加备注(&amp;N)</translation>
    </message>
</context>
<context>
    <name>ws::TimelineActions</name>
    <message>
        <source>Zoom &amp;In</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>Zoom &amp;Out</source>
        <translation>缩小(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Whole Run</source>
        <translation>整个运行(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;GPU Activity</source>
        <translation>GPU 活动(&amp;G)</translation>
    </message>
    <message>
        <source>Zoom to &amp;Range</source>
        <translation>缩放到范围(&amp;R)</translation>
    </message>
    <message>
        <source>Rang&amp;e from Selection</source>
        <translation>由选择设定范围(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Back in Zoom History</source>
        <translation>缩放历史后退(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Forward in Zoom History</source>
        <translation>缩放历史前进(&amp;F)</translation>
    </message>
    <message>
        <source>Pan Left</source>
        <translation>向左平移</translation>
    </message>
    <message>
        <source>Pan Right</source>
        <translation>向右平移</translation>
    </message>
    <message>
        <source>Rows &amp;Up</source>
        <translation>行上移(&amp;U)</translation>
    </message>
    <message>
        <source>Rows Down</source>
        <translation>行下移</translation>
    </message>
    <message>
        <source>Page Up</source>
        <translation>上一页</translation>
    </message>
    <message>
        <source>Page Down</source>
        <translation>下一页</translation>
    </message>
    <message>
        <source>&amp;Show Selection</source>
        <translation>显示所选(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Details of Selection</source>
        <translation>所选详情(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Next in Row</source>
        <translation>同行下一个(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Previous in Row</source>
        <translation>同行上一个(&amp;P)</translation>
    </message>
    <message>
        <source>Ne&amp;xt of Same Name</source>
        <translation>下一个同名(&amp;X)</translation>
    </message>
    <message>
        <source>Pre&amp;vious of Same Name</source>
        <translation>上一个同名(&amp;V)</translation>
    </message>
    <message>
        <source>To Launched &amp;Kernel</source>
        <translation>转到被启动的 kernel(&amp;K)</translation>
    </message>
    <message>
        <source>To &amp;Launch</source>
        <translation>转到启动调用(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Highlight Same Name</source>
        <translation>突出显示同名(&amp;H)</translation>
    </message>
    <message>
        <source>Set &amp;Measure Mark</source>
        <translation>设置测量标记(&amp;M)</translation>
    </message>
    <message>
        <source>P&amp;ython Frames</source>
        <translation>Python 帧(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Clear Range, Mark and Selection</source>
        <translation>清除范围、标记和选择(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Zoom to this slice</source>
        <translation>缩放到此切片(&amp;Z)</translation>
    </message>
    <message>
        <source>Make it the &amp;range</source>
        <translation>设为范围(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Highlight same name</source>
        <translation>突出同名切片(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Next of same name</source>
        <translation>下一个同名切片(&amp;N)</translation>
    </message>
    <message>
        <source>To its &amp;launch</source>
        <translation>转到其启动调用(&amp;L)</translation>
    </message>
    <message>
        <source>To its &amp;kernel</source>
        <translation>转到其 kernel(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Copy full name</source>
        <translation>复制完整名称(&amp;C)</translation>
    </message>
    <message>
        <source>Collapse Idle &amp;Time</source>
        <translation>折叠空闲时间(&amp;T)</translation>
    </message>
    <message>
        <source>Show All Time</source>
        <translation>显示全部时间</translation>
    </message>
    <message>
        <source>Longer than %1</source>
        <translation>长于 %1</translation>
    </message>
    <message>
        <source>Leaves out time in which no shown row of a GPU works</source>
        <translation>略去所显示的 GPU 行都不工作的时间</translation>
    </message>
    <message>
        <source>Collapse Idle Time or Show It</source>
        <translation>折叠或显示空闲时间</translation>
    </message>
    <message>
        <source>Show step in &amp;Stages</source>
        <translation>在“阶段”中显示此步骤(&amp;S)</translation>
    </message>
    <message>
        <source>Next Gap by Length</source>
        <translation>按长度的下一个空隙</translation>
    </message>
    <message>
        <source>Next Gap by Time</source>
        <translation>按时间的下一个空隙</translation>
    </message>
    <message>
        <source>Only this &amp;step</source>
        <translation>仅此步骤(&amp;S)</translation>
    </message>
    <message>
        <source>All &amp;instances</source>
        <translation>全部实例(&amp;I)</translation>
    </message>
    <message>
        <source>A step begins with &amp;each of this name</source>
        <translation>每个同名切片开始一个步骤(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Each of this name is a step</source>
        <translation>每个同名切片为一个步骤(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Only this kernel in all views</source>
        <translation>所有视图仅看此 kernel(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Add Note</source>
        <translation>添加备注(&amp;A)</translation>
    </message>
    <message>
        <source>Add a n&amp;ote</source>
        <translation>添加备注(&amp;O)</translation>
    </message>
    <message>
        <source>All Instances</source>
        <translation>全部实例</translation>
    </message>
    <message>
        <source>&amp;What is this gap</source>
        <translation>此空隙是什么(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Zoom to this gap</source>
        <translation>缩放到此空隙(&amp;Z)</translation>
    </message>
    <message>
        <source>All &amp;gaps</source>
        <translation>全部空隙(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Critical Path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>A row of what decides the length, by the replay of the recording</source>
        <translation>按录制的重放，用一行显示决定时长的部分</translation>
    </message>
    <message>
        <source>Colour By</source>
        <translation>着色依据</translation>
    </message>
    <message>
        <source>&amp;Stage</source>
        <translation>阶段(&amp;S)</translation>
    </message>
    <message>
        <source>S&amp;lack</source>
        <translation>余量(&amp;L)</translation>
    </message>
    <message>
        <source>By how much longer GPU work may take at no cost, by the replay of the recording</source>
        <translation>按录制的重放，GPU 工作可再延长多少而无代价</translation>
    </message>
</context>
<context>
    <name>ws::TimelineCanvas</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Preparing the timeline…</source>
        <translation>正在准备时间线…</translation>
    </message>
    <message>
        <source>Open a trace to see its timeline here.</source>
        <translation>打开跟踪以在此查看时间线。</translation>
    </message>
    <message>
        <source>All rows are hidden; show them with the menu of the row headers.</source>
        <translation>所有行均已隐藏；可通过行标题的菜单显示。</translation>
    </message>
    <message>
        <source>This file has no events with times; see its tables.</source>
        <translation>此文件没有带时间的事件；请查看其表格。</translation>
    </message>
    <message>
        <source>%1
duration %2
start %3
%4</source>
        <comment>name, duration, start, row</comment>
        <translation>%1
时长 %2
开始 %3
%4</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>阶段 %1</translation>
    </message>
</context>
<context>
    <name>ws::TimelineState</name>
    <message>
        <source>No colours by slack: the replay does not reproduce the recording, the Replay tab says why</source>
        <translation>没有按余量着色：重放没有重现这次录制，原因见“重放”标签页</translation>
    </message>
</context>
<context>
    <name>ws::TimelineView</name>
    <message>
        <source>Filter rows</source>
        <translation>筛选行</translation>
    </message>
    <message>
        <source>Filter rows by name</source>
        <translation>按名称筛选行</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>View %1</source>
        <translation>视图 %1</translation>
    </message>
    <message>
        <source>Range %1 from %2</source>
        <translation>范围 %1，始于 %2</translation>
    </message>
    <message>
        <source>At %1</source>
        <translation>位于 %1</translation>
    </message>
    <message>
        <source>Δ %1</source>
        <translation>Δ %1</translation>
    </message>
</context>
<context>
    <name>ws::TreeMenus</name>
    <message>
        <source>Which phases of the profile have a bar</source>
        <translation>逐层剖析的哪些推理阶段有柱</translation>
    </message>
    <message>
        <source>Modules that count as one with all below them</source>
        <translation>连同其下的一切算作一个的模块</translation>
    </message>
    <message>
        <source>All phases</source>
        <translation>全部推理阶段</translation>
    </message>
    <message>
        <source>Only %1</source>
        <translation>仅 %1</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Every step</source>
        <translation>每一步</translation>
    </message>
    <message>
        <source>1 of %1, and the last</source>
        <translation>每 %1 个取 1 个，以及最后一个</translation>
    </message>
    <message>
        <source>Phases: all</source>
        <translation>推理阶段：全部</translation>
    </message>
    <message>
        <source>Phases: %1</source>
        <translation>推理阶段：%1</translation>
    </message>
    <message>
        <source>, 1 of %1</source>
        <translation>，每 %1 个取 1 个</translation>
    </message>
    <message>
        <source>, %1 hidden</source>
        <translation>，隐藏 %1 个</translation>
    </message>
    <message>
        <source>Folded: %1</source>
        <translation>已折叠：%1</translation>
    </message>
    <message>
        <source>Fold</source>
        <translation>折叠</translation>
    </message>
</context>
<context>
    <name>ws::TrustPanel</name>
    <message>
        <source>Open a trace to see what may not be trusted in it.</source>
        <translation>打开一个跟踪文件，即可查看其中哪些不可信。</translation>
    </message>
    <message>
        <source>This file has no timeline that could be checked.</source>
        <translation>此文件没有可检查的时间线。</translation>
    </message>
    <message>
        <source>All checks passed: nothing in this recording is known to make numbers false.</source>
        <translation>所有检查均通过：未发现此记录中有使数字失真的情况。</translation>
    </message>
    <message>
        <source>the checks judge the recording</source>
        <translation>检查针对的是整个记录</translation>
    </message>
    <message>
        <source>A double click on a row shows its places in the timeline, one after another, the worst one first.</source>
        <translation>双击一行会在时间线中依次显示其位置，最严重的在前。</translation>
    </message>
</context>
<context>
    <name>ws::UnclaimedModel</name>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Sum of the durations</source>
        <translation>时长之和</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Of the summed duration of all GPU work shown</source>
        <translation>占所示全部 GPU 工作时长之和</translation>
    </message>
    <message>
        <source>Instances</source>
        <translation>实例数</translation>
    </message>
    <message>
        <source>Names without a rule</source>
        <translation>没有规则的名称</translation>
    </message>
</context>
<context>
    <name>ws::UndoneEdits</name>
    <message>
        <source>Undone: %1</source>
        <translation>已撤销：%1</translation>
    </message>
    <message>
        <source>Done again: %1</source>
        <translation>已重做：%1</translation>
    </message>
</context>
<context>
    <name>ws::ViewLinks</name>
    <message>
        <source>it has changed on disk since it was loaded</source>
        <translation>载入之后它在磁盘上已更改</translation>
    </message>
    <message>
        <source>There is no link to %1: %2</source>
        <translation>无法生成 %1 的链接：%2</translation>
    </message>
    <message>
        <source>The link to this view of %1 is copied.</source>
        <translation>已复制 %1 此视图的链接。</translation>
    </message>
    <message>
        <source>There is no view link in the clipboard. File ▸ Copy View Link makes one.</source>
        <translation>剪贴板中没有视图链接。“文件 ▸ 复制视图链接”可生成链接。</translation>
    </message>
    <message>
        <source>%1, of which the link is, is neither open nor among the recent files.</source>
        <translation>链接所指的 %1 既未打开，也不在最近的文件中。</translation>
    </message>
    <message>
        <source>Find…</source>
        <translation>查找…</translation>
    </message>
    <message>
        <source>Find %1</source>
        <translation>查找 %1</translation>
    </message>
    <message>
        <source>%1 has other content than the file of the link.</source>
        <translation>%1 的内容与链接所指的文件不同。</translation>
    </message>
    <message>
        <source>%1 could not be opened: %2</source>
        <translation>无法打开 %1：%2</translation>
    </message>
    <message>
        <source>The range lies outside of the run.</source>
        <translation>所选范围在该运行之外。</translation>
    </message>
    <message>
        <source>The selected slice is not in the run.</source>
        <translation>该运行中没有选中的切片。</translation>
    </message>
</context>
<context>
    <name>ws::ViewPictures</name>
    <message>
        <source>Shown: %1 to %2</source>
        <translation>显示：%1 至 %2</translation>
    </message>
    <message>
        <source>The view is copied as an image.</source>
        <translation>视图已复制为图像。</translation>
    </message>
    <message>
        <source>Save view as picture</source>
        <translation>将视图保存为图片</translation>
    </message>
</context>
<context>
    <name>ws::WaitsPanel</name>
    <message>
        <source>Open a trace to see what its CPU threads wait for.</source>
        <translation>打开一个跟踪文件，即可查看 CPU 线程在等待什么。</translation>
    </message>
    <message>
        <source>This file has no timeline, so no calls of CPU threads.</source>
        <translation>此文件没有时间线，因此没有 CPU 线程的调用。</translation>
    </message>
    <message>
        <source>Self time of all threads: waits %1  ·  other calls %2</source>
        <translation>所有线程的自身时间：等待 %1  ·  其他调用 %2</translation>
    </message>
    <message>
        <source>This file holds no runtime or driver calls.</source>
        <translation>此文件没有运行时或驱动调用。</translation>
    </message>
    <message>
        <source>calls of CPU threads are no GPU work</source>
        <translation>CPU 线程的调用不是 GPU 工作</translation>
    </message>
    <message>
        <source>%1: no time on the CPU, so no calls of its threads.</source>
        <translation>%1：在 CPU 上没有时间，因此没有其线程的调用。</translation>
    </message>
</context>
<context>
    <name>ws::WatchedFolder</name>
    <message>
        <source>Not read: it is larger than %1. A double-click opens it.</source>
        <translation>未读取：大于 %1。双击即可打开。</translation>
    </message>
    <message>
        <source>Of the time from the first to the last GPU work, all devices as one</source>
        <translation>占从第一个到最后一个 GPU 工作的时间，所有设备合计</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>记录时长</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>写入时间</translation>
    </message>
    <message>
        <source>GPU busy</source>
        <translation>GPU 忙碌</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>推理阶段</translation>
    </message>
    <message>
        <source>being written …</source>
        <translation>正在写入…</translation>
    </message>
</context>
</TS>
