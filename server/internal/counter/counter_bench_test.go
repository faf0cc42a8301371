package counter

import (
	"sync/atomic"
	"testing"
)

// BenchmarkNothing is the loop without a counter: subtract it.
func BenchmarkNothing(b *testing.B) {
	var n uint64
	for b.Loop() {
		n++
	}
	_ = n
}

func BenchmarkPreforkSharedMemory(b *testing.B) {
	shared, err := CreateShared(2)
	if err != nil {
		b.Fatal(err)
	}
	defer shared.File.Close()
	c := shared.Worker(0)
	for b.Loop() {
		c.Add(1)
	}
}

func BenchmarkShardedOneCore(b *testing.B) {
	c := NewSharded(1)
	for b.Loop() {
		c.Add(1)
	}
}

func BenchmarkShardedAllCores(b *testing.B) {
	c := NewSharded(2)
	var connections atomic.Uint64
	b.RunParallel(func(loop *testing.PB) {
		connection := connections.Add(1)
		for loop.Next() {
			c.Add(connection)
		}
	})
}

// BenchmarkOneSlotAllCores is what the shards are there to avoid.
func BenchmarkOneSlotAllCores(b *testing.B) {
	c := NewSharded(2)
	b.RunParallel(func(loop *testing.PB) {
		for loop.Next() {
			c.Add(1)
		}
	})
}
