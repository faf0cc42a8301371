package loadgen

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func weighted(weights ...int) []Request {
	requests := make([]Request, len(weights))
	for i, weight := range weights {
		requests[i] = Request{"/" + string(rune('a'+i)), weight}
	}
	return requests
}

func TestTheCycleIsShortEvenAndTrueToTheWeights(t *testing.T) {
	for _, c := range []struct {
		weights, want []int
	}{
		{[]int{7}, []int{0}},
		{[]int{50, 50}, []int{0, 1}},
		{[]int{60, 40}, []int{0, 1, 0, 1, 0}},
		{[]int{5, 1, 1}, []int{0, 0, 1, 0, 2, 0, 0}},
	} {
		got, err := sequence(weighted(c.weights...))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%v: %s", c.weights, diff)
		}
	}
}

func TestEveryRequestComesAsOftenAsItsWeightSays(t *testing.T) {
	weights := []int{1, 99, 30, 70, 13}
	cycle, err := sequence(weighted(weights...))
	if err != nil || len(cycle) != 213 {
		t.Fatalf("%d in the cycle (%v)", len(cycle), err)
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

func TestACycleThatIsTooLongIsRefused(t *testing.T) {
	if _, err := sequence(weighted(4000, 96)); err != nil {
		t.Error(err) // 125 and 3
	}
	if _, err := sequence(weighted(4001, 96)); err == nil || !strings.Contains(err.Error(), "ask for smaller weights") {
		t.Error(err)
	}
}

func FuzzSequence(f *testing.F) {
	f.Add(uint8(60), uint8(40), uint8(1))
	f.Fuzz(func(t *testing.T, a, b, c uint8) {
		weights := []int{int(a) + 1, int(b) + 1, int(c) + 1}
		cycle, err := sequence(weighted(weights...))
		if err != nil {
			t.Fatal(err)
		}
		counts := make([]int, 3)
		for _, request := range cycle {
			counts[request]++
		}
		if counts[0]*weights[1] != counts[1]*weights[0] || counts[1]*weights[2] != counts[2]*weights[1] {
			t.Errorf("%v became %v", weights, counts)
		}
	})
}
