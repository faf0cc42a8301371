package doctor

import "fmt"

// listenQueues: a burst of new connections that finds the queue full waits for a second, which then stands in the latencies.
func listenQueues(h host, _ Config) []Finding {
	return append(
		atLeast(h, "somaxconn", "net.core.somaxconn", 4096, "connections that arrive together and are not accepted yet"),
		atLeast(h, "syn-backlog", "net.ipv4.tcp_max_syn_backlog", 1024, "handshakes that are under way together")...)
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
