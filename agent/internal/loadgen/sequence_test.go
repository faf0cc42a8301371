package loadgen

import (
	"strings"
	"testing"

	"millionrps/agent/internal/requests"
)

func weighted(weights ...int) []requests.Request {
	list := make([]requests.Request, len(weights))
	for i, weight := range weights {
		list[i] = requests.Get("/"+string(rune('a'+i)), weight)
	}
	return list
}

func TestACycleThatIsTooLongIsRefused(t *testing.T) {
	if _, err := sequence(weighted(4000, 96)); err != nil {
		t.Error(err) // 125 and 3
	}
	if _, err := sequence(weighted(4001, 96)); err == nil || !strings.Contains(err.Error(), "ask for smaller weights") {
		t.Error(err)
	}
}
