package h2

import (
	"bytes"

	"golang.org/x/net/http2/hpack"
)

// A Field of a request, whose name is in lower case.
type Field struct{ Name, Value string }

// Block encodes fields so that it depends on nothing before: no dynamic table is used. The first block of a connection has to begin with TableOff.
func Block(fields []Field) []byte {
	var out bytes.Buffer
	encoder := hpack.NewEncoder(&out)
	encoder.SetMaxDynamicTableSizeLimit(0)
	for _, f := range fields {
		// Writing to a buffer cannot fail.
		_ = encoder.WriteField(hpack.HeaderField{Name: f.Name, Value: f.Value})
	}
	return bytes.TrimPrefix(out.Bytes(), TableOff)
}

// TableOff says that the client's dynamic table is empty and stays so (RFC 7541, section 6.3).
var TableOff = []byte{0x20}

// AppendName begins a field whose value is yet to come, by AppendValue.
func AppendName(to []byte, name string) []byte {
	to = append(to, 0)
	to = appendLength(to, len(name))
	return append(to, name...)
}

// AppendValue writes a value as it is.
func AppendValue(to, value []byte) []byte { return append(appendLength(to, len(value)), value...) }

// appendLength writes an integer of seven bits and more (RFC 7541, section 5.1).
func appendLength(to []byte, n int) []byte {
	const most = 1<<7 - 1
	if n < most {
		return append(to, byte(n))
	}
	to = append(to, most)
	for n -= most; n >= 1<<7; n >>= 7 {
		to = append(to, byte(n)|1<<7)
	}
	return append(to, byte(n))
}
