package defaultroute

import (
	"strings"
	"testing"
)

func FuzzParsers(f *testing.F) {
	f.Add("Iface\tDestination\neth0\t00000000\t010200C0\t0003\t0\t0\t100\t00000000\t0\t0\t0\n")
	f.Add("00000000000000000000000000000000 00 0 00 0 00000064 1 0 00000003 eth0\n")
	f.Fuzz(func(t *testing.T, text string) {
		for _, nic := range []string{parseRoute(text), parseIPv6Route(text)} {
			if strings.ContainsAny(nic, " \t\n") || nic == loopback {
				t.Errorf("the route goes through %q", nic)
			}
		}
	})
}
