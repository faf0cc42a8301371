package volley

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"io"
)

// bodyMax bounds a decompressed body, in bytes; spareMost what is kept of its memory for the next one.
const (
	bodyMax   = keptMost
	spareMost = 1 << 20
)

var errBodySize = errors.New("it decompresses to more than 64 MiB")

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
	if b.plain.Reset(); b.plain.Cap() > spareMost {
		b.plain = bytes.Buffer{}
	}
	n, err := io.Copy(&b.plain, io.LimitReader(b.gzip, bodyMax+1))
	if err == nil && n > bodyMax {
		err = errBodySize
	}
	if err != nil {
		return nil, err
	}
	return b.plain.Bytes(), nil
}

// asExpected says whether a complete response has the length and the content expected of request `which`. With decompression both are of the
// plain body; a body that does not decompress is not as expected.
func (l *loop) asExpected(r *response, which int) bool {
	length, body := r.bodyBytes, r.body
	if l.decompress && !r.bodiless && !r.headOnly {
		if r.encoded || r.gzip && r.unkept {
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
	expect := &l.requests[which].expect
	if r.unkept && (expect.contains != nil || expect.sha256 != nil) {
		return false
	}
	if expect.bytes >= 0 && length != expect.bytes || expect.contains != nil && !bytes.Contains(body, expect.contains) {
		return false
	}
	if expect.sha256 != nil {
		sum := sha256.Sum256(body)
		return bytes.Equal(sum[:], expect.sha256)
	}
	return true
}

// judge says whether a complete response is a success, and else what kind of failure. A status that is neither expected nor from 200 to 299 is
// Non2xx; one from 200 to 299 in the place of another is a Mismatch.
func (l *loop) judge(r *response, which int) (kind Kind, fine bool) {
	expected, success := l.requests[which].expect.status, r.status/100 == 2
	switch {
	case expected == 0 && !success, expected != 0 && r.status != expected && !success:
		return Non2xx, false
	case expected != 0 && r.status != expected, !l.asExpected(r, which):
		return Mismatch, false
	}
	return 0, true
}
