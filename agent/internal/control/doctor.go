package control

import (
	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/doctor"
	"millionrps/agent/internal/facts"
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

// DoctorConfigOf is what is known of this host before the doctor looks at it. Clock, DataFolder and Program are the caller's.
func DoctorConfigOf(f facts.Facts) doctor.Config {
	c := doctor.Config{Root: "/", SoftirqAccountedApart: string(f.SoftirqAccountedApart)}
	for _, nic := range f.NICs {
		if !nic.Loopback {
			c.NICs = append(c.NICs, doctor.NIC{
				Name: nic.Name, RxQueues: nic.RxQueues, QueuesMax: nic.RxQueuesMax, Paired: nic.PairedQueues, Addresses: len(nic.Addresses),
			})
		}
	}
	for _, tool := range f.Tools {
		c.Tools = append(c.Tools, doctor.Tool{Name: tool.Name, Version: tool.Version})
	}
	return c
}
