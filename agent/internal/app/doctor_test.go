package app

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"millionrps/agent/internal/doctor"
	"millionrps/agent/internal/facts"
	"millionrps/agent/internal/hostconfig"
)

func report(findings ...doctor.Finding) doctor.Report {
	return doctor.Report{CheckedAt: time.UnixMicro(1), Findings: findings}
}

func TestFindingsAreAlignedWithWhatMendsThemBelow(t *testing.T) {
	got := doctorText(report(
		doctor.Finding{Code: "a", Severity: doctor.Problem, Sentence: "It is bad.", Mend: "sudo mend it"},
		doctor.Finding{Code: "b", Severity: doctor.Note, Sentence: "It is noted."},
		doctor.Finding{Code: "c", Severity: doctor.OK, Sentence: "It is fine."},
	), page{})
	const want = "problem  It is bad.\n           sudo mend it\nnote     It is noted.\nok       It is fine.\n\n1 problem, 0 warnings, 1 note, 1 fine\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestATerminalGetsLinesOfItsWidthAndCommandsThatCanBeCopied(t *testing.T) {
	mend := "sudo " + strings.Repeat("long ", 20) + "line"
	got := doctorText(report(doctor.Finding{Code: "a", Severity: doctor.Warning, Sentence: "One two three four five six seven 12 % of ten.", Mend: mend}), page{columns: 40, colours: true, root: true})
	want := "\x1b[33mwarning  \x1b[0mOne two three four five six\n         seven 12 % of ten.\n           \x1b[1m" + strings.TrimPrefix(mend, "sudo ") + "\x1b[0m\n"
	if !strings.HasPrefix(got, want) {
		t.Errorf("%q", got)
	}
}

func TestAFigureStaysWithItsUnit(t *testing.T) {
	if diff := cmp.Diff([]string{"One two three four five six", "12 % of ten"}, page{columns: 40}.wrapped("One two three four five six 12 % of ten")); diff != "" {
		t.Error(diff)
	}
}

func TestAReportDoesNotTellTheJoinToken(t *testing.T) {
	for _, given := range [][]string{{"--join-token", "secret"}, {"-join-token=secret"}, {"--join-token=secret"}} {
		arguments := append(append([]string{"run", "--data", "/x"}, given...), "--name", "a")
		if got := strings.Join(withoutToken(arguments), " "); got != "run --data /x --name a" {
			t.Errorf("%v: %q", given, got)
		}
	}
}

func TestTheDoctorIsToldOfNICsAndTools(t *testing.T) {
	got := doctorConfigOf(facts.Facts{
		SoftirqAccountedApart: facts.No,
		NICs: []facts.NIC{
			{Name: "eth0", RxQueues: 8, TxQueues: 8, RxQueuesMax: 32, PairedQueues: true, Addresses: []string{"192.0.2.1/24"}},
			{Name: "lo", Loopback: true, RxQueues: 1},
		},
		Tools: []facts.Tool{{Name: "wrk", Version: "4.1.0", Path: "/usr/bin/wrk"}},
	})
	want := doctor.Config{
		Root: "/", SoftirqAccountedApart: "no",
		NICs:  []doctor.NIC{{Name: "eth0", RxQueues: 8, QueuesMax: 32, Paired: true, Addresses: 1}},
		Tools: []doctor.Tool{{Name: "wrk", Version: "4.1.0"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestATargetThatIsBuiltIsBrokenWhereItCannotBeBuilt(t *testing.T) {
	source := &hostconfig.Source{Git: "/srv/git/shop.git", Branch: "main", User: "nobody-of-this-name"}
	target := hostconfig.Target{Argv: []string{"{{program}}"}, Port: 9, User: "nobody-of-this-name", Source: source}
	var config doctor.Config
	lookAtTargets(hostconfig.Config{Targets: map[string]hostconfig.Target{"shop": target}}, &config)
	if len(config.Targets) != 1 || config.Targets[0].Fault != "is to run as nobody-of-this-name, and there is no such user here" {
		t.Errorf("%+v", config.Targets)
	}
}
