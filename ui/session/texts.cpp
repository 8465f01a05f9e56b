// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/texts.h"

#include <QFile>
#include <QHash>
#include <QJsonDocument>
#include <QJsonObject>

namespace tt {
namespace {

using Table = QHash<QString, Explanation>;

Table read_table(const QJsonObject& object) {
  Table table;
  for (auto it = object.begin(); it != object.end(); ++it) {
    const QJsonObject entry = it->toObject();
    const auto field = [&entry](const char* name) { return entry.value(QLatin1String(name)).toString(); };
    table.insert(it.key(), {field("label"), field("tip"), field("what"), field("formula"), field("source")});
  }
  return table;
}

const QJsonObject& document() {
  static const QJsonObject object = [] {
    QFile file(QStringLiteral(":/texts.json"));
    const bool open = file.open(QIODevice::ReadOnly);
    Q_ASSERT_X(open, "texts", "the resource texts.json is part of the program");
    return QJsonDocument::fromJson(file.readAll()).object();
  }();
  return object;
}

const Explanation& find(const Table& table, const QString& key) {
  static const Explanation none;
  const auto it = table.constFind(key);
  return it == table.constEnd() ? none : *it;
}

}  // namespace

QString Explanation::rich() const {
  QString html = QStringLiteral("<p><b>%1</b></p><p>%2</p>").arg(label, what.isEmpty() ? tip : what);
  if (!formula.isEmpty()) html += QStringLiteral("<p>%1</p>").arg(formula);
  if (!source.isEmpty()) html += QStringLiteral("<p><small>%1</small></p>").arg(source);
  return html;
}

const Explanation& control_text(const QString& key) {
  static const Table table = read_table(document().value(QLatin1String("controls")).toObject());
  return find(table, key);
}

const Explanation& claim_text(const QString& key) {
  static const Table table = read_table(document().value(QLatin1String("claims")).toObject());
  return find(table, key);
}

}  // namespace tt
