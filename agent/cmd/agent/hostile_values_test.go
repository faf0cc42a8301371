package main

import (
	"encoding/json"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// lure are the places that a hostile API tries to have an agent reach, and that none may.
type lure struct{ folder, program, secret, address string }

// texts are what may be meant to become a path, a word of a command, a line of a file, an address, or too much of something.
func (l lure) texts() []string {
	up := strings.Repeat("../", 30)
	return []string{
		"", "..", l.folder + "/made", up + l.folder[1:] + "/made", "x/" + up + l.folder[1:] + "/made", l.secret, "@" + l.secret,
		"file://" + l.secret, up + l.secret[1:],
		l.program, "$(" + l.program + ")", "`" + l.program + "`", "'; " + l.program + "; '", "\"; " + l.program + "; \"",
		"\n" + l.program + "\n", "]] os.execute('" + l.program + "') --[[", "-o" + l.folder + "/made", "-s" + l.program, "--upload-pack=" + l.program, "http://" + l.address, l.address, "@" + l.address + "/", "//" + l.address + "/",
		"http://127.0.0.1:1@" + l.address, "http://" + l.address + "#@127.0.0.1", "postgres://" + l.address + "/x?sslrootcert=" + l.secret,
		"0.0.0.0", "169.254.169.254", "localhost", "all",
		"a\x00b", "a\r\nX-More: b", "[Service]\nExecStart=" + l.program, "{{x}}", "kernel.core_pattern", "net.core/../../kernel/core_pattern", strings.Repeat("A", 1<<16), strings.Repeat("0-8191,", 2000) + "0",
	}
}

// numbers are out of the range of something, or at its end.
func numbers() []any {
	return []any{-1, 0, 65536, 1 << 31, math.MaxInt64, math.MinInt64, json.Number("99999999999999999999"), 0.5}
}

// shapes are of another type than whatever is asked for.
func shapes() []any {
	deep := strings.Repeat("[", 5000) + strings.Repeat("]", 5000)
	return []any{nil, true, map[string]any{}, []any{}, []any{nil}, json.RawMessage(deep), map[string]any{"kind": "x", "type": "x", "loop": "x"}}
}

// attacks are what is put in the place of a value.
func (l lure) attacks(value any) []any {
	all := shapes()
	switch v := value.(type) {
	case string:
		for _, text := range l.texts() {
			all = append(all, text)
		}
		return append(all, 7)
	case json.Number:
		return append(append(all, numbers()...), "7", "x")
	case []any:
		if len(v) > 0 {
			many := make([]any, 5000)
			for i := range many {
				many[i] = v[0]
			}
			all = append(all, many, append(slices.Clone(v), v[0]))
		}
	}
	return append(all, "x", 7)
}

// attacked calls do with the body for each attack on each of its places that is not known yet: all else is honest.
func (l lure) attacked(body map[string]any, known map[string]bool, do func(path string, body map[string]any)) {
	var walk func(value any, path string, put func(any))
	walk = func(value any, path string, put func(any)) {
		if !known[path] && path != "" {
			known[path] = true
			for _, attack := range l.attacks(value) {
				put(attack)
				do(path, body)
			}
			put(value)
		}
		switch v := value.(type) {
		case map[string]any:
			for _, name := range slices.Sorted(maps.Keys(v)) {
				walk(v[name], path+"."+name, func(replaced any) { v[name] = replaced })
			}
		case []any:
			for i := range v {
				walk(v[i], path+"[]", func(replaced any) { v[i] = replaced })
			}
		}
	}
	walk(body, "", nil)
	body["unknown"] = l.secret
	do(".unknown", body)
	delete(body, "unknown")
	for _, name := range slices.Sorted(maps.Keys(body)) {
		value := body[name]
		delete(body, name)
		do("without "+name, body)
		body[name] = value
	}
}

// placesOf are the paths of all that a type of the contract can hold, each union's members beside each other.
func placesOf(kind reflect.Type, path string, places map[string]bool) {
	switch kind.Kind() {
	case reflect.Pointer:
		placesOf(kind.Elem(), path, places)
		return
	case reflect.Slice:
		places[path] = true
		placesOf(kind.Elem(), path+"[]", places)
		return
	case reflect.Struct:
	default:
		places[path] = true
		return
	}
	if members := membersOf(kind); len(members) > 0 {
		for _, member := range members {
			placesOf(member, path, places)
		}
		return
	}
	for i := range kind.NumField() {
		name, _, _ := strings.Cut(kind.Field(i).Tag.Get("json"), ",")
		placesOf(kind.Field(i).Type, path+"."+name, places)
	}
}

// membersOf are the types of a union, which the generated code answers by methods such as AsPrepareCommand.
func membersOf(union reflect.Type) (members []reflect.Type) {
	for i := range union.NumMethod() {
		if m := union.Method(i); strings.HasPrefix(m.Name, "As") && m.Type.NumOut() == 2 {
			members = append(members, m.Type.Out(0))
		}
	}
	return members
}

// wantEveryPlaceAttacked fails for a field that the contract has and no body of the suite: whoever adds one adds an honest value for it.
func wantEveryPlaceAttacked(t *testing.T, union reflect.Type, attacked map[string]map[string]bool) {
	t.Helper()
	for _, member := range membersOf(union) {
		field, _ := member.FieldByName("Type")
		places := map[string]bool{}
		placesOf(member, "", places)
		name := ""
		for kind := range attacked {
			if reflect.ValueOf(kind).Convert(field.Type).MethodByName("Valid").Call(nil)[0].Bool() {
				name = kind
			}
		}
		if name == "" {
			t.Errorf("nothing attacks %s: give the suite an honest one", member.Name())
			continue
		}
		for _, place := range slices.Sorted(maps.Keys(places)) {
			if !attacked[name][place] {
				t.Errorf("nothing attacks %s%s: give the suite an honest %s that has it", member.Name(), place, name)
			}
		}
	}
}

// parsed is a body of JSON, with numbers as they stand there.
func parsed(t *testing.T, text string) map[string]any {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var body map[string]any
	if err := decoder.Decode(&body); err != nil {
		t.Fatal(err, text)
	}
	return body
}
