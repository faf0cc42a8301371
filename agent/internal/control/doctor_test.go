package control

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"millionrps/agent/internal/doctor"
	"millionrps/agent/internal/facts"
)

func TestAReportIsSaidInTheWordsOfTheContract(t *testing.T) {
	report := DoctorReportOf(doctor.Report{CheckedAt: time.UnixMicro(7), Findings: []doctor.Finding{
		{Code: "swap", Severity: doctor.OK, Sentence: "There is no swap."},
		{Code: "somaxconn-low", Severity: doctor.Warning, Sentence: "It is 128.", Mend: "sudo sysctl"},
		{Code: "a", Severity: doctor.Note}, {Code: "b", Severity: doctor.Problem},
	}})
	for _, finding := range report.Findings {
		if !finding.Severity.Valid() {
			t.Errorf("the contract does not know %q", finding.Severity)
		}
	}
	report.Findings = report.Findings[:2]
	got, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"checkedAtUs":7,"findings":[{"code":"swap","mend":null,"sentence":"There is no swap.","severity":"ok"},` +
		`{"code":"somaxconn-low","mend":"sudo sysctl","sentence":"It is 128.","severity":"warning"}]}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
}

func TestTheDoctorIsToldOfNICsAndTools(t *testing.T) {
	got := DoctorConfigOf(facts.Facts{
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
