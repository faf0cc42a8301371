// Package privileges tells what this process may change on its host, from its effective capabilities. It is the one list of the
// capabilities that the agent uses; the systemd unit grants these and no other.
package privileges

import (
	"os"
	"strconv"
	"strings"
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

// The polkit rule that lets the unit's user stop the services of tuning, and whom it names.
const (
	RuleFile = "/etc/polkit-1/rules.d/50-millionrps-agent.rules"
	RuleUser = "millionrps-agent"
)

// Held are the privileges of this process on the host below root, in the order of the list above.
//
// Services is told from what is on the disk: systemd runs here, and this is root, or the user of our polkit rule while that rule is
// there. Asking polkit itself would need root (only root may pass it the name of a service), so whether it follows the rule shows at the
// first stop.
func Held(root string) []Privilege {
	held := []Privilege{}
	status := statusOf(read(root, "/proc/self/status"))
	for _, capability := range Capabilities {
		if status.effective&(1<<capability.bit) != 0 {
			held = append(held, capability.Privilege)
		}
	}
	if isThere(root, "/run/systemd/system") && (status.user == "0" || ruled(root, status.user)) {
		held = append(held, Services)
	}
	return held
}

type status struct {
	effective, ambient uint64
	user               string // number of the effective user
}

// statusOf reads /proc/PID/status: capabilities are hexadecimal, Uid has the real, effective, saved and file system user.
func statusOf(text string) (s status) {
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(line, ":")
		fields := strings.Fields(value)
		switch {
		case key == "CapEff" && len(fields) == 1:
			s.effective, _ = strconv.ParseUint(fields[0], 16, 64)
		case key == "CapAmb" && len(fields) == 1:
			s.ambient, _ = strconv.ParseUint(fields[0], 16, 64)
		case key == "Uid" && len(fields) == 4:
			s.user = fields[1]
		}
	}
	return s
}

func ruled(root, user string) bool {
	if user == "" || !isThere(root, RuleFile) {
		return false
	}
	for line := range strings.Lines(read(root, "/etc/passwd")) {
		fields := strings.Split(line, ":")
		if len(fields) > 2 && fields[0] == RuleUser {
			return fields[2] == user
		}
	}
	return false
}

func read(root, name string) string {
	text, _ := os.ReadFile(strings.TrimSuffix(root, "/") + name)
	return string(text)
}

func isThere(root, name string) bool {
	_, err := os.Stat(strings.TrimSuffix(root, "/") + name)
	return err == nil
}
