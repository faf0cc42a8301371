// Package turns deals requests out by their weights, as evenly as can be.
package turns

// Length is how many turns it takes until each of the weights, which are at least 1, comes out right.
func Length(weights []int) (turns int) {
	divisor := divisorOf(weights)
	for _, weight := range weights {
		turns += weight / divisor
	}
	return turns
}

// Cycle is one whole cycle of indexes, the shortest, and the same every time (smooth weighted round robin). Each turn every index gains its weight; the
// one with the most is taken and pays the sum of all.
func Cycle(weights []int) []int {
	divisor := divisorOf(weights)
	cycle, credit := make([]int, Length(weights)), make([]int, len(weights))
	for turn := range cycle {
		most := 0
		for i, weight := range weights {
			if credit[i] += weight / divisor; credit[i] > credit[most] {
				most = i
			}
		}
		credit[most] -= len(cycle)
		cycle[turn] = most
	}
	return cycle
}

// divisorOf is the greatest that all weights have in common.
func divisorOf(weights []int) (divisor int) {
	for _, rest := range weights {
		for rest != 0 {
			divisor, rest = rest, divisor%rest
		}
	}
	return divisor
}
