package control

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"millionrps/agent/internal/doctor"
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
