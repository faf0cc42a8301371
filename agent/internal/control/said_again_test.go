package control

import (
	"encoding/json"
	"net/netip"
	"reflect"
	"testing"

	"millionrps/agent/internal/kernel/cpulist"
	"millionrps/agent/internal/runner"
)

// An answer that was lost is said again from the journal.
func TestAnOutcomeIsTheSameWhenItIsSaidAgain(t *testing.T) {
	for _, field := range reflect.VisibleFields(reflect.TypeFor[runner.Outcome]()) {
		for name, depth := range map[string]int{"with nothing in it": 1, "with something in all of it": 8} {
			outcome := runner.Outcome{CommandID: "c", Type: "drive-load", Status: runner.Succeeded}
			if field.Type.Kind() != reflect.String {
				fill(reflect.ValueOf(&outcome).Elem().FieldByIndex(field.Index), depth)
			}
			journalled, err := json.Marshal(outcome)
			if err != nil {
				t.Fatal(err)
			}
			var again runner.Outcome
			if err := json.Unmarshal(journalled, &again); err != nil {
				t.Fatal(err)
			}
			if first, second := sent(t, outcome), sent(t, again); first != second {
				t.Errorf("%s %s was %s, and is %s when it is said again", field.Name, name, first, second)
			}
		}
	}
}

func sent(t *testing.T, o runner.Outcome) string {
	t.Helper()
	outcome, err := outcomeOf(o)
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := json.Marshal(outcome)
	if err != nil {
		t.Fatal(err)
	}
	return string(encoded)
}

// fill sets what is in a value so many levels deep; one level is a value that is there, with nothing in it.
func fill(v reflect.Value, depth int) {
	if depth == 0 || !v.CanSet() {
		return
	}
	switch v.Interface().(type) {
	case netip.Addr:
		v.Set(reflect.ValueOf(netip.MustParseAddr("10.0.0.1")))
		return
	case cpulist.List:
		v.Set(reflect.ValueOf(cpulist.List{0, 1}))
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), depth)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), depth)
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), depth-1)
		}
	case reflect.String:
		v.SetString("word")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(3)
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(3)
	case reflect.Float64:
		v.SetFloat(1.5)
	}
}
