package sampler

import (
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"slices"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/netlink"
)

// qdiscCounters are what the kernel says of the queue in front of an interface, in the order of struct gnet_stats_queue. The backlog is a
// gauge; the others count in 32 bits.
var qdiscCounters = [...]string{"drops", "requeues", "overlimits"}

// qdiscStats is the root qdisc of one interface. A multi-queue one (mq) has summed up those below it by itself.
type qdiscStats struct {
	index        int32 // of the interface
	backlogBytes int64
	counters     [len(qdiscCounters)]int64
}

// Of include/uapi/linux/rtnetlink.h, pkt_sched.h and gen_stats.h.
const (
	tcMessageBytes   = 20 // struct tcmsg
	tcRoot           = 0xffffffff
	tcAttributeKind  = 1
	tcAttributeStats = 7 // TCA_STATS2
	statsQueue       = 3 // TCA_STATS_QUEUE
	statsQueueBytes  = 20
)

// parseQdiscs takes the root qdiscs out of one datagram of netlink messages (tc_fill_qdisc, net/sched/sch_api.c), but not noqueue, which
// counts nothing.
func parseQdiscs(block []byte, found []qdiscStats) (_ []qdiscStats, done bool, err error) {
	err = netlink.EachMessage(block, func(kind uint16, body []byte) (end bool) {
		done = kind == unix.NLMSG_DONE
		if done || kind != unix.RTM_NEWQDISC || len(body) < tcMessageBytes {
			return done
		}
		order := binary.NativeEndian
		if order.Uint32(body[12:]) != tcRoot { // tcm_parent
			return false
		}
		stats := qdiscStats{index: int32(order.Uint32(body[4:]))}
		if stats.take(body[tcMessageBytes:]) {
			found = append(found, stats)
		}
		return false
	})
	return found, done, err
}

// take reads a qdisc's attributes; false when it is noqueue or has no statistics.
func (q *qdiscStats) take(attributes []byte) (ok bool) {
	noqueue := false
	netlink.EachAttribute(attributes, func(kind uint16, value []byte) {
		switch kind {
		case tcAttributeKind:
			noqueue = string(value) == "noqueue\x00"
		case tcAttributeStats:
			netlink.EachAttribute(value, func(kind uint16, value []byte) {
				if kind == statsQueue && len(value) >= statsQueueBytes {
					order := binary.NativeEndian
					q.backlogBytes = int64(order.Uint32(value[4:]))
					q.counters = [...]int64{int64(order.Uint32(value[8:])), int64(order.Uint32(value[12:])), int64(order.Uint32(value[16:]))}
					ok = true
				}
			})
		}
	})
	return ok && !noqueue
}

// qdiscSource asks the kernel for all qdiscs of our network namespace (RTM_GETQDISC), since it cannot be asked for some.
type qdiscSource struct {
	own    bool
	nics   []string
	fd     int
	buffer []byte

	found    []qdiscStats
	indexes  []int32  // of the interfaces that have columns
	names    []string // theirs
	counters []int64  // len(qdiscCounters) for each of them
	backlogs []int64
	wide     widener
}

func (s *qdiscSource) read(refresh scope) (changed bool, err error) {
	if !s.own {
		return false, nil
	}
	if err := s.dump(); err != nil {
		s.close()
		return false, fmt.Errorf("reading qdiscs: %w", err)
	}
	if refresh == everything || s.gone() {
		changed = s.discover()
	}
	s.counters, s.backlogs = s.counters[:0], s.backlogs[:0]
	for _, index := range s.indexes {
		found := &s.found[s.position(index)]
		s.counters = append(s.counters, found.counters[:]...)
		s.backlogs = append(s.backlogs, found.backlogBytes)
	}
	s.wide.widen(s.counters)
	return changed, nil
}

// gone says that an interface with columns has no qdisc any more.
func (s *qdiscSource) gone() bool {
	return slices.ContainsFunc(s.indexes, func(index int32) bool { return s.position(index) < 0 })
}

// discover begins the counters of all interfaces anew when the set of those that have some changed.
func (s *qdiscSource) discover() (changed bool) {
	var indexes []int32
	var names []string
	for _, nic := range s.nics {
		found, err := net.InterfaceByName(nic)
		if err == nil && s.position(int32(found.Index)) >= 0 {
			indexes, names = append(indexes, int32(found.Index)), append(names, nic)
		}
	}
	if slices.Equal(indexes, s.indexes) && slices.Equal(names, s.names) {
		return false
	}
	s.indexes, s.names = indexes, names
	s.wide.reset(len(qdiscCounters) * len(indexes))
	return true
}

// position is where an interface was found, -1 for one without a qdisc.
func (s *qdiscSource) position(index int32) int {
	return slices.IndexFunc(s.found, func(q qdiscStats) bool { return q.index == index })
}

func (s *qdiscSource) dump() error {
	if s.fd < 0 {
		if err := s.open(); err != nil {
			return err
		}
	}
	if err := send(s.fd, qdiscRequest[:]); err != nil {
		return err
	}
	s.found = s.found[:0]
	for {
		n, err := receiveNow(s.fd, s.buffer)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil {
			return err
		}
		var done bool
		if s.found, done, err = parseQdiscs(s.buffer[:n], s.found); done || err != nil {
			return err
		}
	}
}

func (s *qdiscSource) open() (err error) {
	if s.fd, err = netlink.Open(unix.NETLINK_ROUTE); err == nil && s.buffer == nil {
		s.buffer = make([]byte, netlink.BufferBytes)
	}
	return err
}

// qdiscRequest is a header and an empty struct tcmsg.
var qdiscRequest = func() (request [unix.SizeofNlMsghdr + tcMessageBytes]byte) {
	order := binary.NativeEndian
	order.PutUint32(request[0:], uint32(len(request)))
	order.PutUint16(request[4:], unix.RTM_GETQDISC)
	order.PutUint16(request[6:], unix.NLM_F_REQUEST|unix.NLM_F_DUMP)
	return request
}()

func (s *qdiscSource) columns(columns []string) []string {
	for _, nic := range s.names {
		for _, counter := range qdiscCounters {
			columns = append(columns, "nic/"+nic+"/qdisc/"+counter)
		}
		columns = append(columns, "nic/"+nic+"/qdisc/backlogBytes")
	}
	return columns
}

func (s *qdiscSource) values(values []int64) []int64 {
	for i := range s.names {
		values = append(values, s.counters[i*len(qdiscCounters):(i+1)*len(qdiscCounters)]...)
		values = append(values, s.backlogs[i])
	}
	return values
}

func (s *qdiscSource) close() {
	if s.fd >= 0 {
		_ = unix.Close(s.fd)
	}
	s.fd = -1
}
