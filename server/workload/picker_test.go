package workload

import (
	"sync"
	"testing"
)

var pickerNames = []string{PickLocal, PickLocked}

func TestPickersSpreadEvenly(t *testing.T) {
	const each = 1000
	for _, name := range pickerNames {
		t.Run(name, func(t *testing.T) {
			picker := pickerNamed(t, name, 0)
			picked := [ProductCount]int{}
			for request := range uint64(ProductCount * each) {
				// Draws of one answer must spread as those of different answers do.
				picked[picker.Pick(request%50, request/3, request%3, ProductCount)]++
			}
			for product, times := range picked {
				// The standard deviation is sqrt(1000) = 32; six of them are 190.
				if times < each-190 || times > each+190 {
					t.Errorf("product %d was picked %d times, want %d ± 190", product, times, each)
				}
			}
		})
	}
}

func TestWorkersPickDifferentSequences(t *testing.T) {
	for _, name := range pickerNames {
		a, b := pickerNamed(t, name, 0), pickerNamed(t, name, 1)
		same := 0
		for request := range uint64(1000) {
			if a.Pick(1, request, 0, ProductCount) == b.Pick(1, request, 0, ProductCount) {
				same++
			}
		}
		// Two independent sequences agree in 1000 / 500 = 2 picks.
		if same > 20 {
			t.Errorf("two workers picked the same product %d times of 1000 with %s", same, name)
		}
	}
}

func TestLocalPicksAreTheSameForTheSameRequest(t *testing.T) {
	a, b := pickerNamed(t, PickLocal, 3), pickerNamed(t, PickLocal, 3)
	for draw := range uint64(100) {
		if a.Pick(5, 7, draw, ProductCount) != b.Pick(5, 7, draw, ProductCount) {
			t.Fatalf("draw %d differs", draw)
		}
	}
}

func TestCoresShareTheLockedSourceWithoutARace(t *testing.T) {
	picker := pickerNamed(t, PickLocked, 0)
	var done sync.WaitGroup
	for range 4 {
		done.Go(func() {
			for range 1000 {
				if got := picker.Pick(0, 0, 0, 3); got < 0 || got > 2 {
					t.Errorf("picked %d of 3", got)
				}
			}
		})
	}
	done.Wait()
}

func BenchmarkPick(b *testing.B) {
	for _, name := range pickerNames {
		b.Run(name, func(b *testing.B) {
			picker := pickerNamed(b, name, 0)
			b.RunParallel(func(loop *testing.PB) {
				for request := uint64(0); loop.Next(); request++ {
					picker.Pick(3, request, 0, ProductCount)
				}
			})
		})
	}
}
