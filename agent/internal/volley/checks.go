package volley

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"io"
)

// bodyMax bounds what a compressed body may become.
const bodyMax = 1 << 30

var errBodySize = errors.New("it decompresses to 1 GiB or more")

// bodyReader decompresses bodies and remembers its buffers.
type bodyReader struct {
	source bytes.Reader
	gzip   *gzip.Reader
	plain  bytes.Buffer
}

// decompress reads the whole body, its checksum too. The result is valid until the next call.
func (b *bodyReader) decompress(body []byte) (plain []byte, err error) {
	b.source.Reset(body)
	if b.gzip == nil {
		b.gzip, err = gzip.NewReader(&b.source)
	} else {
		err = b.gzip.Reset(&b.source)
	}
	if err != nil {
		return nil, err
	}
	b.plain.Reset()
	n, err := io.Copy(&b.plain, io.LimitReader(b.gzip, bodyMax))
	if err == nil && n == bodyMax {
		err = errBodySize
	}
	if err != nil {
		return nil, err
	}
	return b.plain.Bytes(), nil
}

// asExpected says whether a complete response is what was asked for.
func (l *loop) asExpected(r *response, which int) bool {
	length, body := r.bodyBytes, r.body
	if l.decompress && !r.bodiless {
		if r.encoded {
			return false
		}
		if r.gzip {
			plain, err := l.reader.decompress(body)
			if err != nil {
				return false
			}
			length, body = int64(len(plain)), plain
		}
	}
	expect := l.requests[which].Expect
	if expect.Bytes >= 0 && length != expect.Bytes {
		return false
	}
	if expect.SHA256 != nil {
		sum := sha256.Sum256(body)
		return bytes.Equal(sum[:], expect.SHA256)
	}
	return true
}
