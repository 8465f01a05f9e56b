// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/task/family.h"
#include "ui/scene/builders/builders.h"

namespace tt {

template <class Kind>
std::vector<Kind> items_of(const Panel& panel) {
  std::vector<Kind> found;
  for (const Item& item : panel.items)
    if (const auto* it = std::get_if<Kind>(&item)) found.push_back(*it);
  return found;
}

template <class Kind>
std::vector<Kind> items_of(const Scene& scene) {
  std::vector<Kind> found;
  for (const Panel& panel : scene.panels)
    for (Kind& it : items_of<Kind>(panel)) found.push_back(std::move(it));
  return found;
}

template <class Kind>
std::vector<Kind> items_with_id(const Scene& scene, const std::string& id) {
  std::vector<Kind> found;
  for (Kind& it : items_of<Kind>(scene))
    if (it.tag.id == id) found.push_back(std::move(it));
  return found;
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

inline bool has_text(const Scene& scene, const std::string& part) {
  for (const Label& label : items_of<Label>(scene))
    if (contains(label.text, part)) return true;
  return false;
}

/// What every scene owes its readers, whatever the state.
inline void expect_complete(const Scene& scene, const std::string& name) {
  SCOPED_TRACE(name);
  EXPECT_EQ(scene.name, name);
  EXPECT_FALSE(scene.title.empty());
  EXPECT_FALSE(scene.sentence.empty());
  EXPECT_FALSE(scene.alt.empty());
  EXPECT_EQ(scene.alt.back(), '.');
  EXPECT_FALSE(scene.panels.empty());
  EXPECT_FALSE(scene.table.columns.empty());
  for (const auto& row : scene.table.rows) EXPECT_EQ(row.size(), scene.table.columns.size());
  for (const Panel& panel : scene.panels) {
    EXPECT_GE(panel.left, 0.0);
    EXPECT_GE(panel.top, 0.0);
    EXPECT_LE(panel.left + panel.width, 1.0 + 1e-9);
    EXPECT_LE(panel.top + panel.height, 1.0 + 1e-9);
    EXPECT_GT(panel.height, 0.0);
  }
  // Marks of labels have no place in plain sentences.
  for (const std::string& plain : {scene.sentence, scene.alt}) {
    EXPECT_FALSE(contains(plain, "^{")) << plain;
    EXPECT_FALSE(contains(plain, "_{")) << plain;
    EXPECT_FALSE(contains(plain, "*")) << plain;
  }
}

inline Session example(int m, int n, MapKind map) {
  Session session = example_session();
  session.m = m;
  session.n = n;
  session.map = map;
  return normalized(session);
}

inline Scene scene_of(std::string_view view, const Session& session) {
  auto scene = build_scene(view, session);
  EXPECT_TRUE(scene.has_value()) << (scene ? "" : scene.error().message());
  return scene ? *std::move(scene) : Scene{};
}

}  // namespace tt
