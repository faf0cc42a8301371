// Package requests says what is asked of a target, in the words of the contract: methods, headers, bodies, expectations and variables. It
// sends nothing; volley and the drivers of other tools share it.
package requests

import (
	"slices"
	"strings"
)

// File is what volley reads with --requests. It never holds the value of a secret, so it can be kept and repeated.
type File struct {
	Requests  []Request  `json:"requests"`
	Variables []Variable `json:"variables"`
	Seed      uint32     `json:"seed"` // of what variables draw at random
}

// Request is one of those that are dealt out by weight. Its path may hold {{name}} of a variable, as may its headers and a text body.
type Request struct {
	Method  string      `json:"method"`
	Path    string      `json:"path"` // with the query
	Weight  int         `json:"weight"`
	Headers []Header    `json:"headers"`
	Body    *Body       `json:"body"`
	Expect  Expectation `json:"expect"`
}

// Header has a value or names a secret, never both.
type Header struct {
	Name   string  `json:"name"`
	Value  *string `json:"value"`
	Secret *string `json:"secret"`
}

// Kinds of a body.
const (
	Text   = "text"
	Base64 = "base64"
	Stored = "file"
)

// Body is text, bytes in base64, or a file. Path is where that file lies on this host; nothing on the wire has it.
type Body struct {
	Kind      string `json:"kind"`
	Text      string `json:"text,omitempty"`
	Base64    string `json:"base64,omitempty"`
	SHA256    string `json:"sha256,omitempty"`
	SizeBytes int64  `json:"sizeBytes,omitempty"`
	FileName  string `json:"fileName,omitempty"`
	Path      string `json:"path,omitempty"`
}

// Expectation is what a response has to be; nil is anything, and of the status any from 200 to 299. Length and content are those after
// decompression.
type Expectation struct {
	Status   *int    `json:"status"`
	Bytes    *int64  `json:"bytes"`
	SHA256   *string `json:"sha256"`
	Contains *string `json:"contains"`
}

// OfBody says that the body of a response has to be looked at.
func (e Expectation) OfBody() bool { return e.Bytes != nil || e.SHA256 != nil || e.Contains != nil }

// Kinds of a variable, and the orders of a sample.
const (
	Counter  = "counter"
	Random   = "random"
	Sample   = "sample"
	InTurn   = "in turn"
	AtRandom = "at random"
)

// Variable is what {{name}} becomes. A counter counts up from From, and no two requests of an invocation get the same number, on
// whatever client; a random one is from Least to Most; a sample is one of Values.
type Variable struct {
	Name   string   `json:"name"`
	Kind   string   `json:"kind"`
	From   int64    `json:"from,omitempty"`
	Least  int64    `json:"least,omitempty"`
	Most   int64    `json:"most,omitempty"`
	Values []string `json:"values,omitempty"`
	Order  string   `json:"order,omitempty"`
}

// Get is a GET of a path and nothing else.
func Get(path string, weight int) Request {
	return Request{Method: "GET", Path: path, Weight: weight}
}

// Sets says that a header of this name is among those of the request.
func (r Request) Sets(name string) bool {
	return slices.ContainsFunc(r.Headers, func(h Header) bool { return strings.EqualFold(h.Name, name) })
}

// Plain says that all of it is GET of paths: what every tool does, whatever else it can.
func (f File) Plain() bool {
	for _, r := range f.Requests {
		if r.Method != "GET" || len(r.Headers) > 0 || r.Body != nil || r.Expect != (Expectation{}) {
			return false
		}
	}
	return len(f.Variables) == 0
}

// Secrets are the names of those that headers take, each once, in the order in which they come.
func (f File) Secrets() []string {
	var names []string
	known := map[string]bool{}
	for _, r := range f.Requests {
		for _, h := range r.Headers {
			if h.Secret != nil && !known[*h.Secret] {
				known[*h.Secret] = true
				names = append(names, *h.Secret)
			}
		}
	}
	return names
}

// WeightsOf are those of requests, in order.
func WeightsOf(list []Request) []int {
	weights := make([]int, len(list))
	for i, r := range list {
		weights[i] = r.Weight
	}
	return weights
}
