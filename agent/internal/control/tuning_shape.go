package control

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/strictjson"
)

var (
	tuningType = reflect.TypeFor[contract.HostTuning]()
	// cpusType is text to a person, and a union to the generated code.
	cpusType = reflect.TypeFor[contract.PacketSteering_Cpus]()
)

// faultOf names the first field of a JSON value that is not what its type takes, and what it must be. The decoder of the standard library would
// say it in the names of Go's types, take names in any case, and a field that is missing as 0.
func faultOf(text json.RawMessage, kind reflect.Type, path string) error {
	if kind.Kind() == reflect.Pointer {
		if string(text) == "null" {
			return nil
		}
		kind = kind.Elem()
	}
	switch {
	case isObject(kind):
		fields, err := strictjson.Fields(text)
		var twice strictjson.TwiceError
		switch {
		case err == nil:
			return faultOfObject(fields, kind, path)
		case errors.As(err, &twice):
			return strictjson.TwiceError(within(path, string(twice)))
		}
	case kind.Kind() == reflect.Slice:
		var list []json.RawMessage
		if json.Unmarshal(text, &list) == nil && list != nil {
			for i, each := range list {
				if err := faultOf(each, kind.Elem(), fmt.Sprintf("%s[%d]", path, i)); err != nil {
					return err
				}
			}
			return nil
		}
	case fits(text, kind):
		return nil
	}
	return fmt.Errorf("%s must be %s, not %s", path, shapeOf(kind), shownJSON(text))
}

func faultOfObject(object map[string]json.RawMessage, kind reflect.Type, path string) error {
	fields := fieldsOf(kind)
	for _, name := range slices.Sorted(maps.Keys(object)) {
		field, known := fields[name]
		if !known {
			return fmt.Errorf("it has the unknown field %q; there are %s", within(path, name), strings.Join(slices.Sorted(maps.Keys(fields)), ", "))
		}
		if err := faultOf(object[name], field, within(path, name)); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if _, given := object[name]; !given && fields[name].Kind() != reflect.Pointer {
			return fmt.Errorf("%s is missing; it must be %s", within(path, name), shapeOf(fields[name]))
		}
	}
	return nil
}

func within(path, name string) string { return strings.TrimPrefix(path+"."+name, ".") }

func isObject(kind reflect.Type) bool { return kind.Kind() == reflect.Struct && kind != cpusType }

func fieldsOf(kind reflect.Type) map[string]reflect.Type {
	fields := map[string]reflect.Type{}
	for i := range kind.NumField() {
		name, _, _ := strings.Cut(kind.Field(i).Tag.Get("json"), ",")
		fields[name] = kind.Field(i).Type
	}
	return fields
}

func fits(text json.RawMessage, kind reflect.Type) bool {
	switch text[0] {
	case 't', 'f':
		return kind.Kind() == reflect.Bool
	case '"':
		return kind.Kind() == reflect.String || kind == cpusType
	}
	_, err := strconv.ParseInt(string(text), 10, 64)
	return err == nil && kind.Kind() == reflect.Int64
}

// shapeOf says what a value must be, as a list of {"name", "value"}.
func shapeOf(kind reflect.Type) string {
	switch {
	case isObject(kind):
		return `{"` + strings.Join(slices.Sorted(maps.Keys(fieldsOf(kind))), `", "`) + `"}`
	case kind.Kind() == reflect.Slice && isObject(kind.Elem()):
		return "a list of " + shapeOf(kind.Elem())
	case kind.Kind() == reflect.Slice:
		return "a list of names in quotes"
	case kind.Kind() == reflect.Bool:
		return "true or false"
	case kind.Kind() == reflect.Int64:
		return "a whole number"
	}
	return "text in quotes"
}

// shownJSON is a value on one line, and not a long one.
func shownJSON(text json.RawMessage) string {
	const most = 40
	switch {
	case text[0] == '{':
		return "an object"
	case text[0] == '[':
		return "a list"
	case len(text) > most:
		return "a long value"
	}
	return string(text)
}
