package doctor

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"millionrps/agent/internal/kernel"
	"millionrps/agent/internal/privileges"
)

func TestClock(t *testing.T) {
	const ms = time.Millisecond
	const install = "sudo apt-get install chrony"
	daemon := Finding{"time-daemon", OK, "chronyd keeps this host's clock.", ""}
	none := Finding{"time-daemon-missing", Note, "No time daemon was seen (chrony, systemd-timesyncd, ntpd, ntpd-rs): unless the hypervisor sets it, this host's clock drifts.", install}
	chrony := tree{"proc/9/comm": "chronyd"}
	debian := seen.with(tree{"etc/os-release": "ID=debian"})
	at := func(offset, uncertainty time.Duration) Config {
		return Config{Clock: &Clock{offset, uncertainty}, ClockSynchronised: "yes"}
	}
	farBehind := func(mend string) Finding {
		return Finding{"clock-far-off", Problem, "This host's clock is 2.0 s behind the API's (± 0.0 ms): times of its samples and logs are misleading.", mend}
	}
	service := func(comm, unit string) tree {
		return tree{"proc/9/comm": comm, "proc/9/cgroup": "0::/system.slice/" + unit, "run/systemd/system/x": ""}
	}
	try(t, clock,
		checkCase{"agrees", chrony, at(-2*ms, 5*ms), append(fine("clock", "This host's clock agrees with the API's to within 7.0 ms."), daemon)},
		checkCase{"nearly", chrony, at(40*ms, 5*ms), append(fine("clock", "This host's clock is 40 ms behind the API's (± 5.0 ms)."), daemon)},
		checkCase{"too uncertain to tell", chrony, at(900*ms, time.Second), append(fine("clock", "This host's clock agrees with the API's to within 1.9 s."), daemon)},
		checkCase{"ahead", chrony, at(-312*ms, 4*ms), append(one("clock-off", Warning,
			"This host's clock is 312 ms ahead of the API's (± 4.0 ms): what happened first on two hosts cannot be told from their logs.", "sudo chronyc makestep"), daemon)},
		checkCase{"far behind, by itself", debian, Config{Clock: &Clock{75 * time.Second, 500 * ms}, ClockSynchronised: "no"}, append(one("clock-far-off", Problem,
			"This host's clock is 75 s behind the API's (± 500 ms): times of its samples and logs are misleading.", install), none)},
		checkCase{"systemd's", service("systemd-timesyn", "systemd-timesyncd.service"), at(2*time.Second, 0), []Finding{
			farBehind("sudo systemctl restart systemd-timesyncd.service"), {"time-daemon", OK, "systemd-timesyncd keeps this host's clock.", ""}}},
		checkCase{"OpenNTPD's", service("ntpd", "openntpd.service"), at(2*time.Second, 0), []Finding{
			farBehind("sudo systemctl restart openntpd.service"), {"time-daemon", OK, "ntpd keeps this host's clock.", ""}}},
		checkCase{"ntpd-rs", service("ntp-daemon", "ntpd-rs.service"), at(2*time.Second, 0), []Finding{
			farBehind("sudo systemctl restart ntpd-rs.service"), {"time-daemon", OK, "ntpd-rs keeps this host's clock.", ""}}},
		checkCase{"of no service", tree{"proc/9/comm": "ntpd"}, at(2*time.Second, 0), []Finding{farBehind(""), {"time-daemon", OK, "ntpd keeps this host's clock.", ""}}},
		checkCase{"not compared", chrony, Config{ClockSynchronised: "yes"}, append(one("clock-not-compared", Note, "This host's clock was not compared with the API's.", ""), daemon)},
		checkCase{"no answer", chrony, Config{ClockTrouble: "The API does not answer.", ClockSynchronised: "yes"}, append(one("api-unreachable", Problem, "The API does not answer.", ""), daemon)},
	)
}

func TestWhoKeepsTheClock(t *testing.T) {
	chrony, debian := seen.with(tree{"proc/9/comm": "chronyd"}), tree{"etc/os-release": "ID=debian"}
	const drifts = ": unless the hypervisor sets it, this host's clock drifts."
	keeps := func(h host, c Config) []Finding { return judgeDaemon(readClock(h, c)) }
	synchronised := func(word string) Config { return Config{ClockSynchronised: word} }
	try(t, keeps,
		checkCase{"a daemon that has not yet", chrony, synchronised("no"), one("time-daemon-unsynchronised", Note, "chronyd runs, and the kernel does not count this host's clock as synchronised.", "")},
		checkCase{"a daemon, where the kernel may not be asked", chrony, synchronised("unknown"), fine("time-daemon", "chronyd runs; whether this host's clock is synchronised cannot be read here.")},
		checkCase{"one that is not seen", contained.with(debian), synchronised("yes"), fine("time-daemon", "The kernel counts this host's clock as synchronised.")},
		checkCase{"none, whether seen or not", contained.with(debian), synchronised("no"), one("time-daemon-missing", Note, "The kernel does not count this host's clock as synchronised"+drifts, "")},
		checkCase{"nothing is known", contained.with(debian), synchronised("unknown"), one("time-daemon-unknown", Note, "Whether a time daemon keeps this host's clock cannot be seen from this container.", "")},
		checkCase{"none, where the kernel may not be asked", seen.with(debian), synchronised("unknown"), one("time-daemon-missing", Note,
			"No time daemon was seen (chrony, systemd-timesyncd, ntpd, ntpd-rs)"+drifts, "sudo apt-get install chrony")},
	)
}

// after is a second later on four CPUs: 400 ticks, `busy` of them not idle, and `stolen` besides.
func after(busy, stolen int64, processes map[int]processActivity) (activity, activity) {
	before := activity{cpus: 4, total: 1000, idle: 800, processes: map[int]processActivity{10: {name: "node", parent: 1, startedAt: 5, usedUs: 1000}}}
	later := before
	later.total, later.idle, later.stolen = before.total+400, before.idle+400-busy-stolen, stolen
	later.processes = processes
	return before, later
}

func TestActivityIsReadFromTheFilesOfTheKernel(t *testing.T) {
	const rest = " 0 0 0 0 0 0 0 0 0 250 50 0 0 20 0 1 0 12345 99 1 0"
	read := readActivity(tree{
		"proc/stat":   "cpu  9 9 9 9\ncpu0 100 1 2 800 7 3 4 5 0 0\ncpu1 100 1 2 800 7 3 4 6 0 0\nintr 5\nctxt 5\nprocesses 5",
		"proc/7/stat": "7 (a) b (c) S 3" + rest,
		"proc/8/stat": "8 (broken) S 3",
		"proc/net/x":  "",
	}.host(t))
	want := activity{cpus: 2, total: 18_450_000, idle: 16_140_000, stolen: 110_000, processes: map[int]processActivity{
		7: {name: "a) b (c", parent: 3, startedAt: 12345, usedUs: 3_000_000},
	}}
	if diff := cmp.Diff(want, read, cmp.AllowUnexported(activity{}, processActivity{})); diff != "" {
		t.Error(diff)
	}
}

func TestOtherLoad(t *testing.T) {
	const own = 50
	agent := map[int]processActivity{own: {name: "agent", parent: 1, usedUs: 4}, 51: {name: "server", parent: own, usedUs: 80}, 52: {name: "worker", parent: 51, usedUs: 16}}
	with := func(more map[int]processActivity) map[int]processActivity {
		for pid, process := range agent {
			more[pid] = process
		}
		return more
	}
	node := func(us int64) map[int]processActivity {
		return map[int]processActivity{10: {name: "node", parent: 1, startedAt: 5, usedUs: 1000 + us}}
	}
	unit := tree{"run/systemd/system/x": "", "proc/10/cgroup": "0::/system.slice/postgresql@18-main.service"}
	for _, c := range []struct {
		name         string
		files        tree
		busy, stolen int64
		processes    map[int]processActivity
		want         []Finding
	}{
		{"only ours", nil, 100, 0, with(map[int]processActivity{}), fine("other-load", "Over 1.0 s other work used 0 % of this host's CPU time.")},
		{"a little", nil, 108, 0, with(node(8)), fine("other-load", "Over 1.0 s other work used 2.0 % of this host's CPU time.")},
		{"a process", nil, 140, 0, with(node(40)), one("other-load", Warning, "Over 1.0 s other work used 10 % of this host's CPU time: node (pid 10) 10 %.", "ps -o pid,user,etime,args -p 10  # what they are")},
		{"a service", unit, 140, 0, with(node(40)), one("other-load", Warning, "Over 1.0 s other work used 10 % of this host's CPU time: node (pid 10) 10 %.", "sudo systemctl stop postgresql@18-main.service")},
		{"a service that people sign in by", unit.with(tree{"proc/10/cgroup": "0::/system.slice/ssh.service"}), 140, 0, with(node(40)),
			one("other-load", Warning, "Over 1.0 s other work used 10 % of this host's CPU time: node (pid 10) 10 %.", "ps -o pid,user,etime,args -p 10  # what they are")},
		{"two, one of them new, its number used before", nil, 350, 0, map[int]processActivity{
			10: {name: "ev\x1b[31mil", parent: 1, startedAt: 99, usedUs: 50}, 11: {name: "make", parent: 1, usedUs: 300}},
			one("other-load", Problem, `Over 1.0 s other work used 88 % of this host's CPU time: make (pid 11) 75 % and "ev?[31mil" (pid 10) 12 %.`, "ps -o pid,user,etime,args -p 11,10  # what they are")},
		{"most of it ended", nil, 200, 0, node(40), one("other-load", Problem, "Over 1.0 s other work used 50 % of this host's CPU time: node (pid 10) 10 %; the rest was spread, or used by processes that ended.", "ps -o pid,user,etime,args -p 10  # what they are")},
		{"none that can be seen", nil, 80, 0, map[int]processActivity{}, one("other-load", Warning, "Over 1.0 s other work used 20 % of this host's CPU time, and no process that can be seen from here much of it.", "")},
	} {
		before, later := after(c.busy, c.stolen, c.processes)
		used, ok := usedBetween(before, later, own)
		used.span = time.Second
		if diff := cmp.Diff(c.want, judgeOtherLoad(c.files.host(t), used)); diff != "" || !ok {
			t.Errorf("%s: %v %s", c.name, ok, diff)
		}
	}
}

func TestSteal(t *testing.T) {
	before, later := after(0, 4, nil)
	used, _ := usedBetween(before, later, 1)
	used.span = time.Second
	if diff := cmp.Diff(fine("steal", "Over 1.0 s the hypervisor gave 1.0 % of this host's CPU time to others."), judgeSteal(used)); diff != "" {
		t.Error(diff)
	}
	before, later = after(0, 40, nil)
	used, _ = usedBetween(before, later, 1)
	used.span = 2 * time.Second
	if diff := cmp.Diff(one("steal-high", Warning, "Over 2.0 s the hypervisor gave 10 % of this host's CPU time to others: nothing on this host can change that; figures are worth more on a host of its own.", ""), judgeSteal(used)); diff != "" {
		t.Error(diff)
	}
	if used.other != 0 {
		t.Errorf("what was stolen counts as other load: %f", used.other)
	}
}

func TestOneBusyCoreOfManyIsNamed(t *testing.T) {
	used := use{cpus: 128, span: time.Second, other: 0.0078, processes: []processUse{{"spin", 7, 0.0078}, {"idle", 8, 0.001}}}
	const want = "Over 1.0 s other work used 0.8 % of this host's CPU time: spin (pid 7) 0.8 %."
	if got := judgeOtherLoad(host{kernel.At(t.TempDir())}, used); got[0].Sentence != want {
		t.Errorf("%+v", got)
	}
}

// ofAgent is what the agent asks about itself.
var ofAgent = Config{ConfigurationFile: ConfigurationFile{OfAgent: true}}

func TestCPULimit(t *testing.T) {
	four := tree{online: "0-3"}
	const docker = "A control group limits the agent and what it starts to 1.5 of 4 CPUs, as for a container that was started with a limit of CPUs; start it without one."
	none := fine("cpu-limit", "No control group limits the agent and what it starts to less than 4 CPUs.")
	try(t, cpuLimit,
		checkCase{"no groups", four, ofAgent, none},
		checkCase{"no limit", four.with(tree{"proc/self/cgroup": "0::/a", "sys/fs/cgroup/a/cpu.max": "max 100000"}), ofAgent, none},
		checkCase{"more than there are", four.with(tree{"proc/self/cgroup": "0::/a", "sys/fs/cgroup/a/cpu.max": "800000 100000"}), ofAgent, none},
		checkCase{"a container", four.with(tree{"proc/self/cgroup": "0::/", "sys/fs/cgroup/cpu.max": "150000 100000"}), ofAgent, one("cpu-limited", Warning, docker, "")},
		checkCase{"a container, version 1", four.with(tree{"proc/self/cgroup": "4:memory:/x\n2:cpu,cpuacct:/docker/5", "sys/fs/cgroup/cpu,cpuacct/docker/5/cpu.cfs_quota_us": "150000",
			"sys/fs/cgroup/cpu,cpuacct/docker/5/cpu.cfs_period_us": "100000", "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us": "-1"}), ofAgent, one("cpu-limited", Warning, docker, "")},
		checkCase{"the slice above the service", four.with(tree{"proc/self/cgroup": "0::/bench.slice/agent.service", "sys/fs/cgroup/bench.slice/agent.service/cpu.max": "300000 100000",
			"sys/fs/cgroup/bench.slice/cpu.max": "200000 100000"}), ofAgent, one("cpu-limited", Warning,
			"A control group limits the agent and what it starts to 2 of 4 CPUs (bench.slice).", "sudo systemctl set-property --runtime bench.slice CPUQuota=")},
	)
}

func TestCPUMask(t *testing.T) {
	status := func(cpus string) tree {
		return tree{online: "0-7", "proc/self/status": "Name:\tagent\nCpus_allowed_list:\t" + cpus}
	}
	const some = "The agent may use only CPUs 2-3 of 0-7, and so may what it starts"
	widen := func(to string) string { return fmt.Sprintf("sudo taskset -apc %s %d", to, os.Getpid()) }
	group := func(cpus string) tree {
		return tree{"proc/self/cgroup": "0::/bench.slice/agent.service", "sys/fs/cgroup/bench.slice/cpuset.cpus.effective": cpus, "sys/fs/cgroup/cpuset.cpus.effective": "0-7"}
	}
	try(t, cpuMask,
		checkCase{"all", status("0-7"), ofAgent, nil},
		checkCase{"some", status("2-3"), ofAgent, one("cpu-confined", Warning, some+".", widen("0-7"))},
		checkCase{"all that its group has", status("2-3").with(group("2-3")), ofAgent, one("cpu-confined", Warning, some+": its control group has no others (cpuset).", "")},
		checkCase{"some of those that its group has", status("2-3").with(group("0-3")), ofAgent, one("cpu-confined", Warning, some+".", widen("0-3"))},
		checkCase{"all of a group of version 1", status("2-3").with(tree{"proc/self/cgroup": "5:cpuset:/docker/5\n1:name=systemd:/docker/5", "sys/fs/cgroup/cpuset/cpuset.effective_cpus": "2-3"}), ofAgent,
			one("cpu-confined", Warning, some+": its control group has no others (cpuset).", "")},
		checkCase{"a group that has all", status("2-3").with(group("0-7")), ofAgent, one("cpu-confined", Warning, some+".", widen("0-7"))},
		checkCase{"not readable", tree{online: "0-7"}, ofAgent, nil})
}

func TestNiceLevel(t *testing.T) {
	pid := os.Getpid()
	process := func(nice, session int, grouping string) tree {
		return tree{
			fmt.Sprintf("proc/%d/stat", pid):          fmt.Sprintf("%d (agent) S 1 1 1 0 -1 4194304 0 0 0 0 1 1 0 0 %d %d 9 0 100 0 50 0", pid, 20+nice, nice),
			"proc/self/autogroup":                     fmt.Sprintf("/autogroup-71 nice %d", session),
			"proc/self/cgroup":                        "0::/user.slice/session.scope",
			"proc/sys/kernel/sched_autogroup_enabled": grouping,
		}
	}
	const inherited = ", as have the target and the load generator that it starts: "
	level := func(before string) Finding {
		return Finding{"nice-level", Warning, "The agent has nice level 10" + inherited + before + " gets CPU time before them.", fmt.Sprintf("sudo renice -n 0 -p $(ls /proc/%d/task)", pid)}
	}
	session := Finding{"nice-session", Note, "The scheduler groups by session, and the session of the agent has nice level -5" + inherited + "they get CPU time before other work, which a server elsewhere may not.",
		fmt.Sprintf("echo 0 | sudo tee /proc/%d/autogroup > /dev/null", pid)}
	plain := fine("nice-level", "The agent has nice level 0, and so have the target and the load generator that it starts.")
	try(t, niceLevel,
		checkCase{"neither", process(0, 0, "1"), ofAgent, plain},
		checkCase{"both", process(10, -5, "1"), ofAgent, []Finding{level("other work of its session"), session}},
		checkCase{"grouping is off", process(10, -5, "0"), ofAgent, []Finding{level("other work")}},
		checkCase{"a group of its own is weighed in the place of the session", process(0, -5, "1").with(tree{"sys/fs/cgroup/user.slice/cpu.weight": "100"}), ofAgent, plain},
		checkCase{"a level weighs within a group of its own alone", process(10, 0, "0").with(tree{"sys/fs/cgroup/user.slice/cpu.weight": "100"}), ofAgent, []Finding{level("other work of its control group")}},
		checkCase{"the group of a container, which is the root that it sees", process(0, -5, "1").with(tree{"proc/self/cgroup": "0::/", "sys/fs/cgroup/cpu.weight": "100"}), ofAgent, plain},
		checkCase{"not readable", tree{}, ofAgent, nil},
	)
}

func TestPermissions(t *testing.T) {
	status := func(user int, capabilities uint64) tree {
		return tree{"proc/self/status": fmt.Sprintf("Uid:\t%d\t%d\t%d\t%d\nGid:\t7\t7\t7\t7\nCapEff:\t%016x", user, user, user, user, capabilities)}
	}
	const all, netAdmin = 1<<1 | 1<<12 | 1<<23 | 1<<24, 1 << 12
	systemd := tree{"run/systemd/system/x": ""}
	container := contained.with(tree{".dockerenv": ""})
	unseen := Finding{"services-unseen", Note, "Services of the host such as irqbalance cannot be seen from this container, so that runs cannot stop them.", ""}
	const rest = "lacks CAP_DAC_OVERRIDE (root's files in /sys and /proc/irq: interrupt affinity, steering masks, governor, turbo and huge pages), " +
		"CAP_SYS_NICE (the CPU set of a target that runs as another user) and CAP_SYS_RESOURCE (more open files than the hard limit). " +
		"It measures all the same, and reports settings that need it as not changeable."
	paused := Finding{"services", OK, "There is no systemd: processes of services such as irqbalance are paused in place of being stopped.", ""}
	try(t, permissions,
		checkCase{"root under systemd", systemd.with(status(0, all)), ofAgent, append(fine("permissions", "The agent is root and has the capabilities for every setting of tuning."),
			fine("services", "The agent may have systemd stop services such as irqbalance, and start them again.")...)},
		checkCase{"the unit without its rule", systemd.with(status(990, all)), ofAgent, append(fine("permissions", "The agent has the capabilities for every setting of tuning; sysctls outside of net need root all the same."),
			one("services-forbidden", Note, "The agent may not have systemd stop services such as irqbalance: it is not root, and there is no polkit rule for its user.",
				"sudo install -m 0644 millionrps-agent.rules /etc/polkit-1/rules.d/50-millionrps-agent.rules  # from agent/systemd, for the unit's user millionrps-agent")...)},
		checkCase{"by hand", seen.with(status(1000, netAdmin)), Config{ConfigurationFile: ofAgent.ConfigurationFile, Program: []string{"/opt/my agent", "run", "--url", "http://10.0.0.5:3000"}}, append(one("permissions-missing", Warning, "The agent "+rest,
			"sudo setpriv --reuid=1000 --regid=7 --init-groups --inh-caps=+net_admin,+dac_override,+sys_nice,+sys_resource --ambient-caps=+net_admin,+dac_override,+sys_nice,+sys_resource -- '/opt/my agent' run --url http://10.0.0.5:3000"), paused)},
		checkCase{"another unit", systemd.with(status(1000, netAdmin)).with(tree{"proc/self/cgroup": "0::/system.slice/bench.service"}), ofAgent, append(one("permissions-missing", Warning, "The agent "+rest,
			`sudo mkdir -p /etc/systemd/system/bench.service.d && printf '[Service]\n%s=CAP_NET_ADMIN CAP_DAC_OVERRIDE CAP_SYS_NICE CAP_SYS_RESOURCE\n' AmbientCapabilities CapabilityBoundingSet | sudo tee /etc/systemd/system/bench.service.d/capabilities.conf > /dev/null && sudo systemctl daemon-reload && sudo systemctl restart bench.service`),
			judgeServices(nil, true, subject{name: "The agent"}, "")...)},
		checkCase{"a container's root", seen.with(status(0, netAdmin)), ofAgent, append(one("permissions-missing", Warning, "The agent is root, but confined (a container, or a bounding set): it "+rest+" Only what started it (a container, a virtual machine, a session) can grant that.", ""), paused)},
		checkCase{"root of docker", container.with(status(0, netAdmin)), ofAgent, append(one("permissions-missing", Warning, "The agent is root, but confined (a container, or a bounding set): it "+rest,
			"docker run --cap-add=DAC_OVERRIDE --cap-add=SYS_NICE --cap-add=SYS_RESOURCE IMAGE  # where it is started: IMAGE and its other options as before"), unseen)},
		checkCase{"a user of docker", container.with(status(1000, netAdmin)), ofAgent, append(one("permissions-missing", Warning, "The agent "+rest,
			"docker run --user 0 --cap-add=DAC_OVERRIDE --cap-add=SYS_NICE --cap-add=SYS_RESOURCE IMAGE  # where it is started: IMAGE and its other options as before"), unseen)},
		checkCase{"a user of podman", seen.with(status(1000, netAdmin)).with(tree{"run/.containerenv": ""}), Config{ConfigurationFile: ofAgent.ConfigurationFile, Program: []string{"/agent"}}, append(one("permissions-missing", Warning, "The agent "+rest,
			"podman run --cap-add=DAC_OVERRIDE --cap-add=SYS_NICE --cap-add=SYS_RESOURCE IMAGE  # where it is started: IMAGE and its other options as before"), paused)},
	)
	if len(privileges.Capabilities) != 4 {
		t.Error("the sentences above do not name every capability")
	}
}

func TestTheWorstComesFirstAndEveryMendIsOneLine(t *testing.T) {
	report := Examine(t.Context(), Config{Root: "../../testdata/virtio-2cpu", Span: time.Millisecond, DataFolder: "/nowhere", NICs: []NIC{{Name: "eth0", RxQueues: 1, QueuesMax: 1}}})
	weight, codes := 9, map[string]bool{}
	for _, finding := range report.Findings {
		if finding.Severity.weight() > weight {
			t.Errorf("%s comes after less", finding.Code)
		}
		weight, codes[finding.Code] = finding.Severity.weight(), true
		if finding.Sentence == "" || !strings.HasSuffix(finding.Sentence, ".") || strings.Contains(finding.Sentence+finding.Mend, "\n") || finding.Severity == OK && finding.Mend != "" {
			t.Errorf("%+v", finding)
		}
	}
	for _, code := range []string{"irqbalance", "cpu-governor", "nic-queues", "memory", "conntrack", "wrk-missing", "permissions-missing", "other-load-unknown"} {
		if !codes[code] {
			t.Errorf("%s was not looked at: %v", code, codes)
		}
	}
}

func TestWithoutTimeTheCPUsAreNotJudged(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	want := one("other-load-unknown", Note, "Other load was not measured: there was no time to watch the CPUs.", "")
	if diff := cmp.Diff(want, watch(ctx, host{}, time.Hour, activity{})); diff != "" {
		t.Error(diff)
	}
}

func TestThisMachineIsExaminedWithinItsTime(t *testing.T) {
	began := time.Now()
	report := Examine(t.Context(), Config{Root: "/", Span: 300 * time.Millisecond, NICs: []NIC{{Name: "lo", RxQueues: 1}}, DataFolder: t.TempDir()})
	if took := time.Since(began); took > 3*time.Second || len(report.Findings) < 20 {
		t.Errorf("%d findings in %v", len(report.Findings), took)
	}
}
