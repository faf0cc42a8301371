package kernel

import (
	"net/netip"
	"slices"
	"strings"
	"testing"
)

func TestMeminfoIsInKilobytes(t *testing.T) {
	for text, want := range map[string]int64{
		"MemTotal:       64935428 kB\nMemFree: 1 kB\n": 64935428 * 1024,
		"MemTotal: 12\n":                      12 * 1024,
		"":                                    -1,
		"MemFree: 5 kB\n":                     -1,
		"MemTotal:\n":                         -1,
		"MemTotal: much kB\n":                 -1,
		"MemTotal: -5 kB\n":                   -1,
		"MemTotal: 99999999999999999999 kB\n": -1,
		"MemTotal: 9223372036854775807 kB\n":  -1,
	} {
		if got := parseMeminfo(text).TotalBytes; got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func TestTheRangeOfLocalPorts(t *testing.T) {
	for text, want := range map[string]PortRange{"32768\t60999\n": {32768, 60999}, "1 1": {1, 1}, "": {}, "9 1": {}, "a b": {}, "1 2 3": {}, "-5 9": {}} {
		if got, ok := parsePortRange(text); got != want || ok != (want.Last > 0) {
			t.Errorf("%q: %+v, %v", text, got, ok)
		}
	}
}
func TestASocketIsReadFromItsLine(t *testing.T) {
	const rest = " 00000000:00000000 00:00000000 00000000  1000        0 777 1 0 100 0 0 10 0"
	at := netip.MustParseAddrPort
	for line, want := range map[string]TCPSocket{
		"   0: 0100007F:1F90 00000000:0000 0A" + rest:                                                 {Local: at("127.0.0.1:8080"), Remote: at("0.0.0.0:0"), State: TCPListen},
		"   1: 0900000A:9C40 0500000A:1F90 06" + rest:                                                 {Local: at("10.0.0.9:40000"), Remote: at("10.0.0.5:8080"), State: TCPTimeWait},
		"   2: 00000000000000000000000001000000:1F90 0000000000000000FFFF00000500000A:0050 01" + rest: {Local: at("[::1]:8080"), Remote: at("[::ffff:10.0.0.5]:80"), State: TCPEstablished},
	} {
		want.User, want.Inode = 1000, 777
		if socket, ok := parseTCPSocket([]byte(line)); !ok || socket != want {
			t.Errorf("%s: %+v, %v", line, socket, ok)
		}
	}
	for _, line := range []string{
		"  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
		"   0: 0100007:1F90 00000000:0000 0A" + rest,
		"   0: 0100007F:1F90 00000000 0A" + rest,
		"   0: 0100007F:1F90 0000:0000 0A" + rest,
		"   0: 0100007F:1F90 00000000:0000 XX" + rest,
		"   0: 0100007F:1F90 00000000:0000 0A",
		"   0: " + strings.Repeat("0", 64) + ":1F90 00000000:0000 0A" + rest,
		"",
	} {
		if socket, ok := parseTCPSocket([]byte(line)); ok {
			t.Errorf("%s: %+v", line, socket)
		}
	}
}

func TestTheFirstCPUIsNamed(t *testing.T) {
	for _, test := range []struct {
		text string
		want CPUInfo
	}{
		{"", CPUInfo{}},
		{"nonsense", CPUInfo{}},
		{"vendor_id\t: GenuineIntel\nmodel name\t: Xeon\nflags\t: fpu sse\n\nmodel name\t: other\n", CPUInfo{Model: "Xeon", X86: true}},
		{"vendor_id : X\nmodel name : Y: Z\nflags : a hypervisor b\n", CPUInfo{Model: "Y: Z", X86: true, Hypervisor: true}},
		{"processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd40\n", CPUInfo{Model: "Neoverse-V1"}},
		{"processor\t: 0\nCPU implementer\t: 0x61\nCPU part\t: 0x022\n", CPUInfo{Model: "ARM implementer 0x61 part 0x022"}},
	} {
		if got := parseCPUInfo(test.text); got != test.want {
			t.Errorf("%q: %+v", test.text, got)
		}
	}
}

func TestIPv6AddressesThatTheKernelDidNotGive(t *testing.T) {
	const text = "00000000000000000000000000000001 01 80 10 80       lo\n" +
		"fe800000000000000000000000000001 02 40 20 80     eth0\n20010db8000000000000000000000001 03 40 00 80  eth0.5\nbroken\n"
	if nics := parseIPv6NICs(text); !slices.Equal(nics, []string{"eth0.5", "lo"}) {
		t.Error(nics)
	}
}
