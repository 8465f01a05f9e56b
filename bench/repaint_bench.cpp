// SPDX-License-Identifier: GPL-3.0-or-later
// Layout and painting of each view of the example session into an image of one card (560 x 340 pixels).
//
// Floor: every pixel has to be written once: 560 * 340 * 4 = 761 600 bytes, measured as one fill of the same
// image. Text is what lies between: a view sets a few dozen labels, each shaped and blended glyph by glyph. A
// frame at 60 Hz lasts 16.7 ms; that is the figure to stay well below.
#include <benchmark/benchmark.h>

#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <string>

#include "ui/scene/builders/builders.h"
#include "ui/scene/painter.h"

namespace {

constexpr int kWidth = 560, kHeight = 340;

QImage card() { return QImage(kWidth, kHeight, QImage::Format_ARGB32_Premultiplied); }

void repaint(benchmark::State& state, std::string_view view) {
  const auto scene = tt::build_scene(view, tt::example_session());
  if (!scene) {
    state.SkipWithError(scene.error().message().c_str());
    return;
  }
  const tt::PaintOptions options;
  QImage image = card();
  for (auto _ : state) {
    image.fill(options.theme.colour(tt::Role::card));
    QPainter painter(&image);
    tt::paint(painter, *scene, tt::layout(*scene, image.size(), options), options);
    painter.end();
    benchmark::DoNotOptimize(image.constBits());
  }
}

void fill(benchmark::State& state) {
  QImage image = card();
  for (auto _ : state) {
    image.fill(Qt::white);
    benchmark::DoNotOptimize(image.constBits());
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  const QGuiApplication application(argc, argv);
  for (const std::string_view view : tt::view_names()) {
    const std::string name(view);
    benchmark::RegisterBenchmark(("repaint/" + name).c_str(), repaint, view)->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(("repaint/floor/" + name).c_str(), fill)->Unit(benchmark::kMillisecond);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
