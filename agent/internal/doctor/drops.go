package doctor

import (
	"fmt"

	"millionrps/agent/internal/kernel"
)

// dropsMany is the share of packets from which losses are worth a warning.
const dropsMany = 0.0001

type dropsReading struct {
	nic                           string
	received, missed, dropped, tx int64
}

// readDrops: missed are packets that found no room in the NIC's ring; dropped are packets that the kernel discarded,
// including protocols without a listener.
func readDrops(h host, nic string) dropsReading {
	count := func(name string) int64 {
		n, _ := h.Number(kernel.NICFolder(nic) + "/statistics/" + name)
		return n
	}
	return dropsReading{nic, count("rx_packets"), count("rx_missed_errors") + count("rx_fifo_errors"), count("rx_dropped"), count("tx_dropped")}
}

func judgeDrops(r dropsReading) []Finding {
	if r.received == 0 {
		return nil
	}
	lost := r.missed + r.dropped + r.tx
	sentence := fmt.Sprintf("Since boot %s lost %s of %s received packets for want of room in its ring, and dropped %s received and %s sent ones",
		r.nic, grouped(r.missed), grouped(r.received), grouped(r.dropped), grouped(r.tx))
	switch {
	case lost == 0:
		return fine("nic-drops", fmt.Sprintf("%s dropped none of %s received packets since boot.", r.nic, grouped(r.received)))
	case float64(r.missed)/float64(r.received) > dropsMany:
		nic := quoted(r.nic)
		return one("nic-ring-overrun", Warning, sentence+".", fmt.Sprintf("sudo ethtool -G %s rx $(ethtool -g %s | awk '/^RX:/ {print $2; exit}')", nic, nic))
	}
	return one("nic-drops", Note, sentence+".", "")
}

type backlogReading struct {
	processed, dropped, squeezed int64
	most, budget, budgetUs       int64
}

func backlog(h host, _ Config) []Finding {
	var r backlogReading
	rows, _ := h.Softnet()
	for _, row := range rows {
		r.processed += row.Processed
		r.dropped += row.Dropped
		r.squeezed += row.TimeSqueezed
	}
	r.most, _ = h.Sysctl("net.core.netdev_max_backlog")
	r.budget, _ = h.Sysctl("net.core.netdev_budget")
	r.budgetUs, _ = h.Sysctl("net.core.netdev_budget_usecs")
	return judgeBacklog(r)
}

func judgeBacklog(r backlogReading) []Finding {
	if r.processed == 0 {
		return nil
	}
	of := fmt.Sprintf("of at least %s packets since boot", grouped(r.processed))
	found := []Finding{}
	if r.dropped > 0 {
		severity := Note
		if float64(r.dropped)/float64(r.processed) > dropsMany {
			severity = Warning
		}
		mend := ""
		if r.most > 0 {
			mend = fmt.Sprintf("sudo sysctl -w net.core.netdev_max_backlog=%d", max(16_384, 2*r.most))
		}
		found = append(found, Finding{"backlog-overrun", severity, fmt.Sprintf("The kernel dropped %s %s because a CPU's backlog was full.", grouped(r.dropped), of), mend})
	}
	if float64(r.squeezed)/float64(r.processed) > dropsMany {
		mend := ""
		if r.budget > 0 && r.budgetUs > 0 {
			mend = fmt.Sprintf("sudo sysctl -w net.core.netdev_budget=%d net.core.netdev_budget_usecs=%d", 2*r.budget, 2*r.budgetUs)
		}
		found = append(found, Finding{"budget-squeezed", Note,
			fmt.Sprintf("CPUs ran out of their budget with packets left %s times (time_squeeze), %s.", grouped(r.squeezed), of), mend})
	}
	if len(found) == 0 {
		return fine("backlog", fmt.Sprintf("The kernel dropped none %s for want of room; CPUs ran out of their budget %s times.", of, grouped(r.squeezed)))
	}
	return found
}

func conntrack(h host, _ Config) []Finding {
	entries, counted := h.Sysctl("net.netfilter.nf_conntrack_count")
	most, limited := h.Sysctl("net.netfilter.nf_conntrack_max")
	if !counted || !limited || most <= 0 {
		return fine("conntrack", "The kernel does not track connections here.")
	}
	share := float64(entries) / float64(most)
	sentence := fmt.Sprintf("%s of %s tracked connections are in use", grouped(entries), grouped(most))
	mend := fmt.Sprintf("sudo sysctl -w net.netfilter.nf_conntrack_max=%d", max(4*most, 1_048_576))
	switch {
	case share >= 0.9:
		return one("conntrack-full", Problem, sentence+" ("+percent(share)+"): when all are, packets of new connections are dropped.", mend)
	case share >= 0.7:
		return one("conntrack-filling", Warning, sentence+" ("+percent(share)+"): when all are, packets of new connections are dropped.", mend)
	}
	return fine("conntrack", sentence+".")
}
