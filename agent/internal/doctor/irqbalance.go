package doctor

import "fmt"

func irqbalance(h host, _ Config) []Finding {
	pids := h.pidsOf("irqbalance")
	if unseen := h.Unseen(); len(pids) == 0 && unseen != "" {
		return one("irqbalance-unknown", Note, fmt.Sprintf("Whether irqbalance runs cannot be seen %s; it would move interrupts in the middle of a measurement.", unseen), "")
	}
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
