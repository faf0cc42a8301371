package loadgen

import (
	"strings"
	"testing"
)

func weighted(weights ...int) []Request {
	requests := make([]Request, len(weights))
	for i, weight := range weights {
		requests[i] = Request{"/" + string(rune('a'+i)), weight}
	}
	return requests
}

func TestACycleThatIsTooLongIsRefused(t *testing.T) {
	if _, err := sequence(weighted(4000, 96)); err != nil {
		t.Error(err) // 125 and 3
	}
	if _, err := sequence(weighted(4001, 96)); err == nil || !strings.Contains(err.Error(), "ask for smaller weights") {
		t.Error(err)
	}
}
