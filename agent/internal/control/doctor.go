package control

import (
	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/doctor"
)

// DoctorReportOf says what the doctor found in the words of the contract.
func DoctorReportOf(r doctor.Report) contract.DoctorReport {
	report := contract.DoctorReport{CheckedAtUs: r.CheckedAt.UnixMicro(), Findings: []contract.DoctorFinding{}}
	for _, f := range r.Findings {
		report.Findings = append(report.Findings, contract.DoctorFinding{
			Code: f.Code, Severity: contract.DoctorFindingSeverity(f.Severity), Sentence: f.Sentence, Mend: said(f.Mend),
		})
	}
	return report
}
