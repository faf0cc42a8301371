package doctor

import "fmt"

// power: on battery, firmware limits the clock, whatever the governor.
func power(h host, _ Config) []Finding {
	const folder = "/sys/class/power_supply/"
	battery, plugged, discharging := "", false, false
	for _, name := range h.Names(folder) {
		switch h.Peek(folder + name + "/type") {
		case "Mains", "USB":
			online, _ := h.Number(folder + name + "/online")
			plugged = plugged || online == 1
		case "Battery":
			if h.Peek(folder+name+"/scope") == "Device" { // a mouse's or a keyboard's
				continue
			}
			battery = h.Peek(folder + name + "/capacity")
			discharging = discharging || h.Peek(folder+name+"/status") == "Discharging"
		}
	}
	switch {
	case battery == "":
		return fine("power", "There is no battery.")
	case discharging && !plugged:
		return one("power-battery", Warning, fmt.Sprintf("The host runs on its battery (%s %%), at the speeds that its firmware allows then; plug it in.", battery), "")
	}
	return fine("power", fmt.Sprintf("The host is plugged in; its battery is at %s %%.", battery))
}
