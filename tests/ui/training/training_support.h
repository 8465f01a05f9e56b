// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QTest>
#include <functional>

#include "core/session/training.h"

namespace tt {

/// Processes events until something is so; false after a minute.
inline bool wait_until(const std::function<bool()>& is_so) {
  QElapsedTimer clock;
  clock.start();
  while (!is_so()) {
    if (clock.elapsed() > 60000) return false;
    QTest::qWait(2);
  }
  return true;
}

/// All inputs at m = 3, n = 3, which one feature solves.
inline Session small_session() {
  Session s = example_session();
  s.m = 3;
  s.n = 3;
  s.train.family = TrainFamily::all;
  s.train.ranks = {1};
  s.train.heads = 4;
  return normalized(s);
}

/// Never solved, and long: for what must be stopped.
inline Session endless_session() {
  Session s = experiment_one(example_session());
  s.train.ranks = {1, 2};
  s.train.steps = 10'000'000;
  return normalized(s);
}

}  // namespace tt
