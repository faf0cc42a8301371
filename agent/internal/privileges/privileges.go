// Package privileges tells what this process may change on its host, from its effective capabilities. It is the one list of the
// capabilities that the agent uses; the systemd unit grants these and no other.
package privileges

import (
	"strings"

	"millionrps/agent/internal/kernel"
)

// Privilege is one right, by its name in the contract.
type Privilege string

// The privileges there are. Services is the right to have systemd stop and start services.
const (
	NetAdmin    Privilege = "net-admin"
	DACOverride Privilege = "dac-override"
	SysNice     Privilege = "sys-nice"
	SysResource Privilege = "sys-resource"
	Services    Privilege = "services"
)

// Capability is one of Linux that a part of the work needs.
type Capability struct {
	Privilege Privilege
	Name      string // as capabilities(7) writes it
	bit       uint   // include/uapi/linux/capability.h
	// For is what cannot be done without it.
	For string
}

// Capabilities are all that the agent uses.
var Capabilities = []Capability{
	{NetAdmin, "CAP_NET_ADMIN", 12, "queues, MTU, offloads, coalescing, packet steering and network sysctls"},
	{DACOverride, "CAP_DAC_OVERRIDE", 1, "root's files in /sys and /proc/irq: interrupt affinity, steering masks, governor, turbo and huge pages"},
	{SysNice, "CAP_SYS_NICE", 23, "the CPU set of a target that runs as another user"},
	{SysResource, "CAP_SYS_RESOURCE", 24, "more open files than the hard limit"},
}

// The polkit rule that lets the unit's user stop the services of tuning, and the user it names.
const (
	RuleFile = "/etc/polkit-1/rules.d/50-millionrps-agent.rules"
	RuleUser = "millionrps-agent"
)

// Held are the privileges of this process on the host, in the order of the list above.
func Held(fs kernel.FS) []Privilege { return HeldBy(fs, "self") }

// HeldBy are those of a process, by its number or as self.
//
// Services is judged by what is on the disk: systemd runs here, and it is root, or the user of our polkit rule while that rule is there.
// Only root may ask polkit about a named service, so whether it follows the rule shows at the first stop.
func HeldBy(fs kernel.FS, pid string) []Privilege {
	held := []Privilege{}
	status, _ := fs.PIDStatus(pid)
	for _, capability := range Capabilities {
		if status.Effective&(1<<capability.bit) != 0 {
			held = append(held, capability.Privilege)
		}
	}
	if fs.Exists("/run/systemd/system") && (status.User == "0" || ruled(fs, status.User)) {
		held = append(held, Services)
	}
	return held
}

func ruled(fs kernel.FS, user string) bool {
	if user == "" || !fs.Exists(RuleFile) {
		return false
	}
	for line := range strings.Lines(fs.Peek("/etc/passwd")) {
		fields := strings.Split(line, ":")
		if len(fields) > 2 && fields[0] == RuleUser {
			return fields[2] == user
		}
	}
	return false
}
