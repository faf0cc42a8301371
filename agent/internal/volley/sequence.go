package volley

// Request is one of the things to ask for.
type Request struct {
	Path   string
	Weight int
	Expect Expectation
}

// Expectation is what every response to a request must be, beside its status.
type Expectation struct {
	Bytes  int64  // length of the body, after decompression; -1: any
	SHA256 []byte // of the body, after decompression; nil: any
}

// turns deals the requests out by their weights, as evenly as can be (smooth weighted round robin). Each turn every request gains its
// weight; the one with the most is taken and pays the sum of all. It is one whole cycle, and the same every time.
func turns(weights []int) []int {
	divisor, sum := 0, 0
	for _, w := range weights {
		divisor = gcd(divisor, w)
	}
	for _, w := range weights {
		sum += w / divisor
	}
	cycle, credit := make([]int, sum), make([]int, len(weights))
	for turn := range cycle {
		best := 0
		for i, w := range weights {
			if credit[i] += w / divisor; credit[i] > credit[best] {
				best = i
			}
		}
		credit[best] -= sum
		cycle[turn] = best
	}
	return cycle
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// tape is the cycle of requests, rendered once. Any run of up to `depth` requests is one piece of memory, wherever in the cycle it begins.
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
		t.bytes = append(t.bytes, rendered[request]...)
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
