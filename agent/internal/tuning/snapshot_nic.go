package tuning

import (
	"fmt"
	"strconv"
	"strings"

	"millionrps/agent/internal/nicirq"
)

// nic keeps what an interface is and everything about it that can be tuned.
func (s *snapshot) nic(nic string) {
	prefix := "nic/" + nic + "/"
	s.file(prefix+"operstate", nicFolder(nic)+"/operstate")
	s.file(prefix+"tx_queue_len", nicFolder(nic)+"/tx_queue_len")
	s.file(prefix+"gro_flush_timeout", nicFolder(nic)+"/gro_flush_timeout")
	s.file(prefix+"napi_defer_hard_irqs", nicFolder(nic)+"/napi_defer_hard_irqs")
	s.file(prefix+"numa_node", nicirq.Device(s.h.root, nic)+"/numa_node")
	s.file(prefix+"speed_mbit", nicFolder(nic)+"/speed")
	s.knobs(prefix + "mtu")
	s.driver(nic, prefix)
	rx, tx := s.h.queues(nic)
	s.values[prefix+"queues"] = fmt.Sprintf("%d rx, %d tx", rx, tx)
	s.knobs(s.h.queueKeys(nic)...)
	for _, named := range nameLines(nicirq.Discover(s.h.root, nic)) {
		s.knobs(affinityKey(nic, named.name))
		s.file(fmt.Sprintf("irq/%d/%s/effective", named.line.Number, named.line.Action),
			fmt.Sprintf("/proc/irq/%d/effective_affinity_list", named.line.Number))
	}
}

// driver asks the driver once for each kind of answer.
func (s *snapshot) driver(nic, prefix string) {
	if name := s.h.driverName(nic); name != "" {
		s.values[prefix+"driver"] = name
	}
	if info, err := s.h.bound.driver.info(nic); err == nil {
		for key, text := range map[string]string{"driver": info.Driver, "firmware": info.FwVersion} {
			if text = strings.TrimSpace(text); text != "" && text != "N/A" {
				s.values[prefix+key] = text
			}
		}
	}
	if channels, err := s.h.bound.driver.channels(nic); err == nil {
		for _, kind := range channelKinds {
			if now, most := channelCount(&channels, kind); most > 0 {
				s.values[prefix+"channels/"+kind] = strconv.FormatUint(uint64(*now), 10)
			}
		}
	}
	if _, err := s.h.bound.driver.features(nic); err == nil {
		for name := range offloadFeatures {
			s.knobs(prefix + "offload/" + name)
		}
	}
	if _, err := s.h.bound.driver.coalescing(nic); err == nil {
		for name := range coalesceFields {
			s.knobs(prefix + "coalesce/" + name)
		}
	}
}
