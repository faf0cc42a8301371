package workload

import "math/bits"

// Simple is the whole body of /simple: 16 bytes.
var Simple = []byte("hello, millions!")

// Picker chooses the product of an answer. It keeps no state that changes, so cores share it without a lock.
type Picker struct {
	products [][]byte
	seed     uint64
}

// NewPicker gives each worker a sequence of its own over the same products.
func NewPicker(products [][]byte, worker int) *Picker {
	return &Picker{products: products, seed: splitmix64(uint64(worker) + 1)}
}

// Pick is evenly spread over the products, and the same for the same connection and request number.
// The request number comes from the counter, which has it in hand anyway.
func (p *Picker) Pick(connection, request uint64) []byte {
	mixed := splitmix64(p.seed ^ connection<<40 ^ request)
	// The high half of the product scales 64 random bits to the range without a division.
	index, _ := bits.Mul64(mixed, uint64(len(p.products)))
	return p.products[index]
}

// splitmix64 is the finaliser of Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
func splitmix64(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
