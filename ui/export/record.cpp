// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/record.h"

#include <QBuffer>
#include <QImageReader>
#include <algorithm>
#include <optional>

#include "ui/scene/builders/builders.h"

namespace tt {
namespace {

constexpr const char* kFormat = "threetokens-figure";
constexpr int kVersion = 1;
constexpr std::string_view kOpen = "<tt:record xmlns:tt=\"urn:threetokens:figure:1\">",
                           kClose = "</tt:record>";
constexpr std::size_t kMostShown = 64;
constexpr std::size_t kLongLine = 32768;  // longer records are packed
constexpr const char* kPacked = "z:";
constexpr std::uint32_t kMostUnpacked = 1u << 28;

struct Escape {
  char plain;
  std::string_view escaped;
};
constexpr Escape kEscapes[] = {{'<', "&lt;"}, {'>', "&gt;"}, {'&', "&amp;"}};

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto* escape = std::find_if(std::begin(kEscapes), std::end(kEscapes),
                                      [c](const Escape& one) { return one.plain == c; });
    if (escape == std::end(kEscapes))
      out.push_back(c);
    else
      out.append(escape->escaped);
  }
  return out;
}

std::string unescaped(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto* escape = std::find_if(std::begin(kEscapes), std::end(kEscapes), [text](const Escape& one) {
      return text.substr(0, one.escaped.size()) == one.escaped;
    });
    out.push_back(escape == std::end(kEscapes) ? text.front() : escape->plain);
    text.remove_prefix(escape == std::end(kEscapes) ? 1 : escape->escaped.size());
  }
  return out;
}

std::optional<std::string> png_text(std::string_view bytes) {
  if (!bytes.starts_with("\x89PNG")) return std::nullopt;
  QByteArray data = QByteArray::fromRawData(bytes.data(), static_cast<qsizetype>(bytes.size()));
  QBuffer buffer(&data);
  buffer.open(QIODevice::ReadOnly);
  QImageReader reader(&buffer, "png");
  const QString text = reader.text(QString::fromLatin1(kRecordKey));
  if (text.isEmpty()) return std::nullopt;
  return text.toStdString();
}

/// What lies between two marks.
std::optional<std::string> between(std::string_view bytes, std::string_view open, std::string_view close) {
  const std::size_t start = bytes.find(open);
  if (start == std::string_view::npos) return std::nullopt;
  const std::size_t end = bytes.find(close, start + open.size());
  if (end == std::string_view::npos) return std::nullopt;
  return std::string(bytes.substr(start + open.size(), end - start - open.size()));
}

std::optional<std::string> embedded_line(std::string_view bytes) {
  if (auto text = png_text(bytes)) return text;
  if (const auto element = between(bytes, kOpen, kClose)) return unescaped(*element);
  return between(bytes, std::string("% ") + kRecordKey + ": ", "\n");
}

/// The size that a packed line says it unpacks to stands in its first four bytes.
bool sane(const QByteArray& packed) {
  if (packed.size() < 4) return false;
  const auto byte = [&packed](int i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(packed[i]));
  };
  return (byte(0) << 24 | byte(1) << 16 | byte(2) << 8 | byte(3)) <= kMostUnpacked;
}

std::optional<std::string> embedded(std::string_view bytes) {
  auto line = embedded_line(bytes);
  if (!line || !line->starts_with(kPacked)) return line;
  const QByteArray packed =
      QByteArray::fromBase64(QByteArray::fromStdString(line->substr(std::string_view(kPacked).size())));
  return sane(packed) ? qUncompress(packed).toStdString() : std::string();
}

Expected<Shown> shown_from_json(const Json& json, const std::vector<Session>& sessions,
                                std::string_view source) {
  const auto view = json_value<std::string>(json, "view", source);
  if (!view) return tl::unexpected(view.error());
  const auto at = json_value<std::size_t>(json, "session", source);
  if (!at) return tl::unexpected(at.error());
  if (*at >= sessions.size())
    return fail("session of a view in " + std::string(source), std::to_string(*at),
                "0.." + std::to_string(sessions.size() - 1));
  return Shown{*view, sessions[*at], json.contains("results") ? json["results"] : Json()};
}

}  // namespace

Json to_json(const FigureRecord& record) {
  Json json;
  json["format"] = kFormat;
  json["version"] = kVersion;
  json["program"] = TT_VERSION;
  json["options"] = to_json(record.options);
  Json sessions = Json::array(), shown = Json::array();
  for (const Shown& one : record.shown) {
    Json session = to_json(one.session);
    auto at = std::find(sessions.begin(), sessions.end(), session);
    const auto index = at - sessions.begin();
    if (at == sessions.end()) sessions.push_back(std::move(session));
    Json entry;
    entry["view"] = one.view;
    entry["session"] = index;
    if (!one.results.is_null()) entry["results"] = one.results;
    shown.push_back(std::move(entry));
  }
  json["shown"] = std::move(shown);
  json["sessions"] = std::move(sessions);
  return json;
}

Expected<FigureRecord> record_from_json(const Json& json, std::string_view source) {
  if (json.is_object() && json.value("format", Json()) == "threetokens-session")
    return session_from_json(json, source).map([](Session session) {
      return FigureRecord{{Shown{"", std::move(session), {}}}, {}};
    });
  if (auto right = check_format(json, kFormat, kVersion, source); !right)
    return tl::unexpected(right.error());
  const Json list = json.value("shown", Json()), documents = json.value("sessions", Json());
  if (!list.is_array() || !documents.is_array() || list.empty() || list.size() > kMostShown ||
      documents.size() > kMostShown)
    return fail("views of the figure in " + std::string(source), excerpt(list),
                "1 to " + std::to_string(kMostShown) + " views and their sessions");
  FigureRecord record;
  auto options = figure_options_from_json(json.value("options", Json()), source);
  if (!options) return tl::unexpected(options.error());
  record.options = *std::move(options);
  std::vector<Session> sessions;
  for (const Json& one : documents) {
    auto session = session_from_json(one, source);
    if (!session) return tl::unexpected(session.error());
    sessions.push_back(*std::move(session));
  }
  for (const Json& one : list) {
    auto shown = shown_from_json(one, sessions, source);
    if (!shown) return tl::unexpected(shown.error());
    record.shown.push_back(*std::move(shown));
  }
  return record;
}

Expected<FigureRecord> read_record(std::string_view bytes, std::string_view source) {
  const auto found = embedded(bytes);
  const bool picture =
      bytes.starts_with("%PDF") || bytes.starts_with("\x89PNG") || bytes.starts_with("<?xml");
  if (!found && picture)
    return fail("no session in the figure " + std::string(source), "",
                "figures written by this program carry one");
  return parse_json(found ? std::string_view(*found) : bytes, source).and_then([source](const Json& json) {
    return record_from_json(json, source);
  });
}

Expected<FigureRecord> load_record(const std::filesystem::path& file) {
  return read_file(file).and_then(
      [&file](const std::string& bytes) { return read_record(bytes, file.filename().string()); });
}

std::string record_line(const Json& record) {
  std::string line = record.dump(-1, ' ', true, Json::error_handler_t::replace);
  if (line.size() <= kLongLine) return line;
  const QByteArray packed =
      qCompress(QByteArray::fromRawData(line.data(), static_cast<qsizetype>(line.size())), 9);
  return kPacked + packed.toBase64().toStdString();
}

std::string record_line(const FigureRecord& record) { return record_line(to_json(record)); }

std::string record_element(const std::string& line) {
  return std::string(kOpen) + escaped(line) + std::string(kClose);
}

}  // namespace tt
