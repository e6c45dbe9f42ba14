#!/bin/sh
# Draws the pictures of the documentation with the tool itself. Run it from the root of
# the repository after the text report changed: sh docs/pictures.sh
set -eu
report=testdata/stacks/stack-bad.txt
go run ./cmd/stacktriage report "$report" --format svg --theme dark -o docs/report.svg
go run ./cmd/stacktriage report "$report" --format svg --theme light -o docs/report-light.svg
