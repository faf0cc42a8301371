package hostconfig

import (
	"slices"
	"strings"
	"testing"
)

func TestAddressesAreOriginsInOneWayToWriteEach(t *testing.T) {
	config, err := Parse([]byte(`{"addresses": ["https://Staging.Example.org/", "https://staging.example.org:443", "http://10.0.0.5:8080", "http://[FD00::2]:80", "https://xn--bcher-kva.example:8443"]}`))
	want := []string{"https://staging.example.org", "http://10.0.0.5:8080", "http://[fd00::2]", "https://xn--bcher-kva.example:8443"}
	if err != nil || !slices.Equal(config.Addresses, want) {
		t.Errorf("%q, %v; want %q", config.Addresses, err, want)
	}
	if config, err := Parse([]byte(`{}`)); err != nil || config.Addresses != nil {
		t.Errorf("a file that does not say: %q, %v", config.Addresses, err)
	}
}

func TestWhatIsNoOriginIsRefused(t *testing.T) {
	for _, word := range []string{
		"staging.example.org", "ftp://staging.example.org", "https://staging.example.org/shop", "https://a@staging.example.org", "https://staging.example.org?x",
		"https://staging.example.org#x", "https://staging.example.org:0", "https://staging.example.org:65536", "https://staging.example.org:", "https://", "http://bücher.example",
		"http://a b", "http://-x", "http://[fe80::1%25eth0]", "https://staging.example.org:0443", "https://" + strings.Repeat("a", 300),
	} {
		_, err := Parse([]byte(`{"addresses": ["http://10.0.0.5", ` + quotedJSON(word) + `]}`))
		if err == nil || !strings.Contains(err.Error(), "for addresses[1], which must be http or https, a host and perhaps a port") {
			t.Errorf("%q: %v", word, err)
		}
	}
	for text, want := range map[string]string{
		`{"addresses": "https://a"}`: `has "https://a" for addresses, which must be a list`,
		`{"addresses": null}`:        "has null for addresses",
		`{"addresses": ["a", null]}`: "for addresses, which must be a list",
		`{"addresses": [` + strings.TrimSuffix(strings.Repeat(`"http://a",`, 101), ",") + `]}`: "has 101 addresses, more than 100",
	} {
		if _, err := Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func quotedJSON(word string) string { return `"` + word + `"` }
