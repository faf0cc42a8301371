package loadgen

import (
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"

	"millionrps/agent/internal/requests"
	"millionrps/agent/internal/turns"
)

// longestSequence bounds what goes into a command line or a file: at 20 requests, weights of up to 200 that share no divisor.
const longestSequence = 4096

// sequence is the cycle of requests, as indexes, in which each comes as often as its weight says.
func sequence(list []requests.Request) ([]int, error) {
	weights := requests.WeightsOf(list)
	if length := turns.Length(weights); length > longestSequence {
		return nil, fmt.Errorf("the weights of the %d requests take a cycle of %d to come out right, and at most %d fit; ask for smaller weights, such as percentages",
			len(list), length, longestSequence)
	}
	return turns.Cycle(weights), nil
}

// numbered is a cycle in numbers, with commas between, where the first request has this one.
func numbered(cycle []int, first int) string {
	words := make([]string, len(cycle))
	for i, request := range cycle {
		words[i] = strconv.Itoa(first + request)
	}
	return strings.Join(words, ",")
}

// listOf is the cycle of requests as a file that a tool goes through: one a line, after a word.
func listOf(l Load, kind, word string) (File, error) {
	cycle, err := sequence(l.Requests)
	if err != nil {
		return File{}, err
	}
	var lines strings.Builder
	for _, i := range cycle {
		lines.WriteString(word + l.url(l.Requests[i].Path) + "\n")
	}
	return fileOf(kind, "txt", []byte(lines.String())), nil
}

// fileOf names a file after its content, so that different texts get different names.
func fileOf(kind, extension string, text []byte) File {
	sum := sha256.Sum256(text)
	return File{Name: fmt.Sprintf("%s-%x.%s", kind, sum[:6], extension), Text: text}
}
