package doctor

import "testing"

func TestTargets(t *testing.T) {
	with := func(target Target) Config { return Config{Targets: []Target{target}} }
	port := func(p ListeningPort) Config { return Config{ListeningPorts: []ListeningPort{p}} }
	try(t, targets,
		checkCase{"none", tree{}, Config{}, nil},
		checkCase{"fine", tree{}, with(Target{Name: "a", Port: 9000}),
			fine("target", "The target a of the configuration file can be started, and its port 9000 is free.")},
		checkCase{"broken", tree{}, with(Target{Name: "a", Port: 9000, Fault: "cannot be started: /x: no such file or directory", Holder: "nginx (pid 7)"}),
			one("target-broken", Problem, "The target a of the configuration file cannot be started: /x: no such file or directory.", "")},
		checkCase{"its port is taken", tree{}, with(Target{Name: "a", Port: 9000, Holder: "nginx (pid 7)"}), one("target-port-taken", Warning,
			"The target a of the configuration file cannot be started as long as its port 9000 is taken by nginx (pid 7).", "")},
		checkCase{"somebody listens", tree{}, port(ListeningPort{Port: 80, Holder: "nginx (pid 7)"}),
			fine("listening-port", "nginx (pid 7), which listens on port 80, can be a target.")},
		checkCase{"nobody listens", tree{}, port(ListeningPort{Port: 80}), one("listening-port-idle", Note,
			"The configuration file lets what listens on port 80 be a target, and nothing does now.", "")},
		checkCase{"somebody hidden listens", tree{}, port(ListeningPort{Port: 80, Fault: "it is held by a process of the user root"}),
			one("listening-port-hidden", Problem, "What listens on port 80 cannot be a target: it is held by a process of the user root.", "")},
	)
}
