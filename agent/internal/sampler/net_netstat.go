package sampler

import "millionrps/agent/internal/kernel"

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
