package masking

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"html/template"
	"log/slog"
	"net/url"
	"strconv"
	"strings"
	"testing"
)

const token = `pl4nted/t0ken+"é"&<x>=`

func TestASecretIsFoundInWhateverFormItIsWritten(t *testing.T) {
	var m Masker
	m.Add("Bearer " + token)
	inJSON, _ := json.Marshal(map[string]string{"a": token})
	basic := "u5er:" + "p4ssw0rd-of-u5er"
	m.Add("Basic " + base64.StdEncoding.EncodeToString([]byte(basic)))
	for _, text := range []string{
		"Authorization: Bearer " + token, token, "x" + token + "y", string(inJSON), fmt.Sprintf("%q", token), fmt.Sprintf("%+q", token),
		url.QueryEscape(token), url.PathEscape(token), "?a=" + url.QueryEscape("Bearer "+token), strings.ToLower(url.QueryEscape(token)),
		base64.StdEncoding.EncodeToString([]byte("Bearer " + token)), base64.URLEncoding.EncodeToString([]byte("Bearer " + token)),
		base64.StdEncoding.EncodeToString([]byte(token)), base64.StdEncoding.EncodeToString([]byte("a" + token)), base64.RawURLEncoding.EncodeToString([]byte("ab" + token + "cd")),
		basic, "p4ssw0rd-of-u5er", base64.StdEncoding.EncodeToString([]byte(basic)),
	} {
		masked := m.Text("before " + text + " after")
		if strings.Contains(masked, "pl4nted") || strings.Contains(masked, "t0ken") || strings.Contains(masked, "p4ssw0rd") || !strings.Contains(masked, mark) {
			t.Errorf("%s became %s", text, masked)
		}
		if !strings.HasPrefix(masked, "before ") || !strings.HasSuffix(masked, " after") {
			t.Errorf("more than the secret is gone: %s", masked)
		}
	}
	for _, text := range []string{"", "Bearer of news", "nothing to hide", "Basic"} {
		if got := m.Text(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}

// What frameworks make of a header that a page or an API shows.
func TestASecretIsFoundHoweverItIsEscaped(t *testing.T) {
	asPHP := func(text string) string {
		quoted, _ := json.Marshal(text)
		return strings.ReplaceAll(string(quoted), "/", `\/`)
	}
	inLatin1 := func(text string) (utf8 string) {
		for _, b := range []byte(text) {
			utf8 += string(rune(b))
		}
		return utf8
	}
	var page, script bytes.Buffer
	_ = template.Must(template.New("").Parse(`<p title="{{.}}">{{.}}</p>`)).Execute(&page, token)
	_ = template.Must(template.New("").Parse("<script>var a = {{.}}, b = '{{.}}'</script>")).Execute(&script, token)
	quoted := strconv.Quote(token)
	percent := url.QueryEscape(token)
	of := func(escapes ...string) string { return strings.NewReplacer(escapes...).Replace(token) }
	var m Masker
	m.Add("Bearer " + token)
	for _, text := range []string{
		asPHP(token), asPHP("Bearer " + token), asPHP(asPHP(token)), page.String(), script.String(), html.EscapeString(token), html.EscapeString(html.EscapeString(token)),
		of("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "/", "&#x2F;", "=", "&#x3D;"), // mustache
		of("+", "&plus;", "/", "&sol;", "é", "&eacute;", "=", "&#061;"),
		of("+", `\x2B`, "/", `\057`, `"`, `\x22`, "é", `\xC3\xA9`), of("é", `\u00E9`, "+", `\u{2b}`, "=", `\u003D`),
		url.QueryEscape(percent), url.PathEscape(url.QueryEscape(percent)), of("é", "\xe9"), inLatin1(token), asPHP(inLatin1(token)),
		quoted, strconv.Quote(quoted), strconv.QuoteToASCII(strconv.QuoteToASCII(token)), of(`"`, `""`),
		hex.EncodeToString([]byte(token)), fmt.Sprintf("%X", "Bearer "+token), asPHP(base64.StdEncoding.EncodeToString([]byte("Bearer " + token))),
		url.QueryEscape(base64.StdEncoding.EncodeToString([]byte("??>" + token))),
	} {
		masked := m.Text("before " + text + " after")
		if strings.Contains(masked, "pl4nted") || strings.Contains(masked, "t0ken") || !strings.Contains(masked, mark) {
			t.Errorf("%s became %s", text, masked)
		}
		if !strings.HasPrefix(masked, "before ") || !strings.HasSuffix(masked, " after") {
			t.Errorf("more than the secret is gone: %s", masked)
		}
	}
}

func TestWhatFollowsTheSchemeOrTheNameIsASecretByItself(t *testing.T) {
	for value, parts := range map[string][]string{
		"Bearer pl4nted/t0ken+of=a/test==":         {"pl4nted/t0ken+of=a/test==", `pl4nted\/t0ken+of=a\/test==`, "pl4nted/t0ken&#43;of=a/test=="},
		"Bearer hunter2":                           {"hunter2", "aHVudGVyMg==", "68756e74657232"},
		"sid=abc1234":                              {"abc1234"},
		"theme=dark; sid=abc1234; a=b":             {"abc1234", "sid=abc1234"},
		`Digest username="me", response="0123abc"`: {"0123abc"},
		"Token k3y:s3cret-of-it":                   {"s3cret-of-it", "k3y:s3cret-of-it"},
		"+/+/+/+/":                                 {"+/+/+/+/", `+\/+\/+\/+\/`, "%2B%2F%2B%2F%2B%2F%2B%2F"},
	} {
		var m Masker
		m.Add(value)
		for _, part := range append(parts, value) {
			if got := m.Text("a " + part + "."); !strings.Contains(got, mark) || strings.ContainsAny(strings.ReplaceAll(got, mark, ""), "0123456789+") {
				t.Errorf("%s of %s became %s", part, value, got)
			}
		}
	}
}

func TestWhatIsMaskedInJSONStaysJSON(t *testing.T) {
	for _, secret := range []string{token, `back\slash\`, `"quoted"`, `/of/paths/`} {
		var m Masker
		m.Add(secret)
		for _, text := range []string{secret, `\` + secret + `\`, `"` + secret + `"`, strconv.Quote(secret), "\n" + secret + "\n", `\/` + secret} {
			encoded, _ := json.Marshal(text)
			var got string
			if err := json.Unmarshal(m.Bytes(encoded), &got); err != nil || !strings.Contains(got, mark) || strings.Contains(got, secret) {
				t.Errorf("%s became %s: %v", encoded, m.Bytes(encoded), err)
			}
		}
	}
}

// A server may repeat a part of a secret without end.
func TestTheWorkWithATextThatNearlyHasASecretIsBoundedByItsLength(t *testing.T) {
	long := "Bearer " + strings.Repeat("+", 200) + "pl4nted" + strings.Repeat(`\/`, 4000)
	repeated := strings.Repeat("aaaa+", 400) + "Z"
	backwards := "Z" + strings.Repeat("+/", 400) + "aaaa"
	for _, tt := range []struct {
		secret, piece string
		known         bool // whether a secret is in it
	}{
		{long, "pl4nted", true}, {long, `pl4nted\\`, true}, {long, "Bearer +%2B", true}, {long, "+", true}, {long, `\`, true},
		{repeated, "aaaa+", false}, {repeated, "aaaa%2B", false}, {backwards, "+/aaaa", true}, {backwards, strings.Repeat("+/", 300) + "aaaa", true},
		{repeated, repeated, true}, {repeated, "nothing to hide ", true}, {`"'` + repeated, `"'` + repeated, true}, {backwards, backwards, true},
	} {
		const textBytes = 256 << 10
		text := []byte(strings.Repeat(tt.piece, textBytes/len(tt.piece)))
		var m Masker
		m.Add(tt.secret)
		for _, p := range m.patterns {
			e := effortFor(text)
			p.replaced(text, &e)
			if done := effortFor(text).left - e.left; done > 32*textBytes {
				t.Errorf("%.20s in %d bytes of %.20s took %d spellings", tt.secret, len(text), tt.piece, done)
			}
		}
		if _, known := m.masked(text); known != tt.known {
			t.Errorf("%.20s in %.20s: whether it is there is known: %v", tt.secret, tt.piece, known)
		}
		if !tt.known && m.Text(string(text)) != mark {
			t.Errorf("%.20s in %.20s: more than a mark is answered", tt.secret, tt.piece)
		}
	}
}

func TestNoPartOfASecretIsCopiedAfterATextThatIsNotKnownToHaveIt(t *testing.T) {
	var m Masker
	secret := strings.Repeat("aaaa+", 400) + "Z"
	m.Add(secret)
	from := strings.NewReader(strings.Repeat("b", 2*chunkBytes) + strings.Repeat("aaaa+", 3*chunkBytes/10) + secret + strings.Repeat("c", 3*chunkBytes))
	var out bytes.Buffer
	if err := m.Copy(&out, from); err != nil || from.Len() != 0 {
		t.Fatalf("%v, %d bytes are left", err, from.Len())
	}
	if rest, is := strings.CutSuffix(out.String(), mark); !is || strings.Trim(rest, "b") != "" || len(rest) < chunkBytes {
		t.Errorf("%d bytes were copied", out.Len())
	}
}

func TestASecretAcrossChunksIsFound(t *testing.T) {
	var m Masker
	m.Add(token)
	for _, before := range []int{0, 1, chunkBytes - len(token), chunkBytes - 3, chunkBytes - 1, chunkBytes, 2*chunkBytes - 5} {
		text := strings.Repeat("a", before) + token + strings.Repeat("b", chunkBytes)
		var out bytes.Buffer
		if err := m.Copy(&out, strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
		if want := strings.Repeat("a", before) + mark + strings.Repeat("b", chunkBytes); out.String() != want {
			t.Errorf("after %d bytes: %d of %d bytes came, secret in it: %v", before, out.Len(), len(want), strings.Contains(out.String(), "t0ken"))
		}
	}
}

func TestLogsAndValuesAreMasked(t *testing.T) {
	var m Masker
	m.Add(token)
	var text, encoded bytes.Buffer
	for _, handler := range []slog.Handler{slog.NewTextHandler(m.Writer(&text), nil), slog.NewJSONHandler(m.Writer(&encoded), nil)} {
		slog.New(handler).With("with", token).Error("a "+token, "err", fmt.Errorf("of %s", token), "list", []string{token})
	}
	if out := text.String() + encoded.String(); strings.Contains(out, "t0ken") || strings.Count(out, mark) != 8 {
		t.Errorf("%s", out)
	}
	type value struct {
		Words []string
		Count int
		Next  *value
	}
	got, err := Value(&m, value{Words: []string{"a", "b" + token}, Count: 3, Next: &value{Words: []string{token}}})
	if err != nil || got.Words[1] != "b"+mark || got.Next.Words[0] != mark || got.Count != 3 {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := Value(&m, struct{ Bytes []byte }{[]byte("of " + token)}); err == nil {
		t.Errorf("a secret among bytes became %s", got.Bytes)
	}
}

// A secret may be called as a field is, or be a number: what has it by chance stays readable.
func TestNamesOfFieldsAndNumbersAreNoSecrets(t *testing.T) {
	var m Masker
	for _, secret := range []string{"Requests", "123456", "secret", token} {
		m.Add(secret)
	}
	type counted struct {
		Requests int
		Share    float64 `json:"123456"`
		ByName   map[string]*int
		Any      any
		At       *string
	}
	said, number := "of "+token, 1234567
	value := counted{Requests: 123456, Share: 0.123456, ByName: map[string]*int{"of " + token: &number}, Any: []string{"123456 Requests"}, At: &said}
	got, err := Value(&m, value)
	if err != nil || got.Requests != 123456 || got.Share != 0.123456 || len(got.ByName) != 1 || *got.ByName["of "+m.Text(token)] != number {
		t.Errorf("%+v, %v", got, err)
	}
	if encoded, err := json.Marshal(got.Any); err != nil || strings.Contains(string(encoded), "Requests") || strings.Contains(*got.At, token) {
		t.Errorf("%s, %s", encoded, *got.At)
	}
	if said != "of "+token || value.Any.([]string)[0] != "123456 Requests" {
		t.Error("what others may read was changed")
	}
}
