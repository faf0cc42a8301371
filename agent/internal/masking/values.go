package masking

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
)

var errElsewhere = errors.New("a secret is in something else than a text")

// Value masks every text in a value, and every key of a map in it. Names of fields and numbers stay as they are, whatever the secrets are. One
// that has no secret in it is answered as it is. The error is for a secret in something else than a text, such as bytes: nothing of the value
// may be said then.
func Value[T any](m *Masker, value T) (T, error) {
	encoded, err := json.Marshal(value)
	if err != nil {
		return *new(T), err
	}
	if bytes.Equal(m.Bytes(encoded), encoded) {
		return value, nil
	}
	m.change(reflect.ValueOf(&value).Elem())
	if encoded, err = json.Marshal(value); err != nil {
		return *new(T), err
	}
	var said any
	decoder := json.NewDecoder(bytes.NewReader(encoded))
	decoder.UseNumber()
	if err := decoder.Decode(&said); err != nil {
		return *new(T), err
	}
	if !m.clean(said) {
		return *new(T), errElsewhere
	}
	return value, nil
}

// change masks what can be set of a value. What it points to is copied before: others may read it.
func (m *Masker) change(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(m.Text(v.String()))
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Field(i); field.CanSet() {
				m.change(field)
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			m.change(v.Index(i))
		}
	case reflect.Slice:
		if v.IsNil() || v.Type().Elem().Kind() == reflect.Uint8 {
			return
		}
		elements := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			elements.Index(i).Set(m.changed(v.Index(i)))
		}
		v.Set(elements)
	case reflect.Map:
		if v.IsNil() {
			return
		}
		entries := reflect.MakeMapWithSize(v.Type(), v.Len())
		for of := v.MapRange(); of.Next(); {
			entries.SetMapIndex(m.changed(of.Key()), m.changed(of.Value()))
		}
		v.Set(entries)
	case reflect.Pointer:
		if !v.IsNil() {
			to := reflect.New(v.Type().Elem())
			to.Elem().Set(m.changed(v.Elem()))
			v.Set(to)
		}
	case reflect.Interface:
		if !v.IsNil() {
			v.Set(m.changed(v.Elem()))
		}
	}
}

func (m *Masker) changed(v reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	out.Set(v)
	m.change(out)
	return out
}

// clean says whether no text in decoded JSON has a secret, but for keys, which are names of fields or were masked. A mark may well have one.
func (m *Masker) clean(decoded any) bool {
	switch of := decoded.(type) {
	case string:
		rest := strings.ReplaceAll(of, mark, "")
		return m.Text(rest) == rest
	case []any:
		for _, element := range of {
			if !m.clean(element) {
				return false
			}
		}
	case map[string]any:
		for _, element := range of {
			if !m.clean(element) {
				return false
			}
		}
	}
	return true
}
