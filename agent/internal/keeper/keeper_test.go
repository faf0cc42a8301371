package keeper

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"millionrps/agent/internal/programs"
)

// A program notes each start, and then does what its body says.
func script(t *testing.T, folder, body string) {
	t.Helper()
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	text := "#!/bin/sh\ndata=$5\necho " + filepath.Base(folder) + " >>\"$data/starts\"\n" + body + "\n"
	if err := os.WriteFile(filepath.Join(folder, "agent"), []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
}

// stays does what an agent does that works: it confirms its trial and stays.
const stays = "touch \"$data/in-touch\"; exec sleep 60"

type bed struct {
	t               *testing.T
	data, installed string
}

func newBed(t *testing.T) bed {
	b := bed{t: t, data: t.TempDir(), installed: filepath.Join(t.TempDir(), "installed")}
	if err := programs.WriteInstallation(b.data, programs.Installation{URL: "https://x", Name: "host"}); err != nil {
		t.Fatal(err)
	}
	script(t, b.installed, "exec sleep 60")
	return b
}

// upgrade puts a program there and has it tried; its name is its checksum unless another is given.
func (b bed) upgrade(body, name string) string {
	b.t.Helper()
	folder := filepath.Join(b.data, programs.Folder, "new")
	script(b.t, folder, body)
	sum, err := programs.FileSHA256(filepath.Join(folder, "agent"))
	if err != nil {
		b.t.Fatal(err)
	}
	if name != "" {
		sum = name
	}
	if err := os.Rename(folder, filepath.Join(b.data, programs.Folder, sum)); err != nil {
		b.t.Fatal(err)
	}
	if err := programs.Try(b.data, "task-1", sum); err != nil {
		b.t.Fatal(err)
	}
	return sum
}

// keep runs a keeper until `until` holds.
func (b bed) keep(trial time.Duration, until func() bool) {
	b.t.Helper()
	ctx, stop := context.WithCancel(b.t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		if _, err := Run(ctx, Options{Data: b.data, Installed: b.installed, Trial: trial, Log: slog.New(slog.DiscardHandler)}, nil); err != nil {
			b.t.Error(err)
		}
	}()
	for end := time.Now().Add(20 * time.Second); !until(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			b.t.Errorf("it did not come to that; started: %q, choice: %+v", b.starts(), b.choice())
			break
		}
	}
	stop()
	<-done
}

func (b bed) starts() []string {
	content, _ := os.ReadFile(filepath.Join(b.data, "starts"))
	return strings.Fields(string(content))
}

func (b bed) last() string {
	if starts := b.starts(); len(starts) > 0 {
		return starts[len(starts)-1]
	}
	return ""
}

func (b bed) choice() programs.Choice {
	c, err := programs.Read(b.data)
	if err != nil {
		b.t.Error(err)
	}
	return c
}

func (b bed) wantRolledBack(why string) {
	b.t.Helper()
	c := b.choice()
	if c.Current != "" || c.Trial != nil || c.Last == nil || c.Last.Result != programs.RolledBack || c.Last.ID != "task-1" || !strings.Contains(c.Last.Why, why) {
		b.t.Errorf("the choice is %+v, last %+v; want a way back because %q", c, c.Last, why)
	}
	if entries, _ := os.ReadDir(filepath.Join(b.data, programs.Folder)); len(entries) != 1 {
		b.t.Errorf("more than the choice is left: %v", entries)
	}
}

func TestAProgramThatGetsInTouchStays(t *testing.T) {
	b := newBed(t)
	sum := b.upgrade(stays, "")
	b.keep(time.Second, func() bool {
		if _, err := os.Stat(filepath.Join(b.data, "in-touch")); err != nil {
			return false
		}
		if err := programs.Confirm(b.data); err != nil {
			t.Error(err)
		}
		time.Sleep(1200 * time.Millisecond) // its trial would be over
		return true
	})
	c := b.choice()
	if c.Current != sum || c.Trial != nil || c.Last.Result != programs.Upgraded || len(b.starts()) != 1 {
		t.Errorf("%+v, started %v", c, b.starts())
	}
}

func TestAProgramThatEndsIsNotTaken(t *testing.T) {
	for does, why := range map[string]string{
		"exit 3":        "It ended with status 3 before it said hello.",
		"kill -KILL $$": "It ended before it said hello, by a signal: killed.",
	} {
		t.Run(does, func(t *testing.T) {
			b := newBed(t)
			b.upgrade(does, "")
			b.keep(10*time.Second, func() bool { return b.last() == "installed" })
			b.wantRolledBack(why)
		})
	}
}

func TestAProgramThatSaysNothingIsNotTaken(t *testing.T) {
	b := newBed(t)
	b.upgrade("trap '' TERM; while :; do sleep 0.1; done", "")
	b.keep(600*time.Millisecond, func() bool { return b.last() == "installed" })
	b.wantRolledBack("did not say hello within")
}

func TestAProgramWithAnotherChecksumIsNeverStarted(t *testing.T) {
	b := newBed(t)
	b.upgrade(stays, strings.Repeat("ab", 32))
	b.keep(10*time.Second, func() bool { return b.last() == "installed" })
	b.wantRolledBack("does not have its checksum")
	if len(b.starts()) != 1 {
		t.Errorf("started %v", b.starts())
	}
}

func TestAProgramThatIsDamagedLaterGivesWayToTheInstalledOne(t *testing.T) {
	b := newBed(t)
	sum := b.upgrade(stays, "")
	if err := programs.Confirm(b.data); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(b.data, programs.Folder, sum, "agent"), []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	b.keep(time.Second, func() bool { return b.last() == "installed" })
	if c := b.choice(); c.Current != "" || c.Last.Result != programs.RolledBack {
		t.Errorf("%+v", c)
	}
}

// A reboot or a killed keeper in the middle begins the trial anew, but not for ever.
func TestATrialThatIsCutOffGoesOnAndEnds(t *testing.T) {
	b := newBed(t)
	b.upgrade("exec sleep 60", "")
	for life := 1; life <= trialStarts; life++ {
		b.keep(time.Minute, func() bool { return len(b.starts()) == life })
		if c := b.choice(); c.Trial == nil || c.Trial.Starts != life {
			t.Fatalf("after life %d: %+v", life, c)
		}
	}
	b.keep(time.Minute, func() bool { return b.last() == "installed" })
	b.wantRolledBack("was started 3 times and never said hello")
}

func TestAnAgentThatEndsIsStartedAgainUnlessItsSettingsAreWrong(t *testing.T) {
	b := newBed(t)
	script(t, b.installed, "[ \"$(wc -l <\"$data/starts\")\" -ge 2 ] && exit 2; exit 1")
	status, err := Run(t.Context(), Options{Data: b.data, Installed: b.installed, Log: slog.New(slog.DiscardHandler)}, nil)
	if status != 2 || err != nil || len(b.starts()) != 2 {
		t.Errorf("status %d, %v, started %v", status, err, b.starts())
	}
}

func TestOneKeeperRunsAndIsStoppedByAnother(t *testing.T) {
	b := newBed(t)
	if pid := PID(b.data); pid != 0 {
		t.Errorf("pid %d", pid)
	}
	b.keep(time.Second, func() bool {
		if PID(b.data) != os.Getpid() {
			return false
		}
		_, err := Run(t.Context(), Options{Data: b.data, Installed: b.installed}, nil)
		return err != nil && strings.Contains(err.Error(), "another keeper runs on")
	})
}

func TestAHangupReachesTheAgent(t *testing.T) {
	b := newBed(t)
	script(t, b.installed, "trap 'touch \"$data/hangup\"' HUP; while :; do sleep 0.05; done")
	hangups := make(chan os.Signal, 1)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = Run(ctx, Options{Data: b.data, Installed: b.installed, Log: slog.New(slog.DiscardHandler)}, hangups)
	}()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if len(b.starts()) > 0 && len(hangups) == 0 {
			hangups <- syscall.SIGHUP
		}
		if _, err := os.Stat(filepath.Join(b.data, "hangup")); err == nil {
			break
		}
		if time.Now().After(end) {
			t.Fatal("it did not hear of it")
		}
	}
	stop()
	<-done
}
