package control

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"millionrps/agent/internal/contract"
)

// ParseTuning reads what a person asks of a host. It is strict: a setting with a slip in its name would otherwise be left out without a word. Absent
// fields are null. Its error is one sentence, which goes on after "the file is no tuning: ".
func ParseTuning(text []byte) (asked contract.HostTuning, err error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return asked, notJSON(text, err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return asked, errors.New("something follows the object")
	}
	if _, isObject := value.(map[string]any); !isObject {
		return asked, fmt.Errorf(`it must be an object, such as {"mtuBytes": 1500}, not %s`, shownJSON(value))
	}
	if err := faultOf(value, tuningType, ""); err != nil {
		return asked, err
	}
	return asked, json.Unmarshal(text, &asked)
}

func notJSON(text []byte, err error) error {
	var syntax *json.SyntaxError
	switch {
	case len(bytes.TrimSpace(text)) == 0:
		return errors.New("it is empty")
	case errors.As(err, &syntax):
		line := 1 + bytes.Count(text[:min(int(syntax.Offset), len(text))], []byte("\n"))
		return fmt.Errorf("line %d is not JSON: %s", line, syntax)
	}
	return errors.New("the JSON ends in the middle")
}
