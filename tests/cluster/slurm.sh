#!/usr/bin/env bash
# Runs packaging/slurm/warpscope-digest.sbatch on a real Slurm on this machine: 64 traces, one of them broken, one element
# killed half-way, then the same line again, and `ranks` over the digests. Starts its own munged, slurmctld and slurmd on
# loopback in a folder that it removes again, so it needs root and Debian's slurm-wlm and munge.
# usage: tests/cluster/slurm.sh WARPSCOPE-CLI [STEPS]     exit 77: Slurm cannot run here
set -euo pipefail
cli=$(realpath "${1:?path of warpscope-cli}") steps=${2:-20}
here=$(cd "$(dirname "$0")" && pwd)
script=$here/../../packaging/slurm/warpscope-digest.sbatch
for program in slurmctld slurmd munged sbatch python3; do
  command -v "$program" >/dev/null || { echo "$program is missing: apt-get install slurm-wlm munge" >&2; exit 77; }
done
[ "$(id -u)" = 0 ] || { echo "root is needed to start slurmd" >&2; exit 77; }
work=$(mktemp -d)
chmod 755 "$work"
pids=()
stop() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  sleep 1
  [ -n "${KEEP:-}" ] && echo "kept: $work" || rm -rf "$work"
}
trap stop EXIT

host=$(hostname -s)
cpus=$(nproc)
mkdir -p "$work"/{munge,state,spool,log}
chmod 755 "$work/munge"
chmod 700 "$work/log"
head -c 1024 /dev/urandom > "$work/munge.key"
chmod 400 "$work/munge.key"
munged --foreground --force --socket="$work/munge/socket" --key-file="$work/munge.key" --pid-file="$work/munge/pid" \
  --log-file="$work/log/munged.log" --seed-file="$work/munge/seed" > "$work/log/munged.out" 2>&1 &
pids+=($!)
cat > "$work/slurm.conf" <<CONF
ClusterName=warpscope
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/log/slurmctld.log
SlurmdLogFile=$work/log/slurmd.log
SlurmctldPort=16817
SlurmdPort=16818
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SchedulerType=sched/backfill
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
MaxArraySize=2000
NodeName=$host NodeAddr=127.0.0.1 CPUs=$cpus State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$work/slurm.conf
sleep 1
slurmctld -D > "$work/log/slurmctld.out" 2>&1 &
pids+=($!)
slurmd -D > "$work/log/slurmd.out" 2>&1 &
pids+=($!)
for _ in $(seq 30); do
  sinfo -h -o %T 2>/dev/null | grep -q idle && break
  sleep 1
done
if ! sinfo -h -o %T 2>/dev/null | grep -q idle; then
  echo "Slurm does not start here:" >&2
  tail -n 5 "$work"/log/*.log "$work"/log/*.out >&2 || true
  exit 77
fi
echo "Slurm $(slurmd -V | cut -d' ' -f2) runs on $host with $cpus cores"

python3 "$here/maketraces.py" "$work/traces" 64 "$steps"
ls "$work"/traces/*.json.gz | sort > "$work/traces.txt"
broken=$(sed -n 7p "$work/traces.txt")
cp "$broken" "$work/whole"
printf 'this is no trace' > "$broken"
export WARPSCOPE_CLI=$cli
cd "$work"

run() { sbatch --parsable --array="1-64%$cpus" --cpus-per-task=1 --mem=0 --output="$work/log/%A_%a.log" "$script" "$work/traces.txt" "$work/digests"; }
wait_for() { while [ -n "$(squeue -h -j "$1" 2>/dev/null)" ]; do sleep 1; done; }
mkdir -p "$work/digests"
digests() { find "$work/digests" -name '*.wsd' | wc -l; }

# The element that is killed: a wrapper that stops before it has written, until the second run.
cat > "$work/slow-cli" <<'WRAP'
#!/usr/bin/env bash
case "$*" in *rank-012*) [ -e "$GO" ] || sleep 600 ;; esac
exec "$REAL_CLI" "$@"
WRAP
chmod +x "$work/slow-cli"
export REAL_CLI=$cli GO=$work/go WARPSCOPE_CLI=$work/slow-cli

begin=$SECONDS
job=$(run)
while [ "$(digests)" -lt 40 ]; do sleep 1; done
scancel "${job}_13"
wait_for "$job"
echo "first run: $(digests) of 64 digests in $((SECONDS - begin)) s (one trace broken, one element killed)"
[ "$(digests)" = 62 ]

cp "$work/whole" "$broken"
touch "$work/go"
begin=$SECONDS
job=$(run)
wait_for "$job"
echo "second run of the same line: $(digests) of 64 digests in $((SECONDS - begin)) s"
[ "$(digests)" = 64 ]
[ "$(grep -l 'there already' "$work"/log/"${job}"_*.log | wc -l)" = 62 ]

begin=$(date +%s%N)
"$cli" ranks "$work/digests" --json > "$work/job.json"
end=$(date +%s%N)
python3 - "$work/job.json" <<'CHECK'
import json, sys
job = json.load(open(sys.argv[1]))
assert len(job["ranks"]) == 64 and not job["failures"], (len(job["ranks"]), job["failures"])
assert [one["name"] for one in job["ranks"]] == [f"rank {r}" for r in range(64)]
found = job["verdict"]["stragglers"]
assert [(one["rank"], one["kind"]) for one in found] == [("rank 41", "computes longer")], found
print(job["sentences"][0])
CHECK
echo "ranks: 64 digests in $(((end - begin) / 1000000)) ms, $(du -sk "$work/digests" | cut -f1) KiB"
