package sampler

import "millionrps/agent/internal/kernel"

type protocolSource struct {
	heldFile
	buffer *[]byte
	table  kernel.ProtocolTable
}

func (s *protocolSource) read(scope) (changed bool, err error) {
	text, err := s.heldFile.read(s.buffer)
	if err != nil {
		return false, err
	}
	return s.table.Parse(text)
}

func (s *protocolSource) columns(columns []string) []string { return append(columns, s.table.Found...) }

func (s *protocolSource) values(values []int64) []int64 { return append(values, s.table.Counters...) }

// tcpTable is the Tcp pair of /proc/net/snmp (snmp4_tcp_list, net/ipv4/proc.c): RFC 1213's counters.
func tcpTable() kernel.ProtocolTable {
	return kernel.ProtocolTable{File: "/proc/net/snmp", Prefix: "Tcp:", Wanted: map[string]string{
		"ActiveOpens":  "tcp/activeOpens",
		"PassiveOpens": "tcp/passiveOpens",
		"AttemptFails": "tcp/attemptsFailed",
		"EstabResets":  "tcp/establishedResets",
		"CurrEstab":    "tcp/established", // a gauge, of the whole network namespace
		"InSegs":       "tcp/inSegments",
		"OutSegs":      "tcp/outSegments", // without retransmitted ones
		"RetransSegs":  "tcp/retransmittedSegments",
		"InErrs":       "tcp/inErrors",
		"OutRsts":      "tcp/outResets",
	}}
}

// tcpExtTable is the TcpExt pair of /proc/net/netstat (snmp4_net_list, net/ipv4/proc.c). Of its 140 counters these say that a connection or
// a segment was lost, or that a queue or memory was short.
func tcpExtTable() kernel.ProtocolTable {
	return kernel.ProtocolTable{File: "/proc/net/netstat", Prefix: "TcpExt:", Wanted: map[string]string{
		"SyncookiesSent":       "tcp/syncookiesSent",
		"ListenOverflows":      "tcp/listenOverflows", // the accept queue was full
		"ListenDrops":          "tcp/listenDrops",     // contains the overflows
		"PruneCalled":          "tcp/receiveQueuePrunes",
		"TCPRcvQDrop":          "tcp/receiveQueueDrops",
		"TCPBacklogDrop":       "tcp/backlogDrops", // the socket was busy and its backlog full
		"TCPReqQFullDrop":      "tcp/requestQueueFullDrops",
		"TCPReqQFullDoCookies": "tcp/requestQueueFullCookies",
		"TCPTimeouts":          "tcp/timeouts",
		"TCPSynRetrans":        "tcp/synRetransmits",
		"TCPAbortOnMemory":     "tcp/abortsOnMemory",
		"TCPAbortOnTimeout":    "tcp/abortsOnTimeout",
		"TCPMemoryPressures":   "tcp/memoryPressures",
	}}
}
