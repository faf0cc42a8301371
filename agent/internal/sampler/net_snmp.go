package sampler

import "millionrps/agent/internal/kernel"

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
