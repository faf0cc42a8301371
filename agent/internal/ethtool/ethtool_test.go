package ethtool

import (
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"millionrps/agent/internal/installed"
)

func open(t *testing.T) *Socket {
	t.Helper()
	socket, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(socket.Close)
	return socket
}

// interfaces are those of this namespace.
func interfaces(t *testing.T) (names []string) {
	t.Helper()
	output, err := exec.Command("ls", "/sys/class/net").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(output))
}

// ethtool8 is what ethtool(8) prints of an interface, by the names in front of the colons; nil where it refuses.
func ethtool8(t *testing.T, option, nic string) map[string]string {
	t.Helper()
	output, err := exec.Command(installed.Program(t, "ethtool"), option, nic).Output()
	if err != nil {
		return nil
	}
	found := map[string]string{}
	for line := range strings.Lines(string(output)) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), ": "); ok {
			found[name] = value
		}
	}
	return found
}

func TestFeaturesAreThoseOfEthtool8(t *testing.T) {
	socket := open(t)
	for _, nic := range interfaces(t) {
		features, err := socket.Features(nic)
		if err != nil {
			t.Fatalf("%s: %v", nic, err)
		}
		want, compared := ethtool8(t, "-k", nic), 0
		for name, feature := range features {
			// Some stand under other names there, as several in one.
			text, ok := want[name]
			if !ok {
				continue
			}
			compared++
			if active := strings.HasPrefix(text, "on"); active != feature.Active {
				t.Errorf("%s: %s is %v, ethtool says %s", nic, name, feature.Active, text)
			}
			if fixed := strings.HasSuffix(text, "[fixed]"); fixed != (!feature.Available || feature.NeverChanged) {
				t.Errorf("%s: %s is %+v, ethtool says %s", nic, name, feature, text)
			}
		}
		if compared < 30 {
			t.Errorf("%s: only %d features are known to both", nic, compared)
		}
	}
}

func TestCountersAreThoseOfEthtool8(t *testing.T) {
	socket := open(t)
	for _, nic := range interfaces(t) {
		want := ethtool8(t, "-S", nic)
		names, _ := socket.StatNames(nic)
		if len(names) != len(want) {
			t.Errorf("%s: %d counters, want %d", nic, len(names), len(want))
		}
		if len(names) == 0 {
			continue
		}
		values, err := socket.Stats(nic, len(names))
		if err != nil {
			t.Fatal(err)
		}
		for i, name := range names {
			before, err := strconv.ParseUint(want[name], 10, 64)
			if err != nil || values[i] < before {
				t.Errorf("%s: %s = %d, want at least %q", nic, name, values[i], want[name])
			}
		}
		if _, err := socket.Stats(nic, len(names)+1); err != ErrChanged {
			t.Errorf("%s: asked for one counter too many, the error is %v", nic, err)
		}
	}
	if names, _ := socket.StatNames("no-such-nic"); names != nil {
		t.Errorf("no interface has %q", names)
	}
}

// A stack that grows during a question moves; the kernel must not write to where the answer was.
func TestAnswersAreTheSameAtEveryDepthOfTheStack(t *testing.T) {
	want, err := open(t).Features("lo")
	if err != nil {
		t.Fatal(err)
	}
	for depth := range 400 {
		done := make(chan map[string]Feature)
		go func() { done <- below(depth, func() map[string]Feature { return features(t, "lo") }) }()
		if diff := cmp.Diff(want, <-done); diff != "" {
			t.Fatalf("%d calls deep: %s", depth, diff)
		}
	}
}

// below calls from that many frames further down.
//
//go:noinline
func below[T any](depth int, call func() T) T {
	if depth == 0 {
		return call()
	}
	return below(depth-1, call)
}

func features(t *testing.T, nic string) map[string]Feature {
	socket, err := Open()
	if err != nil {
		t.Error(err)
		return nil
	}
	defer socket.Close()
	found, err := socket.Features(nic)
	if err != nil {
		t.Error(err)
	}
	return found
}

func TestAnInterfaceThatIsNotThereIsAnError(t *testing.T) {
	socket := open(t)
	if _, err := socket.Features("no-such-nic"); err == nil {
		t.Error("it has features")
	}
	if _, err := socket.Driver("no-such-nic"); err == nil {
		t.Error("it has a driver")
	}
	if _, err := socket.Channels("lo"); err == nil {
		t.Error("loopback has channels")
	}
	if err := socket.SetFeatures("lo", map[string]bool{"no-such-feature": true}); err == nil {
		t.Error("loopback took a feature that there is not")
	}
}
