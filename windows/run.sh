#!/usr/bin/env bash
# Runs a command of the Windows build below Wine, on Debian:
#
#   windows/run.sh test PACKAGE...    the tests of packages
#   windows/run.sh exec PROGRAM ARG...  a program
#
# Wine is not Windows: it proves paths, files, arguments, pipes and console calls, not the
# look of Windows Terminal.
set -euo pipefail
cd "$(dirname "$0")/.."

export WINEDEBUG=-all
export WINEPREFIX=${WINEPREFIX:-${XDG_CACHE_HOME:-$HOME/.cache}/stacktriage-wine}

install_wine() {
  if command -v wine >/dev/null && command -v x86_64-w64-mingw32-gcc >/dev/null; then
    return
  fi
  local sudo=()
  [ "$(id -u)" -eq 0 ] || sudo=(sudo)
  "${sudo[@]}" apt-get update -qq
  DEBIAN_FRONTEND=noninteractive "${sudo[@]}" apt-get install -y -qq --no-install-recommends \
    wine wine64 gcc-mingw-w64-x86-64-win32 >/dev/null
}

prepare_prefix() {
  local system=$WINEPREFIX/drive_c/windows/system32
  if [ ! -d "$system" ]; then
    mkdir -p "$WINEPREFIX"
    wineboot --init >/dev/null 2>&1
    wineserver --wait
  fi
  if [ ! -f "$system/bcryptprimitives.dll" ]; then
    x86_64-w64-mingw32-gcc -shared -o "$system/bcryptprimitives.dll" windows/bcryptprimitives.c -ladvapi32
  fi
}

# Wine 8 answers a call of os.RemoveAll, which Windows knows since 2016, with "not
# implemented"; Go falls back only on the answers that Windows itself gives. The tests are
# built with one more of them, or each would fail while it tidies up.
overlay_of_go() {
  local original=internal/syscall/windows/at_windows.go
  original=$(go env GOROOT)/src/$original
  sed 's/case STATUS_INVALID_INFO_CLASS,/case NTStatus(0xC0000002), STATUS_INVALID_INFO_CLASS,/' "$original" >"$work/at_windows.go"
  if cmp -s "$original" "$work/at_windows.go"; then
    echo 'windows/run.sh: this Go removes files in another way: look at the overlay' >&2
    exit 1
  fi
  printf '{"Replace": {"%s": "%s"}}\n' "$original" "$work/at_windows.go" >"$work/overlay.json"
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
install_wine
prepare_prefix
mode=${1:?test or exec}
shift
case $mode in
  test)
    overlay_of_go
    CGO_ENABLED=0 GOOS=windows GOARCH=amd64 go test -overlay "$work/overlay.json" -exec wine "$@"
    ;;
  exec) wine "$@" ;;
  *) echo "windows/run.sh: $mode is neither test nor exec" >&2; exit 2 ;;
esac
