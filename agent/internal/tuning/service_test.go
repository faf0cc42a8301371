package tuning

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

func TestProcessesArePausedAndGoOn(t *testing.T) {
	f := virtio(t)
	before := f.state()
	tuner := f.open()
	applied := apply(t, tuner, Request{Wanted: Wanted{StopServices: []string{"irqbalance", "tuned", "irqbalance"}}})
	expectLines(t, applied.Changes, "service/irqbalance: running -> paused, applied", "service/tuned: absent -> absent, unchanged")
	if stat := f.text("/proc/1812/stat"); !strings.Contains(stat, ") T ") {
		t.Error(stat)
	}
	restore(t, f.open()) // another life knows whom to wake
	if diff := cmp.Diff([]string{"1812 stopped (signal)", "1812 continued"}, f.signals); diff != "" {
		t.Error(diff)
	}
	f.expectState(before)
}

// On a busy host a process has no CPU for some time, and is stopped only when it gets one.
func TestAProcessThatStopsLateIsAwaited(t *testing.T) {
	f := virtio(t)
	f.stopsAfter = 50 * time.Millisecond
	tuner := f.open()
	applied := apply(t, tuner, Request{Wanted: Wanted{StopServices: []string{"irqbalance"}}})
	expectLines(t, applied.Changes, "service/irqbalance: running -> paused, applied")
	restore(t, tuner)
}

// One that waits for a dead disk never stops: the tuning goes on, and says so.
func TestAProcessThatNeverStopsIsToldOf(t *testing.T) {
	f := virtio(t)
	f.stopsAfter = time.Hour
	tuner := f.open()
	change := apply(t, tuner, Request{Wanted: Wanted{StopServices: []string{"irqbalance"}}}).Changes[0]
	if change.Status != Differs || change.Reason != "paused was asked, and it reads back as running" {
		t.Errorf("%s: %s", change.Status, change.Reason)
	}
	restore(t, tuner)
}

func TestAPausedProcessIsKnownByItsStart(t *testing.T) {
	f := virtio(t)
	tuner := f.open()
	apply(t, tuner, Request{Wanted: Wanted{StopServices: []string{"irqbalance"}}})
	text := f.text("/proc/1812/stat")
	if err := f.kernel.rootFiles.write("/proc/1812/stat", strings.Replace(text, " 0 7 1000000", " 0 8 1000000", 1)); err != nil {
		t.Fatal(err)
	}
	f.signals = nil
	restored := tuner.Restore()
	if len(f.signals) > 0 || restored.Matches || restored.Mismatches[0] != "service/irqbalance was running and reads paused." {
		t.Errorf("%v, %v", f.signals, restored.Mismatches)
	}
}

func TestAPausedProcessIsWokenThoughAnotherOfItsNameRuns(t *testing.T) {
	f := virtio(t)
	tuner := f.open()
	apply(t, tuner, Request{Wanted: Wanted{StopServices: []string{"irqbalance"}}})
	stat := strings.Replace(strings.Replace(f.text("/proc/1812/stat"), "1812 (", "1900 (", 1), ") T ", ") S ", 1)
	writeNew(t, f, "/proc/1900/stat", stat)
	if drift := tuner.Drift(); len(drift) != 1 || *drift[0].Found != "running" {
		t.Errorf("%v", drift)
	}
	restore(t, tuner)
	if stat := f.text("/proc/1812/stat"); !strings.Contains(stat, ") S ") {
		t.Error(stat)
	}
}

// In a container /proc has the container's processes alone: a service of the host may run all the same.
func TestAServiceThatCannotBeSeenIsUnknown(t *testing.T) {
	f := virtio(t)
	remove(t, f, "/proc/1812")
	if err := os.MkdirAll(f.kernel.Path("/proc/self/ns"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("pid:[4026532561]", f.kernel.Path("/proc/self/ns/pid")); err != nil {
		t.Fatal(err)
	}
	tuner := f.open()
	expectLines(t, f.plan(Request{Wanted: Wanted{StopServices: []string{"irqbalance", "cron"}}}).Changes,
		"service/irqbalance: nil -> paused, not-changeable: whether it runs cannot be seen from this container",
		"service/cron: running -> paused, change")
	if value, known := tuner.Snapshot().Values["service/irqbalance"]; known {
		t.Errorf("the snapshot says %s", value)
	}
}

func TestUnitsOfSystemdAreStoppedAndStarted(t *testing.T) {
	f := virtio(t)
	f.units = map[string]string{"irqbalance": "active", "thermald": "inactive"}
	before := f.state()
	plan := f.plan(Request{Wanted: Wanted{StopServices: []string{"irqbalance", "thermald", "cron", "tuned"}}})
	expectLines(t, plan.Changes, "service/irqbalance: running -> stopped, change", "service/thermald: stopped -> stopped, unchanged",
		"service/cron: running -> paused, change", // no unit of that name, but a process
		"service/tuned: absent -> absent, unchanged")
	tuner := f.open()
	apply(t, tuner, Request{Wanted: Wanted{StopServices: []string{"irqbalance", "cron"}}})
	if drift := tuner.Drift(); len(drift) > 0 {
		t.Errorf("%v", drift)
	}
	restore(t, f.open())
	if diff := cmp.Diff([]string{"stop irqbalance", "1833 stopped (signal)", "start irqbalance", "1833 continued"}, f.signals); diff != "" {
		t.Error(diff)
	}
	f.expectState(before)
}

func FuzzParseProcesses(f *testing.F) {
	f.Add("12@77 13@9")
	f.Add("1@")
	f.Fuzz(func(t *testing.T, text string) {
		if processes, err := parseProcesses(text); err == nil {
			if again, err := parseProcesses(formatProcesses(processes)); err != nil || len(again) != len(processes) {
				t.Errorf("%q: %v, %v", text, again, err)
			}
		}
	})
}

func TestWhomANoteNames(t *testing.T) {
	for _, note := range []string{"x", "1@5", "0@5", "-3@5", "12", "12@", "12@x", "12@5 13", noteUnit} { // never init, never a group
		if processes, err := parseProcesses(note); err == nil {
			t.Errorf("%q names %v", note, processes)
		}
	}
}

func TestALimitAboveTheKernelsMostSaysSo(t *testing.T) {
	f := virtio(t) // fs.nr_open is 1048576
	tuner := f.open()
	tuner.bound.limits = refusedLimits{f}
	change := apply(t, tuner, Request{Wanted: Wanted{OpenFilesLimit: ptr(2_000_000)}}).Changes[0]
	if change.Status != NotChangeable || change.Reason != "no limit may be above fs.nr_open, which is 1048576" {
		t.Errorf("%s: %s", change.Status, change.Reason)
	}
	restore(t, tuner)
}

type refusedLimits struct{ Limits }

func (refusedLimits) SetOpenFiles(unix.Rlimit) error { return unix.EPERM }

func TestErrorsInWords(t *testing.T) {
	for _, test := range []struct {
		key  string
		err  error
		want string
	}{
		{"nic/eth0/mtu", fmt.Errorf("writing: %w", unix.EINVAL), "invalid argument (EINVAL)"},
		{"nic/eth0/mtu", unix.EIO, "the kernel refuses it (EIO)"},
		{"nic/eth0/mtu", unix.EOPNOTSUPP, "the driver does not offer it (EOPNOTSUPP)"},
		{"nic/eth0/irq/x/affinity", unix.EPERM, "the kernel manages this interrupt and keeps its CPUs, or the agent may not move it (EPERM)"},
		{"nic/eth0/irq/x/affinity", errReadOnly, "the kernel manages this interrupt and keeps its CPUs"},
		{"nic/eth0/mtu", goneError{"eth0"}, "eth0 is gone"},
		{"sysctl/vm.swappiness", unix.EACCES, "only root may change it (EACCES): no capability helps"},
		{"sysctl/fs.nr_open", fmt.Errorf("opening: %w", unix.EACCES), "only root may change it (EACCES): no capability helps"},
		{"sysctl/net.core.somaxconn", unix.EACCES, "the agent may not change it (EACCES): it takes root, or the capabilities of the agent's unit file"},
		{"sysctl/vm.swappiness", unix.EROFS, "it is mounted read-only here (EROFS), as in a container"},
		{"x", errors.New("no errno"), "no errno"},
	} {
		if got := inWords(test.key, test.err); got != test.want {
			t.Errorf("%s: %q, want %q", test.key, got, test.want)
		}
	}
}

// cron forks itself for every job: one that began after the journal was written is not in it, and would stay paused for ever.
func TestOnlyProcessesOfTheJournalArePaused(t *testing.T) {
	f := virtio(t)
	newcomer := strings.Replace(f.text("/proc/1833/stat"), "1833 (", "1900 (", 1)
	tuner := f.open()
	positions := 0
	f.crash = func() {
		if positions++; positions == 5 { // before cron is paused: the journal, irqbalance, each before and after
			writeNew(t, f, "/proc/1900/stat", newcomer)
		}
	}
	apply(t, tuner, Request{Wanted: Wanted{StopServices: []string{"irqbalance", "cron"}}})
	restore(t, tuner)
	for _, process := range []string{"1812", "1833", "1900"} {
		if stat := f.text("/proc/" + process + "/stat"); !strings.Contains(stat, ") S ") {
			t.Errorf("still paused: %s", stat)
		}
	}
}

// Root restores from a journal in the folder of the service's user, who could have root pause any process.
func TestANoteReachesNoProcessOfAnotherName(t *testing.T) {
	f := virtio(t)
	tuner := f.open()
	h := tuner.host()
	k, err := h.knob("service/irqbalance", formatProcesses(append(h.processesOf("irqbalance"), h.processesOf("cron")...)))
	if err != nil {
		t.Fatal(err)
	}
	if err := k.write(servicePaused); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"1812 stopped (signal)"}, f.signals); diff != "" {
		t.Error(diff)
	}
}

func TestProcessesOfContainersAreLeftAlone(t *testing.T) {
	f := virtio(t)
	writeNew(t, f, "/proc/1900/stat", strings.Replace(f.text("/proc/1833/stat"), "1833 (", "1900 (", 1))
	writeNew(t, f, "/proc/1900/status", "Name:\tcron\nNSpid:\t1900\t7\n")
	writeNew(t, f, "/proc/1833/status", "Name:\tcron\nNSpid:\t1833\n")
	apply(t, f.open(), Request{Wanted: Wanted{StopServices: []string{"cron"}}})
	if diff := cmp.Diff([]string{"1833 stopped (signal)"}, f.signals); diff != "" {
		t.Error(diff)
	}
}

func TestASystemdThatDoesNotAnswerIsNotPassedBy(t *testing.T) {
	f := virtio(t)
	f.units = map[string]string{"irqbalance": "active"}
	tuner := f.open()
	apply(t, tuner, Request{Wanted: Wanted{StopServices: []string{"irqbalance"}}})
	tuner.bound.systemctl = func(...string) (string, error) { return "", errors.New("no answer") }
	if drift := tuner.Drift(); len(drift) != 1 || drift[0].Found != nil {
		t.Errorf("%v", drift)
	}
	plan, err := tuner.Plan(Request{Wanted: Wanted{StopServices: []string{"cron"}}})
	if err != nil {
		t.Fatal(err)
	}
	if change := plan.Changes[0]; change.Status != NotChangeable || change.Reason != "no answer" {
		t.Errorf("%s %s", change.Status, change.Reason)
	}
}

// TuneD puts its own settings back when it is stopped: one that read as asked is then not as asked any more.
func TestWhatAStoppedServiceUndoesIsSetAgain(t *testing.T) {
	for name, asked := range map[string]Wanted{
		"a setting that read as asked": {Sysctls: []Sysctl{{"net.core.somaxconn", "4096"}}, TransparentHugePages: ptr("madvise")},
		"with queues that are remade":  {Sysctls: []Sysctl{{"net.core.somaxconn", "4096"}}, TransparentHugePages: ptr("madvise"), NICQueues: ptr(5)},
		"a setting that was to change": {Sysctls: []Sysctl{{"net.core.somaxconn", "128"}}, TransparentHugePages: ptr("madvise")},
	} {
		t.Run(name, func(t *testing.T) {
			f := virtio(t)
			f.units = map[string]string{"tuned": "active"}
			f.onService = map[string]func(){
				"stop tuned": func() {
					f.set("/proc/sys/net/core/somaxconn", "128")
					f.set("/sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never")
				},
				"start tuned": func() {
					f.set("/proc/sys/net/core/somaxconn", "4096")
					f.set("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never")
				},
			}
			before := f.state()
			asked.StopServices = []string{"tuned"}
			tuner := f.open()
			applied := apply(t, tuner, Request{Wanted: asked})
			for _, change := range applied.Changes {
				if change.Asked != nil && change.Status != DoneApplied && change.Status != Unchanged {
					t.Errorf("%s: %s %s", change.Key, change.Status, change.Reason)
				}
			}
			somaxconn := find(t, applied.Changes, "sysctl/net.core.somaxconn")
			if value(somaxconn.Before) != "4096" || value(somaxconn.ReadBack) != asked.Sysctls[0].Value {
				t.Errorf("somaxconn was %s and reads %s", value(somaxconn.Before), value(somaxconn.ReadBack))
			}
			if pages := find(t, applied.Changes, "memory/transparent_hugepage"); value(pages.Before) != "madvise" || value(pages.ReadBack) != "madvise" {
				t.Errorf("huge pages were %s and read %s", value(pages.Before), value(pages.ReadBack))
			}
			if drift := tuner.Drift(); len(drift) > 0 {
				t.Errorf("%v", drift)
			}
			restore(t, f.open())
			f.expectState(before)
		})
	}
}
