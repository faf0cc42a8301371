package tuning

import (
	"reflect"
	"strings"
	"testing"
)

// A field that no setting plans would be taken without a word, and never written.
func TestEveryFieldOfWhatIsWantedIsASetting(t *testing.T) {
	named := map[string]bool{"nic": true} // says where, not what
	for _, s := range settings {
		if s.plan == nil || len(s.kinds) == 0 || named[strings.ToLower(s.name)] {
			t.Errorf("%s has no plan or no kinds, or stands there twice", s.name)
		}
		named[strings.ToLower(s.name)] = true
	}
	wanted := reflect.TypeFor[Wanted]()
	for i := range wanted.NumField() {
		if name := wanted.Field(i).Name; !named[strings.ToLower(name)] {
			t.Errorf("%s is in no row of the settings", name)
		}
	}
	if len(named) != wanted.NumField() {
		t.Errorf("%d settings for %d fields", len(named), wanted.NumField())
	}
}

// What a plan writes must be of the setting that asked for it, in the order of its ranks, and in a snapshot.
func TestEverySettingPlansKnobsOfItsOwnKinds(t *testing.T) {
	f := enaToRead(t)
	planned := map[string]bool{}
	last := 0
	changes := f.plan(everything()).Changes
	for _, change := range changes {
		s, k, _, ok := lookUp(change.Key)
		if !ok || change.Asked != nil && s.name != change.Setting || k.rank < last {
			t.Errorf("%s is of %s and %s, rank %d after %d", change.Key, change.Setting, s.name, k.rank, last)
		}
		last = k.rank
		planned[k.form.String()] = true
	}
	taken := f.open().Snapshot().Values
	h := f.open().host()
	for _, s := range settings {
		for _, k := range s.kinds {
			var keys []string
			for _, nic := range h.nics() {
				keys = append(keys, k.keys(h, nic)...)
			}
			told := k.rank == rankCPU && taken["cpu/governor"] != "" // one value for all CPUs
			for _, key := range keys {
				if own, found, _, _ := lookUp(key); own.name != s.name || found.form != k.form {
					t.Errorf("%s of %s is a key of %s", key, s.name, own.name)
				}
				told = told || taken[key] != ""
			}
			if !told {
				t.Errorf("a snapshot does not tell %s of %s", k.form, s.name)
			}
			if !planned[k.form.String()] && k.form.String() != "^"+noGovernorKey+"$" {
				t.Errorf("asking for everything plans no %s", k.form)
			}
		}
	}
}

// No key may be of two kinds: its rank and its setting would be the first one's.
func TestTheFormsOfKeysExcludeEachOther(t *testing.T) {
	h := enaToRead(t).open().host()
	for _, k := range kinds() {
		for _, key := range append(k.keys(h, "eth0"), "cpu/0/governor", noGovernorKey) {
			matching := 0
			for _, other := range kinds() {
				if other.form.MatchString(key) {
					matching++
				}
			}
			if matching != 1 {
				t.Errorf("%s is of %d kinds", key, matching)
			}
		}
	}
}
