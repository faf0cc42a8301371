package commands

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"millionrps/agent/internal/cli/api"
)

func TestATrendIsDrawnOnlyOfWhatMoved(t *testing.T) {
	reference := "a"
	points := func(epoch int64, ratios ...float64) (newestFirst []api.HistoryPoint) {
		for _, ratio := range ratios {
			newestFirst = append(newestFirst, api.HistoryPoint{Revision: "b", Against: &reference, Epoch: epoch, Ratio: &ratio})
		}
		return newestFirst
	}
	if got := trend(points(1, 1.2, 1.2, 1, 1), 2); got != "▁▁██  ±0 % to +20 % against the reference, the newest right" {
		t.Error(got)
	}
	for name, quiet := range map[string][]api.HistoryPoint{
		"noise within the margin": points(1, 1.01, 1, 1.015, 0.998),
		"two points":              points(1, 1.2, 1),
		"another epoch":           append(points(1, 1, 1), points(0, 1.5, 1.5)...),
	} {
		if got := trend(quiet, 2); got != "" {
			t.Errorf("%s: %s", name, got)
		}
	}
	gap := points(1, 1, 1, 1.2, 1)
	gap[2].Ratio = nil
	itself := points(1, 1, 1.3, 1.2, 1)
	for at := range itself {
		itself[at].Revision = reference
	}
	if trend(gap, 2) != "" || trend(itself, 2) != "" {
		t.Error("a gap or noise is drawn")
	}
}

func TestATimeToComeIsReadAsPeopleWriteIt(t *testing.T) {
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]time.Time{
		"7d": now.AddDate(0, 0, 7), "12h": now.Add(12 * time.Hour), "2026-11-27": time.Date(2026, 11, 28, 0, 0, 0, 0, time.UTC),
		"2027-01-31T08:00:00Z": time.Date(2027, 1, 31, 8, 0, 0, 0, time.UTC),
	} {
		if got, err := later("--until", text, now); err != nil || got != want.UnixMicro() {
			t.Errorf("%s: %v %v", text, time.UnixMicro(got), err)
		}
	}
	for text, want := range map[string]string{"soon": "give a time such as 7d", "2026-11-26": "has passed", "-1h": "has passed", "": "give a time"} {
		if _, err := later("--until", text, now); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestPercentagesOfACSVAreDecimal(t *testing.T) {
	for ratio, want := range map[float64]string{1.2: "20", 1234567: "123456600", 0.9999999: "-0.00001", 1.0123456789: "1.2345679"} {
		if got := percent(&ratio); got != want {
			t.Errorf("%v: %s, want %s", ratio, got, want)
		}
	}
}

func TestCommandsOfBenchmarksAreCompletedAndHavePages(t *testing.T) {
	if got := call(nil, "", "__complete", "benchmarks", "mea"); !strings.Contains(got.out, "measure\t") {
		t.Errorf("%+v", got)
	}
	folder := t.TempDir()
	if got := call(nil, "", "man", folder); got.code != 0 {
		t.Fatalf("%+v", got)
	}
	for _, page := range []string{"benchmarks-measure", "history", "baseline", "bisect", "alerts-mute"} {
		if _, err := os.Stat(filepath.Join(folder, "millionrps-"+page+".1")); err != nil {
			t.Error(err)
		}
	}
}

func TestWhatWasMeantIsAskedBeforeAnythingIsCalled(t *testing.T) {
	for want, arguments := range map[string][]string{
		"at least one of the flags":                    {"benchmarks", "measure", "x"},
		"if any flags in the group [good bad] are set": {"bisect", "x", "--good", "HEAD"},
		"name the benchmark":                           {"bisect", "--good", strings.Repeat("a", 40), "--bad", strings.Repeat("b", 40)},
		`required flag(s) "reason"`:                    {"alerts", "ack", "x"},
		"say why: --reason":                            {"alerts", "ack", "01a21b41-ed06-7579-88e8-eb4c689b6fce", "--reason", " "},
		"is no id":                                     {"alerts", "ack", "x", "--reason", "y"},
		"give a spec file or --from-run":               {"benchmarks", "create"},
		"are of a --budget":                            {"baseline", "x", "--expires", "7d"},
		"name two steps":                               {"history", "x", "--metric", "p99 latency in step 2", "--step", "1"},
		"choose one":                                   {"history", "x", "--csv", "--json"},
		`unknown command "mesure"`:                     {"benchmarks", "mesure"},
	} {
		if got := call(map[string]string{"MILLIONRPS_URL": "http://127.0.0.1:1", "MILLIONRPS_TOKEN": "x"}, "", arguments...); got.code != 2 || !strings.Contains(got.errors, want) {
			t.Errorf("%v: %+v, want %s", arguments, got, want)
		}
	}
}

func TestABudgetThatIsNotThereIsSaidNotToBe(t *testing.T) {
	kept := api.Benchmark{Budgets: []api.KeptBudget{{Metric: "latencyMsP99", StepIndex: 0, Of: "ratio", Limit: 1.1, Reason: "agreed"}}}
	const none, removed, set = "There was no budget of throughput in step 1.", "The budget of p99 latency in step 1 is removed.", "The budgets are set."
	for _, one := range []struct {
		change baselining
		left   int
		want   string
	}{
		{baselining{without: []string{"throughput"}}, -1, none},
		{baselining{without: []string{"p99 latency in step 2"}}, -1, "There was no budget of p99 latency in step 2."},
		{baselining{without: []string{"throughput", "p99 latency"}}, 0, none + " " + removed},
		{baselining{budgets: []string{"throughput >= -5%"}, reason: "agreed"}, 2, set},
	} {
		budgets, told, err := one.change.apply(kept)
		left := len(budgets)
		if budgets == nil {
			left = -1
		}
		if got := strings.Join(told, " "); err != nil || left != one.left || got != one.want {
			t.Errorf("%+v: %d, %s, %v", one.change, left, got, err)
		}
	}
}

// TestALabelOfWhatIsBuiltFromCommits: the instance names the field of its API, which is no flag.
func TestALabelOfWhatIsBuiltFromCommits(t *testing.T) {
	const id = "01900000-0000-7000-8000-000000000001"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if strings.HasSuffix(r.URL.Path, id) {
			w.Write([]byte(`{"id":"` + id + `","name":"checkout","design":{"reference":"` + strings.Repeat("a", 40) + `"}}`))
			return
		}
		w.Write([]byte(`{"benchmarks":[{"id":"` + id + `","name":"checkout"}]}`))
	}))
	t.Cleanup(server.Close)
	got := call(map[string]string{"MILLIONRPS_URL": server.URL, "MILLIONRPS_TOKEN": "x"}, "", "benchmarks", "measure", "checkout", "--label", "v1")
	if got.code != 2 || !strings.Contains(got.errors, "the target of checkout is built from commits: name one by --commit") {
		t.Errorf("%+v", got)
	}
}
