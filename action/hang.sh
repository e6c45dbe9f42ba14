#!/usr/bin/env bash
# Runs a command. If it is not done in time, it takes three captures of each .NET process,
# five seconds apart, writes what they are stuck on into the summary of the CI job and to
# standard output, ends the command, and fails with the place.
#
#   STACKTRIAGE_AFTER=600 action/hang.sh dotnet test --no-build
#
# Settings, by environment: STACKTRIAGE_AFTER seconds (600), STACKTRIAGE_NAME of the
# processes (every .NET process that answers), STACKTRIAGE_FOLDER for the captures
# (stacktriage), STACKTRIAGE the program (stacktriage), STACKTRIAGE_PAUSE seconds between
# captures (5). GITHUB_STEP_SUMMARY is where GitHub wants the summary; without it there is
# none.
#
# Exit code: that of the command, or 124 if it hung.
set -uo pipefail

readonly after=${STACKTRIAGE_AFTER:-600}
readonly name=${STACKTRIAGE_NAME:-}
readonly folder=${STACKTRIAGE_FOLDER:-stacktriage}
readonly program=${STACKTRIAGE:-stacktriage}
readonly pause=${STACKTRIAGE_PAUSE:-5}
readonly summary=${GITHUB_STEP_SUMMARY:-/dev/null}

if [ $# -eq 0 ]; then
  echo 'action/hang.sh: no command given' >&2
  exit 2
fi
if ! command -v "$program" >/dev/null; then
  echo "action/hang.sh: no $program on the PATH: install it first" >&2
  exit 2
fi

# processes prints the ids to look at. A process that cannot be captured has been named on
# standard error.
processes() {
  "$program" ps --json | awk -v name="$name" '
    $1 == "\"pid\":" { pid = $2 + 0 }
    $1 == "\"name\":" && (name == "" || $2 == "\"" name "\",") { print pid }'
}

triage() {
  local pid line count place=''
  mkdir -p "$folder"
  for pid in $(processes); do
    for count in 1 2 3; do
      [ "$count" -eq 1 ] || sleep "$pause"
      "$program" capture -p "$pid" -o "$folder/$pid-$count" || true
    done
    "$program" report --chat github "$folder/$pid-3" >>"$summary" || true
    "$program" report --color never "$folder/$pid-3" || true
    line=$("$program" report --color never --width 1000 "$folder/$pid-3" | head -n 1) || true
    place=${place:-$line}
  done
  place=${place:-no .NET process could be captured}
  printf '::error title=Hang after %s s::%s\n' "$after" "${place//%/%25}"
}

# The command gets a process group of its own, so that all of it can be ended.
set -m
"$@" &
readonly command=$!
set +m
deadline=$((SECONDS + after))
while kill -0 "$command" 2>/dev/null; do
  if [ "$SECONDS" -ge "$deadline" ]; then
    triage
    kill -TERM -- "-$command" 2>/dev/null
    sleep 2
    kill -KILL -- "-$command" 2>/dev/null
    exit 124
  fi
  sleep 1
done
wait "$command"
