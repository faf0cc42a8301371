package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"millionrps/agent/internal/contract"
)

// readTuning is strict: a setting with a slip in its name would otherwise be left out without a word. Its error is one sentence.
func readTuning(path string) (asked contract.HostTuning, err error) {
	var text []byte
	if path == "-" {
		path = "stdin"
		text, err = io.ReadAll(os.Stdin)
	} else {
		text, err = os.ReadFile(path)
	}
	if err != nil {
		return asked, fmt.Errorf("the tuning cannot be read: %w", err)
	}
	asked, err = parseTuning(text)
	if err != nil {
		return asked, fmt.Errorf("%s is no tuning: %w", path, err)
	}
	return asked, nil
}

// parseTuning takes absent fields as null. It goes on after "the file is no tuning: ".
func parseTuning(text []byte) (asked contract.HostTuning, err error) {
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
