package evidence

import (
	"fmt"
	"strconv"
	"strings"
)

// threadID is the id of a thread in the form of dotnet-stack.
func threadID(id uint64) string { return fmt.Sprintf("0x%X", id) }

// normalID is the id of a thread in that form, whatever the letters of the input.
func normalID(id string) string {
	n, err := strconv.ParseUint(strings.TrimPrefix(strings.ToLower(id), "0x"), 16, 64)
	if err != nil {
		return id
	}
	return threadID(n)
}
