package control

import (
	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/facts"
	"millionrps/agent/internal/loadgen"
)

// FactsOf says what a host is in the words of the contract, where null stands for unknown.
func FactsOf(f facts.Facts) contract.HostFacts {
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
		Nics:                  []contract.Nic{},
		Tools:                 []contract.ToolFact{},
		Targets:               []contract.TargetFact{},
		ListeningPorts:        []int64{},
		Privileges:            []contract.Privilege{},
		Missing:               append([]string{}, f.Missing...),
	}
	for _, node := range f.NUMANodes {
		// A node of memory alone has no CPUs, which the contract has no words for.
		if len(node.CPUs) > 0 {
			host.NumaNodes = append(host.NumaNodes, contract.NumaNode{Node: int64(node.Node), Cpus: node.CPUs.String()})
		}
	}
	for _, nic := range f.NICs {
		host.Nics = append(host.Nics, nicOf(nic))
	}
	for _, tool := range f.Tools {
		host.Tools = append(host.Tools, toolOf(tool))
	}
	for _, target := range f.Targets {
		host.Targets = append(host.Targets, contract.TargetFact{
			Name: target.Name, Port: int64(target.Port), HealthPath: target.HealthPath, Profiles: target.Profiles,
		})
	}
	for _, port := range f.ListeningPorts {
		host.ListeningPorts = append(host.ListeningPorts, int64(port))
	}
	for _, privilege := range f.Privileges {
		host.Privileges = append(host.Privileges, contract.Privilege(privilege))
	}
	return host
}

func toolOf(tool facts.Tool) contract.ToolFact {
	fact := contract.ToolFact{Name: tool.Name, Version: tool.Version, Path: tool.Path}
	// A driver is pure, so that one with any path can be asked.
	if driver, err := loadgen.New(tool.Name, []string{tool.Path}); err == nil {
		fact.Abilities = abilitiesOf(driver.Abilities())
	}
	return fact
}

func nicOf(n facts.NIC) contract.Nic {
	nic := contract.Nic{
		Name:                   n.Name,
		Driver:                 said(n.Driver),
		Firmware:               said(n.FirmwareVersion),
		SpeedBitsPerSecond:     n.SpeedBitsPerSecond,
		BandwidthBitsPerSecond: n.BandwidthBitsPerSecond,
		MtuBytes:               int64(n.MTUBytes),
		RxQueues:               int64(n.RxQueues),
		TxQueues:               int64(n.TxQueues),
		Loopback:               n.Loopback,
		DefaultRoute:           n.DefaultRoute,
		Addresses:              append([]string{}, n.Addresses...),
		Interrupts:             []contract.NicInterrupt{},
	}
	if n.NUMANode != nil {
		node := int64(*n.NUMANode)
		nic.NumaNode = &node
	}
	for _, i := range n.Interrupts {
		nic.Interrupts = append(nic.Interrupts, contract.NicInterrupt{
			Irq: int64(i.IRQ), Name: i.Name, AffinityCpus: i.AffinityCPUs.String(), EffectiveCpus: i.EffectiveCPUs.String(),
		})
	}
	return nic
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
