package hostconfig

import (
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSecretsAreNamedAndNeverShown(t *testing.T) {
	config, err := Parse([]byte(`{"secrets": {"api-token": {"file": "/etc/millionrps/token"}, "b.c": {"environment": "TOKEN"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Secrets{"api-token": {File: "/etc/millionrps/token"}, "b.c": {Environment: "TOKEN"}}, config.Secrets); diff != "" {
		t.Error(diff)
	}
	for _, mistake := range []string{
		`"pl4nted"`, `{"value": "pl4nted"}`, `{"pl4nted": 1}`, `{"file": "pl4nted"}`, `{"environment": "pl4nted token"}`, `{"file": ["pl4nted"]}`, `{}`,
		`{"file": "/pl4nted", "environment": "A"}`, `{"file": null}`, `{"file": "/a", "file": "/pl4nted"}`,
		`{"file": "/a", "destinations": "pl4nted"}`, `{"file": "/a", "destinations": ["pl4nted"]}`, `{"file": "/a", "destinations": null}`,
	} {
		_, err := Parse([]byte(`{"secrets": {"token": ` + mistake + `}}`))
		if err == nil || strings.Contains(err.Error(), "pl4nted") || !strings.Contains(err.Error(), "secrets.token") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", mistake, err)
		}
	}
	if _, err := Parse([]byte(`{"secrets": {"a b": {"environment": "A"}}}`)); err == nil || !strings.Contains(err.Error(), `names a secret "a b"`) {
		t.Error(err)
	}
}

func TestASecretMayHaveDestinationsOfItsOwn(t *testing.T) {
	config, err := Parse([]byte(`{"secrets": {"any": {"file": "/a"}, "none": {"file": "/a", "destinations": []},
		"some": {"file": "/a", "destinations": ["10.0.0.7", "10.1.0.0/24"]}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for address, may := range map[string][3]bool{
		"10.0.0.7": {true, false, true}, "::ffff:10.1.0.9": {true, false, true}, "10.0.0.8": {true, false, false}, "127.0.0.1": {true, false, false},
	} {
		for i, name := range []string{"any", "none", "some"} {
			if got := config.Secrets[name].MayGoTo(netip.MustParseAddr(address)); got != may[i] {
				t.Errorf("%s to %s: %v", name, address, got)
			}
		}
	}
}

func TestASecretIsReadWhenItIsNeeded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "token")
	t.Setenv("TOKEN_OF_A_TEST", "Bearer abc def")
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for text, want := range map[string]string{"Bearer abc\n": "Bearer abc", "Bearer abc\r\n": "Bearer abc", " spaces stay ": " spaces stay "} {
		write(text)
		if got, err := (Secret{File: path}).Value(); err != nil || got != want {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	if got, err := (Secret{Environment: "TOKEN_OF_A_TEST"}).Value(); err != nil || got != "Bearer abc def" {
		t.Errorf("%q, %v", got, err)
	}
	for text, want := range map[string]string{"\n": "is empty", "short": "fewer than 6 bytes", "two\nlines of it": "longer than one line", strings.Repeat("x", 8<<10+1): "longer than one line"} {
		write(text)
		if _, err := (Secret{File: path}).Value(); err == nil || !strings.Contains(err.Error(), want) || text != "\n" && strings.Contains(err.Error(), text) {
			t.Errorf("%.20q: %v, want %s", text, err, want)
		}
	}
	if _, err := (Secret{File: path + ".absent"}).Value(); err == nil {
		t.Error("a file that is not there has a value")
	}
}
