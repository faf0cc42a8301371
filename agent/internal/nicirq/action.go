package nicirq

import (
	"regexp"
	"strconv"
	"strings"
)

// action is how one family of drivers names a line that serves a queue. Queue is its last group; a rule without a group has no queue.
type rule struct {
	pattern   *regexp.Regexp
	direction Direction
}

// rules are tried in order, on the name without what follows "@". Names as their drivers print them:
//
//	eth0-Tx-Rx-3 (ena)  eth0-TxRx-3 (ixgbe, igb, igc, bnxt)  ice-eth0-TxRx-3  i40e-eth0-TxRx-3  eth0-rxtx-3 (vmxnet3)
//	eth0-rx-0 eth0-tx-0 (e1000e, tg3)  eth0:rx-0 (stmmac)  virtio2-input.0 virtio2-output.0  eth0-q1-rx (xen-netfront)
//	mlx5_comp3  mana_q3  eth0-fp-3 (bnx2x, qede)  eth0-q3 (be2net)  eth0-3 (sfc, atlantic)  iwlwifi:queue_3
var rules = []rule{
	{regexp.MustCompile(`(?i)fdir|mgmnt|mgmt|misc|async|event|ctrl|control|config`), Other},
	{regexp.MustCompile(`(?i)[-_:](?:tx-?rx|rx-?tx)[-_.]?(\d+)$`), Both},
	{regexp.MustCompile(`(?i)[-_:](?:rx|input)[-_.]?(\d+)$`), Rx},
	{regexp.MustCompile(`(?i)[-_:](?:tx|output)[-_.]?(\d+)$`), Tx},
	{regexp.MustCompile(`(?i)-q(\d+)-rx$`), Rx},
	{regexp.MustCompile(`(?i)-q(\d+)-tx$`), Tx},
	{regexp.MustCompile(`(?i)(?:comp|[-_]q|queue[-_]?|-fp-)(\d+)$`), Both},
	{regexp.MustCompile(`^virtio\d+-virtqueues$`), Both}, // too few vectors: all queues share this one
	{regexp.MustCompile(`^gve-ntfy-blk(\d+)$`), Both},    // split by direction afterwards
}

// classify fills in what each line of an interface serves.
func classify(nic, device string, irqs []IRQ) {
	for i := range irqs {
		irqs[i].Direction, irqs[i].Queue = serves(ownAction(irqs[i].Action, nic, device), nic)
	}
	if len(irqs) == 1 && irqs[0].Direction == Other { // a device with one line, whatever its name, does everything on it
		irqs[0].Direction, irqs[0].Queue = Both, 0
	}
	splitNotifyBlocks(irqs)
}

// ownAction picks the interface's own handler of a shared line.
func ownAction(actions, nic, device string) string {
	first, _, _ := strings.Cut(actions, ",")
	for action := range strings.SplitSeq(actions, ",") {
		if belongs(action, nic) || device != "" && belongs(action, device) {
			return action
		}
	}
	return first
}

func serves(action, nic string) (Direction, int) {
	action, _, _ = strings.Cut(action, "@")
	for _, rule := range rules {
		match := rule.pattern.FindStringSubmatch(action)
		if match == nil {
			continue
		}
		if len(match) < 2 {
			return rule.direction, NoQueue
		}
		return withQueue(rule.direction, match[1])
	}
	if number, ok := strings.CutPrefix(action, nic+"-"); ok {
		return withQueue(Both, number)
	}
	return Other, NoQueue
}

// withQueue gives up on a number that is none.
func withQueue(direction Direction, number string) (Direction, int) {
	queue, err := strconv.ParseUint(number, 10, 16)
	if err != nil {
		return Other, NoQueue
	}
	return direction, int(queue)
}

// splitNotifyBlocks tells gve's lines apart: the first half of its blocks serves tx queues, the second half rx queues
// (gve_rx_idx_to_ntfy, drivers/net/ethernet/google/gve/gve.h).
func splitNotifyBlocks(irqs []IRQ) {
	var blocks []*IRQ
	for i := range irqs {
		if strings.HasPrefix(irqs[i].Action, "gve-ntfy-blk") && irqs[i].Direction == Both {
			blocks = append(blocks, &irqs[i])
		}
	}
	half := len(blocks) / 2
	for _, irq := range blocks {
		if irq.Queue < half {
			irq.Direction = Tx
		} else {
			irq.Direction, irq.Queue = Rx, irq.Queue-half
		}
	}
}
