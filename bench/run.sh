#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the bench preset, runs every benchmark once and prints one table: time, time of the floor, ratio.
#   bench/run.sh [--binaries DIR] [OPTIONS OF GOOGLE BENCHMARK, e.g. --benchmark_filter=repaint]
# --binaries DIR uses the bench_* programs that lie there and builds nothing.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."

binaries=build/bench/bin
if [ "${1:-}" = --help ] || [ "${1:-}" = -h ]; then
  sed -n '3,5s/^# //p' bench/run.sh
  exit 0
fi
if [ "${1:-}" = --binaries ]; then
  binaries=${2:?--binaries needs a folder}
  shift 2
else
  source cmake/setup.sh
  tt_packages+=(libbenchmark-dev)
  tt_install
  tt_build bench
fi

# CSV rows are "name",iterations,real_time,cpu_time,time_unit,...; greedy_code/floor/28/7 is the floor of
# greedy_code/28/7.
for program in "$binaries"/bench_*; do
  "$program" --benchmark_format=csv "$@" 2>/dev/null || echo "error: $program failed" >&2
done | awk -F, '
function shown(milliseconds) {
  if (milliseconds >= 1000) return sprintf("%.2f s", milliseconds / 1000)
  if (milliseconds >= 1) return sprintf("%.2f ms", milliseconds)
  return sprintf("%.1f µs", milliseconds * 1000)
}
/^"/ {
  name = $1
  gsub(/"/, "", name)
  if (name ~ /\/floor\//) { sub(/\/floor\//, "/", name); floor[name] = $4 }
  else { order[++count] = name; time[name] = $4 }
}
END {
  print "| Benchmark | Time | Floor | Ratio |"
  print "|--|--:|--:|--:|"
  for (i = 1; i <= count; i++) {
    name = order[i]
    ratio = floor[name] > 0 ? sprintf("%.2g", time[name] / floor[name]) : "-"
    printf "| %s | %s | %s | %s |\n", name, shown(time[name]), shown(floor[name]), ratio
  }
  if (!count) { print "error: no benchmark ran (see --benchmark_filter)" > "/dev/stderr"; exit 1 }
}'
