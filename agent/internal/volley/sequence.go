package volley

// tape is the cycle of requests, rendered once, or without their text where that is put together later. Any run of up to `depth` requests is one piece of memory, wherever in the cycle it begins.
type tape struct {
	bytes  []byte
	start  []int // of each request on the tape, and the end of the last
	which  []int
	cycle  int
	cursor int
}

func newTape(cycle []int, rendered [][]byte, depth int) tape {
	t := tape{cycle: len(cycle)}
	for i := range len(cycle) + depth {
		request := cycle[i%len(cycle)]
		t.start, t.which = append(t.start, len(t.bytes)), append(t.which, request)
		if rendered != nil {
			t.bytes = append(t.bytes, rendered[request]...)
		}
	}
	t.start = append(t.start, len(t.bytes))
	return t
}

// take is the next n requests: their bytes, and which they are.
func (t *tape) take(n int) (text []byte, which []int) {
	from := t.cursor
	if t.cursor += n; t.cursor >= t.cycle {
		t.cursor %= t.cycle
	}
	return t.bytes[t.start[from]:t.start[from+n]], t.which[from : from+n]
}

// from begins at another place of the cycle, so that several loops do not all send the same at once.
func (t tape) from(loop, loops int) tape {
	t.cursor = loop * t.cycle / loops
	return t
}
