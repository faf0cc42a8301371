package commands

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"millionrps/agent/internal/cli/ending"
)

// instance answers as one without hosts does, and tells which token it was called with.
func instance(t *testing.T) (server *httptest.Server, tokens *[]string) {
	t.Helper()
	tokens = &[]string{}
	server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*tokens = append(*tokens, r.Header.Get("Authorization"))
		w.Header().Set("Content-Type", "application/json")
		w.Write([]byte(`{"hosts":[]}`))
	}))
	t.Cleanup(server.Close)
	return server, tokens
}

type called struct {
	code        int
	out, errors string
}

func call(environment map[string]string, in string, arguments ...string) called {
	var out, errors bytes.Buffer
	code := Main(arguments, Streams{strings.NewReader(in), &out, &errors}, func(name string) string { return environment[name] }, "1.2.3")
	return called{code, out.String(), errors.String()}
}

func write(t *testing.T, mode os.FileMode, text string, path ...string) string {
	t.Helper()
	name := filepath.Join(path...)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestACertificateIsKnownByItsPinOrByItsAuthority(t *testing.T) {
	server, tokens := instance(t)
	sum := sha256.Sum256(server.Certificate().RawSubjectPublicKeyInfo)
	pin := "sha256//" + base64.StdEncoding.EncodeToString(sum[:])
	other := "sha256//" + base64.StdEncoding.EncodeToString(make([]byte, 32))
	authority := write(t, 0o600, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})), t.TempDir(), "ca.pem")
	none := write(t, 0o600, "no certificate", t.TempDir(), "ca.pem")
	environment := map[string]string{"MILLIONRPS_URL": server.URL, "MILLIONRPS_TOKEN": "secret"}
	for _, one := range []struct {
		arguments []string
		code      int
		told      string
	}{
		{[]string{"--fingerprint", pin}, 0, ""},
		{[]string{"--ca-file", authority}, 0, ""},
		{[]string{}, 12, "certificate signed by unknown authority"},
		{[]string{"--fingerprint", other}, 12, "not the one that was pinned"},
		{[]string{"--fingerprint", "x"}, 2, "a fingerprint is sha256//"},
		{[]string{"--ca-file", none}, 2, "holds no certificate in PEM"},
	} {
		*tokens = nil
		got := call(environment, "", append([]string{"hosts"}, one.arguments...)...)
		if got.code != one.code || !strings.Contains(got.errors, one.told) {
			t.Errorf("%v: %+v, want %d %q", one.arguments, got, one.code, one.told)
		}
		if sent := len(*tokens) > 0; sent != (one.code == 0) {
			t.Errorf("%v: the token was sent: %v", one.arguments, sent)
		}
	}
}

func TestSettingsAreTakenFromTheNearestPlace(t *testing.T) {
	server, tokens := instance(t)
	sum := sha256.Sum256(server.Certificate().RawSubjectPublicKeyInfo)
	home := t.TempDir()
	config := "url: " + server.URL + "\nfingerprint: sha256//" + base64.StdEncoding.EncodeToString(sum[:]) + "\n"
	write(t, 0o600, config, home, ".config/millionrps/config.yaml")
	write(t, 0o600, "of-home\n", home, ".config/millionrps/token")
	named := write(t, 0o600, "of-file", home, "token")
	for want, environment := range map[string]map[string]string{
		"of-home":     {"HOME": home},
		"of-file":     {"HOME": home, "MILLIONRPS_TOKEN_FILE": named},
		"of-variable": {"HOME": home, "MILLIONRPS_TOKEN_FILE": named, "MILLIONRPS_TOKEN": "of-variable"},
	} {
		*tokens = nil
		if got := call(environment, "", "hosts"); got.code != 0 || len(*tokens) != 1 || (*tokens)[0] != "Bearer "+want {
			t.Errorf("%v: %+v, called with %v", environment, got, *tokens)
		}
	}
	write(t, 0o600, "adress: x\n", home, ".config/millionrps/config.yaml")
	if got := call(map[string]string{"HOME": home}, "", "hosts"); got.code != 2 || !strings.Contains(got.errors, "field adress not found") {
		t.Errorf("%+v", got)
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { panic("out of luck") }

// TestAPanicIsNoUsageError: Go ends one with 2, which is what a wrong spec ends with here.
func TestAPanicIsNoUsageError(t *testing.T) {
	var out, errors bytes.Buffer
	server, _ := instance(t)
	environment := map[string]string{"MILLIONRPS_URL": server.URL, "MILLIONRPS_TOKEN": "x"}
	code := Main([]string{"run", "-", "--json"}, Streams{broken{}, &out, &errors}, func(name string) string { return environment[name] }, "1")
	var result ending.Result
	if err := json.Unmarshal(out.Bytes(), &result); err != nil {
		t.Fatal(err)
	}
	if code != 1 || result.ExitCode != 1 || result.Outcome != ending.Unexpected || !strings.Contains(errors.String(), "a fault of millionrps itself: out of luck") {
		t.Errorf("%d %+v %s", code, result, errors.String())
	}
}

func TestCompletionAndManPagesSayWhatTheProgramKnows(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		if got := call(nil, "", "completion", shell); got.code != 0 || !strings.Contains(got.out, "millionrps") {
			t.Errorf("%s: %d", shell, got.code)
		}
	}
	if got := call(nil, "", "__complete", "run", "--det"); !strings.Contains(got.out, "--detach-on-interrupt") {
		t.Errorf("%+v", got)
	}
	folder := t.TempDir()
	if got := call(nil, "", "man", folder); got.code != 0 {
		t.Fatalf("%+v", got)
	}
	page, err := os.ReadFile(filepath.Join(folder, "millionrps-run.1"))
	if err != nil || !bytes.Contains(page, []byte("idempotency")) {
		t.Errorf("%v %s", err, page)
	}
	if pages, _ := filepath.Glob(filepath.Join(folder, "*.1")); len(pages) < 9 {
		t.Errorf("%v", pages)
	}
}

func TestEveryExitCodeStandsInTheHelpAndInTheDocument(t *testing.T) {
	document, err := os.ReadFile("../../../../docs/cli.md")
	if err != nil {
		t.Fatal(err)
	}
	help := call(nil, "", "--help").out
	for _, kind := range ending.Kinds {
		if !strings.Contains(help, string(kind.Outcome)) || !strings.Contains(string(document), "`"+string(kind.Outcome)+"`") {
			t.Errorf("%s is not told", kind.Outcome)
		}
	}
}
