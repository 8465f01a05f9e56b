#!/usr/bin/env python3
"""scaled_dot_product_attention (causal, head width 64) on the same card: what a user would run instead of the
quadratic form. Prints one line of JSON a size: milliseconds of the fastest of some repeats."""
import json

import torch
import torch.nn.functional as F


def main():
    for sequences, tokens in ((1, 131072), (16, 8192)):
        for dtype in (torch.float32, torch.bfloat16):
            q, k, v = (torch.randn(1, sequences, tokens, 64, device="cuda", dtype=dtype) for _ in range(3))
            best = float("inf")
            try:
                for _ in range(4):
                    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
                    begin.record()
                    F.scaled_dot_product_attention(q, k, v, is_causal=True)
                    end.record()
                    torch.cuda.synchronize()
                    best = min(best, begin.elapsed_time(end))
            except RuntimeError as error:
                print(json.dumps({"sequences": sequences, "tokens": tokens, "dtype": str(dtype), "error": str(error)[:80]}))
                continue
            print(json.dumps({"what": "scaled_dot_product_attention", "sequences": sequences, "tokens": tokens,
                              "dtype": str(dtype), "ms": round(best, 4)}))


if __name__ == "__main__":
    main()
