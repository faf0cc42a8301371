package counter

import (
	"sync"
	"testing"
	"time"
	"unsafe"
)

func TestConcurrentAddsAreAllCounted(t *testing.T) {
	const connections, each = 100, 1000
	c := NewSharded(4)
	var done sync.WaitGroup
	for connection := range uint64(connections) {
		done.Go(func() {
			for range each {
				c.Add(connection)
			}
		})
	}
	done.Wait()
	if got := c.Read().Requests; got != connections*each {
		t.Errorf("counted %d requests, want %d × %d = %d", got, connections, each, connections*each)
	}
}

func TestFirstRequestTimeIsZeroUntilARequestAndThenNeverMoves(t *testing.T) {
	c := NewSharded(1)
	if got := c.Read().FirstRequestTimeUs; got != 0 {
		t.Fatalf("first request time before any request is %d, want 0", got)
	}
	before := time.Now().UnixMicro()
	c.Add(7)
	after := time.Now().UnixMicro()
	first := c.Read().FirstRequestTimeUs
	if first < before || first > after {
		t.Errorf("first request time %d is outside %d to %d", first, before, after)
	}
	c.Add(7)
	c.Add(8)
	if got := c.Read().FirstRequestTimeUs; got != first {
		t.Errorf("first request time moved from %d to %d", first, got)
	}
}

func TestSlotsDoNotShareAPairOfCacheLines(t *testing.T) {
	if got := unsafe.Sizeof(slot{}); got != 128 {
		t.Errorf("a slot has %d bytes, want 2 × 64 = 128", got)
	}
	if got := unsafe.Sizeof(room{}); got%128 != 0 {
		t.Errorf("a worker's room has %d bytes, want a multiple of 128", got)
	}
}

func TestMasterReadsWhatAWorkerCountedThroughAMappingOfItsOwn(t *testing.T) {
	master, err := CreateShared(3)
	if err != nil {
		t.Fatal(err)
	}
	defer master.File.Close()
	worker, err := MapShared(master.File)
	if err != nil {
		t.Fatal(err)
	}
	worker.Worker(1).Add(99)
	worker.Worker(1).Add(100)
	asked := worker.Worker(1).Backends.Database.Ask()
	worker.Worker(1).Backends.Database.Got(asked)
	worker.Worker(2).Backends.Downstream.Calls.Add(3)
	for index, want := range []uint64{0, 2, 0} {
		if got := master.Worker(index).Read().Requests; got != want {
			t.Errorf("master reads %d requests of worker %d, want %d", got, index, want)
		}
	}
	var sum BackendsReading
	for index := range 3 {
		sum.Add(master.Worker(index).Backends)
	}
	if sum.Database.Asked != 1 || sum.Database.Waiting != 0 || sum.Downstream.Calls != 3 || sum.Cache != (PoolReading{}) {
		t.Errorf("master reads %+v", sum)
	}
}
