package tuning

import (
	"errors"
	"fmt"
	"strconv"

	"golang.org/x/sys/unix"
)

// nicQueues sets queue pairs (combined) where the driver has them, and as many receive as transmit queues where it has not.
func (p *planner) nicQueues() error {
	const setting = "nicQueues"
	if p.wanted.NICQueues == nil {
		return nil
	}
	asked := *p.wanted.NICQueues
	if ok, err := p.ofNIC(setting); !ok {
		return err
	}
	channels, err := p.h.bound.driver.channels(p.nic.name)
	if err != nil {
		if errors.Is(err, unix.EOPNOTSUPP) {
			err = absentError{"the driver of " + p.nic.name + " has no number of queues to set"}
		}
		p.cannot(setting, inWords(setting, err))
		return nil
	}
	kinds, most := []string{"rx", "tx"}, min(channels.MaxRx, channels.MaxTx)
	if channels.MaxCombined > 0 {
		kinds, most = []string{"combined"}, channels.MaxCombined
	}
	if asked < 1 || uint64(asked) > uint64(most) {
		return Refusal{fmt.Sprintf("The interface %s can have 1 to %d queues, not %d.", p.nic.name, most, asked)}
	}
	for _, kind := range kinds {
		p.ask(setting, fmt.Sprintf("nic/%s/channels/%s", p.nic.name, kind), strconv.Itoa(asked), "queues of "+p.nic.name)
		if p.changes[len(p.changes)-1].Status != ToChange {
			continue
		}
		p.nic.channelsToChange = true
		switch kind {
		case "combined":
			p.nic.rxThen, p.nic.txThen = asked+int(channels.RxCount), asked+int(channels.TxCount)
		case "rx":
			p.nic.rxThen = asked
		case "tx":
			p.nic.txThen = asked
		}
	}
	return nil
}
