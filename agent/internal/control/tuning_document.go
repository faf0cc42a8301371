package control

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/strictjson"
)

// ParseTuning reads what a person asks of a host. It is strict: a setting with a slip in its name would otherwise be left out without a word. Absent
// fields are null. Its error is one sentence, which goes on after "the file is no tuning: ".
func ParseTuning(text []byte) (asked contract.HostTuning, err error) {
	fields, err := strictjson.Fields(text)
	var syntax *strictjson.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return asked, notJSON(text, syntax)
	case errors.Is(err, strictjson.ErrNotObject):
		return asked, fmt.Errorf(`it must be an object, such as {"mtuBytes": 1500}, not %s`, shownJSON(bytes.TrimSpace(text)))
	case err != nil:
		return asked, err
	}
	if err := faultOfObject(fields, tuningType, ""); err != nil {
		return asked, err
	}
	return asked, json.Unmarshal(text, &asked)
}

func notJSON(text []byte, syntax *strictjson.SyntaxError) error {
	what := syntax.Err.Error()
	switch {
	case len(bytes.TrimSpace(text)) == 0:
		return errors.New("it is empty")
	case strings.HasPrefix(what, "unexpected end"):
		return errors.New("the JSON ends in the middle")
	case strings.HasSuffix(what, "after top-level value"):
		return errors.New("something follows the object")
	}
	return fmt.Errorf("line %d is not JSON: %s", syntax.Line, what)
}
