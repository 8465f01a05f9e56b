#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Correctness and speed on a graphics card, on a machine that has CUDA, CMake and g++ and little else; no network.
#   bench/gpu.sh                  build if needed, check, measure; also against PyTorch where python3 has it with CUDA
#   bench/gpu.sh --sanitize       the checks under compute-sanitizer (memcheck and racecheck) as well
#   bench/gpu.sh --bundle DIR     on a machine with the packages: collect what the build needs into DIR, to be carried
# A bundle is looked for in $TT_BUNDLE, then in build/gpu-bundle. Results also go to $OUT/gpu.txt where OUT is set.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."

headers=(eigen3 nlohmann tl hwy gmp.h gmpxx.h glpk.h)
libraries=(gmp gmpxx glpk hwy)

bundle() {
  local to=$1 name file
  mkdir -p "$to/include" "$to/lib"
  for name in "${headers[@]}"; do
    file=$(find /usr/include /usr/include/"$(gcc -print-multiarch)" -maxdepth 1 -name "$name" | head -1)
    [ -n "$file" ] || { echo "error: no header $name: install the packages of ./run first" >&2; exit 2; }
    cp -rL "$file" "$to/include/"
  done
  for name in "${libraries[@]}"; do
    file=$(gcc -print-file-name="lib$name.so")
    cp -L "$file" "$to/lib/lib$name.so"
    # What the library itself needs, but for what every g++ has.
    ldd "$file" | awk '$3 ~ /^\// {print $3}' | { grep -vE '/lib(c|m|stdc\+\+|gcc_s|pthread|dl)\.so' || true; } | while read -r need; do cp -L "$need" "$to/lib/"; done
    cp -L "$(readlink -f "$file")" "$to/lib/$(objdump -p "$file" | awk '/SONAME/ {print $2}')"
  done
  du -sh "$to" | awk '{print "bundle: " $1}'
}

build() {
  local with=${TT_BUNDLE:-$PWD/build/gpu-bundle} options=()
  if [ -d "$with" ]; then
    with=$(readlink -f "$with")
    options=(-DTT_BUNDLE="$with" -DCMAKE_BUILD_RPATH="$with/lib")
  fi
  cmake -S . -B build/gpu -DCMAKE_BUILD_TYPE=Release -DTT_UI=OFF -DTT_TESTS=OFF \
    "-DTT_ONLY_FOLDERS=base;io;task;codes;heads;domination;families;train" \
    "-DTT_CUDA_ARCHITECTURES=${TT_CARD:-native}" "${options[@]}" >build-gpu.log 2>&1 || { tail -20 build-gpu.log; exit 1; }
  cmake --build build/gpu -j "$(nproc)" --target threetokens-gpu-bench >>build-gpu.log 2>&1 || { tail -30 build-gpu.log; exit 1; }
  rm -f build-gpu.log
}

peers() {
  python3 -c 'import torch, sys; sys.exit(not torch.cuda.is_available())' 2>/dev/null || { echo "no PyTorch with CUDA here: its figures are left out"; return 0; }
  local family=resources/data/finite-family-424.json heads
  for heads in 16 256 4096; do
    python3 bench/peers/train_torch.py "$family" --rank 32 --features exp --heads "$heads" --steps 60 --device cuda || true
  done
  python3 bench/peers/attention_torch.py || true
}

case ${1:-} in
  --bundle) bundle "${2:-build/gpu-bundle}"; exit 0 ;;
  --sanitize | '') ;;
  *) sed -n '3,7s/^# //p' "$0"; exit 2 ;;
esac

build
{
  date -u +%F
  nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader 2>/dev/null || true
  build/gpu/bin/threetokens-gpu-bench || echo "exit code $?"
  peers
  if [ "${1:-}" = --sanitize ]; then
    for tool in memcheck racecheck; do
      timeout 240 compute-sanitizer --tool "$tool" --error-exitcode 9 build/gpu/bin/threetokens-gpu-bench --checks | tail -3 || echo "$tool: exit code $?"
    done
  fi
} 2>&1 | tee "${OUT:-build}/gpu.txt"
