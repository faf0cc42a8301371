package loadgen

import (
	"crypto/sha256"
	"fmt"
)

// longestSequence bounds what goes into a command line or a file: at 20 requests, weights of up to 200 that share no divisor.
const longestSequence = 4096

// sequence is the shortest cycle of requests, as indexes, in which each comes as often as its weight says. Smooth weighted round robin
// spreads them: the request that is owed most goes next. It is the same for the same weights.
func sequence(requests []Request) ([]int, error) {
	divisor, total := 0, 0
	for _, r := range requests {
		divisor = greatestCommonDivisor(divisor, r.Weight)
	}
	for _, r := range requests {
		total += r.Weight / divisor
	}
	if total > longestSequence {
		return nil, fmt.Errorf("the weights of the %d requests take a cycle of %d to come out right, and at most %d fit; ask for smaller weights, such as percentages",
			len(requests), total, longestSequence)
	}
	owed := make([]int, len(requests))
	cycle := make([]int, total)
	for turn := range cycle {
		most := 0
		for i, r := range requests {
			owed[i] += r.Weight / divisor
			if owed[i] > owed[most] {
				most = i
			}
		}
		owed[most] -= total
		cycle[turn] = most
	}
	return cycle, nil
}

func greatestCommonDivisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// fileOf gives a text a name that no other text has.
func fileOf(kind, extension string, text []byte) File {
	sum := sha256.Sum256(text)
	return File{Name: fmt.Sprintf("%s-%x.%s", kind, sum[:6], extension), Text: text}
}
