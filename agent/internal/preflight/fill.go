package preflight

import (
	"fmt"
	"strconv"
	"strings"

	"millionrps/agent/internal/requests"
)

// Filled is a request as it is sent before the load: every variable has a value that it may have under load, every secret its own.
func Filled(asked requests.Request, variables []requests.Variable, secrets map[string]string) (Request, error) {
	f := filler{variables: variables}
	r := Request{Method: asked.Method, Path: f.fill(asked.Path), Expect: asked.Expect}
	for _, h := range asked.Headers {
		switch {
		case h.Secret != nil:
			value, ok := secrets[*h.Secret]
			if !ok {
				return r, fmt.Errorf("the header %s takes the secret %s, which this host does not have", h.Name, *h.Secret)
			}
			r.Headers = append(r.Headers, Header{h.Name, value})
		case h.Value != nil:
			r.Headers = append(r.Headers, Header{h.Name, f.fill(*h.Value)})
		}
	}
	body, err := f.body(asked.Body)
	if err == nil {
		err = f.err
	}
	r.Body = body
	return r, err
}

// filler keeps its first error.
type filler struct {
	variables []requests.Variable
	err       error
}

func (f *filler) fill(text string) string {
	pattern, err := requests.Parse(text, f.variables)
	if err != nil && f.err == nil {
		f.err = err
	}
	var filled strings.Builder
	for _, part := range pattern {
		if part.Variable < 0 {
			filled.WriteString(part.Text)
		} else {
			filled.WriteString(first(f.variables[part.Variable]))
		}
	}
	return filled.String()
}

func (f *filler) body(b *requests.Body) ([]byte, error) {
	if b != nil && b.Kind == requests.Text {
		return []byte(f.fill(b.Text)), nil
	}
	return b.Bytes()
}

// first is where a counter begins, the least of a random number, the first of a sample.
func first(v requests.Variable) string {
	switch v.Kind {
	case requests.Counter:
		return strconv.FormatInt(v.From, 10)
	case requests.Random:
		return strconv.FormatInt(v.Least, 10)
	}
	return v.Values[0]
}
