package target

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"millionrps/agent/internal/process"
)

var loopback = netip.MustParseAddr("127.0.0.1")

// named is this program as a target that listens on loopback.
func named(t *testing.T, like ...string) Named {
	t.Helper()
	port := freePort(t)
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Named{
		Name: "my-server", Argv: append([]string{program}, like...), Address: loopback, Port: port, HealthPath: "/health",
		Environment: []string{fmt.Sprintf("%s=127.0.0.1:%d", helperVariable, port), "SECRET=kept"},
		LogPath:     filepath.Join(t.TempDir(), "target.log"), ReadyWithin: 10 * time.Second,
	}
}

func start(t *testing.T, n Named) *Target {
	t.Helper()
	target, err := StartNamed(t.Context(), process.NewLauncher(), n)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = target.Stop(0) })
	return target
}

func TestANamedTargetIsStartedAndStopped(t *testing.T) {
	n := named(t)
	n.Pprof = "unix:/somewhere"
	target := start(t, n)
	if want := fmt.Sprintf("http://127.0.0.1:%d", n.Port); target.URL != want || target.Version != "my-server" || target.Pprof != n.Pprof {
		t.Errorf("%+v, want %s", target, want)
	}
	if !slices.Equal(target.Command, n.Argv) || len(target.PIDs) != 1 || target.Workers != 0 || target.StatsSocket != "" {
		t.Errorf("%+v", target)
	}
	if err := target.Stop(5 * time.Second); err != nil || target.Gone() {
		t.Errorf("stopping: %v, gone %v", err, target.Gone())
	}
	log, err := os.ReadFile(n.LogPath)
	if err != nil || !strings.Contains(string(log), "to stdout\n") || !strings.Contains(string(log), "the secret is kept\n") {
		t.Errorf("the log is %q (%v)", log, err)
	}
}

func TestANamedTargetThatSpeaksTLSIsLookedAfterByHTTPS(t *testing.T) {
	n := named(t, "secure")
	n.TLS = true
	if target := start(t, n); target.URL != fmt.Sprintf("https://127.0.0.1:%d", n.Port) {
		t.Errorf("%+v", target)
	}
	n = named(t, "secure")
	n.ReadyWithin = 300 * time.Millisecond
	if _, err := StartNamed(t.Context(), process.NewLauncher(), n); err == nil || !strings.Contains(err.Error(), "it answered 400") {
		t.Errorf("asked by http: %v", err)
	}
}

func TestATargetThatDoesNotEndIsKilled(t *testing.T) {
	target := start(t, named(t, "stubborn"))
	if err := target.Stop(50 * time.Millisecond); !errors.Is(err, ErrKilled) {
		t.Errorf("%v", err)
	}
	if target.Gone() {
		t.Error("it ended because it was told to")
	}
}

func TestANamedTargetThatEndsSaysHow(t *testing.T) {
	n := named(t)
	target := start(t, n)
	if response, err := http.Get(target.URL + "/end"); err == nil {
		response.Body.Close()
	}
	select {
	case <-target.Ended():
	case <-time.After(10 * time.Second):
		t.Fatal("nobody noticed")
	}
	if words := target.LastWords(); !target.Gone() || !strings.Contains(words, "(exit status 4)") || !strings.Contains(words, "the secret is kept.") {
		t.Errorf("%s", words)
	}
}

func TestANamedTargetThatIsNotReadySaysWhy(t *testing.T) {
	for name, c := range map[string]struct {
		like   []string
		change func(*Named)
		words  []string
	}{
		"it is unwell": {[]string{"unwell"}, func(n *Named) {}, []string{
			"the target did not answer GET http://127.0.0.1:", "/health with 200 within 1s (it answered 503)", "the secret is kept"}},
		"its health is elsewhere": {nil, func(n *Named) { n.HealthPath = "/healthz" }, []string{"it answered 404"}},
		"it listens on another address": {nil, func(n *Named) { n.Address = netip.MustParseAddr("127.0.0.2") },
			[]string{"connection refused; it listens on 127.0.0.1: have it listen on 127.0.0.2 or on every address"}},
		"it listens on another port": {nil, func(n *Named) { n.Port = freePort(t) }, []string{"connection refused)"}},
		"it ends":                    {nil, func(n *Named) { n.Environment = []string{helperVariable + "=192.0.2.1:1"} }, []string{"ended before it listened (exit status 3)", "192.0.2.1:1"}},
		"it becomes a daemon":        {nil, func(n *Named) { n.Argv = []string{"/bin/sh", "-c", "sleep 60 & exit 0"} }, []string{"have it stay in the foreground"}},
		"its program is no program":  {nil, func(n *Named) { n.Argv = []string{n.LogPath} }, []string{"the target could not be started", "permission denied"}},
		"its user is nobody here":    {nil, func(n *Named) { n.User = "no-such-user" }, []string{"the target my-server is to run as no-such-user, and there is no such user here"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := named(t, c.like...)
			n.ReadyWithin = time.Second
			c.change(&n)
			target, err := StartNamed(t.Context(), process.NewLauncher(), n)
			if err == nil {
				_ = target.Stop(0)
				t.Fatal("it started")
			}
			for _, word := range c.words {
				if !strings.Contains(err.Error(), word) {
					t.Errorf("%q does not say %q", err, word)
				}
			}
		})
	}
}

func TestAStartThatNobodyWantsAnyMoreLeavesNothing(t *testing.T) {
	n := named(t, "unwell")
	reason := errors.New("stopped")
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(200*time.Millisecond, func() { cancel(reason) })
	if _, err := StartNamed(ctx, process.NewLauncher(), n); !errors.Is(err, reason) {
		t.Errorf("%v", err)
	}
	if _, err := http.Get(fmt.Sprintf("http://127.0.0.1:%d/health", n.Port)); err == nil {
		t.Error("it lives on")
	}
}

// Only root may start programs as another user. The test holds whichever answer belongs to the user it runs as.
func TestATargetRunsAsItsUserOrSaysWhyNot(t *testing.T) {
	n := named(t)
	n.User, n.Argv = "nobody", []string{"/bin/sh", "-c", "id -un; echo $HOME; exit 5"}
	err := n.Runnable()
	if os.Geteuid() != 0 {
		if err == nil || !strings.Contains(err.Error(), "is to run as nobody, and the agent runs as another user") {
			t.Errorf("%v", err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	_, err = StartNamed(t.Context(), process.NewLauncher(), n)
	if err == nil || !strings.Contains(err.Error(), "(exit status 5); it printed last: nobody / /") {
		t.Errorf("%v", err)
	}
	n.User = "root"
	if _, err := StartNamed(t.Context(), process.NewLauncher(), n); err == nil || !strings.Contains(err.Error(), ": root / ") {
		t.Errorf("our own user needs no right: %v", err)
	}
}

func TestWhatCannotRunIsSaidBefore(t *testing.T) {
	n := named(t)
	if err := n.Runnable(); err != nil {
		t.Error(err)
	}
	n.Argv[0] = filepath.Join(t.TempDir(), "missing")
	if err := n.Runnable(); err == nil || !strings.Contains(err.Error(), "missing: no such file or directory") {
		t.Errorf("%v", err)
	}
}
