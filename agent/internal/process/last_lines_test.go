package process

import (
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
			if got := LastLines(path, c.count, 100); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	if got := LastLines(filepath.Join(t.TempDir(), "absent"), 1, 100); got != "" {
		t.Errorf("an absent file has the last line %q", got)
	}
}
