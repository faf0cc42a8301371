package workload

import (
	"net/http"
	"strconv"
)

// Simple is the whole body of /simple: 16 bytes.
var Simple = []byte("hello, millions!")

// Route is what every framework answers on a path to a GET.
type Route struct {
	Path        string
	ContentType string
	// ContentEncoding is empty for none.
	ContentEncoding string
	// Uncounted requests are no workload.
	Uncounted bool
	// One of the three that follow is not nil. The bytes of Body are shared and must not change.
	Body func(connection, request uint64) []byte
	// Append composes an answer behind what there is.
	Append func(to []byte, connection, request uint64) []byte
	// Ask composes an answer of what something else says, and may wait for that. Its status is 200, or tells why there is no answer:
	// then it appends a sentence.
	Ask func(to []byte) (answer []byte, status int)
}

// Head is what stands over an answer of Ask with this status.
func (r Route) Head(status int) (contentType, contentEncoding string) {
	if status == http.StatusOK {
		return r.ContentType, r.ContentEncoding
	}
	return TypeText, ""
}

const (
	listMin     = 20
	listMax     = 30
	computeSize = 100

	// TypeJSON and TypeText are the types of answers and of sentences about why there is none.
	TypeJSON = "application/json"
	TypeText = "text/plain; charset=utf-8"
)

// Routes are all that the server answers.
func Routes(pool *Pool, picker Picker) []Route {
	fixed := func(body []byte) func(_, _ uint64) []byte {
		return func(_, _ uint64) []byte { return body }
	}
	oneOf := func(bodies [][]byte) func(_, _ uint64) []byte {
		return func(connection, request uint64) []byte {
			return bodies[picker.Pick(connection, request, 0, len(bodies))]
		}
	}
	return []Route{
		{Path: "/simple", ContentType: "text/plain", Body: fixed(Simple)},
		{Path: "/read", ContentType: TypeJSON, Body: oneOf(pool.encoded)},
		{Path: "/read-gz", ContentType: TypeJSON, ContentEncoding: "gzip", Body: oneOf(pool.zipped)},
		{Path: "/list", ContentType: TypeJSON, Append: func(to []byte, connection, request uint64) []byte {
			return appendList(to, pool, picker, connection, request)
		}},
		{Path: "/compute", ContentType: TypeJSON, Append: func(to []byte, connection, request uint64) []byte {
			var items [computeSize]item
			for i := range items {
				items[i] = pool.items[picker.Pick(connection, request, uint64(i), len(pool.items))]
			}
			return appendSummary(to, items[:], pool.brands)
		}},
		{Path: "/health", ContentType: TypeText, Uncounted: true, Body: fixed([]byte("ok"))},
	}
}

// appendList writes 20 to 30 products that are encoded already.
func appendList(to []byte, pool *Pool, picker Picker, connection, request uint64) []byte {
	count := listMin + picker.Pick(connection, request, 0, listMax-listMin+1)
	to = append(to, `{"count":`...)
	to = strconv.AppendInt(to, int64(count), 10)
	to = append(to, `,"products":[`...)
	for i := range count {
		if i > 0 {
			to = append(to, ',')
		}
		to = append(to, pool.encoded[picker.Pick(connection, request, uint64(i+1), len(pool.encoded))]...)
	}
	return append(to, "]}"...)
}
