package loadgen

import "testing"

func TestAPercentileIsTheBucketThatHoldsIt(t *testing.T) {
	h := &Histogram{ValuesUs: []int64{100, 200, 4000}, Counts: []int64{50, 949, 1}}
	for percent, want := range map[float64]float64{5: 0.1, 5.1: 0.2, 50: 0.2, 99.9: 0.2, 99.91: 4, 100: 4} {
		if got := h.percentileMs(percent); got == nil || *got != want {
			t.Errorf("p%g is %v, want %g", percent, got, want)
		}
	}
	if (&Histogram{}).percentileMs(50) != nil {
		t.Error("nothing has a median")
	}
}

func TestABucketEndsWhereAnHdrHistogramOfThreeDigitsEndsIt(t *testing.T) {
	for us, want := range map[int64]int64{0: 0, 1: 1, 2047: 2047, 2048: 2049, 2049: 2049, 4096: 4099, 12_345_626: 1507*8192 + 8191} {
		if got := bucketEndUs(us); got != want {
			t.Errorf("%d µs: %d, want %d", us, got, want)
		}
	}
}
