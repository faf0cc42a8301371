package pin

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestAPinKnowsAServerByItsKeyAlone(t *testing.T) {
	server := httptest.NewTLSServer(http.NotFoundHandler())
	defer server.Close()
	sum := sha256.Sum256(server.Certificate().RawSubjectPublicKeyInfo)
	other := sha256.Sum256([]byte("another"))
	for text, want := range map[string]string{
		prefix + base64.StdEncoding.EncodeToString(sum[:]):   "",
		prefix + base64.StdEncoding.EncodeToString(other[:]): "not the one that was pinned",
		None: "certificate signed by unknown authority",
		"":   "certificate signed by unknown authority",
	} {
		config, err := TLS(text)
		if err != nil {
			t.Fatal(err)
		}
		client := http.Client{Transport: &http.Transport{TLSClientConfig: config}}
		response, err := client.Get(server.URL)
		if err == nil {
			response.Body.Close()
		}
		if got := errorText(err); (want == "") != (err == nil) || !strings.Contains(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestWhatIsNoFingerprintIsRefused(t *testing.T) {
	for _, text := range []string{"sha256//", "sha256//AAAA", "sha1//" + strings.Repeat("A", 43) + "=", strings.Repeat("ab", 32), "sha256//" + strings.Repeat("!", 44)} {
		if err := Check(text); err == nil || !strings.Contains(err.Error(), "a fingerprint is sha256//") {
			t.Errorf("%q: %v", text, err)
		}
		if _, err := TLS(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
	if err := Check(None); err != nil {
		t.Error(err)
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
