#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Training against PyTorch on the same family, in one run: our engine with 16 heads on one thread and on two, PyTorch
# with one head and with 16 in a batch, on one thread. Prints the time of a step by head and the ratios.
#   bench/train.sh [--python PYTHON] [--cli threetokens-cli] [--rank 32] [--features exp|softplus]
# PYTHON needs torch; nothing is installed.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."

python=python3 cli=build/release/bin/threetokens-cli rank=32 features=exp
while [ $# -gt 0 ]; do
  case $1 in
    --python) python=$2 ;;
    --cli) cli=$2 ;;
    --rank) rank=$2 ;;
    --features) features=$2 ;;
    *) sed -n '3,6s/^# //p' "$0"; exit 2 ;;
  esac
  shift 2
done
[ -x "$cli" ] || { echo "error: $cli is not there (./run --build-only)" >&2; exit 2; }
"$python" -c 'import torch' 2>/dev/null || { echo "error: $python has no torch" >&2; exit 2; }
family=resources/data/finite-family-424.json

value() { sed -n "s/.*\"$1\": \([0-9.e+-]*\).*/\1/p" | head -1; }
torch() { OMP_NUM_THREADS=1 "$python" bench/peers/train_torch.py "$family" --rank "$rank" --features "$features" --threads 1 "$@" 2>/dev/null | value us_per_head_step; }
ours() { "$cli" bench train --rank "$rank" --features "$features" --objective mse --json "$@" | value "${key:-us_per_head_step}"; }

# Peer, ours, peer, ours: the lesser of two runs of each, so that a disturbance does not decide.
least() { printf '%s\n' "$@" | sort -g | head -1; }
one=$(torch --heads 1 --steps 600)
mine=$(ours --heads 16 --steps 3000 --threads 1)
batch=$(torch --heads 16 --steps 200)
pair=$(ours --heads 32 --steps 3000 --threads 2)
alone=$(ours --heads 32 --steps 3000 --threads 1)
one=$(least "$one" "$(torch --heads 1 --steps 600)")
mine=$(least "$mine" "$(ours --heads 16 --steps 3000 --threads 1)")
batch=$(least "$batch" "$(torch --heads 16 --steps 200)")
pair=$(least "$pair" "$(ours --heads 32 --steps 3000 --threads 2)")
alone=$(least "$alone" "$(ours --heads 32 --steps 3000 --threads 1)")
floor=$(key=floor_us_per_head_step ours --heads 16 --steps 500 --threads 1)

awk -v rank="$rank" -v features="$features" -v one="$one" -v batch="$batch" -v mine="$mine" -v pair="$pair" -v alone="$alone" -v floor="$floor" 'BEGIN {
  printf "rank %d, %s features, Adam, mean squared error, 1272 inputs\n\n", rank, features
  print "| | µs by head and step | times ours |"
  print "|--|--:|--:|"
  printf "| PyTorch, one head | %.0f | %.0f |\n", one, one / mine
  printf "| PyTorch, 16 heads in a batch | %.0f | %.0f |\n", batch, batch / mine
  printf "| Ours, 16 heads, one thread | %.2f | 1 |\n", mine
  printf "| Floor (operations or bytes) | %.2f | %.2f |\n", floor, floor / mine
  printf "| Ours, 32 heads, one thread | %.2f | |\n", alone
  printf "| Ours, 32 heads, two threads | %.2f | speed-up %.2f |\n", pair, alone / pair
}'
