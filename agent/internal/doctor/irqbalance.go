package doctor

import "fmt"

func irqbalance(h host, _ Config) []Finding {
	pids := h.pidsOf("irqbalance")
	if len(pids) == 0 {
		return fine("irqbalance", "irqbalance does not run: interrupts stay where they are put.")
	}
	mend := fmt.Sprintf("sudo kill %d", pids[0])
	if h.systemd() {
		mend = "sudo systemctl stop irqbalance"
	}
	sentence := fmt.Sprintf("irqbalance runs (pid %d) and moves interrupts to other CPUs in the middle of a measurement; stop it, or let the run stop it and start it again.", pids[0])
	return one("irqbalance-running", Warning, sentence, mend)
}
