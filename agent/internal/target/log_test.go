package target

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
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
	said := regexp.MustCompile(`\[the agent left out at least \d+ bytes here: a log keeps the first and the last MiB once it has more than 64 MiB\]\n`)
	if !strings.HasPrefix(string(text), "to stdout\nthe secret is kept\n") || !said.Match(text) {
		t.Errorf("it begins with %.100q", text)
	}
}

func TestALogSaysHowMuchOfItIsLeftOutHoweverOften(t *testing.T) {
	path := filepath.Join(t.TempDir(), "target.log")
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	l, line, printed := &log{path: path, file: file}, []byte(strings.Repeat("x", 1023)+"\n"), int64(0)
	for range 3 {
		for range logMost/len(line) + 1 {
			n, err := file.Write(line)
			if printed += int64(n); err != nil {
				t.Fatal(err)
			}
		}
		if err := l.shorten(); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	notes := regexp.MustCompile(`\[the agent left out at least (\d+) bytes [^\n]*\n`).FindAllSubmatch(text, -1)
	if len(notes) != 1 {
		t.Fatalf("%d notes", len(notes))
	}
	kept := int64(len(text) - len(notes[0][0]))
	if said, _ := strconv.ParseInt(string(notes[0][1]), 10, 64); said != printed-kept {
		t.Errorf("it says that %d bytes are left out, of %d printed and %d kept", said, printed, kept)
	}
}
