package backend

import (
	"context"
	"log/slog"
	"strconv"
	"testing"
	"time"
)

func startCache(t *testing.T) (*CacheServer, *Monitor) {
	t.Helper()
	c, err := StartCache(context.Background(), specOf(t), found(t)[Cache].Path, Stated{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Stop)
	m, err := c.Watch(context.Background(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return c, m
}

func TestTheMonitorTellsWhatACacheCounts(t *testing.T) {
	c, m := startCache(t)
	before := reading(m)
	connection, answers, err := c.dial(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	const commands = 100
	for i := range commands {
		words, want := "SET there 1", "+OK"
		if i%2 == 1 {
			words, want = "GET missing"+strconv.Itoa(i), "$-1"
		}
		if err := command(connection, answers, words, want); err != nil {
			t.Fatal(err)
		}
	}
	seen := since(m, before)
	if got := seen["cache/commands"]; got < commands || got > commands+20 {
		t.Errorf("%d commands were counted, of %d", got, commands)
	}
	for column, want := range map[string]int64{"cache/misses": commands / 2, "cache/hits": 0, "cache/evictions": 0, "cache/clients": 1} {
		if seen[column] != want {
			t.Errorf("%s is %d, want %d", column, seen[column], want)
		}
	}
	if main, all := seen["cache/mainThreadCpuUs"], seen["cache/cpuUs"]; main <= 0 || main > all+20_000 || seen["cache/readMonotonicUs"] <= 0 {
		t.Errorf("the main thread used %d µs of %d", main, all)
	}
}

// TestTheMonitorOfACacheGoesOnAfterItsConnectionWasCut, as it is when an answer is late.
func TestTheMonitorOfACacheGoesOnAfterItsConnectionWasCut(t *testing.T) {
	c, m := startCache(t)
	connection, answers, err := c.dial(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	if err := command(connection, answers, "CLIENT KILL TYPE normal SKIPME yes", ":1"); err != nil {
		t.Fatal(err)
	}
	before := reading(m)
	for deadline := time.Now().Add(10 * time.Second); since(m, before)["cache/readMonotonicUs"] <= 0; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("nothing was read any more")
		}
	}
}
