package control

import (
	"net/netip"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"millionrps/agent/internal/runner"
)

// A target can put what it likes into a sentence that quotes it. An outcome that the API refuses for that would never be known.
func TestAFailureIsSaidInASentenceThatTheAPITakes(t *testing.T) {
	outcome, err := outcomeOf(runner.Outcome{
		CommandID: "c", Type: "start-target", Status: runner.Failed,
		Failure: &runner.Failure{Code: "target-not-ready", Sentence: "It said \x00\xff " + strings.Repeat("and more 🙂 ", 1<<20)},
	})
	if err != nil {
		t.Fatal(err)
	}
	said := outcome.Failure.Sentence
	if !strings.HasPrefix(said, "It said \uFFFD\uFFFD and more") || !utf8.ValidString(said) || strings.Contains(said, "\x00") || len(said) > sentenceMost+10 {
		t.Errorf("%d bytes: %.40q", len(said), said)
	}
}

func TestOfManyAddressesOfANameAsManyAreToldAsTheContractTakes(t *testing.T) {
	told := resolvedOf(slices.Repeat([]netip.Addr{netip.MustParseAddr("198.51.100.1")}, 100))
	if len(*told) != resolvedMost {
		t.Errorf("%d are told", len(*told))
	}
}
