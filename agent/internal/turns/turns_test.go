package turns

import (
	"slices"
	"testing"
)

func TestTheCycleIsShortEvenAndTrueToTheWeights(t *testing.T) {
	for _, c := range []struct{ weights, want []int }{
		{[]int{7}, []int{0}},
		{[]int{1, 1}, []int{0, 1}},
		{[]int{60, 40}, []int{0, 1, 0, 1, 0}},
		{[]int{5, 1, 1}, []int{0, 0, 1, 0, 2, 0, 0}},
	} {
		if got := Cycle(c.weights); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.weights, got, c.want)
		}
	}
}

func TestEveryRequestComesAsOftenAsItsWeightSays(t *testing.T) {
	weights := []int{1, 99, 30, 70, 13}
	cycle := Cycle(weights)
	if len(cycle) != 213 || Length(weights) != 213 {
		t.Fatalf("%d in the cycle", len(cycle))
	}
	for i, weight := range weights {
		last := slices.Index(cycle, i)
		if last > len(cycle)/weight {
			t.Errorf("request %d of weight %d is first sent at %d", i, weight, last)
		}
		count := 0
		for _, request := range cycle {
			if request == i {
				count++
			}
		}
		if count != weight {
			t.Errorf("request %d came %d times, its weight is %d", i, count, weight)
		}
	}
}

func FuzzCycle(f *testing.F) {
	f.Add(uint8(60), uint8(40), uint8(1))
	f.Fuzz(func(t *testing.T, a, b, c uint8) {
		weights := []int{int(a) + 1, int(b) + 1, int(c) + 1}
		counts := make([]int, 3)
		for _, request := range Cycle(weights) {
			counts[request]++
		}
		if counts[0]*weights[1] != counts[1]*weights[0] || counts[1]*weights[2] != counts[2]*weights[1] {
			t.Errorf("%v became %v", weights, counts)
		}
	})
}
