package volley

import (
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"millionrps/agent/internal/requests"
)

// rendered is a request as it goes out, whatever the protocol: what stays the same is made once, the places of variables are filled in when
// it is sent. Nobody changes it while the load is on.
type rendered struct {
	method    string
	path      pattern // with the query
	fields    []field // headers in their order, but for the host, the length of the body, cookies and what the protocol adds
	host      pattern
	body      pattern
	sized     bool  // its length is said, also that of an empty body
	variables []int // that it takes, each once
	bodiless  bool  // no response to it has a body, whatever its head says
	expect    expectation
	head      pattern // of HTTP/1.1: from the request line to the end of the last field
}

type field struct {
	name  string
	value pattern
}

// pattern is text with places for the values of variables. Text that stays the same is one part.
type pattern []part

type part struct {
	text     []byte
	variable int // -1: text
}

func fixed(text string) pattern { return pattern{{[]byte(text), -1}} }

// appendTo writes the pattern with the values that were drawn last.
func (p pattern) appendTo(buffer []byte, v *values) []byte {
	for i := range p {
		if part := &p[i]; part.variable < 0 {
			buffer = append(buffer, part.text...)
		} else {
			buffer = append(buffer, v.text[part.variable]...)
		}
	}
	return buffer
}

// length is how many bytes appendTo would write.
func (p pattern) length(v *values) (sum int) {
	for i := range p {
		if part := &p[i]; part.variable < 0 {
			sum += len(part.text)
		} else {
			sum += len(v.text[part.variable])
		}
	}
	return sum
}

// varies says that variables are in it.
func (p pattern) varies() bool {
	return slices.ContainsFunc(p, func(part part) bool { return part.variable >= 0 })
}

// renderer makes what is sent of what was asked. Its first error is kept.
type renderer struct {
	o   *Options
	err error
}

func (r *renderer) parse(text string) (out pattern) {
	parsed, err := requests.Parse(text, r.o.Variables)
	if err != nil && r.err == nil {
		r.err = err
	}
	for _, p := range parsed {
		out = append(out, part{[]byte(p.Text), p.Variable})
	}
	return out
}

// render reads the bodies that are files.
func render(o *Options) ([]rendered, error) {
	r := &renderer{o: o}
	all := make([]rendered, len(o.Requests))
	for i, asked := range o.Requests {
		all[i] = r.render(asked)
	}
	return all, r.err
}

func (r *renderer) render(asked requests.Request) rendered {
	out := rendered{
		method: asked.Method, path: r.parse(asked.Path), host: fixed(r.o.URL.Host), bodiless: asked.Method == "HEAD", expect: expectationOf(asked.Expect),
	}
	if r.o.Decompress {
		out.fields = append(out.fields, field{"Accept-Encoding", fixed("gzip")})
	}
	for _, h := range r.o.Headers {
		name, value, _ := strings.Cut(h, ":")
		out.add(name, fixed(strings.TrimSpace(value)))
	}
	for _, h := range asked.Headers {
		if h.Secret != nil {
			out.add(h.Name, fixed(r.o.Secrets[*h.Secret]))
		} else {
			out.add(h.Name, r.parse(*h.Value))
		}
	}
	out.body = r.body(asked.Body)
	// A server may wait for a body where the method has one, until it is told that there is none.
	out.sized = asked.Body != nil || asked.Method == "POST" || asked.Method == "PUT" || asked.Method == "PATCH"
	out.head = out.http1()
	for _, p := range append([]pattern{out.path, out.body}, valuesOf(out.fields)...) {
		for _, part := range p {
			if part.variable >= 0 && !slices.Contains(out.variables, part.variable) {
				out.variables = append(out.variables, part.variable)
			}
		}
	}
	return out
}

func valuesOf(fields []field) (all []pattern) {
	for _, f := range fields {
		all = append(all, f.value)
	}
	return all
}

// add takes a host out of the headers.
func (r *rendered) add(name string, value pattern) {
	if strings.EqualFold(name, "host") {
		r.host = value
		return
	}
	r.fields = append(r.fields, field{name, value})
}

func (r *renderer) body(b *requests.Body) pattern {
	if b != nil && b.Kind == requests.Text {
		return r.parse(b.Text)
	}
	content, err := b.Bytes()
	if err != nil && r.err == nil {
		r.err = err
	}
	if len(content) == 0 {
		return nil
	}
	return pattern{{content, -1}}
}

// http1 is the head but for what is known only when it is sent.
func (r *rendered) http1() (head pattern) {
	text := []byte(r.method + " ")
	add := func(p pattern) {
		for _, one := range p {
			if one.variable < 0 {
				text = append(text, one.text...)
				continue
			}
			if len(text) > 0 {
				head = append(head, part{text, -1})
			}
			head, text = append(head, one), nil
		}
	}
	add(r.path)
	add(fixed(" HTTP/1.1\r\nHost: "))
	add(r.host)
	for _, f := range r.fields {
		add(fixed("\r\n" + f.name + ": "))
		add(f.value)
	}
	add(fixed("\r\n"))
	return append(head, part{text, -1})
}

// text is all of an HTTP/1.1 request without variables.
func (r *rendered) text(closing bool) []byte {
	return r.body.appendTo(r.appendHead(nil, nil, nil, closing), nil)
}

// appendHead writes all of an HTTP/1.1 request before its body.
func (r *rendered) appendHead(buffer []byte, v *values, cookies []byte, closing bool) []byte {
	buffer = r.head.appendTo(buffer, v)
	if len(cookies) > 0 {
		buffer = append(buffer, "Cookie: "...)
		buffer = append(buffer, cookies...)
		buffer = append(buffer, "\r\n"...)
	}
	if r.sized {
		buffer = append(buffer, "Content-Length: "...)
		buffer = strconv.AppendInt(buffer, int64(r.body.length(v)), 10)
		buffer = append(buffer, "\r\n"...)
	}
	if closing {
		buffer = append(buffer, "Connection: close\r\n"...)
	}
	return append(buffer, "\r\n"...)
}

// expectation is what a response has to be.
type expectation struct {
	status   int    // 0: any from 200 to 299
	bytes    int64  // -1: any
	sha256   []byte // nil: any
	contains []byte // nil: anything
}

func expectationOf(asked requests.Expectation) expectation {
	e := expectation{bytes: -1}
	if asked.Status != nil {
		e.status = *asked.Status
	}
	if asked.Bytes != nil {
		e.bytes = *asked.Bytes
	}
	if asked.SHA256 != nil {
		// It was checked to be hexadecimal.
		e.sha256, _ = hex.DecodeString(*asked.SHA256)
	}
	if asked.Contains != nil {
		e.contains = []byte(*asked.Contains)
	}
	return e
}

// any says that nothing but a status from 200 to 299 is expected.
func (e *expectation) any() bool {
	return e.status == 0 && e.bytes < 0 && e.sha256 == nil && e.contains == nil
}
