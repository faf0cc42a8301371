package journal

import (
	"encoding/json"
	"fmt"
	"golang.org/x/sys/unix"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func open(t *testing.T, path string) *Journal {
	t.Helper()
	j, err := Open(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.file.Close() })
	return j
}

func unfinished(j *Journal) []string {
	var ids []string
	for _, r := range j.Unfinished() {
		ids = append(ids, r.CommandID)
	}
	return ids
}

func TestTheNextLifeKnowsWhatWasTakenAndWhatCameOfIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	j := open(t, path)
	for _, id := range []string{"a", "b", "c"} {
		if err := j.Take(Record{CommandID: id, Type: "stop"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Finish("b", json.RawMessage(`{"Status":"succeeded"}`)); err != nil {
		t.Fatal(err)
	}
	// No Close: the life before was killed.
	next := open(t, path)
	if diff := cmp.Diff([]string{"a", "c"}, unfinished(next)); diff != "" {
		t.Error(diff)
	}
	if r := next.Find("b"); r == nil || r.Type != "stop" || string(r.Outcome) != `{"Status":"succeeded"}` {
		t.Errorf("b is %+v", r)
	}
	if next.Find("d") != nil {
		t.Error("d was never taken")
	}
}

func TestLinesThatCannotBeReadAreToldAndKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	content := "{\"commandId\":\"a\",\"type\":\"stop\"}\n\x00\xff garbage\n[1]\n{\"commandId\":\"b\",\"type\":\"stop\"}\n{\"torn"
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	j := open(t, path)
	if diff := cmp.Diff([]string{"a", "b"}, unfinished(j)); diff != "" {
		t.Error(diff)
	}
	want := "The command journal " + path + " is damaged: 2 of its lines cannot be read. It is kept as " + path + ".damaged."
	if !strings.HasPrefix(j.Damage(), want) {
		t.Errorf("it says %q, not %q", j.Damage(), want)
	}
	if kept, err := os.ReadFile(path + ".damaged"); err != nil || string(kept) != content {
		t.Errorf("%q was kept, with the error %v", kept, err)
	}
	if again := open(t, path); again.Damage() != "" {
		t.Errorf("the next life is told again: %s", again.Damage())
	}
}

func TestATornLineIsACommandThatWasNotActedUpon(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	if err := os.WriteFile(path, []byte("{\"commandId\":\"a\",\"type\":\"stop\"}\n{\"commandId\":\"b\",\"ty"), 0o600); err != nil {
		t.Fatal(err)
	}
	j := open(t, path)
	if diff := cmp.Diff([]string{"a"}, unfinished(j)); diff != "" {
		t.Error(diff)
	}
	if err := j.Take(Record{CommandID: "c"}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a", "c"}, unfinished(open(t, path))); diff != "" {
		t.Errorf("a line after the torn one: %s", diff)
	}
}

func TestAJournalStaysSmallAndForgetsNothingUnfinished(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	j := open(t, path)
	if err := j.Take(Record{CommandID: "unfinished"}); err != nil {
		t.Fatal(err)
	}
	outcome, _ := json.Marshal(strings.Repeat("x", 5000))
	for i := range 3 * kept {
		if err := j.Finish(fmt.Sprint(i), outcome); err != nil {
			t.Fatal(err)
		}
	}
	// 500 are kept, of about 5 KB each, and the file may grow to twice that.
	if info, _ := os.Stat(path); info.Size() > 2*kept*5100 {
		t.Errorf("the journal has %d bytes", info.Size())
	}
	next := open(t, path)
	if diff := cmp.Diff([]string{"unfinished"}, unfinished(next)); diff != "" {
		t.Error(diff)
	}
	if next.Find(fmt.Sprint(3*kept-1)) == nil || next.Find("0") != nil {
		t.Error("not the newest were kept")
	}
}

// A disk that is full takes half a line: the record after it must not be joined to that half.
func TestARecordAfterOneThatDidNotFitIsKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	j, err := Open(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Take(Record{CommandID: "first"}); err != nil {
		t.Fatal(err)
	}
	withFilesUpTo(t, uint64(j.bytes)+10, func() {
		if err := j.Take(Record{CommandID: "does not fit"}); err == nil {
			t.Error("it was taken")
		}
	})
	if err := j.Take(Record{CommandID: "last"}); err != nil {
		t.Fatal(err)
	}
	j.file.Close()
	again, err := Open(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer again.file.Close()
	for id, want := range map[string]bool{"first": true, "does not fit": false, "last": true} {
		if (again.Find(id) != nil) != want {
			t.Errorf("%s is in the journal: %t", id, !want)
		}
	}
}

// withFilesUpTo lets this process write files up to a size: the kernel cuts a write short there, as on a full disk.
func withFilesUpTo(t *testing.T, bytes uint64, work func()) {
	t.Helper()
	var before unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	signal.Ignore(unix.SIGXFSZ)
	defer signal.Reset(unix.SIGXFSZ)
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: bytes, Max: before.Max}); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &before); err != nil {
			t.Fatal(err)
		}
	}()
	work()
}
