package process

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLastLinesAreTextThatEveryDatabaseTakes(t *testing.T) {
	for name, c := range map[string]struct {
		content string
		count   int
		want    string
	}{
		"one":              {"first\nsecond\n", 1, "second"},
		"two":              {"first\r\nsecond\n\n", 2, "first / second"},
		"fewer than asked": {"only", 3, "only"},
		"nothing":          {" \n", 3, ""},
		"NUL":              {"be\x00fore", 1, "before"},
		"broken UTF-8":     {"a\xffb", 1, "ab"},
		"cut in a rune":    {strings.Repeat("x", 99) + "é", 1, strings.Repeat("x", 99)},
		"far too long":     {strings.Repeat("line\n", 1<<16) + "end", 1, "end"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "log")
			if err := os.WriteFile(path, []byte(c.content), 0o600); err != nil {
				t.Fatal(err)
			}
			if got := NewLauncher().LastLines(path, c.count, 100); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	if got := NewLauncher().LastLines(filepath.Join(t.TempDir(), "absent"), 1, 100); got != "" {
		t.Errorf("an absent file has the last line %q", got)
	}
}

func TestSecretsAreMaskedBeforeLinesAreCut(t *testing.T) {
	const secret = "pl4nted-t0ken"
	l := NewLauncher()
	l.Mask(func(text []byte) []byte { return bytes.ReplaceAll(text, []byte(secret), []byte("[secret]")) })
	const half = "pl4nte"
	for name, content := range map[string]string{
		"at the end of what is said":   strings.Repeat("x", 100-len(half)) + secret,
		"where reading begins":         secret + strings.Repeat("y", tailBytes-len(half)),
		"where reading begins, lines":  secret + strings.Repeat("y", tailBytes-len(half)-4) + "\nend",
		"where what is read ends":      secret + strings.Repeat("y", lineBytes-len(half)),
		"with a NUL and broken UTF-8":  "pl4n\x00ted\xff-t0ken",
		"many, at the beginning of it": strings.Repeat(secret, 2*tailBytes/len(secret)),
	} {
		path := filepath.Join(t.TempDir(), "log")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if said := l.LastLines(path, 3, 100); said == "" || strings.Contains(said, half) || strings.Contains(said, "t0ken") {
			t.Errorf("%s: %q", name, said)
		}
	}
}
