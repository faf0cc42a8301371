package control

import (
	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/doctor"
	"millionrps/agent/internal/facts"
	"millionrps/agent/internal/loadgen"
	"millionrps/agent/internal/privileges"
	"millionrps/agent/internal/runner"
)

// skills tell the API what this agent can do that older ones cannot: start targets that speak TLS and check them by https, ask each route once before
// the load, start the services that a reference target asks, do so for a target on another host, and build commits of targets. The API asks an agent for what it names.
var skills = []string{"target-tls", runner.Preflight{}.Type(), "target-backends", "backend-host", "target-revisions"}

// FactsOf says what a host is in the words of the contract, where null stands for unknown.
func FactsOf(f facts.Facts) contract.HostFacts {
	secrets := append([]string{}, f.Secrets...)
	addresses := append([]string{}, f.Addresses...)
	backends := mapped(f.Backends, func(b facts.Tool) contract.BackendFact {
		return contract.BackendFact{Name: b.Name, Version: b.Version, Path: b.Path}
	})
	host := contract.HostFacts{
		HostName:              f.HostName,
		CpuModel:              f.CPUModel,
		Architecture:          f.Architecture,
		Cpus:                  int64(f.CPUs),
		OnlineCpus:            f.OnlineCPUs.String(),
		Cores:                 known(f.Cores),
		Sockets:               known(f.Sockets),
		NumaNodes:             []contract.NumaNode{},
		MemoryBytes:           f.MemoryBytes,
		Kernel:                f.Kernel,
		BootId:                f.BootID,
		SoftirqAccountedApart: contract.HostFactsSoftirqAccountedApart(f.SoftirqAccountedApart),
		Virtualisation:        said(f.Virtualisation),
		InstanceType:          said(f.InstanceType),
		Nics:                  mapped(f.NICs, nicOf),
		Tools:                 mapped(f.Tools, toolOf),
		Targets: mapped(f.Targets, func(t facts.Target) contract.TargetFact {
			parameters := mapped(t.Parameters, func(p facts.Parameter) contract.TargetParameterFact {
				return contract.TargetParameterFact{Name: p.Name, Values: p.Values, Default: p.Default}
			})
			return contract.TargetFact{
				Name: t.Name, Port: int64(t.Port), HealthPath: t.HealthPath, Profiles: t.Profiles, Identified: &t.Identified, Parameters: &parameters,
				Source: sourceOf(t.Source),
			}
		}),
		ListeningPorts:  mapped(f.ListeningPorts, func(port int) int64 { return int64(port) }),
		Secrets:         &secrets,
		Privileges:      mapped(f.Privileges, func(p privileges.Privilege) contract.Privilege { return contract.Privilege(p) }),
		Skills:          &skills,
		Missing:         append([]string{}, f.Missing...),
		Addresses:       &addresses,
		IdentifiedPorts: portsOf(f.IdentifiedPorts),
		AgentSha256:     said(f.AgentSHA256),
		Backends:        &backends,

		ConfigurationFault: said(f.ConfigurationFault),
	}
	for _, node := range f.NUMANodes {
		// A node of memory alone has no CPUs, which the contract has no words for.
		if len(node.CPUs) > 0 {
			host.NumaNodes = append(host.NumaNodes, contract.NumaNode{Node: int64(node.Node), Cpus: node.CPUs.String()})
		}
	}
	return host
}

func sourceOf(s *facts.Source) *contract.TargetSource {
	if s == nil {
		return nil
	}
	return &contract.TargetSource{Repository: s.Repository, Branch: s.Branch, TimeoutSeconds: int64(s.TimeoutSeconds)}
}

func toolOf(tool facts.Tool) contract.ToolFact {
	fact := contract.ToolFact{Name: tool.Name, Version: tool.Version, Path: tool.Path, Sha256: said(tool.SHA256)}
	// A driver is pure, so that one with any path can be asked.
	if driver, err := loadgen.New(tool.Name, []string{tool.Path}); err == nil {
		fact.Abilities = abilitiesOf(driver.Abilities())
	}
	return fact
}

func nicOf(n facts.NIC) contract.Nic {
	return contract.Nic{
		Name:                   n.Name,
		Driver:                 said(n.Driver),
		Firmware:               said(n.FirmwareVersion),
		SpeedBitsPerSecond:     n.SpeedBitsPerSecond,
		BandwidthBitsPerSecond: n.BandwidthBitsPerSecond,
		MtuBytes:               int64(n.MTUBytes),
		RxQueues:               int64(n.RxQueues),
		TxQueues:               int64(n.TxQueues),
		NumaNode:               counted(n.NUMANode),
		Loopback:               n.Loopback,
		DefaultRoute:           n.DefaultRoute,
		Addresses:              append([]string{}, n.Addresses...),
		Interrupts: mapped(n.Interrupts, func(i facts.Interrupt) contract.NicInterrupt {
			return contract.NicInterrupt{
				Irq: int64(i.IRQ), Name: i.Name, AffinityCpus: i.AffinityCPUs.String(), EffectiveCpus: i.EffectiveCPUs.String(),
			}
		}),
	}
}

// mapped is never nil: to the contract, a list that is empty is no null.
func mapped[T, U any](list []T, as func(T) U) []U {
	all := make([]U, len(list))
	for i, each := range list {
		all[i] = as(each)
	}
	return all
}

// known is nil for 0, which counts nothing that a host has.
func known(count int) *int64 {
	if count == 0 {
		return nil
	}
	n := int64(count)
	return &n
}

func said(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// DoctorReportOf says what the doctor found in the words of the contract.
func DoctorReportOf(r doctor.Report) contract.DoctorReport {
	return contract.DoctorReport{CheckedAtUs: r.CheckedAt.UnixMicro(), Findings: mapped(r.Findings, func(f doctor.Finding) contract.DoctorFinding {
		return contract.DoctorFinding{Code: f.Code, Severity: contract.DoctorFindingSeverity(f.Severity), Sentence: f.Sentence, Mend: said(f.Mend)}
	})}
}
