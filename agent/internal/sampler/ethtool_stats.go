package sampler

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"millionrps/agent/internal/ethtool"
)

// driverStat is one of a driver's own counters (ethtool -S) and the column it becomes.
type driverStat struct {
	position int
	column   string
}

// allowances count packets that EC2 held back or dropped beyond what the instance is allowed (ena_ethtool.c). ENA asks the device for them.
var allowances = map[string]string{
	"bw_in_allowance_exceeded":     "bwInExceeded",
	"bw_out_allowance_exceeded":    "bwOutExceeded",
	"pps_allowance_exceeded":       "ppsExceeded",
	"conntrack_allowance_exceeded": "conntrackExceeded",
	"linklocal_allowance_exceeded": "linklocalExceeded",
}

// queuePackets is how drivers name the packets of a queue: rx_queue_3_packets (virtio before 6.10, ixgbe, igb, ice, netvsc), rx3_packets (mlx5),
// rx-3.packets (i40e), rx_3_packets (mana), queue_3_rx_cnt (ena). veth counts only what goes through XDP or NAPI, so its zeros would mislead.
var (
	queuePackets    = regexp.MustCompile(`^(rx|tx)(?:_queue_|-|_)?(\d{1,4})[_.]packets$`)
	enaQueuePackets = regexp.MustCompile(`^queue_(\d{1,4})_(rx|tx)_cnt$`)
)

// pickStats chooses from the driver's names: allowances in the order of their columns, then queues by number.
func pickStats(nic string, names []string) []driverStat {
	type queue struct {
		number    int
		direction string
	}
	picked := map[string]int{}
	queues := map[queue]int{}
	for position, name := range names {
		if column, ok := allowances[name]; ok {
			picked[column] = position
		} else if match := queuePackets.FindStringSubmatch(name); match != nil {
			number, _ := strconv.Atoi(match[2])
			queues[queue{number, match[1]}] = position
		} else if match := enaQueuePackets.FindStringSubmatch(name); match != nil {
			number, _ := strconv.Atoi(match[1])
			queues[queue{number, match[2]}] = position
		}
	}
	stats := []driverStat{}
	for _, column := range []string{"bwInExceeded", "bwOutExceeded", "ppsExceeded", "conntrackExceeded", "linklocalExceeded"} {
		if position, ok := picked[column]; ok {
			stats = append(stats, driverStat{position, "nic/" + nic + "/allowance/" + column})
		}
	}
	numbers := make([]queue, 0, len(queues))
	for q := range queues {
		numbers = append(numbers, q)
	}
	slices.SortFunc(numbers, func(a, b queue) int {
		return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(a.direction, b.direction))
	})
	for _, q := range numbers {
		stats = append(stats, driverStat{queues[q], fmt.Sprintf("nic/%s/queue/%d/%sPackets", nic, q.number, q.direction)})
	}
	return stats
}

// ethtoolSource reads those counters of the interfaces whose drivers have some that we want. It works on the machine's own root only.
type ethtoolSource struct {
	own    bool
	nics   []string
	socket *ethtool.Socket

	drivers  []*nicDriver // those with something to read
	counters []int64
}

// nicDriver is one interface whose driver has counters for us.
type nicDriver struct {
	nic   string
	count int // of all the driver's counters
	stats []driverStat
}

func (s *ethtoolSource) read(refresh scope) (changed bool, err error) {
	if !s.own {
		return false, nil
	}
	if refresh == everything {
		if changed, err = s.discover(); err != nil {
			return changed, err
		}
	}
	if err = s.readAll(); err != nil { // the driver's counters changed with its queues, or the interface is gone
		again, failed := s.discover()
		changed = changed || again
		if failed != nil {
			return changed, failed
		}
		err = s.readAll()
	}
	return changed, err
}

func (s *ethtoolSource) discover() (changed bool, err error) {
	if s.socket == nil {
		if s.socket, err = ethtool.Open(); err != nil {
			return false, err
		}
	}
	var drivers []*nicDriver
	for _, nic := range s.nics {
		names, err := s.socket.StatNames(nic)
		if err != nil || len(names) == 0 { // no such interface, or one without counters
			continue
		}
		if stats := pickStats(nic, names); len(stats) > 0 {
			drivers = append(drivers, &nicDriver{nic, len(names), stats})
		}
	}
	changed = !slices.EqualFunc(drivers, s.drivers, func(a, b *nicDriver) bool {
		return a.nic == b.nic && a.count == b.count && slices.Equal(a.stats, b.stats)
	})
	s.drivers = drivers
	return changed, nil
}

func (s *ethtoolSource) readAll() error {
	s.counters = s.counters[:0]
	for _, driver := range s.drivers {
		values, err := s.socket.Stats(driver.nic, driver.count)
		if err != nil {
			return fmt.Errorf("reading the counters of %s's driver: %w", driver.nic, err)
		}
		for _, stat := range driver.stats {
			s.counters = append(s.counters, int64(values[stat.position]))
		}
	}
	return nil
}

func (s *ethtoolSource) columns(columns []string) []string {
	for _, driver := range s.drivers {
		for _, stat := range driver.stats {
			columns = append(columns, stat.column)
		}
	}
	return columns
}

func (s *ethtoolSource) values(values []int64) []int64 { return append(values, s.counters...) }

func (s *ethtoolSource) close() {
	if s.socket != nil {
		s.socket.Close()
		s.socket = nil
	}
}
