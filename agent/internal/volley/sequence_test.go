package volley

import (
	"strings"
	"testing"

	"millionrps/agent/internal/turns"
)

func TestATapeGivesTheCycleInAnyPieces(t *testing.T) {
	rendered := [][]byte{[]byte("a"), []byte("bb"), []byte("ccc")}
	cycle := turns.Cycle([]int{3, 2, 1})
	var want strings.Builder
	for i := range 600 {
		want.Write(rendered[cycle[i%len(cycle)]])
	}
	whole := newTape(cycle, rendered, 16)
	var got strings.Builder
	for i, taken := 0, 0; taken < 600; i++ {
		n := min(1+i%16, 600-taken)
		text, which := whole.take(n)
		got.Write(text)
		taken += n
		length := 0
		for _, w := range which {
			length += len(rendered[w])
		}
		if len(which) != n || length != len(text) {
			t.Fatalf("%d requests of %d bytes are named for %d of %d", len(which), length, n, len(text))
		}
	}
	if got.String() != want.String() {
		t.Error("the pieces are not the cycle")
	}
	if second := whole.from(1, 2); second.cursor != len(cycle)/2 {
		t.Errorf("the second of two loops begins at %d of %d", second.cursor, len(cycle))
	}
}
