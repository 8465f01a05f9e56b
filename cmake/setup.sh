# Sourced by ./run, ./test: installs the Debian packages that are missing. As root or with sudo.
tt_packages=(g++ cmake ninja-build
  libeigen3-dev nlohmann-json3-dev libcli11-dev libexpected-dev libgmp-dev libglpk-dev libhwy-dev libcadical-dev libgtest-dev
  qt6-base-dev qt6-svg-dev qt6-charts-dev libqt6opengl6-dev libqcustomplot-dev fonts-inter fonts-dejavu-core fonts-lmodern fonts-stix poppler-utils)

tt_install() {
  local missing=() package
  for package in "${tt_packages[@]}"; do
    dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  local sudo=
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "error: these packages are missing and installing needs root or sudo: ${missing[*]}" >&2; exit 2; }
    sudo=sudo
  fi
  echo "Installing: ${missing[*]}" >&2
  $sudo apt-get update -q >&2
  DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -q --no-install-recommends "${missing[@]}" >&2
}

tt_build() { # PRESET [extra cmake arguments]
  local preset=$1; shift
  cmake --preset "$preset" "$@" >&2
  cmake --build --preset "$preset" >&2
}
