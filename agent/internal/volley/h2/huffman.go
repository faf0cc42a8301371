package h2

import (
	"strings"

	"golang.org/x/net/http2/hpack"
)

// code is what eight bits say: the symbol whose code begins there and ends within them, or the codes by the next eight.
type code struct {
	symbol byte
	bits   uint8 // of the code within the eight; 0: none ends here
	more   *[256]code
}

// codes is made of the encoder's answers, which are those of RFC 7541, appendix B.
var codes = func() *[256]code {
	root := &[256]code{}
	for symbol := range 256 {
		one := string([]byte{byte(symbol)})
		// Eight of them end where a byte does.
		bits := int(hpack.HuffmanEncodeLength(strings.Repeat(one, 8)))
		enter(root, hpack.AppendHuffmanString(nil, one), bits, byte(symbol))
	}
	return root
}()

func (c *code) next() *[256]code {
	if c.more == nil {
		c.more = &[256]code{}
	}
	return c.more
}

func enter(at *[256]code, encoded []byte, bits int, symbol byte) {
	for ; bits > 8; bits, encoded = bits-8, encoded[1:] {
		at = at[encoded[0]].next()
	}
	first := int(encoded[0]) &^ (1<<(8-bits) - 1)
	for i := range 1 << (8 - bits) {
		at[first+i] = code{symbol: symbol, bits: uint8(bits)}
	}
}

// appendHuffman decodes a text. It ends with at most seven ones, which begin no symbol.
func appendHuffman(to, encoded []byte) ([]byte, error) {
	pending, have := uint64(0), 0 // bits that were taken and not decoded
	at, inside := codes, 0        // bits of the symbol so far
	for {
		for have <= 48 && len(encoded) > 0 {
			pending, encoded = pending<<8|uint64(encoded[0]), encoded[1:]
			have += 8
		}
		// Beyond the end there are ones, as the padding is.
		window := pending<<8 | 0xff
		c := &at[byte(window>>have)]
		switch {
		case c.more != nil && have >= 8:
			at, inside, have = c.more, inside+8, have-8
		case c.bits > 0 && int(c.bits) <= have:
			to = append(to, c.symbol)
			have -= int(c.bits)
			at, inside = codes, 0
		case inside == 0 && have < 8 && pending&(1<<have-1) == 1<<have-1:
			return to, nil
		default:
			return to, errHead
		}
	}
}
