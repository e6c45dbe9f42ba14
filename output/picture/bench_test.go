package picture

import (
	"io"
	"testing"
)

func BenchmarkPNG(b *testing.B) {
	lines := make([]string, MaxLines)
	for i := range lines {
		lines[i] = "        at Acme.Orders.OrderService.SummaryByResult(int)  12 of 60"
	}
	p := page(lines...)
	for b.Loop() {
		if err := PNG(io.Discard, p, dark); err != nil {
			b.Fatal(err)
		}
	}
}
