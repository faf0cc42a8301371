package doctor

import "fmt"

// listenQueues: a burst of new connections that finds the queue full waits for a second, which then stands in the latencies.
func listenQueues(h host, _ Config) []Finding {
	found := atLeast(h, "somaxconn", "net.core.somaxconn", 4096, "connections that arrive together and are not accepted yet")
	// With cookies no handshake is dropped for it (tcp_conn_request, net/ipv4/tcp_input.c).
	cookies, known := h.Sysctl("net.ipv4.tcp_syncookies")
	switch {
	case !known:
		return append(found, one("syn-backlog-unknown", Note, "net.ipv4.tcp_syncookies cannot be read here.", "")...)
	case cookies != 0:
		return append(found, fine("syn-backlog", "net.ipv4.tcp_max_syn_backlog drops nothing here: it does so only where net.ipv4.tcp_syncookies is 0.")...)
	}
	return append(found, atLeast(h, "syn-backlog", "net.ipv4.tcp_max_syn_backlog", 1024, "handshakes that are under way together")...)
}

func atLeast(h host, code, sysctl string, least int64, of string) []Finding {
	value, ok := h.Sysctl(sysctl)
	switch {
	case !ok:
		return one(code+"-unknown", Note, sysctl+" cannot be read here.", "")
	case value < least:
		sentence := fmt.Sprintf("%s is %s: of more %s than that, some are dropped and tried again a second later.", sysctl, grouped(value), of)
		return one(code+"-low", Warning, sentence, fmt.Sprintf("sudo sysctl -w %s=%d", sysctl, max(least, 4096)))
	}
	return fine(code, fmt.Sprintf("%s is %s.", sysctl, grouped(value)))
}
