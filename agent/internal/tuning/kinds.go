package tuning

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// setting is a field of Wanted: what asks for its knobs, and every kind of knob that belongs to it.
type setting struct {
	name  string
	plan  func(*planner) error
	kinds []kind
}

// asked plans a setting that the request has.
func asked[T any](wish func(*Wanted) *T, plan func(*planner, T) error) func(*planner) error {
	return func(p *planner) error {
		if wanted := wish(&p.wanted); wanted != nil {
			return plan(p, *wanted)
		}
		return nil
	}
}

// kind is a family of knobs whose keys have one form.
type kind struct {
	form *regexp.Regexp
	rank int
	// knob is the one that a key of this form means.
	knob func(*host, spot) knob
	// keys are those that a snapshot has of the host, or of one NIC. Those of queues are also what a change of their number resets.
	keys func(h *host, nic string) []string
}

// spot is what a key names, and what the journal noted of it.
type spot struct{ nic, name, note string }

// form is a regular expression of whole keys, in which NIC and NUMBER stand for what they say. What is in parentheses, or a NUMBER, is the name of a spot.
func form(text string) *regexp.Regexp {
	return regexp.MustCompile("^" + strings.NewReplacer("NIC", "("+anyNIC+")", "NUMBER", "(0|[1-9][0-9]{0,4})").Replace(text) + "$")
}

func oneOf(names ...string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = regexp.QuoteMeta(name)
	}
	return "(" + strings.Join(quoted, "|") + ")"
}

func oneOfKeys[V any](of map[string]V) string { return oneOf(namesOf(of)...) }

func (k kind) ofNIC() bool { return strings.HasPrefix(k.form.String(), "^nic/") }

// namesOf are sorted: two of them stay the same.
func namesOf[V any](of map[string]V) []string { return slices.Sorted(maps.Keys(of)) }

func keysOf(prefix string, names []string) []string {
	keys := make([]string, len(names))
	for i, name := range names {
		keys[i] = prefix + name
	}
	return keys
}

func only(key string) func(*host, string) []string {
	return func(*host, string) []string { return []string{key} }
}

// lookUp is the kind of a key, what the key names, and the setting that it belongs to.
func lookUp(key string) (s setting, k kind, at spot, ok bool) {
	for _, s := range settings {
		for _, k := range s.kinds {
			parts := k.form.FindStringSubmatch(key)
			if parts == nil {
				continue
			}
			parts = append(parts[1:], "", "")
			if !k.ofNIC() {
				return s, k, spot{name: parts[0]}, true
			}
			return s, k, spot{nic: parts[0], name: parts[1]}, isNICName(parts[0])
		}
	}
	return s, k, at, false
}

// settingOf is "" for a key that no kind knows.
func settingOf(key string) string {
	s, _, _, _ := lookUp(key)
	return s.name
}

func rank(key string) int {
	if _, k, _, ok := lookUp(key); ok {
		return k.rank
	}
	return rankLast
}

// sortByRank keeps what has the same rank as it stands. It looks up each key once: a large NIC has hundreds.
func sortByRank[T any](all []T, keyOf func(T) string) {
	ranks := map[string]int{}
	for _, each := range all {
		ranks[keyOf(each)] = rank(keyOf(each))
	}
	slices.SortStableFunc(all, func(a, b T) int { return ranks[keyOf(a)] - ranks[keyOf(b)] })
}

// kinds are those of every setting.
func kinds() (all []kind) {
	for _, s := range settings {
		all = append(all, s.kinds...)
	}
	return all
}
