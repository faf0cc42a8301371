package control

import (
	"encoding/json"
	"fmt"
	"net/netip"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/tuning"
)

func applyTuningOf(c contract.Command) (tuning.Request, error) {
	a, err := c.AsApplyTuningCommand()
	if err != nil {
		return tuning.Request{}, err
	}
	return requestOf(a.Tuning, a.TargetCpus, &a.Address)
}

// RequestOf says what is asked of a host in the words of the tuner. Empty are the CPUs of a target that may use all, and an address that is not known.
// An error is for an address that is none.
func RequestOf(wanted contract.HostTuning, targetCPUs, address string) (tuning.Request, error) {
	return requestOf(&wanted, said(targetCPUs), said(address))
}

func requestOf(wanted *contract.HostTuning, targetCPUs, address *string) (request tuning.Request, err error) {
	if address != nil {
		if request.Address, err = netip.ParseAddr(*address); err != nil {
			return request, fmt.Errorf("%.80q is no IP address", *address)
		}
	}
	request.TargetCPUs = textOf(targetCPUs)
	if wanted != nil {
		request.Wanted, err = wantedOf(*wanted)
	}
	return request, err
}

func wantedOf(h contract.HostTuning) (tuning.Wanted, error) {
	w := tuning.Wanted{
		NIC:                  textOf(h.Nic),
		NICQueues:            numberOf(h.NicQueues),
		MTUBytes:             numberOf(h.MtuBytes),
		CPUGovernor:          textOf(h.CpuGovernor),
		CPUTurbo:             h.CpuTurbo,
		OpenFilesLimit:       numberOf(h.OpenFilesLimit),
		TransparentHugePages: textOf(h.TransparentHugePages),
	}
	if h.StopServices != nil {
		for _, service := range *h.StopServices {
			w.StopServices = append(w.StopServices, string(service))
		}
	}
	if h.Sysctls != nil {
		for _, s := range *h.Sysctls {
			w.Sysctls = append(w.Sysctls, tuning.Sysctl{Name: string(s.Name), Value: s.Value})
		}
	}
	if a := h.InterruptAffinity; a != nil {
		w.InterruptAffinity = &tuning.Affinity{CPUs: a.Cpus, Spread: string(a.Spread)}
	}
	if t := h.TransmitSteering; t != nil {
		w.TransmitSteering = &tuning.Affinity{CPUs: t.Cpus, Spread: string(t.Spread)}
	}
	if f := h.FlowSteering; f != nil {
		w.FlowSteering = numberOf(&f.Entries)
	}
	if b := h.BusyPolling; b != nil {
		w.BusyPolling = &tuning.BusyPolling{PollUs: numberOf(b.PollUs), ReadUs: numberOf(b.ReadUs)}
	}
	if o := h.Offloads; o != nil {
		w.Offloads = &tuning.Offloads{GRO: o.Gro, GSO: o.Gso, TSO: o.Tso, LRO: o.Lro}
	}
	if c := h.InterruptCoalescing; c != nil {
		w.InterruptCoalescing = &tuning.Coalescing{
			AdaptiveRx: c.AdaptiveRx, AdaptiveTx: c.AdaptiveTx,
			RxUs: numberOf(c.RxUs), TxUs: numberOf(c.TxUs), RxFrames: numberOf(c.RxFrames), TxFrames: numberOf(c.TxFrames),
		}
	}
	return w, steerPackets(h.PacketSteering, &w)
}

// steerPackets reads a choice of CPUs or the word none: to JSON both are text.
func steerPackets(p *contract.PacketSteering, w *tuning.Wanted) error {
	if p == nil {
		return nil
	}
	text, err := json.Marshal(p.Cpus)
	if err != nil {
		return fmt.Errorf("packetSteering.cpus is missing: %w", err)
	}
	if err := json.Unmarshal(text, &w.PacketSteering); err != nil || w.PacketSteering == nil {
		return fmt.Errorf("packetSteering.cpus is to be text, not %s", text)
	}
	return nil
}

// textOf answers "" for null.
func textOf[T ~string](text *T) string {
	if text == nil {
		return ""
	}
	return string(*text)
}

func numberOf(number *int64) *int {
	if number == nil {
		return nil
	}
	n := int(*number)
	return &n
}
