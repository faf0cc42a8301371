package tuning

// Wanted is what a run asks of a host: a field is a setting, and a zero field leaves the host as it is. Fields have the names of the API, also
// those of the types of settings, which stand with their knobs: control takes them over as JSON.
type Wanted struct {
	NIC                  string // "": the one that carries the load, see Request.Address
	StopServices         []string
	NICQueues            *int // queue pairs, or rx and tx queues where the driver has no pairs
	InterruptAffinity    *Affinity
	PacketSteering       *PacketSteering
	FlowSteering         *FlowSteering
	TransmitSteering     *Affinity
	MTUBytes             *int
	Offloads             *Offloads
	InterruptCoalescing  *Coalescing
	BusyPolling          *BusyPolling
	Sysctls              []Sysctl
	CPUGovernor          *string
	CPUTurbo             *bool
	OpenFilesLimit       *int // of the processes that the agent starts
	TransparentHugePages *string
}

// Ranks order knobs by what resets what. Services are stopped first and started last: irqbalance moves interrupts within seconds, so that nothing
// may be tuned or verified while it runs. Changing the number of queues resets everything that belongs to one, which are the ranks of NICs after
// the device's, and any change of the device may.
const (
	rankService = iota
	rankChannels
	rankDevice
	rankAffinity
	rankPacketSteering
	rankFlowTable
	rankFlowShare
	rankTransmitSteering
	rankSysctl
	rankCPU
	rankMemory
	rankLast // also of keys that no kind knows
)

// settings is the one place where a setting is listed, in the order in which they are planned. A plan leads back to it, so that it cannot be the
// variable's initial value.
var settings []setting

func init() {
	settings = []setting{
		{"stopServices", (*planner).stopServices, []kind{
			{form("service/" + oneOf(stoppable...)), rankService, (*host).serviceKnob, serviceKeys},
		}},
		{"nicQueues", asked(func(w *Wanted) *int { return w.NICQueues }, (*planner).nicQueues), []kind{
			{form("nic/NIC/channels/" + oneOf(channelKinds...)), rankChannels, (*host).channelsKnob, (*host).channelKeys},
		}},
		{"mtuBytes", asked(func(w *Wanted) *int { return w.MTUBytes }, (*planner).mtu), []kind{
			{form("nic/NIC/mtu"), rankDevice, (*host).mtuKnob, mtuKeys},
		}},
		{"offloads", asked(func(w *Wanted) *Offloads { return w.Offloads }, (*planner).offloads), []kind{
			{form("nic/NIC/offload/" + oneOfKeys(offloadFeatures)), rankDevice, (*host).offloadKnob, (*host).offloadKeys},
		}},
		{"interruptCoalescing", asked(func(w *Wanted) *Coalescing { return w.InterruptCoalescing }, (*planner).interruptCoalescing), []kind{
			{form("nic/NIC/coalesce/" + oneOfKeys(coalesceFields)), rankDevice, (*host).coalesceKnob, (*host).coalesceKeys},
		}},
		{"interruptAffinity", asked(func(w *Wanted) *Affinity { return w.InterruptAffinity }, (*planner).interruptAffinity), []kind{
			{form("nic/NIC/irq/(.+)/affinity"), rankAffinity, (*host).affinityKnob, (*host).affinityKeys},
		}},
		{"packetSteering", asked(func(w *Wanted) *PacketSteering { return w.PacketSteering }, (*planner).packetSteering), []kind{
			{form("nic/NIC/rx-NUMBER/rps_cpus"), rankPacketSteering, (*host).packetSteeringKnob, rxKeys("rps_cpus")},
		}},
		{"flowSteering", asked(func(w *Wanted) *FlowSteering { return w.FlowSteering }, (*planner).flowSteering), []kind{
			{form("sysctl/" + oneOf(flowEntries)), rankFlowTable, (*host).sysctlKnob, sysctlKeys(flowEntries)},
			{form("nic/NIC/rx-NUMBER/rps_flow_cnt"), rankFlowShare, (*host).flowShareKnob, rxKeys("rps_flow_cnt")},
		}},
		{"transmitSteering", asked(func(w *Wanted) *Affinity { return w.TransmitSteering }, (*planner).transmitSteering), []kind{
			{form("nic/NIC/tx-NUMBER/xps_cpus"), rankTransmitSteering, (*host).transmitSteeringKnob, txKeys("xps_cpus")},
		}},
		{"sysctls", (*planner).sysctls, []kind{
			{form("sysctl/" + oneOfKeys(sysctlRules)), rankSysctl, (*host).sysctlKnob, sysctlKeys(namesOf(sysctlRules)...)},
		}},
		{"busyPolling", asked(func(w *Wanted) *BusyPolling { return w.BusyPolling }, (*planner).busyPolling), []kind{
			{form("sysctl/" + oneOf(busyPoll, busyRead)), rankSysctl, (*host).sysctlKnob, sysctlKeys(busyPoll, busyRead)},
		}},
		{"cpuGovernor", asked(func(w *Wanted) *string { return w.CPUGovernor }, (*planner).cpuGovernor), []kind{
			{form("cpu/NUMBER/governor"), rankCPU, (*host).governorKnob, joined},
			{form(noGovernorKey), rankCPU, noGovernorKnob, joined},
		}},
		{"cpuTurbo", asked(func(w *Wanted) *bool { return w.CPUTurbo }, (*planner).cpuTurbo), []kind{
			{form(turboKey), rankCPU, (*host).turboKnob, only(turboKey)},
		}},
		{"transparentHugePages", asked(func(w *Wanted) *string { return w.TransparentHugePages }, (*planner).transparentHugePages), []kind{
			{form(hugePagesKey), rankMemory, (*host).hugePagesKnob, only(hugePagesKey)},
		}},
		{"openFilesLimit", asked(func(w *Wanted) *int { return w.OpenFilesLimit }, (*planner).openFilesLimit), []kind{
			{form(openFilesKey), rankLast, (*host).openFilesKnob, only(openFilesKey)},
		}},
	}
}
