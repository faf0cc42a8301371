package workload

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"sync"
)

// Picker draws numbers for answers. Cores share it.
type Picker interface {
	// Pick draws a number from 0 to below n. Draw numbers the draws of one answer.
	Pick(connection, request, draw uint64, n int) int
}

// Names of the pickers, as --pick takes them.
const (
	PickLocal  = "local"
	PickLocked = "locked"
)

// NewPicker gives each worker a sequence of its own. The error names the pickers that there are.
func NewPicker(name string, worker int) (Picker, error) {
	switch name {
	case PickLocal:
		return localPicker{seed: splitmix64(uint64(worker) + 1)}, nil
	case PickLocked:
		return &lockedPicker{source: rand.New(rand.NewPCG(ProductSeed, uint64(worker)))}, nil
	}
	return nil, fmt.Errorf("--pick must be %s or %s, not %q", PickLocal, PickLocked, name)
}

// localPicker keeps no state that changes, so cores share it without a lock. It draws the same for the same
// connection and request number; the request number comes from the counter, which has it in hand anyway.
type localPicker struct{ seed uint64 }

func (p localPicker) Pick(connection, request, draw uint64, n int) int {
	mixed := splitmix64(p.seed ^ connection<<40 ^ request)
	if draw > 0 {
		mixed = splitmix64(mixed + draw)
	}
	// The high half of the product scales 64 random bits to the range without a division.
	index, _ := bits.Mul64(mixed, uint64(n))
	return int(index)
}

// lockedPicker is a mistake on purpose: one random source that all cores of a process wait for.
type lockedPicker struct {
	mu     sync.Mutex
	source *rand.Rand
}

func (p *lockedPicker) Pick(_, _, _ uint64, n int) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.source.IntN(n)
}

// splitmix64 is the finaliser of Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
func splitmix64(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
