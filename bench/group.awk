# Groups the threads of a dotnet-stack report: one paragraph a thread, without its
# header and marker. Prints count and stack of each group.
BEGIN { RS = "" }
{ sub(/^[^\n]*\n[^\n]*\n/, ""); count[$0]++ }
END { for (stack in count) print count[stack] "\n" stack "\n" }
