package doctor

import (
	"fmt"
	"testing"
)

func TestIrqbalance(t *testing.T) {
	running := seen.with(tree{"proc/812/comm": "irqbalance"})
	const sentence = "irqbalance runs (pid 812) and moves interrupts to other CPUs in the middle of a measurement; stop it, or let the run stop it and start it again."
	try(t, irqbalance,
		checkCase{"in a container", contained, Config{}, one("irqbalance-unknown", Note,
			"Whether irqbalance runs cannot be seen from this container; it would move interrupts in the middle of a measurement.", "")},
		checkCase{"a container's own", running.with(contained), Config{}, one("irqbalance-running", Warning, sentence, "sudo kill 812")},
		checkCase{"absent", seen, Config{}, fine("irqbalance", "irqbalance does not run: interrupts stay where they are put.")},
		checkCase{"under systemd", running.with(tree{"run/systemd/system/x": ""}), Config{}, one("irqbalance-running", Warning, sentence, "sudo systemctl stop irqbalance")},
		checkCase{"started by hand", running, Config{}, one("irqbalance-running", Warning, sentence, "sudo kill 812")},
	)
}

func TestGovernor(t *testing.T) {
	const mend = "echo performance | sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor > /dev/null"
	const follows = ": the clock follows the load, so the first seconds and light steps are measured at lower speeds."
	// Each is of a CPU: its governor and its driver.
	cpus := func(of map[int][2]string) tree {
		files := tree{}
		for cpu, words := range of {
			folder := fmt.Sprintf("sys/devices/system/cpu/cpu%d/cpufreq/", cpu)
			files[folder+"scaling_governor"], files[folder+"scaling_driver"] = words[0], words[1]
		}
		return files
	}
	both := func(governor, driver string) tree {
		return cpus(map[int][2]string{0: {governor, driver}, 1: {governor, driver}})
	}
	try(t, governor,
		checkCase{"none", tree{}, Config{}, fine("cpu-governor", "The kernel does not set the CPUs' clock speed here; firmware or a hypervisor does.")},
		checkCase{"performance", both("performance", "acpi-cpufreq"), Config{}, fine("cpu-governor", "The CPU governor is performance on CPUs 0-1.")},
		checkCase{"powersave of CPUs that choose", both("powersave", "intel_pstate"), Config{}, one("cpu-governor-not-performance", Warning, "The CPU governor is powersave on CPUs 0-1"+follows, mend)},
		checkCase{"powersave of AMD's CPUs that choose", both("powersave", "amd-pstate-epp"), Config{}, one("cpu-governor-not-performance", Warning, "The CPU governor is powersave on CPUs 0-1"+follows, mend)},
		checkCase{"powersave of the kernel", both("powersave", "intel_cpufreq"), Config{}, one("cpu-governor-not-performance", Warning,
			"The CPU governor is powersave on CPUs 0-1: they stay at their lowest speed, whatever the load.", mend)},
		checkCase{"userspace", both("userspace", "acpi-cpufreq"), Config{}, one("cpu-governor-not-performance", Note,
			"The CPU governor is userspace on CPUs 0-1: they stay at the speed that a program set, whatever the load.", mend)},
		checkCase{"mixed", cpus(map[int][2]string{0: {"performance", "acpi-cpufreq"}, 2: {"powersave", "acpi-cpufreq"}, 10: {"powersave", "acpi-cpufreq"},
			3: {"schedutil", "acpi-cpufreq"}, 4: {"ondemand", "acpi-cpufreq"}}), Config{}, []Finding{
			{"cpu-governor", OK, "The CPU governor is performance on CPUs 0.", ""},
			{"cpu-governor-not-performance", Warning, "The CPU governor is ondemand on CPUs 4 and schedutil on CPUs 3" + follows, mend},
			{"cpu-governor-not-performance", Warning, "The CPU governor is powersave on CPUs 2,10: they stay at their lowest speed, whatever the load.", mend}}},
	)
}

func TestTurbo(t *testing.T) {
	const pstate, boost = "sys/devices/system/cpu/intel_pstate/no_turbo", "sys/devices/system/cpu/cpufreq/boost"
	const on = "Turbo is on: the clock depends on heat and on how many cores are busy. Off, figures are lower and steadier."
	off := one("cpu-turbo-off", Note, "Turbo is off: figures are steadier, and lower than these CPUs can reach.", "")
	try(t, turbo,
		checkCase{"no switch", tree{}, Config{}, fine("cpu-turbo", "The kernel has no switch for turbo here.")},
		checkCase{"intel_pstate on", tree{pstate: "0"}, Config{}, one("cpu-turbo-on", Note, on, "echo 1 | sudo tee /"+pstate+" > /dev/null")},
		checkCase{"intel_pstate off", tree{pstate: "1"}, Config{}, off},
		checkCase{"boost on", tree{boost: "1"}, Config{}, one("cpu-turbo-on", Note, on, "echo 0 | sudo tee /"+boost+" > /dev/null")},
		checkCase{"boost off", tree{boost: "0"}, Config{}, off},
	)
}

func TestOpenFiles(t *testing.T) {
	limits := func(soft, hard string) tree {
		return tree{"proc/self/limits": "Limit                     Soft Limit           Hard Limit           Units\n" +
			"Max processes             1                    2                    processes\nMax open files            " + soft + "   " + hard + "   files", "proc/sys/fs/nr_open": "1048576"}
	}
	const relogin = `printf '%s - nofile 1048576\n' '*' root | sudo tee /etc/security/limits.d/90-millionrps.conf > /dev/null  # then log in and start the agent again`
	try(t, openFiles,
		checkCase{"plenty", limits("1048576", "1048576"), Config{}, fine("open-files", "A program that is started here may open 1,048,576 files.")},
		checkCase{"a low soft limit", limits("1024", "524288"), Config{}, one("open-files-low", Warning,
			"A program that is started here may open 1,024 files, or 524,288 when it raises its limit itself, as autocannon and Go programs do and wrk does not.",
			"ulimit -n 524288  # in the shell that then starts the agent")},
		checkCase{"a low hard limit", limits("20000", "20000"), Config{}, one("open-files-low", Warning,
			"A program that is started here may open 20,000 files: a step of more connections than that fails.", relogin)},
		checkCase{"too few for anything", limits("1024", "1024"), Config{}, one("open-files-low", Problem,
			"A program that is started here may open 1,024 files: steps of more than about 922 connections fail.", relogin)},
		checkCase{"unlimited under a low ceiling", limits("unlimited", "unlimited").with(tree{"proc/sys/fs/nr_open": "65536"}), Config{}, append(
			fine("open-files", "A program that is started here may open any number of files."),
			Finding{"open-files-ceiling-low", Warning, "No limit of open files can be raised above fs.nr_open, which is 65,536.", "sudo sysctl -w fs.nr_open=1048576"})},
		checkCase{"unreadable", tree{"proc/self/limits": "Max open files many"}, Config{}, one("open-files-unknown", Note, "The limit of open files could not be read from /proc/self/limits.", "")},
	)
}

func TestListenQueues(t *testing.T) {
	const somaxconn, backlog, cookies = "proc/sys/net/core/somaxconn", "proc/sys/net/ipv4/tcp_max_syn_backlog", "proc/sys/net/ipv4/tcp_syncookies"
	try(t, listenQueues,
		checkCase{"as kernels have it today", tree{somaxconn: "4096", backlog: "256", cookies: "1"}, Config{}, append(fine("somaxconn", "net.core.somaxconn is 4,096."),
			fine("syn-backlog", "net.ipv4.tcp_max_syn_backlog drops nothing here: it does so only where net.ipv4.tcp_syncookies is 0.")...)},
		checkCase{"without cookies", tree{somaxconn: "4096", backlog: "1024", cookies: "0"}, Config{},
			append(fine("somaxconn", "net.core.somaxconn is 4,096."), fine("syn-backlog", "net.ipv4.tcp_max_syn_backlog is 1,024.")...)},
		checkCase{"small", tree{somaxconn: "128", backlog: "256", cookies: "0"}, Config{}, []Finding{
			{"somaxconn-low", Warning, "net.core.somaxconn is 128: of more connections that arrive together and are not accepted yet than that, some are dropped and tried again a second later.", "sudo sysctl -w net.core.somaxconn=4096"},
			{"syn-backlog-low", Warning, "net.ipv4.tcp_max_syn_backlog is 256: of more handshakes that are under way together than that, some are dropped and tried again a second later.", "sudo sysctl -w net.ipv4.tcp_max_syn_backlog=4096"},
		}},
		checkCase{"unreadable", tree{}, Config{}, append(one("somaxconn-unknown", Note, "net.core.somaxconn cannot be read here.", ""),
			one("syn-backlog-unknown", Note, "net.ipv4.tcp_syncookies cannot be read here.", "")...)},
	)
}

func TestTools(t *testing.T) {
	both := func(autocannon, wrk string) Config {
		return Config{Tools: []Tool{{"autocannon", autocannon}, {"wrk", wrk}}}
	}
	const npm, apt = "sudo npm install --global autocannon@latest", "sudo apt-get install wrk"
	noAutocannon := Finding{"autocannon-missing", Note, "autocannon was not found: no load can come from this host with it.", npm}
	debian := tree{"etc/os-release": "NAME=x\nID=debian"}
	const built = "git clone --depth 1 --branch 4.2.0 https://github.com/wg/wrk && make -C wrk && sudo install wrk/wrk /usr/local/bin  # needs git, gcc, make, perl and unzip"
	try(t, tools,
		checkCase{"where there may be no package", tree{"etc/os-release": `ID="amzn"` + "\n" + `ID_LIKE="fedora"`}, both("9.0.1", ""), []Finding{
			{"autocannon", OK, "autocannon is 9.0.1.", ""}, {"wrk-silent", Warning, "wrk does not say its version, so it is not offered to runs.", built}}},
		checkCase{"both", debian, both("9.0.1", "4.1.0-3+b2"), append(fine("autocannon", "autocannon is 9.0.1."), fine("wrk", "wrk is 4.1.0-3+b2.")...)},
		checkCase{"old", debian, both("7.15.0", "4.0.2"), []Finding{
			{"autocannon-old", Warning, "autocannon is 7.15.0; nothing before 9.0.0 was checked.", npm},
			{"wrk-old", Warning, "wrk is 4.0.2; nothing before 4.1.0 was checked.", apt}}},
		checkCase{"one says nothing, two-digit numbers", debian, both("10.0.0", ""), []Finding{
			{"autocannon", OK, "autocannon is 10.0.0.", ""},
			{"wrk-silent", Warning, "wrk does not say its version, so it is not offered to runs.", apt}}},
		checkCase{"one", debian, Config{Tools: []Tool{{"wrk", "4.2"}}}, append([]Finding{noAutocannon}, fine("wrk", "wrk is 4.2.")...)},
		checkCase{"others, by which load can come from it all the same", debian, Config{Tools: []Tool{{"volley", "0.1.0"}, {"vegeta", "12.13.0"}, {"k6", ""}}}, []Finding{
			noAutocannon, {"wrk-missing", Note, "wrk was not found: no load can come from this host with it.", apt},
			{"volley", OK, "volley is 0.1.0.", ""}, {"vegeta", OK, "vegeta is 12.13.0.", ""},
			{"k6-silent", Warning, "k6 does not say its version, so it is not offered to runs.", ""}}},
	)
}

func TestAPackageIsInstalledAsTheDistributionDoes(t *testing.T) {
	for release, want := range map[string]string{
		"ID=debian": "sudo apt-get install chrony",
		"ID=linuxmint\nID_LIKE=\"ubuntu debian\"":     "sudo apt-get install chrony",
		"ID=\"rhel\"\nID_LIKE=\"fedora\"":             "sudo yum install chrony",
		"ID=\"amzn\"\nID_LIKE=\"centos rhel fedora\"": "sudo yum install chrony",
		"ID='opensuse-leap'\nID_LIKE='suse opensuse'": "sudo zypper install chrony",
		"ID=arch":     "sudo pacman -S chrony",
		"ID=alpine":   "sudo apk add chrony",
		"ID=plan9":    "",
		"NAME=debian": "",
	} {
		h := tree{"etc/os-release": release}.host(t)
		if got := h.install("chrony"); got != want {
			t.Errorf("%s: %q, want %q", release, got, want)
		}
	}
}

func TestHugePages(t *testing.T) {
	const file = "sys/kernel/mm/transparent_hugepage/enabled"
	try(t, hugePages,
		checkCase{"madvise", tree{file: "always [madvise] never"}, Config{}, fine("huge-pages", "Transparent huge pages are set to madvise.")},
		checkCase{"none", tree{}, Config{}, fine("huge-pages", "The kernel has no transparent huge pages.")},
		checkCase{"always", tree{file: "[always] madvise never"}, Config{}, one("huge-pages-always", Note,
			"Transparent huge pages are on for every program (always): memory is faster, with a pause now and then while the kernel makes room for one.",
			"echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled > /dev/null")},
	)
}

func TestMemory(t *testing.T) {
	meminfo := func(availableMiB, swapMiB, swapFreeMiB int) tree {
		return tree{"proc/meminfo": fmt.Sprintf("MemTotal: %d kB\nMemAvailable: %d kB\nSwapTotal: %d kB\nSwapFree: %d kB", 10_240<<10, availableMiB<<10, swapMiB<<10, swapFreeMiB<<10)}
	}
	const biggest = "ps -eo pid,rss,comm --sort=-rss | head  # what uses it"
	noSwap := Finding{"swap", OK, "There is no swap.", ""}
	plenty := Finding{"memory", OK, "8.0 GiB of 10 GiB of memory are available.", ""}
	try(t, memory,
		checkCase{"plenty", meminfo(8192, 0, 0), Config{}, []Finding{plenty, noSwap}},
		checkCase{"low", meminfo(512, 0, 0), Config{}, []Finding{{"memory-low", Warning, "512 MiB of 10 GiB of memory are available.", biggest}, noSwap}},
		checkCase{"hardly any", meminfo(100, 0, 0), Config{}, []Finding{
			{"memory-low", Problem, "100 MiB of 10 GiB of memory are available: the kernel may kill the target or the load generator.", biggest}, noSwap}},
		checkCase{"swap unused", meminfo(8192, 1024, 1024), Config{}, []Finding{plenty, {"swap", OK, "None of 1.0 GiB of swap is in use.", ""}}},
		checkCase{"swap in use", meminfo(8192, 1024, 824), Config{}, []Finding{plenty,
			{"swap-in-use", Note, "200 MiB of 1.0 GiB of swap are in use: what was moved there is slow the first time it is needed.", "sudo swapoff -a && sudo swapon -a"}}},
		checkCase{"swap that memory cannot hold", meminfo(1536, 4096, 2048), Config{}, []Finding{{"memory", OK, "1.5 GiB of 10 GiB of memory are available.", ""},
			{"swap-in-use", Warning, "2.0 GiB of 4.0 GiB of swap are in use: what was moved there is slow the first time it is needed, and there is not enough memory left to bring it back.", ""}}},
		checkCase{"unreadable", tree{"proc/meminfo": "MemTotal: lots"}, Config{}, one("memory-unknown", Note, "What memory is left cannot be read from /proc/meminfo.", "")},
	)
}

func TestMitigations(t *testing.T) {
	const folder = "sys/devices/system/cpu/vulnerabilities/"
	try(t, mitigations,
		checkCase{"none needed", tree{folder + "meltdown": "Not affected"}, Config{}, fine("mitigations", "The kernel knows of no CPU vulnerability that it has to mitigate here.")},
		checkCase{"on", tree{folder + "meltdown": "Mitigation: PTI", folder + "retbleed": "Mitigation: IBRS", folder + "srbds": "Not affected"}, Config{},
			one("mitigations", Note, "2 CPU mitigations on, some of which cost time at system calls: meltdown, retbleed.", "")},
		checkCase{"switched off", tree{folder + "meltdown": "Vulnerable", "proc/cmdline": "quiet mitigations=off"}, Config{},
			one("mitigations", Note, "1 CPU vulnerability not mitigated: meltdown (mitigations=off).", "")},
	)
}

func TestSoftirqAccounting(t *testing.T) {
	const bills = "The kernel bills softirq time to whichever program it interrupts (%s): CPU per request includes some of it, and softirq shares are too low."
	try(t, softirqAccounting,
		checkCase{"yes", nil, Config{SoftirqAccountedApart: "yes"}, fine("softirq-accounting", "The kernel measures softirq time apart from the programs that it interrupts.")},
		checkCase{"not built", nil, Config{SoftirqAccountedApart: "no"}, one("softirq-not-accounted", Note, fmt.Sprintf(bills, "its configuration lacks CONFIG_IRQ_TIME_ACCOUNTING"), "")},
		checkCase{"switched off", tree{"proc/cmdline": "tsc=noirqtime"}, Config{SoftirqAccountedApart: "no"}, one("softirq-not-accounted", Note, fmt.Sprintf(bills, "it was started with tsc=noirqtime"), "")},
		checkCase{"unknown", nil, Config{SoftirqAccountedApart: "unknown"}, one("softirq-accounting-unknown", Note,
			"Whether the kernel measures softirq time apart is not known: its configuration cannot be read here.", "")},
	)
}

func TestPower(t *testing.T) {
	laptop := func(plugged, status string) tree {
		return tree{"sys/class/power_supply/AC/type": "Mains", "sys/class/power_supply/AC/online": plugged,
			"sys/class/power_supply/BAT0/type": "Battery", "sys/class/power_supply/BAT0/status": status, "sys/class/power_supply/BAT0/capacity": "63"}
	}
	try(t, power,
		checkCase{"none", tree{}, Config{}, fine("power", "There is no battery.")},
		checkCase{"a mouse's", tree{"sys/class/power_supply/m/type": "Battery", "sys/class/power_supply/m/scope": "Device", "sys/class/power_supply/m/status": "Discharging"}, Config{}, fine("power", "There is no battery.")},
		checkCase{"plugged in", laptop("1", "Charging"), Config{}, fine("power", "The host is plugged in; its battery is at 63 %.")},
		checkCase{"on battery", laptop("0", "Discharging"), Config{}, one("power-battery", Warning, "The host runs on its battery (63 %), at the speeds that its firmware allows then; plug it in.", "")},
	)
}

func TestDataFolder(t *testing.T) {
	const gib = int64(1 << 30)
	for _, c := range []struct {
		free, total int64
		want        []Finding
	}{
		{100 * gib, 200 * gib, fine("data-folder", "100 GiB of 200 GiB are free for the data folder /d.")},
		{gib, 10 * gib, fine("data-folder", "1.0 GiB of 10 GiB are free for the data folder /d.")},
		{gib, 200 * gib, one("data-folder-filling", Warning, "1.0 GiB of 200 GiB are free for the data folder /d.", "sudo du -xh --max-depth=2 /d | sort -h | tail  # what uses it")},
		{gib / 8, gib, one("data-folder-full", Problem, "128 MiB of 1.0 GiB are free for the data folder /d: what is measured while the API cannot be reached is lost once they are used up.", "sudo du -xh --max-depth=2 /d | sort -h | tail  # what uses it")},
	} {
		try(t, func(host, Config) []Finding { return judgeDataFolder("/d", c.free, c.total) }, checkCase{want: c.want})
	}
	try(t, dataFolder,
		checkCase{"none", nil, Config{}, nil},
		checkCase{"not there", nil, Config{DataFolder: "/data"}, one("data-folder-unknown", Note, "The room that is left for the data folder /data cannot be read: no such file or directory.", "")})
	if found := dataFolder(host{}, Config{DataFolder: t.TempDir()}); len(found) != 1 || found[0].Code == "data-folder-unknown" {
		t.Errorf("a real folder: %+v", found)
	}
}
