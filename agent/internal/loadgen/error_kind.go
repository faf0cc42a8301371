package loadgen

import "strings"

// errorKind is what a tool's words for a failure come to.
type errorKind int

const (
	connectionError errorKind = iota
	timeoutError
	resetError
	mismatchError
)

// kinds are looked for in this order in words of lower case. Go, hyper and the C library say the same things much alike.
var kinds = []struct {
	kind  errorKind
	words []string
}{
	{timeoutError, []string{"timeout", "timed out", "deadline exceeded"}},
	{connectionError, []string{"refused", "unreachable", "no route", "no such host", "lookup", "too many open files", "cannot assign"}},
	{mismatchError, []string{"malformed", "invalid http", "invalid header", "parse", "gzip", "corrupt"}},
	{resetError, []string{"reset", "broken pipe", "eof", "closed", "incomplete", "end of file"}},
}

// kindOf is connection where nothing more is known.
func kindOf(reason string) errorKind {
	reason = strings.ToLower(reason)
	for _, k := range kinds {
		for _, word := range k.words {
			if strings.Contains(reason, word) {
				return k.kind
			}
		}
	}
	return connectionError
}

func (e *Errors) add(kind errorKind, count int64) {
	switch kind {
	case connectionError:
		e.Connection += count
	case timeoutError:
		e.Timeout += count
	case resetError:
		e.Reset += count
	case mismatchError:
		e.Mismatch += count
	}
}
