package target

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

func TestALogThatFloodsKeepsItsBeginningAndItsEnd(t *testing.T) {
	n := named(t, "flooding")
	target := start(t, n)
	began, most := time.Now(), int64(0)
	for time.Since(began) < 3*time.Second {
		if info, err := os.Stat(n.LogPath); err == nil {
			most = max(most, info.Size())
		}
		time.Sleep(20 * time.Millisecond)
	}
	if err := target.Stop(5 * time.Second); err != nil {
		t.Error(err)
	}
	text, err := os.ReadFile(n.LogPath)
	if err != nil || len(text) > logMost || most < logMost || most > 10*logMost {
		t.Fatalf("%v; %d MiB are left of a log that had %d MiB at most", err, len(text)>>20, most>>20)
	}
	said := regexp.MustCompile(`\[the agent left out \d+ bytes here: a log keeps the first and the last MiB once it has more than 64 MiB\]\n`)
	if !strings.HasPrefix(string(text), "to stdout\nthe secret is kept\n") || !said.Match(text) {
		t.Errorf("it begins with %.100q", text)
	}
}
