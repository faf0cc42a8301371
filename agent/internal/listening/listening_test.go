package listening

import (
	"errors"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"testing"
)

func TestAddressesThatASocketTakes(t *testing.T) {
	for _, c := range []struct {
		own, address string
		want         bool
	}{
		{"127.0.0.1", "127.0.0.1", true}, {"127.0.0.1", "10.0.0.1", false}, {"0.0.0.0", "10.0.0.1", true}, {"0.0.0.0", "::1", false},
		{"::", "::1", true}, {"::", "10.0.0.1", true}, {"::1", "127.0.0.1", false}, {"::ffff:10.0.0.1", "10.0.0.1", true},
	} {
		if got := (Socket{Address: netip.MustParseAddr(c.own)}).Takes(netip.MustParseAddr(c.address)); got != c.want {
			t.Errorf("%s takes %s: %v", c.own, c.address, got)
		}
	}
}

func TestWhoListensIsFound(t *testing.T) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := listener.Addr().(*net.TCPAddr).Port
	sockets, err := On(port)
	if err != nil || len(sockets) != 1 || sockets[0].Address != netip.MustParseAddr("127.0.0.1") {
		t.Fatalf("%+v, %v", sockets, err)
	}
	roots, err := Roots(sockets)
	if err != nil || len(roots) != 1 || roots[0].PID != os.Getpid() || len(roots[0].Command) == 0 || roots[0].Name == "" {
		t.Errorf("%+v, %v", roots, err)
	}
	listener.Close()
	if _, err := Roots(sockets); !errors.Is(err, ErrNobody) {
		t.Errorf("a closed socket is held by %v", err)
	}
	if sockets, err := On(port); err != nil || len(sockets) != 0 {
		t.Errorf("%+v, %v", sockets, err)
	}
	var hidden *HiddenError
	if _, err := Roots([]Socket{{uid: os.Geteuid() + 1}}); !errors.As(err, &hidden) || hidden.User == "" {
		t.Errorf("another user's socket: %v", err)
	}
}

// A master and its workers are one tree, also where only the workers listen.
func TestTheRootIsTheOldestOfTheSameProgram(t *testing.T) {
	sleep, err := exec.LookPath("sleep")
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command(sleep, "60")
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = child.Process.Kill(); _ = child.Wait() }()
	pid := child.Process.Pid
	if got := rootOf(pid, map[int]bool{pid: true}); got != pid {
		t.Errorf("%d is a root of its own, not %d: we never are part of a target", pid, got)
	}
	if got := parentOf(pid); got != os.Getpid() {
		t.Errorf("the parent is %d", got)
	}
	if !sameProgram(pid, pid) || sameProgram(pid, os.Getpid()) {
		t.Error("sleep runs sleep, and we do not")
	}
}
