#!/usr/bin/env bash
# SQLite 3.40.1 (Debian 12: sqlite3 3.40.1-2+deb12u2): avg() over a sliding window of integers drifts away from the
# average of the same rows, and the error grows with the number of rows that the window has passed.
#
# Profilers write nanoseconds since 1970, some 1.76e18. One of them as a double is exact to 256 ns, so one expects of
# an average over four neighbours to be that exact. In a window that slides, avg() and total() add the row that enters
# to one running double and subtract the one that leaves; each step rounds, and nothing takes the rounding back. sum()
# of the same window stays exact, because it also keeps an integer. Times since the begin of the recording are small
# enough to be exact in both ways.
#
# Seen: of events 7 ns apart the average of the last four, 10 ns before the last one, comes out 5 µs too early at the
# 1,000th row and 525 µs too early at the 100,000th. The sum of the same window has no error, nor has the average of
# times since the first event. Printed: the row, and what is wrong with the three in ns,
#   1000|-5191|0|0
#   100000|-524879|0|0
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
version=3.40.1-2+deb12u2
apt-get download -qq "sqlite3=$version" "libsqlite3-0=$version" >/dev/null 2>&1
for package in ./*.deb; do dpkg -x "$package" root; done
library=$(dirname "$(find root -name 'libsqlite3.so.0' | head -1)")
seen=$(LD_LIBRARY_PATH=$library root/usr/bin/sqlite3 :memory: <<'SQL'
create table event(ts integer);
with recursive n(i) as (select 0 union all select i + 1 from n where i < 99999)
insert into event select 1760000000000000000 + i * 7 from n;
create view windows as
  select ts, avg(ts) over w as average, sum(ts - 1760000000000000000) over w as total,
         avg(ts - 1760000000000000000) over w as since, row_number() over (order by ts) as number
  from event window w as (order by ts rows between 3 preceding and current row);
select number, cast(average as integer) - (ts - 10), total / 4 + 1760000000000000000 - (ts - 11), cast(since as integer) - (ts - 11 - 1760000000000000000)
from windows where number in (1000, 100000);
SQL
)
echo "$seen"
[ "$seen" = $'1000|-5191|0|0\n100000|-524879|0|0' ]
