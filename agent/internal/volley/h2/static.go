package h2

import "golang.org/x/net/http2/hpack"

const staticFields = 61

// static is the table of RFC 7541, appendix A, as the decoder that knows it says it.
var static = func() (fields [staticFields]entry) {
	at := 0
	decoder := hpack.NewDecoder(0, func(f hpack.HeaderField) { fields[at] = entry{[]byte(f.Name), []byte(f.Value)} })
	for ; at < staticFields; at++ {
		if _, err := decoder.Write([]byte{0x80 | byte(at+1)}); err != nil {
			panic(err) // The table has 61 fields.
		}
	}
	return fields
}()
