package tuning

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// sysctlRule is what may be written to a kernel parameter: whole numbers between Min and Max, as many as Numbers says, or one of Words.
type sysctlRule struct {
	About     string   `json:"about"`
	Numbers   int      `json:"numbers"`
	Min       uint64   `json:"min"`
	Max       uint64   `json:"max"`
	Ascending bool     `json:"ascending"`
	Words     []string `json:"words"`
}

// sysctlsJSON is written by `npm run generate` from api/contract/sysctls.ts, which the API checks against.
//
//go:embed sysctls.gen.json
var sysctlsJSON []byte

var sysctlRules = mustParseRules(sysctlsJSON)

// mustParseRules panics on a generated file that is none: the build is broken then, and no test passes.
func mustParseRules(text []byte) map[string]sysctlRule {
	rules := map[string]sysctlRule{}
	if err := json.Unmarshal(text, &rules); err != nil {
		panic(fmt.Sprintf("sysctls.gen.json: %v", err))
	}
	return rules
}

var wholeNumber = regexp.MustCompile(`^[0-9]{1,10}$`)

// fault is why a value may not be written, "" when it may.
func (r sysctlRule) fault(value string) string {
	if r.Words != nil {
		if slices.Contains(r.Words, value) {
			return ""
		}
		return "must be one of " + strings.Join(r.Words, ", ")
	}
	form := fmt.Sprintf("must be a whole number from %d to %d", r.Min, r.Max)
	if r.Numbers > 1 {
		form = fmt.Sprintf("must be %d whole numbers from %d to %d", r.Numbers, r.Min, r.Max)
		if r.Ascending {
			form += ", ascending"
		}
	}
	words := strings.Fields(value)
	if len(words) != r.Numbers {
		return form
	}
	last := uint64(0)
	for _, word := range words {
		number, err := strconv.ParseUint(word, 10, 64)
		if err != nil || !wholeNumber.MatchString(word) || number < r.Min || number > r.Max || r.Ascending && number < last {
			return form
		}
		last = number
	}
	return ""
}
