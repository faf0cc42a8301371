package api

import (
	"encoding/json"
	"testing"
)

func TestWhatIsShownMovesNoCursorAndTurnsNoTextRound(t *testing.T) {
	for text, want := range map[string]string{
		"plain, \"quoted\" \\ and ünïcödé 😀":   "plain, \"quoted\" \\ and ünïcödé 😀",
		"two\nlines\r\nand\ta tab":             "two\nlines\r\nand\ta tab",
		"\x1b]0;title\x07\x1b[2J":              "\ufffd]0;title\ufffd\ufffd[2J",
		"over\rwritten \b\f\x7f":               "over\ufffdwritten \ufffd\ufffd\ufffd",
		"\u009b31m \u202etxt.exe\u2066 \u2028": "\ufffd31m \ufffdtxt.exe\ufffd \ufffd",
		`\u001b is six letters`:                `\u001b is six letters`,
	} {
		var got string
		encoded, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(shown(encoded), &got); err != nil || got != want {
			t.Errorf("%q is shown as %q, not %q (%v)", text, got, want, err)
		}
	}
	// As JavaScript writes it: what is beyond control characters stands as it is.
	var got string
	if err := json.Unmarshal(shown([]byte("\"\u202eevil \\u001B[0m \\ud83d\\ude00\"")), &got); err != nil || got != "\ufffdevil \ufffd[0m 😀" {
		t.Errorf("it is shown as %q (%v)", got, err)
	}
}
