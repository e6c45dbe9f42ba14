#!/usr/bin/env bash
# Makes the inputs, checks that every tool finds the same groups, and prints the tables
# of README.md. About ten minutes and 5 GB of disk; QUICK=1 leaves out the largest input
# and takes three rounds instead of seven. ONLY="reports start" prints some of the parts alone:
# peers, growth, formats, size, reports, start.
set -euo pipefail
cd "$(dirname "$0")"
export LC_ALL=C

rounds=7
sizes="1 10 100 1000"
stacks="200 5000 40000"
if [ -n "${QUICK:-}" ]; then
  rounds=3
  sizes="1 10 100"
fi
parts=${ONLY:-peers growth formats size reports start}
part() { [[ " $parts " = *" $1 "* ]]; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TMPDIR=$work

go build -o "$work/bin/" ./cmd/...
CGO_ENABLED=0 go build -C .. -trimpath -ldflags '-s -w' -o "$work/bin/stacktriage" ./cmd/stacktriage
export PATH=$work/bin:$PATH

# make_input NAME MB STACKS
make_input() {
  printf '%s: ' "$1"
  generate -dir "$work/$1" -mb "$2" -stacks "$3"
}
threads_of() { grep -c '^Thread (' "$work/$1/dotnet.txt"; }

# Every tool must give the same answer before its time counts for anything.
verify() {
  local name=$1 want=$2 got
  got=$(stacktriage report --format json "$work/$name/dotnet.txt" | sed -nE '0,/"stacks": ?[0-9]/s/.*"stacks": ?([0-9]+).*/\1/p')
  [ "$got" = "$want" ] || { echo "stacktriage finds $got groups of $want"; return 1; }
  got=$(mawk -f group.awk "$work/$name/dotnet.txt" | grep -cE '^[0-9]+$')
  [ "$got" = "$want" ] || { echo "mawk finds $got groups of $want"; return 1; }
  got=$(gogroup gostackparse "$work/$name/go.txt")
  [ "$got" = "$want" ] || { echo "gostackparse finds $got groups of $want"; return 1; }
}

# The machine
printf '%s, %s CPUs, %s\n' "$(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n1)" "$(nproc)" "$(go version | cut -d' ' -f3)"
printf 'load %s, %s rounds after a first that does not count, %s\n\n' "$(cut -d' ' -f1-3 /proc/loadavg)" "$rounds" "$(date -u +%F)"

if part peers; then
  make_input peers 100 200
  verify peers 200
  got=$(gogroup panicparse "$work/peers/go.txt")
  [ "$got" = 200 ] || { echo "panicparse finds $got groups of 200"; exit 1; }
fi
if part growth || part formats; then
  for n in $stacks; do make_input "stacks-$n" 200 "$n"; verify "stacks-$n" "$n"; done
fi
if part size; then
  for size in $sizes; do make_input "mb-$size" "$size" 200; rm "$work/mb-$size/go.txt"; done
fi
echo 'every tool finds the same groups'

if part peers; then
printf '\n## dotnet-stack text, 100 MB, 200 distinct stacks\n\n'
f=$work/peers/dotnet.txt
measure -rounds $rounds -threads "$(threads_of peers)" <<END
grep -c | grep -c '^Thread (' $f
stacktriage report | stacktriage report $f
stacktriage report --format json | stacktriage report --format json $f
mawk, grouping | mawk -f group.awk $f
sort, uniq -c (lines) | sort $f | uniq -c
END

printf '\n## The same threads as goroutine text\n\n'
f=$work/peers/go.txt
measure -rounds $rounds -threads "$(threads_of peers)" <<END
grep -c | grep -c '^goroutine' $f
gostackparse and a map | gogroup gostackparse $f
panicparse, parse and aggregate | gogroup panicparse $f
END
fi

if part growth; then
for n in $stacks; do
  printf '\n## Growth with distinct stacks: %s in 200 MB\n\n' "$n"
  f=$work/stacks-$n/dotnet.txt
  measure -rounds $rounds -threads "$(threads_of stacks-$n)" <<END
grep -c | grep -c '^Thread (' $f
stacktriage report | stacktriage report $f
stacktriage report --format json | stacktriage report --format json $f
mawk, grouping | mawk -f group.awk $f
gostackparse and a map (goroutine text) | gogroup gostackparse $work/stacks-$n/go.txt
END
done
fi

if part formats; then
for n in $stacks; do
  printf '\n## Formats: %s distinct stacks in 200 MB\n\n' "$n"
  f=$work/stacks-$n/dotnet.txt
  measure -rounds 3 -threads "$(threads_of stacks-$n)" <<END
stacktriage report | stacktriage report $f
stacktriage report --format json | stacktriage report --format json $f
stacktriage report --format html | stacktriage report --format html $f
stacktriage tree | stacktriage tree $f
stacktriage diff, with itself | stacktriage diff $f $f
END
done
fi

if part size; then
for size in $sizes; do
  printf '\n## Size: %s MB, 200 distinct stacks\n\n' "$size"
  f=$work/mb-$size/dotnet.txt
  measure -rounds $rounds -threads "$(threads_of "mb-$size")" <<END
grep -c | grep -c '^Thread (' $f
stacktriage report | stacktriage report $f
stacktriage report --format json | stacktriage report --format json $f
END
done
fi

if part reports; then
  printf '%s: ' 'one process'
  generate -dir "$work/process" -reports 500
  f=$work/process/archive.txt
  printf '\n## 500 reports of one process\n\n'
  measure -rounds $rounds -threads "$(grep -c '^Thread (' "$f")" <<END
grep -c, one file | grep -c '^Thread (' $f
stacktriage report, one file | stacktriage report $f
stacktriage series, one file | stacktriage series $f
grep -c, 500 files | grep -rc '^Thread (' $work/process/reports
stacktriage report, 500 files | stacktriage report $work/process/reports
stacktriage series, 500 files | stacktriage series $work/process/reports/* | cat
END
fi

if part start; then
printf '\nThe program has %s bytes, an empty one %s.\n' "$(stat -c %s "$work/bin/stacktriage")" "$(stat -c %s "$work/bin/empty")"
printf '\n## Start: a report of 67 threads\n\n'
measure -rounds $((rounds * 5)) <<END
an empty Go program | empty
stacktriage report | stacktriage report ../testdata/stacks/stack-bad.txt
stacktriage report --format json | stacktriage report --format json ../testdata/stacks/stack-bad.txt
stacktriage diff | stacktriage diff ../testdata/stacks/stack-bad.txt ../testdata/stacks/stack-fixed.txt
stacktriage tree | stacktriage tree ../testdata/stacks/stack-bad.txt
END
fi
