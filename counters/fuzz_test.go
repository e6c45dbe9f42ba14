package counters

import (
	"errors"
	"math"
	"strings"
	"testing"
)

func FuzzCSV(f *testing.F) {
	f.Add(file(f, "idle.csv")[:1200])
	f.Add(csvHead + "14.11.2020 08:52:55,System.Runtime,CPU Usage (%),Metric,0,5\n")
	fuzz(f)
}

func FuzzJSON(f *testing.F) {
	f.Add(file(f, "bad.json")[:1200])
	f.Add(`{"Target Process": "a\"b", "Events": [{"timestamp":"1/2/2020 3:04:05","name":"cpu-usage","counter type":"Rate","value":1,5},] }`)
	fuzz(f)
}

func FuzzScreen(f *testing.F) {
	f.Add(file(f, "monitor-bad-raw.txt"))
	f.Add(file(f, "monitor-idle-redirect.txt"))
	f.Add("\xff\xfe[\x00S\x00]\x00")
	fuzz(f)
}

// fuzz demands of any input that it is refused in one sentence, or read into numbers that
// are numbers, in order of time.
func fuzz(f *testing.F) {
	f.Fuzz(func(t *testing.T, text string) {
		rec, err := Read(strings.NewReader(text))
		if err != nil {
			var input *InputError
			if !errors.As(err, &input) || strings.ContainsAny(err.Error(), "\n\r\x1b") {
				t.Fatalf("%q", err)
			}
			return
		}
		pool := rec.Pool()
		for _, track := range []Track{pool.Queue, pool.Threads, pool.Completed, pool.Contentions, pool.CPU} {
			for i, p := range track.Points {
				if math.IsNaN(p.Value) || p.At < 0 || i > 0 && p.At < track.Points[i-1].At {
					t.Fatalf("point %d of %v", i, track.Points)
				}
			}
			track.Gaps()
			track.Mean()
		}
	})
}
