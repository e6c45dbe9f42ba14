#!/bin/sh
# Draws the pictures of the documentation with the tool itself. Run it from the root of
# the repository after the outputs changed: sh docs/pictures.sh
# The page is photographed in Debian's chromium, as the tests in e2e/ do.
set -eu
report=testdata/stacks/stack-bad.txt
go run ./cmd/stacktriage report "$report" --format svg --theme dark -o docs/report.svg
go run ./cmd/stacktriage report "$report" --format svg --theme light -o docs/report-light.svg
go run ./cmd/stacktriage tree testdata/stacks/acme/net10-mixed_bad.txt --format svg --theme dark -o docs/tree.svg
go run ./cmd/stacktriage diff "$report" testdata/stacks/stack-fixed.txt --format svg --theme dark -o docs/diff.svg
partial=testdata/stacks/series/partial
go run ./cmd/stacktriage series $partial-1.txt $partial-2.txt $partial-3.txt --format svg --theme dark -o docs/series.svg

shots=$(mktemp -d)
trap 'rm -rf "$shots"' EXIT
(cd e2e && go test -count 1 -run TestShots/mixed-1280-light . -args -shots "$shots")
cp "$shots/mixed-1280-light.png" docs/page.png
