package kernel

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTheActionsOfInterruptsAreTheLastWords(t *testing.T) {
	for text, want := range map[string]map[int]string{
		"":           {},
		"  CPU0\n":   {},
		"7\n7:\n:\n": {},
		"  7:  1  PCI-MSIX-0000:00:05.0 1-edge eth0-Tx-Rx-0\nNMI: 0 Non-maskable interrupts\n 8:\n": {7: "eth0-Tx-Rx-0"},
		" 16: 5 0 IO-APIC 16-fasteoi ehci_hcd:usb1, ahci, eth0\n":                                   {16: "ehci_hcd:usb1,ahci,eth0"},
		"-3: 1 x\n99999999999: 1 x\n0x7: 1 x\n":                                                     {},
		" 9: 1 2\n":                                                                                 {},
	} {
		if diff := cmp.Diff(want, parseInterruptActions(text)); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}
