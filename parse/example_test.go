package parse_test

import (
	"errors"
	"fmt"
	"log"
	"strings"

	"stacktriage/parse"
)

const report = `Thread (0x1A2B):
  [Native Frames]
  System.Private.CoreLib!System.Threading.Monitor.Enter(class System.Object)
  Shop.Api!Shop.Api.Orders.Save(class Shop.Api.Order)
  System.Private.CoreLib!System.Threading.Thread.StartCallback()

Thread (0x1A2C):
  CPU_TIME
  Shop.Api!Shop.Api.Prices.Sum(int32)
  System.Private.CoreLib!System.Threading.Thread.StartCallback()

`

// Each thread with its id and the innermost frame of its stack.
func ExampleSnapshot_All() {
	snaps, err := parse.Read(strings.NewReader(report), "report.txt")
	if err != nil {
		log.Fatal(err)
	}
	for _, snap := range snaps {
		for t := range snap.All() {
			fmt.Println(t.ID, t.Marker == parse.MarkerNative, t.Stack.Frames[0].Full)
		}
	}
	// Output:
	// 0x1A2B true System.Threading.Monitor.Enter
	// 0x1A2C false Shop.Api.Prices.Sum
}

// Text without a stack is an error that says what it is instead, and what helps.
func ExampleRead() {
	_, err := parse.Read(strings.NewReader("[ERROR] Connection refused\n"), "report.txt")
	fmt.Println(errors.Is(err, parse.ErrNoThread))
	fmt.Println(err)
	// Output:
	// true
	// dotnet-stack could not connect: the process had just exited: look for the running process with "dotnet-stack ps" and take the report again
}
