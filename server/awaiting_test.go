package main

import (
	"fmt"
	"net"
	"os"
	"strings"
	"testing"
	"time"
)

// await polls: another process's state comes with no event.
func await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Second); !holds(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited 5 s for %s", what)
		}
	}
}

func awaitRefusal(t *testing.T, address string) {
	t.Helper()
	await(t, "the listener to close", func() bool {
		c, err := net.Dial("tcp", address)
		if err == nil {
			c.Close()
		}
		return err != nil
	})
}

// awaitStalled waits until the server has begun answering and can write no more.
func awaitStalled(t *testing.T, s *running) {
	t.Helper()
	before := -1
	await(t, "the server's writes to block", func() bool {
		time.Sleep(50 * time.Millisecond)
		now := s.stats(t).total()
		stalled := now > 0 && now == before
		before = now
		return stalled
	})
}

// awaitGone counts a zombie as gone: who reaps an orphan depends on the machine's init.
func awaitGone(t *testing.T, pids []int) {
	t.Helper()
	for _, pid := range pids {
		await(t, fmt.Sprintf("process %d to be gone", pid), func() bool {
			status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
			return err != nil || strings.Contains(string(status), "State:\tZ")
		})
	}
}
