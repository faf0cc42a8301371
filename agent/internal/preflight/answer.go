package preflight

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"millionrps/agent/internal/requests"
)

const (
	// startBytes of a body are shown.
	startBytes = 300
	// searchedBytes of a body are searched for secrets before it is cut.
	searchedBytes = 1 << 20
	// secretMost is longer than a secret is however it is spelled.
	secretMost = 256 << 10
	// headersMost of an answer are shown.
	headersMost = 50
	// lineMost bytes of a header's name or value are shown.
	lineMost = 500
	// headMost is read of a head.
	headMost = 64 << 10
	// bodyMost is kept of a body, after decompression.
	bodyMost = 64 << 20
)

// read takes the whole answer, and says what is not as expected.
func (a *Answer) read(response *http.Response, expect requests.Expectation, load Load) error {
	defer response.Body.Close()
	a.Status, a.Protocol, a.Headers = response.StatusCode, response.Proto, headersOf(response.Header, load.Mask)
	packed := response.Body
	if load.Decompress && response.Header.Get("Content-Encoding") == "gzip" && hasBody(response) {
		unpacked, err := gzip.NewReader(packed)
		if errors.Is(err, gzip.ErrHeader) || err != nil && cameWhole(response) {
			return errors.New("its body is said to be gzip and is not")
		}
		if err != nil {
			return fmt.Errorf("its body did not end: %w", err)
		}
		packed = unpacked
	}
	var kept bytes.Buffer
	hash := sha256.New()
	both := io.MultiWriter(&kept, hash)
	_, err := io.Copy(both, io.LimitReader(packed, bodyMost))
	a.BodyBytes = int64(kept.Len())
	if err == nil {
		var beyond int64
		beyond, err = io.Copy(hash, packed)
		a.BodyBytes += beyond
	}
	a.BodyStart = start(kept.Bytes(), load.Mask)
	if err != nil && packed != response.Body && cameWhole(response) {
		return errors.New("its body is said to be gzip and is damaged")
	}
	if err != nil {
		return fmt.Errorf("its body did not end: %w", err)
	}
	a.Fault = fault(expect, a.Status, body{kept.Bytes(), a.BodyBytes, hex.EncodeToString(hash.Sum(nil))})
	return nil
}

// cameWhole says that the body ended as its head announced, whatever could be made of it.
func cameWhole(response *http.Response) bool {
	_, err := io.Copy(io.Discard, response.Body)
	return err == nil
}

// hasBody is false for answers whose head speaks of a body that does not come (RFC 9110, 6.4.1).
func hasBody(response *http.Response) bool {
	return response.Request.Method != http.MethodHead && response.StatusCode != http.StatusNoContent &&
		response.StatusCode != http.StatusNotModified && response.ContentLength != 0
}

// start is what is shown of a body: masked first, and without the end of what was searched, where a secret may have been cut.
func start(text []byte, mask func([]byte) []byte) []byte {
	searched := mask(text[:min(len(text), searchedBytes)])
	if len(text) > searchedBytes {
		searched = searched[:max(0, len(searched)-secretMost)]
	}
	return searched[:min(len(searched), startBytes)]
}

func headersOf(header http.Header, mask func([]byte) []byte) []Header {
	var headers []Header
	for _, name := range slices.Sorted(maps.Keys(header)) {
		for _, value := range header[name] {
			headers = append(headers, Header{shortened(name), shortened(shownValue(name, value, mask))})
		}
	}
	return headers[:min(len(headers), headersMost)]
}

// shownValue leaves the value of a cookie out: it is as good as a password for as long as it lives.
func shownValue(name, value string, mask func([]byte) []byte) string {
	if pair, attributes, _ := strings.Cut(value, ";"); name == "Set-Cookie" {
		cookie, _, _ := strings.Cut(pair, "=")
		if value = cookie + "=•"; attributes != "" {
			value += ";" + attributes
		}
	}
	return string(mask([]byte(value)))
}

func shortened(line string) string {
	if len(line) <= lineMost {
		return line
	}
	return strings.ToValidUTF8(line[:lineMost], "") + "…"
}

// body is what came of one: the first of it, as many bytes as there were, and the hash of all.
type body struct {
	kept   []byte
	bytes  int64
	sha256 string
}

// fault is "" for an answer that is as expected.
func fault(e requests.Expectation, status int, b body) string {
	switch {
	case e.Status == nil && status/100 != 2:
		return fmt.Sprintf("answered %s, where a status of 2xx is expected", statusText(status))
	case e.Status != nil && status != *e.Status:
		return fmt.Sprintf("answered %s, where %d is expected", statusText(status), *e.Status)
	case e.Bytes != nil && b.bytes != *e.Bytes:
		return fmt.Sprintf("answered %d bytes, where %d are expected", b.bytes, *e.Bytes)
	case e.SHA256 != nil && !strings.EqualFold(b.sha256, *e.SHA256):
		return fmt.Sprintf("answered a body with the SHA-256 %s, where %s is expected", b.sha256, *e.SHA256)
	case e.Contains != nil && !bytes.Contains(b.kept, []byte(*e.Contains)):
		return fmt.Sprintf("answered a body without %q, which is expected in it", *e.Contains)
	}
	return ""
}

func statusText(status int) string {
	if text := http.StatusText(status); text != "" {
		return strconv.Itoa(status) + " " + text
	}
	return strconv.Itoa(status)
}

// reasonOf leaves out the address, which the sentence around it says.
func reasonOf(ctx context.Context, err error) string {
	var timeout net.Error
	switch {
	case ctx.Err() != nil:
		return fmt.Sprintf("all routes together took more than %s", allWithin)
	case errors.As(err, &timeout) && timeout.Timeout():
		return fmt.Sprintf("it took more than %s", askWithin)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "the server closed the connection"
	}
	reason := innermost(err).Error()
	if strings.HasSuffix(reason, "%!w(<nil>)") { // what net/http makes of it has no error inside
		return "the server sent something before it was asked"
	}
	return reason
}

// innermost is what went wrong, without the calls in which it did.
func innermost(err error) error {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			return err
		}
		err = next
	}
}
