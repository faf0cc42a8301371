// Package strictjson reads objects that people write, where a slip must not pass for something else. encoding/json matches names whatever
// their case, and takes the last of two fields of one name.
package strictjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// SyntaxError is for text that is not one JSON value and nothing else.
type SyntaxError struct {
	Line int // counted from 1
	Err  error
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

func (e *SyntaxError) Unwrap() error { return e.Err }

// TwiceError is the name of a field that an object has more than once.
type TwiceError string

func (e TwiceError) Error() string { return fmt.Sprintf("it has the field %q twice", string(e)) }

// ErrNotObject is for JSON of any other kind.
var ErrNotObject = errors.New("it is no object")

// Fields are those of the one object that a text is, by their names as they are written, with the text of their values. Its error is a *SyntaxError,
// a TwiceError or ErrNotObject.
func Fields(text []byte) (map[string]json.RawMessage, error) {
	var whole json.RawMessage
	if err := json.Unmarshal(text, &whole); err != nil {
		line := 1
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			line += bytes.Count(text[:min(int(syntax.Offset), len(text))], []byte("\n"))
		}
		return nil, &SyntaxError{line, err}
	}
	decoder := json.NewDecoder(bytes.NewReader(whole))
	if opening, err := decoder.Token(); err != nil || opening != json.Delim('{') {
		return nil, ErrNotObject
	}
	fields := map[string]json.RawMessage{}
	for decoder.More() { // the whole is JSON, so that every name is one and has a value
		token, _ := decoder.Token()
		name, _ := token.(string)
		if _, twice := fields[name]; twice {
			return nil, TwiceError(name)
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return nil, err
		}
		fields[name] = value
	}
	return fields, nil
}
