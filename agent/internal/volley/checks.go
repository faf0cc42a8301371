package volley

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"io"
)

// bodyMax bounds a decompressed body, in bytes.
const bodyMax = 1 << 30

var errBodySize = errors.New("it decompresses to 1 GiB or more")

// bodyReader decompresses one body after the other into the same buffers. The zero value is ready.
type bodyReader struct {
	source bytes.Reader
	gzip   *gzip.Reader
	plain  bytes.Buffer
}

// decompress reads the whole body and checks its checksum. The result is valid until the next call. Errors are those of gzip, and
// errBodySize.
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

// asExpected says whether a complete response has the length and the hash expected of request `which`. With decompression both are of the
// plain body; a body that does not decompress is not as expected.
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
