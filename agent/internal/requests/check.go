package requests

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dustin/go-humanize/english"
)

// Bounds of what can be asked.
const (
	RequestsMost     = 1000
	WeightMost       = 1_000_000
	PathBytesMost    = 8 << 10
	HeadersMost      = 50
	HeaderBytesMost  = 8 << 10
	InlineBytesMost  = 256 << 10
	FileBytesMost    = 8 << 20
	ContainsMost     = 4 << 10
	VariablesMost    = 20
	ValuesMost       = 1000
	ValueBytesMost   = 4 << 10
	wholeNumbersMost = 1<<53 - 1 // that JSON carries safely
)

var methods = []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}

// framing are headers that say how a request is carried: whoever sends it writes them.
var framing = []string{"content-length", "transfer-encoding", "connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade", "expect"}

var (
	token        = regexp.MustCompile("^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,200}$")
	variableName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,63}$`)
)

// Check finds what cannot be sent, as one sentence that says what to ask instead.
func (f File) Check() error {
	if len(f.Requests) == 0 {
		return errors.New("there is no request; ask for at least one")
	}
	if len(f.Requests) > RequestsMost {
		return fmt.Errorf("%d requests are more than %d; leave some out", len(f.Requests), RequestsMost)
	}
	if err := f.checkVariables(); err != nil {
		return err
	}
	for _, r := range f.Requests {
		if err := f.checkRequest(r); err != nil {
			return fmt.Errorf("the request %s %.80s %w", r.Method, r.Path, err)
		}
	}
	return nil
}

func (f File) checkVariables() error {
	if len(f.Variables) > VariablesMost {
		return fmt.Errorf("%d variables are more than %d; leave some out", len(f.Variables), VariablesMost)
	}
	known := map[string]bool{}
	for _, v := range f.Variables {
		if !variableName.MatchString(v.Name) || known[v.Name] {
			return fmt.Errorf("a variable is called %.80q; a name has letters, digits, - and _, begins with a letter, and is given once", v.Name)
		}
		known[v.Name] = true
		if err := v.check(); err != nil {
			return fmt.Errorf("the variable %s %w", v.Name, err)
		}
	}
	return nil
}

func (v Variable) check() error {
	within := func(n int64) bool { return n >= -wholeNumbersMost && n <= wholeNumbersMost }
	switch v.Kind {
	case Counter:
		if !within(v.From) {
			return fmt.Errorf("counts from %d; give a number of at most 2^53 - 1", v.From)
		}
	case Random:
		if v.Least > v.Most || !within(v.Least) || !within(v.Most) {
			return fmt.Errorf("is drawn from %d to %d; give two numbers of at most 2^53 - 1, the lower one first", v.Least, v.Most)
		}
	case Sample:
		if len(v.Values) == 0 || len(v.Values) > ValuesMost {
			return fmt.Errorf("has %d values; give 1 to %d", len(v.Values), ValuesMost)
		}
		if slices.ContainsFunc(v.Values, func(value string) bool { return len(value) > ValueBytesMost }) {
			return fmt.Errorf("has a value of more than %d bytes; shorten it", ValueBytesMost)
		}
		if v.Order != InTurn && v.Order != AtRandom {
			return fmt.Errorf("takes its values %q; that is '%s' or '%s'", v.Order, InTurn, AtRandom)
		}
	default:
		return fmt.Errorf("is of the kind %.40q; there is %s, %s and %s", v.Kind, Counter, Random, Sample)
	}
	return nil
}

// checkRequest's error goes on after the request.
func (f File) checkRequest(r Request) error {
	switch {
	case !slices.Contains(methods, r.Method):
		return fmt.Errorf("has a method that is not known; there are %s", english.WordSeries(methods, "and"))
	case !strings.HasPrefix(r.Path, "/") || !inPath(r.Path) || len(r.Path) > PathBytesMost:
		return errors.New("must begin with / and have no spaces, # or control characters; escape them with %")
	case r.Weight < 1 || r.Weight > WeightMost:
		return fmt.Errorf("has the weight %d; give 1 to %d", r.Weight, WeightMost)
	case len(r.Headers) > HeadersMost:
		return fmt.Errorf("has %d headers; at most %d are sent", len(r.Headers), HeadersMost)
	}
	if err := f.fits(r.Path, inPath); err != nil {
		return err
	}
	for _, h := range r.Headers {
		if err := f.checkHeader(h); err != nil {
			return fmt.Errorf("has the header %.80q, which %w", h.Name, err)
		}
	}
	if r.Body != nil {
		if err := f.checkBody(r); err != nil {
			return err
		}
	}
	return r.Expect.check()
}

// fits holds that a text and whatever its variables may become can stand in its place.
func (f File) fits(text string, fits func(string) bool) error {
	pattern, err := Parse(text, f.Variables)
	if err != nil {
		return err
	}
	for _, part := range pattern {
		if part.Variable >= 0 && !slices.ContainsFunc(f.Variables[part.Variable].Values, func(value string) bool { return !fits(value) }) {
			continue
		}
		if part.Variable >= 0 {
			return fmt.Errorf("holds {{%s}}, of which a value has characters that cannot stand there; escape them", f.Variables[part.Variable].Name)
		}
	}
	return nil
}

func inPath(text string) bool {
	return !strings.ContainsFunc(text, func(c rune) bool { return c <= ' ' || c == 0x7f || c == '#' })
}

// InHeader says that a text can be the value of a header.
func InHeader(text string) bool {
	return len(text) <= HeaderBytesMost && !strings.ContainsFunc(text, func(c rune) bool { return c < ' ' && c != '\t' || c == 0x7f })
}

func (f File) checkHeader(h Header) error {
	switch {
	case !token.MatchString(h.Name):
		return errors.New("is no name of a header")
	case slices.Contains(framing, strings.ToLower(h.Name)):
		return errors.New("is written by whoever sends the request; leave it out")
	case (h.Value == nil) == (h.Secret == nil):
		return errors.New("has to have a value or name a secret, and not both")
	case h.Secret != nil:
		return nil
	case !InHeader(*h.Value):
		return fmt.Errorf("has a value of more than one line or of more than %d bytes", HeaderBytesMost)
	}
	return f.fits(*h.Value, InHeader)
}

func (f File) checkBody(r Request) error {
	switch b := r.Body; b.Kind {
	case Text:
		if len(b.Text) > InlineBytesMost || !utf8.ValidString(b.Text) {
			return fmt.Errorf("has a text of %d bytes; at most %d are sent so, and more as a file", len(b.Text), InlineBytesMost)
		}
		return f.fits(b.Text, func(string) bool { return true })
	case Base64:
		decoded, err := base64.StdEncoding.DecodeString(b.Base64)
		if err != nil || len(decoded) > InlineBytesMost {
			return fmt.Errorf("has a body that is no base64 or more than %d bytes; send more as a file", InlineBytesMost)
		}
	case Stored:
		if !isSHA256(b.SHA256) || b.SizeBytes < 0 || b.SizeBytes > FileBytesMost {
			return fmt.Errorf("has a file of %d bytes with the SHA-256 %.80q; give at most %d bytes and 64 hexadecimal digits", b.SizeBytes, b.SHA256, FileBytesMost)
		}
	default:
		return fmt.Errorf("has a body of the kind %.40q; there is %s, %s and %s", b.Kind, Text, Base64, Stored)
	}
	return nil
}

func (e Expectation) check() error {
	switch {
	case e.Status != nil && (*e.Status < 100 || *e.Status > 599):
		return fmt.Errorf("expects the status %d; give 100 to 599", *e.Status)
	case e.Bytes != nil && *e.Bytes < 0:
		return fmt.Errorf("expects %d bytes; give 0 or more", *e.Bytes)
	case e.SHA256 != nil && !isSHA256(*e.SHA256):
		return errors.New("expects a SHA-256 that is not 64 hexadecimal digits, as sha256sum prints them")
	case e.Contains != nil && (*e.Contains == "" || len(*e.Contains) > ContainsMost):
		return fmt.Errorf("expects a text that is empty or longer than %d bytes", ContainsMost)
	}
	return nil
}

func isSHA256(text string) bool {
	sum, err := hex.DecodeString(text)
	return err == nil && len(sum) == 32
}
