package kernel

import "testing"

func TestTheDefaultRouteWithTheLowestMetricWins(t *testing.T) {
	const heading = "Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT\n"
	for text, want := range map[string]string{
		"":      "",
		heading: "",
		heading + "eth0\t000200C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0\n":                                                                  "",
		heading + "wlan0\t00000000\t010200C0\t0003\t0\t0\t600\t00000000\t0\t0\t0\neth0\t00000000\t010200C0\t0003\t0\t0\t100\t00000000\t0\t0\t0\n": "eth0",
		heading + "tun0\t00000000\t00000000\t0001\t0\t0\t0\t00000080\t0\t0\t0\neth0\t00000000\t010200C0\t0003\t0\t0\t9\t00000000\t0\t0\t0\n":      "eth0",
		heading + "eth0\t00000000\t010200C0\t0002\t0\t0\t0\t00000000\t0\t0\t0\n":                                                                  "",
		"eth0 00000000\n": "",
	} {
		if got := parseRoute(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	const zero = "00000000000000000000000000000000"
	for text, want := range map[string]string{
		"": "",
		zero + " 00 " + zero + " 00 " + zero + " ffffffff 00000001 00000000 00200200       lo\n":                                   "",
		zero + " 00 " + zero + " 00 fe80 00000400 00000003 00000000 00000003     eth0\n":                                           "eth0",
		zero + " 40 " + zero + " 00 fe80 00000400 00000003 00000000 00000003     eth0\n":                                           "",
		zero + " 00 " + zero + " 00 a 00000400 1 0 00000003 wlan0\n" + zero + " 00 " + zero + " 00 a 00000064 1 0 00000003 eth0\n": "eth0",
	} {
		if got := parseIPv6Route(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
