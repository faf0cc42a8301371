package volley

import (
	"fmt"
	"math"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"

	"millionrps/agent/internal/kernel"
)

const (
	memoryEvery = 50 * time.Millisecond
	// memoryLeast is what any host has for bodies.
	memoryLeast = 256 << 20
)

// memoryMost is what bodies that have to be looked into may take of this host, in bytes: a target says how long they are, on every connection.
// It is GOMEMLIMIT where that is set.
func memoryMost() int64 {
	if limit := debug.SetMemoryLimit(-1); limit != math.MaxInt64 {
		return limit
	}
	return max(memoryLeast, (kernel.FS{}).Meminfo().AvailableBytes/4)
}

// watchMemory ends the loops once the bodies that they keep take more than that. The function that it returns ends the watch and says so.
func watchMemory(loops []*loop) (spent func() error) {
	most, finished := memoryMost(), make(chan struct{})
	var refusal error
	var watching sync.WaitGroup
	watching.Go(func() {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		ticker := time.NewTicker(memoryEvery)
		defer ticker.Stop()
		for {
			select {
			case <-finished:
				return
			case <-ticker.C:
			}
			if metrics.Read(live); live[0].Value.Uint64() > uint64(most) {
				refusal = fmt.Errorf("the bodies that have to be looked into take more than %d MiB on this host; ask for fewer connections, or expect nothing of long bodies", most>>20)
				for _, l := range loops {
					l.stopped.Store(true)
				}
				return
			}
		}
	})
	return func() error {
		close(finished)
		watching.Wait()
		return refusal
	}
}
