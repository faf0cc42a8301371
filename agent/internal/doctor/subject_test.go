package doctor

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// process is one below /proc that runs with a nice level, on some CPUs.
func process(pid string, number, nice int, words ...string) tree {
	return tree{
		"proc/" + pid + "/cmdline":                strings.Join(words, "\x00") + "\x00",
		fmt.Sprintf("proc/%d/stat", number):       fmt.Sprintf("%d (agent) S 1 1 1 0 -1 4194304 0 0 0 0 1 1 0 0 %d %d 9 0 100 0 50 0", number, 20+nice, nice),
		"proc/" + pid + "/status":                 "Uid:\t7\t7\t7\t7\nGid:\t7\t7\t7\t7\nCapEff:\t0\nCpus_allowed_list:\t2-3",
		"proc/" + pid + "/autogroup":              "/autogroup-71 nice 5",
		"proc/" + pid + "/cgroup":                 "0::/user.slice",
		"proc/sys/kernel/sched_autogroup_enabled": "1",
		online: "0-7",
	}
}

// A doctor in a shell ends before anybody can paste a line with its pid.
func TestADoctorInAShellLooksAtTheAgentThatRunsOrSaysThatItDoesNot(t *testing.T) {
	shell := process("self", os.Getpid(), 10, "/opt/agent", "doctor")
	agent := process("812", 812, 10, "/opt/agent", "run", "--url", "http://10.0.0.5:3000", "--data", "/var/lib/a")
	inherited := func(who string) string {
		return who + " has nice level 10, as have the target and the load generator that it starts: other work of its session gets CPU time before them."
	}
	session := func(who string) string {
		return "The scheduler groups by session, and the session of " + who + " has nice level 5, as have the target and the load generator that it starts: other work gets CPU time before them."
	}
	const then = "  # then start the agent from this shell"
	try(t, niceLevel,
		checkCase{"no agent runs", shell, Config{}, []Finding{
			{"nice-level", Warning, inherited("An agent that is started here"), "sudo renice -n 0 -p $(ls /proc/$$/task)" + then},
			{"nice-session", Warning, session("an agent that is started here"), "echo 0 | sudo tee /proc/$$/autogroup > /dev/null" + then}}},
		checkCase{"one runs", shell.with(agent), Config{}, []Finding{
			{"nice-level", Warning, inherited("The agent (pid 812)"), "sudo renice -n 0 -p $(ls /proc/812/task)"},
			{"nice-session", Warning, session("the agent (pid 812)"), "echo 0 | sudo tee /proc/812/autogroup > /dev/null"}}})
	try(t, cpuMask,
		checkCase{"no agent runs", shell, Config{}, one("cpu-confined", Warning, "An agent that is started here may use only CPUs 2-3 of 0-7, and so may what it starts.", "sudo taskset -apc 0-7 $$"+then)},
		checkCase{"one runs", shell.with(agent), Config{}, one("cpu-confined", Warning, "The agent (pid 812) may use only CPUs 2-3 of 0-7, and so may what it starts.", "sudo taskset -apc 0-7 812")})
	limited := tree{"sys/fs/cgroup/user.slice/cpu.max": "150000 100000"}
	const quota = " and what it starts to 1.5 of 8 CPUs (user.slice)."
	try(t, cpuLimit,
		checkCase{"no agent runs", shell.with(limited), Config{}, one("cpu-limited", Warning, "A control group limits an agent that is started here"+quota, "sudo systemctl set-property --runtime user.slice CPUQuota=")},
		checkCase{"one runs", shell.with(agent).with(limited), Config{}, one("cpu-limited", Warning, "A control group limits the agent (pid 812)"+quota, "sudo systemctl set-property --runtime user.slice CPUQuota=")})
	const grants = "sudo setpriv --reuid=7 --regid=7 --init-groups --inh-caps=+net_admin,+dac_override,+sys_nice,+sys_resource --ambient-caps=+net_admin,+dac_override,+sys_nice,+sys_resource -- /opt/agent run  # and its other options"
	for _, c := range []struct {
		who   string
		files tree
		mend  string
	}{
		{"An agent that is started here", shell, grants},
		// It is another user's: what it says of its program is no reason to give that rights.
		{"The agent (pid 812)", shell.with(agent), ""},
	} {
		found := permissions(c.files.host(t), Config{Program: []string{"/opt/agent", "doctor"}})[0]
		if !strings.HasPrefix(found.Sentence, c.who+" lacks CAP_NET_ADMIN") || found.Mend != c.mend {
			t.Errorf("%s: %+v", c.who, found)
		}
	}
}

func TestWhichAgentRuns(t *testing.T) {
	command := func(pid string, words ...string) tree {
		return tree{"proc/" + pid + "/cmdline": strings.Join(words, "\x00") + "\x00"}
	}
	first := command("812", "/opt/agent", "run", "--url=http://10.0.0.5:3000", "-data=/var/lib/a/")
	second := command("900", "agent", "run", "--data", "/var/lib/b", "--url", "http://10.0.0.5:3000")
	for name, c := range map[string]struct {
		files tree
		data  string
		want  int
	}{
		"none":                       {tree{}, "", 0},
		"the only one":               {first, "", 812},
		"two":                        {first.with(second), "", 0},
		"that of the data folder":    {first.with(second), "/var/lib/a", 812},
		"none of the data folder":    {second, "/var/lib/a", 0},
		"its keeper":                 {command("700", "/opt/agent", "keep", "--data", "/var/lib/a"), "", 0},
		"another maker's":            {command("701", "/opt/agent", "run", "-p", "/run/agent.pid"), "", 0},
		"one that is named in words": {command("702", "/bin/sh", "-c", "agent run --url x --data y"), "", 0},
		"an option without a value":  {command("703", "agent", "run", "--data", "/x", "--url"), "", 0},
	} {
		if pid, _ := runningAgent(c.files.host(t), c.data); pid != c.want {
			t.Errorf("%s: %d, want %d", name, pid, c.want)
		}
	}
}
