// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_dialog.h"

#include <QClipboard>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QSettings>

#include "ui/export/kit.h"

namespace tt {
namespace {

std::filesystem::path native(const QString& path) { return path.toStdU16String(); }

Expected<std::map<int, Scene>> scenes_of(const std::vector<std::pair<int, Shown>>& wanted,
                                         std::stop_token stop) {
  std::map<int, Scene> scenes;
  for (const auto& [index, shown] : wanted) {
    auto scene = scene_of(shown, stop);
    if (!scene) return tl::unexpected(scene.error());
    scenes.emplace(index, *std::move(scene));
  }
  return scenes;
}

}  // namespace

FigureDialog::FigureDialog(std::vector<Shown> offered, const QString& chosen, Jobs& jobs, QWidget* parent)
    : QDialog(parent), building_(jobs), writing_(jobs) {
  setWindowTitle(tr("Save as figure"));
  build();
  for (Shown& one : offered) {
    const bool ticked = QString::fromStdString(one.view) == chosen;
    add_view(std::move(one), ticked);
  }
  restore_choices();
  connect(views_, &QListWidget::itemChanged, this, &FigureDialog::choose_views);
  connect(views_->model(), &QAbstractItemModel::rowsMoved, this, &FigureDialog::choose_views);
  connect(form_, &FigureForm::changed, this, &FigureDialog::refresh);
  choose_views();
}

void FigureDialog::add_view(Shown shown, bool ticked) {
  auto* item = new QListWidgetItem(QString::fromStdString(shown.view), views_);
  item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable | Qt::ItemIsDragEnabled);
  item->setData(Qt::UserRole, static_cast<int>(shown_.size()));
  item->setToolTip(tr("m = %1, n = %2").arg(shown.session.m).arg(shown.session.n));
  item->setCheckState(ticked ? Qt::Checked : Qt::Unchecked);
  shown_.push_back(std::move(shown));
}

std::vector<int> FigureDialog::ticked() const {
  std::vector<int> indices;
  for (int row = 0; row < views_->count(); ++row)
    if (const auto* item = views_->item(row); item->checkState() == Qt::Checked)
      indices.push_back(item->data(Qt::UserRole).toInt());
  return indices;
}

FigureRecord FigureDialog::record() const {
  FigureRecord record{{}, form_->options()};
  for (const int index : ticked()) record.shown.push_back(shown_[static_cast<std::size_t>(index)]);
  return record;
}

void FigureDialog::choose_views() {
  if (!own_stem_) stem_->setText(QString::fromStdString(stem_of(record())));
  refresh();
}

void FigureDialog::refresh() {
  building_.cancel();
  std::vector<int> missing;
  for (const int index : ticked())
    if (!scenes_.contains(index)) missing.push_back(index);
  if (missing.empty()) return show_sheet();
  build_scenes(std::move(missing));
}

void FigureDialog::build_scenes(std::vector<int> missing) {
  sheet_.reset();
  preview_->set_sheet(std::nullopt);
  preview_->set_message(tr("computing…"));
  std::vector<std::pair<int, Shown>> wanted;
  for (const int index : missing) wanted.emplace_back(index, shown_[static_cast<std::size_t>(index)]);
  building_.start([wanted = std::move(wanted)](std::stop_token stop) { return scenes_of(wanted, stop); },
                  [this](Expected<std::map<int, Scene>> scenes) {
                    if (!scenes) {
                      preview_->set_message(QString::fromStdString(scenes.error().message()));
                      return;
                    }
                    scenes_.merge(*scenes);
                    show_sheet();
                  });
}

void FigureDialog::show_sheet() {
  sheet_.reset();
  std::vector<Scene> scenes;
  for (const int index : ticked()) scenes.push_back(scenes_.at(index));
  QString problem = form_->problem();
  if (problem.isEmpty() && scenes.empty()) problem = tr("Tick a view to show.");
  if (problem.isEmpty()) {
    auto sheet = make_sheet(std::move(scenes), form_->options(), record_line(record()));
    if (sheet)
      sheet_ = *std::move(sheet);
    else
      problem = QString::fromStdString(sheet.error().message());
  }
  preview_->set_message(problem);
  preview_->set_sheet(sheet_);
  for (QPushButton* one : {save_, kit_, copy_}) one->setEnabled(sheet_.has_value());
  size_->setText(sheet_ ? tr("%1 × %2 mm, to within 0.01 mm")
                              .arg(sheet_->options.width_mm, 0, 'f', 2)
                              .arg(sheet_->options.height_mm, 0, 'f', 2)
                        : QString());
  show_warnings(sheet_ ? preflight(*sheet_) : std::vector<Warning>());
}

void FigureDialog::show_warnings(const std::vector<Warning>& found) {
  warnings_->clear();
  for (const Warning& one : found) {
    auto* item =
        new QListWidgetItem(QString::fromStdString("⚠ " + one.message + " — " + one.mend), warnings_);
    item->setData(Qt::UserRole, QString::fromStdString(one.rule));
  }
  if (sheet_ && found.empty())
    warnings_->addItem(tr("✓ Type, lines, resolution, colours and labels are fine for print."));
}

void FigureDialog::say(const QString& message) { said_->setText(message); }

void FigureDialog::set_target(const QString& folder, const QString& stem) {
  folder_->setText(folder);
  stem_->setText(stem);
  own_stem_ = true;
}

void FigureDialog::set_formats(const QStringList& suffixes) {
  for (const auto& [suffix, box] : formats_) box->setChecked(suffixes.contains(suffix));
}

QStringList FigureDialog::formats() const {
  QStringList chosen;
  for (const std::string_view suffix : figure_suffixes()) {
    const QString key = QString::fromUtf8(suffix.data(), static_cast<qsizetype>(suffix.size()));
    if (formats_.at(key)->isChecked()) chosen << key;
  }
  return chosen;
}

std::filesystem::path FigureDialog::folder() const { return native(folder_->text()); }

void FigureDialog::add_from(const QString& path) {
  const auto record = load_record(native(path));
  if (!record) return say(QString::fromStdString(record.error().message()));
  const QString from = QFileInfo(path).fileName();
  for (const Shown& one : record->shown) {
    // A session alone shows no view: those of the window, then.
    const std::vector<std::string> names =
        one.view.empty() ? std::vector<std::string>{"attention", "chain", "identity", "phase"}
                         : std::vector<std::string>{one.view};
    for (const std::string& view : names) {
      add_view({view, one.session, one.results}, !one.view.empty());
      views_->item(views_->count() - 1)->setText(QString::fromStdString(view) + tr(" of ") + from);
    }
  }
  choose_views();
}

void FigureDialog::save() {
  if (!sheet_) return;
  const QStringList suffixes = formats();
  if (suffixes.isEmpty()) return say(tr("Tick a format to write."));
  std::vector<std::filesystem::path> files;
  for (const QString& suffix : suffixes) files.push_back(folder() / native(stem_->text() + suffix));
  auto dated = form_->options().dated ? make_sheet(record()) : Expected<Sheet>(*sheet_);
  write([files = std::move(files), sheet = std::move(dated)](std::stop_token) -> Written {
    if (!sheet) return tl::unexpected(sheet.error());
    std::vector<FigureReport> made;
    for (const auto& file : files) {
      auto one = write_figure(*sheet, file);
      if (!one) return tl::unexpected(one.error());
      made.push_back(*std::move(one));
    }
    return made;
  });
}

void FigureDialog::save_kit() {
  if (!sheet_) return;
  const std::filesystem::path kit = folder() / native(stem_->text() + tr("-kit"));
  write([kit, record = record(), stem = stem_->text().toStdString()](std::stop_token stop) {
    return write_kit(record, kit, stem, stop);
  });
}

void FigureDialog::write(std::function<Written(std::stop_token)> work) {
  keep_choices();
  say(tr("writing…"));
  for (QPushButton* one : {save_, kit_}) one->setEnabled(false);
  writing_.start(std::move(work), [this](const Written& made) { finish(made); });
}

void FigureDialog::finish(const Written& made) {
  for (QPushButton* one : {save_, kit_}) one->setEnabled(sheet_.has_value());
  if (!made) return say(QString::fromStdString(made.error().message()));
  QStringList names;
  for (const FigureReport& one : *made) names << QString::fromStdU16String(one.file.filename().u16string());
  say(tr("Written: %1, %2 × %3 mm")
          .arg(names.join(QStringLiteral(", ")))
          .arg(made->front().width_mm, 0, 'f', 2)
          .arg(made->front().height_mm, 0, 'f', 2));
  emit written(said_->text());
}

void FigureDialog::copy_command() {
  const QStringList suffixes = formats();
  const QString suffix = suffixes.isEmpty() ? QStringLiteral(".pdf") : suffixes.front();
  QGuiApplication::clipboard()->setText(
      QString::fromStdString(command_text(record(), (stem_->text() + suffix).toStdString())));
  say(tr("The command that writes the same bytes is on the clipboard."));
}

void FigureDialog::restore_choices() {
  const QSettings settings;
  const QByteArray kept = settings.value(QStringLiteral("figure/options")).toByteArray();
  const auto options = parse_json(kept.toStdString(), "settings").and_then([](const Json& json) {
    return figure_options_from_json(json, "settings");
  });
  if (options) form_->set_options(*options);
  set_formats(
      settings.value(QStringLiteral("figure/formats"), QStringList{QStringLiteral(".pdf")}).toStringList());
  folder_->setText(settings.value(QStringLiteral("figure/folder"), QDir::homePath()).toString());
}

void FigureDialog::keep_choices() const {
  QSettings settings;
  settings.setValue(QStringLiteral("figure/options"),
                    QByteArray::fromStdString(to_json(form_->options()).dump()));
  settings.setValue(QStringLiteral("figure/formats"), formats());
  settings.setValue(QStringLiteral("figure/folder"), folder_->text());
}

}  // namespace tt
