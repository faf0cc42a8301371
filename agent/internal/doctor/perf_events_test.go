package doctor

import "testing"

func TestWhyAHostCannotBeSampledIsSaidWithWhatMendsIt(t *testing.T) {
	service := tree{"run/systemd/system/x": "", "proc/self/cgroup": "0::/system.slice/bench.service", "proc/self/status": "Name:\tagent"}
	const pass = `sudo mkdir -p /etc/systemd/system/bench.service.d && printf '[Service]\nSystemCallFilter=perf_event_open\n' | sudo tee /etc/systemd/system/bench.service.d/profiles.conf > /dev/null && sudo systemctl daemon-reload && sudo systemctl restart bench.service`
	const everybody = "sudo sysctl -w kernel.perf_event_paranoid=0"
	trouble := func(filter, right bool) Config {
		return Config{PerfTrouble: PerfTrouble{"somebody refuses it", filter, right}}
	}
	forbidden := func(mend string) []Finding {
		return one("perf-events-forbidden", Note, "On-CPU profiles cannot be taken here: somebody refuses it.", mend)
	}
	try(t, perfEvents,
		checkCase{"the agent may", tree{}, ofAgent, fine("perf-events", "The agent can sample what every CPU of the host runs, the kernel included: on-CPU profiles can be taken.")},
		checkCase{"whoever looks from a shell may", tree{}, Config{}, fine("perf-events", "An agent that is started here can sample what every CPU of the host runs, the kernel included: on-CPU profiles can be taken.")},
		checkCase{"the right is missing", tree{}, trouble(false, true), forbidden(everybody)},
		checkCase{"the filter of a service", service, trouble(true, false), forbidden(pass)},
		checkCase{"the filter of a service, and the right", service, trouble(true, true), forbidden(pass + " && " + everybody)},
		checkCase{"the filter of Docker, which passes whoever has the right", tree{".dockerenv": ""}, trouble(true, true),
			forbidden("docker run --cap-add=PERFMON IMAGE  # where it is started: IMAGE and its other options as before, with Docker 23 or later")},
		checkCase{"the filter of an unknown container", tree{}, trouble(true, false), forbidden("")},
		checkCase{"no such thing", tree{}, trouble(false, false), forbidden("")},
	)
}
