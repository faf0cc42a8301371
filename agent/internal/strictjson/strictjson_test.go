package strictjson

import (
	"errors"
	"testing"
)

func TestFields(t *testing.T) {
	fields, err := Fields([]byte(" {\"a\": [1,\n2], \"A\": null, \"b\": {\"a\": 1e10}}\n"))
	if err != nil || len(fields) != 3 || string(fields["a"]) != "[1,\n2]" || string(fields["A"]) != "null" || string(fields["b"]) != `{"a": 1e10}` {
		t.Errorf("%s, %v", fields, err)
	}
	for text, want := range map[string]error{`[]`: ErrNotObject, `null`: ErrNotObject, `"{}"`: ErrNotObject, `{"a": 1, "a": 1}`: TwiceError("a")} {
		if _, err := Fields([]byte(text)); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", text, err, want)
		}
	}
	for text, line := range map[string]int{``: 1, `{} x`: 1, "{}\n{}": 2, "{\n\"a\": {,}\n}": 2, `{"a": 1`: 1, `{"a" 1}`: 1} {
		var syntax *SyntaxError
		if _, err := Fields([]byte(text)); !errors.As(err, &syntax) || syntax.Line != line {
			t.Errorf("%q: %v, want line %d", text, err, line)
		}
	}
}
