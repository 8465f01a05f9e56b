// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/compose.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "ui/export/length.h"

namespace tt {
namespace {

// In body sizes.
constexpr double kLeastCell = 26.0, kHead = 1.9, kGutter = 1.6, kLegendBand = 1.8;

/// A rectangle on the page, points.
struct Place {
  double left = 0.0, top = 0.0, width = 0.0, height = 0.0;
};

std::string legend_key(const Panel& panel) {
  Scene only;
  only.panels = {panel};
  only.panels.front().top = only.panels.front().height = 0.0;
  return dump(only);
}

/// Takes a band over the whole width out of a scene.
void close_band(Scene& scene, double top, double height) {
  if (height >= 1.0) return;
  for (Panel& panel : scene.panels) {
    if (panel.top >= top + height - 1e-9) panel.top -= height;
    panel.top /= 1.0 - height;
    panel.height /= 1.0 - height;
  }
  scene.aspect /= 1.0 - height;
}

void remove_legend(Scene& scene, std::size_t index) {
  const Panel legend = scene.panels[index];
  scene.panels.erase(scene.panels.begin() + static_cast<std::ptrdiff_t>(index));
  const bool alone = std::none_of(scene.panels.begin(), scene.panels.end(), [&](const Panel& other) {
    return other.top < legend.top + legend.height - 1e-9 && legend.top < other.top + other.height - 1e-9;
  });
  if (alone) close_band(scene, legend.top, legend.height);
}

/// The heat map before a colour bar grows over the bar's room.
void remove_colour_bar(Scene& scene, std::size_t index) {
  const Panel bar = scene.panels[index];
  scene.panels.erase(scene.panels.begin() + static_cast<std::ptrdiff_t>(index));
  for (std::size_t i = index; i-- > 0;) {
    Panel& map = scene.panels[i];
    if (!has_heat_map(map)) continue;
    map.width = std::max(map.width, bar.left + bar.width - map.left);
    return;
  }
}

/// Takes the legend that all scenes have in common out of them.
std::optional<Panel> shared_legend(std::vector<Scene>& scenes) {
  if (scenes.size() < 2) return std::nullopt;
  const auto is_legend = [](const Panel& panel) { return panel.legend; };
  const auto& first = scenes.front().panels;
  const auto legend = std::find_if(first.begin(), first.end(), is_legend);
  if (legend == first.end()) return std::nullopt;
  const Panel shared = *legend;
  std::vector<std::size_t> places;
  for (const Scene& scene : scenes) {
    const auto at = std::find_if(scene.panels.begin(), scene.panels.end(), [&](const Panel& panel) {
      return panel.legend && legend_key(panel) == legend_key(shared);
    });
    if (at == scene.panels.end()) return std::nullopt;
    places.push_back(static_cast<std::size_t>(at - scene.panels.begin()));
  }
  for (std::size_t i = 0; i < scenes.size(); ++i) remove_legend(scenes[i], places[i]);
  return shared;
}

class Composer {
 public:
  Composer(std::vector<Scene> scenes, const FigureOptions& options)
      : scenes_(std::move(scenes)),
        options_(options),
        several_(scenes_.size() > 1),
        letters_(options.letters && several_),
        head_(letters_ || options.title ? kHead * options.type_pt : 0.0),
        gutter_(kGutter * options.type_pt) {}

  Composition compose() {
    if (!options_.legend)
      for (Scene& scene : scenes_) scene = without_legends(std::move(scene));
    shared_ = shared_legend(scenes_);
    choose_grid();
    out_.width_pt = points(options_.width_mm);
    cell_width_ = (out_.width_pt - gutter_ * (columns_ - 1)) / columns_;
    choose_heights();
    add_texts();
    for (std::size_t i = 0; i < scenes_.size(); ++i) place_scene(i);
    if (shared_) add_panel(*shared_, {0.0, out_.height_pt - band(), out_.width_pt, band()});
    return std::move(out_);
  }

 private:
  double band() const { return shared_ ? kLegendBand * options_.type_pt : 0.0; }

  void choose_grid() {
    const int count = static_cast<int>(scenes_.size());
    // As square as the width allows: narrower cells have no room for their labels.
    const int square = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(count))));
    const int wide =
        static_cast<int>((points(options_.width_mm) + gutter_) / (kLeastCell * options_.type_pt + gutter_));
    columns_ = options_.columns > 0 ? std::min(options_.columns, count) : std::clamp(wide, 1, square);
    rows_ = (count + columns_ - 1) / columns_;
  }

  void choose_heights() {
    row_heights_.assign(static_cast<std::size_t>(rows_), 0.0);
    for (std::size_t i = 0; i < scenes_.size(); ++i) {
      double& height = row_heights_[i / static_cast<std::size_t>(columns_)];
      const double aspect = scenes_[i].aspect > 0.0 ? scenes_[i].aspect : 1.6;
      height = std::max(height, cell_width_ / aspect);
    }
    double pictures = 0.0;
    for (const double height : row_heights_) pictures += height;
    const double rest = (head_ * rows_) + gutter_ * (rows_ - 1) + band();
    out_.height_pt = options_.height_mm > 0.0 ? points(options_.height_mm) : pictures + rest;
    const double share = std::max(out_.height_pt - rest, 1.0) / pictures;
    for (double& height : row_heights_) height *= share;
  }

  void add_texts() {
    const Scene& first = scenes_.front();
    out_.scene.name = first.name;
    out_.scene.title = first.title;
    out_.scene.claim = first.claim;
    out_.scene.sentence = first.sentence;
    out_.scene.alt = first.alt;
    out_.scene.table = first.table;
    out_.scene.aspect = out_.width_pt / out_.height_pt;
    for (std::size_t i = 0; several_ && i < scenes_.size(); ++i) {
      const auto join = [&](std::string& whole, const std::string& part, const char* between) {
        const std::string lettered = letters_ ? "(" + view_letter(i) + ") " + part : part;
        whole = i == 0 ? lettered : whole + between + lettered;
      };
      join(out_.scene.title, scenes_[i].title, "; ");
      join(out_.scene.sentence, scenes_[i].sentence, " ");
      join(out_.scene.alt, scenes_[i].alt, " ");
    }
  }

  Place cell(std::size_t i) const {
    const auto columns = static_cast<std::size_t>(columns_);
    Place place;
    place.left = static_cast<double>(i % columns) * (cell_width_ + gutter_);
    for (std::size_t row = 0; row < i / columns; ++row) place.top += head_ + row_heights_[row] + gutter_;
    place.width = cell_width_;
    place.height = head_ + row_heights_[i / columns];
    return place;
  }

  void place_scene(std::size_t i) {
    Place place = cell(i);
    if (head_ > 0.0) add_head(i, place);
    place.top += head_;
    place.height -= head_;
    for (const Panel& panel : scenes_[i].panels) add_panel(panel, place);
  }

  void add_head(std::size_t i, const Place& place) {
    Panel head;
    Label label;
    label.at = {0.0, 0.6};
    label.bold = true;
    if (letters_) label.text = view_letter(i);
    if (options_.title) label.text += (letters_ ? "   " : "") + scenes_[i].title;
    head.items.push_back(std::move(label));
    add_panel(head, {place.left, place.top, place.width, head_});
  }

  void add_panel(Panel panel, const Place& place) {
    panel.left = (place.left + panel.left * place.width) / out_.width_pt;
    panel.top = (place.top + panel.top * place.height) / out_.height_pt;
    panel.width *= place.width / out_.width_pt;
    panel.height *= place.height / out_.height_pt;
    out_.scene.panels.push_back(std::move(panel));
  }

  std::vector<Scene> scenes_;
  const FigureOptions& options_;
  bool several_, letters_;
  double head_, gutter_;
  std::optional<Panel> shared_;
  int columns_ = 1, rows_ = 1;
  double cell_width_ = 0.0;
  std::vector<double> row_heights_;
  Composition out_;
};

}  // namespace

std::string view_letter(std::size_t index) { return std::string(1, static_cast<char>('a' + index % 26)); }

Scene without_legends(Scene scene) {
  for (std::size_t i = scene.panels.size(); i-- > 0;) {
    if (scene.panels.size() == 1) break;
    if (is_colour_bar(scene.panels[i]))
      remove_colour_bar(scene, i);
    else if (scene.panels[i].legend)
      remove_legend(scene, i);
  }
  return scene;
}

Composition compose(std::vector<Scene> scenes, const FigureOptions& options) {
  return Composer(std::move(scenes), options).compose();
}

}  // namespace tt
