package tuning

import "net/netip"

// Wanted is what a run asks of a host: a field is a setting, and a zero field leaves the host as it is.
type Wanted struct {
	NIC                  string // "": the one that carries the load, see Request.Address
	StopServices         []string
	NICQueues            *int // queue pairs, or rx and tx queues where the driver has no pairs
	InterruptAffinity    *Affinity
	PacketSteering       *string // RPS: a CPU choice, or "none"
	FlowSteering         *int    // RFS: entries of the global table; 0 turns it off
	TransmitSteering     *Affinity
	MTUBytes             *int
	Offloads             *Offloads
	InterruptCoalescing  *Coalescing
	BusyPolling          *BusyPolling
	Sysctls              []Sysctl
	CPUGovernor          string
	CPUTurbo             *bool
	OpenFilesLimit       *int // of the processes that the agent starts
	TransparentHugePages string
}

// Affinity spreads queues over CPUs.
type Affinity struct {
	CPUs   string // a CPU choice: a list, all, nic-local, last N, first N, not target
	Spread string // OneToOne or All
}

// The ways to spread queues: the first to the first CPU, and so on, starting over; or every queue to all of the CPUs.
const (
	OneToOne = "one-to-one"
	All      = "all"
)

// Offloads of a NIC; nil leaves one as it is.
type Offloads struct{ GRO, GSO, TSO, LRO *bool }

// Coalescing of a NIC's interrupts: microseconds and frames that it waits for; nil leaves one as it is.
type Coalescing struct {
	AdaptiveRx, AdaptiveTx         *bool
	RxUs, TxUs, RxFrames, TxFrames *int
}

// BusyPolling is net.core.busy_poll and net.core.busy_read, in microseconds.
type BusyPolling struct{ PollUs, ReadUs *int }

// Sysctl is a kernel parameter by its name in sysctl(8).
type Sysctl struct{ Name, Value string }

// Request is what a run asks of one host, with what is needed to find the NIC and the CPUs that are meant.
type Request struct {
	Wanted Wanted
	// TargetCPUs is the target's CPU choice; "" is every CPU.
	TargetCPUs string
	// Address is the target's listen address. The NIC is the one that owns it, or the one that packets to it leave by; the zero address
	// means the NIC of the default route.
	Address netip.Addr
}

// Refusal is an error in what was asked, not in the host: CPU 200 on a host of 128, an empty list, an unknown kernel parameter. It is one
// sentence for the person who asked.
type Refusal struct{ Sentence string }

func (r Refusal) Error() string { return r.Sentence }
