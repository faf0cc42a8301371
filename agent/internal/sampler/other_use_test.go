package sampler

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// named is run with a name of its own; in ticks of user time.
func (h *processHost) named(pid, parent int, name string, userTicks int) {
	h.forks++
	h.rename(pid, parent, name, userTicks)
	h.countForks()
}

func (h *processHost) rename(pid, parent int, name string, userTicks int) {
	writeFile(h.t, h.statFile(pid), fakeStat(pid, parent, name, 0, userTicks, 0))
}

// usesAfter takes a boundary and answers in CPU seconds, as the time between boundaries is the machine's.
func usesAfter(t *testing.T, s *Sampler) map[string]float64 {
	t.Helper()
	before := s.processes.table.others.sinceUs
	boundary(t, s)
	seconds := float64(s.processes.table.others.sinceUs-before) / 1e6
	uses := map[string]float64{}
	for _, use := range s.OtherUses() {
		uses[use.Name] = math.Round(use.CPUs*seconds*1000) / 1000
	}
	return uses
}

func TestOthersAreNamedByWhatTheyUsedBetweenTwoBoundaries(t *testing.T) {
	host := newProcessHost(t)
	host.named(500, 1, "server", 1000)
	host.named(600, 1, "chromium", 5000)
	host.named(610, 1, "sh", 0)
	s := openFake(t, host.root)
	if err := s.Track("target", 500); err != nil {
		t.Fatal(err)
	}
	boundary(t, s)

	host.rename(500, 1, "server", 1900)   // the target's own
	host.named(601, 600, "chromium", 30)  // one name, however many processes
	host.rename(600, 1, "chromium", 5060) // what it used before is not of this window
	host.rename(610, 1, "cc1 (x)", 45)    // a shell that became another program
	if diff := cmp.Diff(map[string]float64{"chromium": 0.9, "cc1 (x)": 0.45}, usesAfter(t, s)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]float64{}, usesAfter(t, s)); diff != "" {
		t.Error("nothing was used since:", diff)
	}
}

func TestAnotherOfTheNameOfTheTargetIsToldApartByPidAndProgram(t *testing.T) {
	host := newProcessHost(t)
	host.named(500, 1, "server", 1000)
	host.named(600, 1, "server", 0)
	host.named(601, 1, "server", 0)
	host.named(700, 1, "node", 0)
	for pid, program := range map[string]string{"500": "/srv/ours/server", "601": "/opt/old/server", "700": "/usr/bin/node"} {
		if err := os.Symlink(program, filepath.Join(host.root, "proc", pid, "exe")); err != nil {
			t.Fatal(err)
		}
	}
	s := openFake(t, host.root)
	if err := s.Track("target", 500); err != nil {
		t.Fatal(err)
	}
	boundary(t, s)
	host.rename(500, 1, "server", 1900)
	host.rename(600, 1, "server", 20)
	host.rename(601, 1, "server", 60)
	host.rename(700, 1, "node", 50)
	boundary(t, s)
	told := s.OtherUses()
	for i := range told {
		told[i].CPUs = 0
	}
	want := []OtherUse{{Name: "server", PID: 601, Program: "/opt/old/server"}, {Name: "node", PID: 700}}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Error(diff)
	}
}

func TestOthersThatEndedAreNamedByWhatTheyUsedBefore(t *testing.T) {
	host := newProcessHost(t)
	host.named(600, 1, "compiler", 10)
	s := openFake(t, host.root)
	boundary(t, s)
	host.rename(600, 1, "compiler", 50)
	sampleOthers(t, s)
	host.end(600)
	host.forks++
	host.countForks()
	if diff := cmp.Diff(map[string]float64{"compiler": 0.4}, usesAfter(t, s)); diff != "" {
		t.Error(diff)
	}
}

func TestATreeThatIsTrackedNoLongerHasUsedNothingAmongOthers(t *testing.T) {
	host := newProcessHost(t)
	host.named(500, 1, "tool", 0)
	s := openFake(t, host.root)
	if err := s.Track("tool", 500); err != nil {
		t.Fatal(err)
	}
	boundary(t, s)
	host.rename(500, 1, "tool", 300)
	sampleOthers(t, s)
	s.Untrack("tool")
	if diff := cmp.Diff(map[string]float64{}, usesAfter(t, s)); diff != "" {
		t.Error(diff)
	}
}

// sampleOthers reads every process without being a boundary.
func sampleOthers(t *testing.T, s *Sampler) {
	t.Helper()
	s.lock.Lock()
	defer s.lock.Unlock()
	if _, err := s.sample(everyFiveSeconds); err != nil {
		t.Fatal(err)
	}
}

func TestAProcessIsNamedWhateverItCallsItself(t *testing.T) {
	for text, want := range map[string]string{
		"node":            "node",
		"a) b) (c":        "a) b) (c",
		"new\nline":       "new?line",
		"\xff\xfe\x1b[2J": "??[2J",
	} {
		if name := printableName([]byte(text)); name != want {
			t.Errorf("%q is named %q, not %q", text, name, want)
		}
	}
}

func TestThePartsOfOurInstanceAreToldFromOthersOfTheirName(t *testing.T) {
	host := newProcessHost(t)
	host.named(400, 1, "node", 0) // the supervisor
	host.named(410, 400, "next-server", 0)
	host.named(420, 400, "postgres", 0)
	host.named(421, 420, "postgres", 0)
	host.named(600, 1, "next-server", 0) // of another instance
	host.named(610, 1, "sh", 0)
	s, err := Open(Config{Root: host.root, Supervisor: 400})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	boundary(t, s)
	host.rename(400, 1, "node", 10)
	host.rename(410, 400, "next-server", 50)
	host.rename(421, 420, "postgres", 40)
	host.rename(600, 1, "next-server", 30)
	host.rename(610, 1, "sh", 20)
	boundary(t, s)
	told := s.OtherUses()
	for i := range told {
		told[i].CPUs = 0
	}
	yes, no := true, false
	want := []OtherUse{
		{Name: "next-server", PID: 410, OfInstance: &yes},
		{Name: "postgres", PID: 421, OfInstance: &yes},
		{Name: "next-server", PID: 600, OfInstance: &no},
		{Name: "sh", PID: 610, OfInstance: &no},
		{Name: "node", PID: 400, OfInstance: &yes},
	}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Error(diff)
	}
}

func TestWhatTheAgentStartsIsNoPartOfItsInstance(t *testing.T) {
	host := newProcessHost(t)
	host.named(400, 1, "node", 0)
	host.named(430, 400, "agent", 0)
	host.named(431, 430, "postgres", 0) // a service behind the target
	if err := os.Symlink("430", filepath.Join(host.root, "proc", "self")); err != nil {
		t.Fatal(err)
	}
	s, err := Open(Config{Root: host.root, Supervisor: 400})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	boundary(t, s)
	host.rename(431, 430, "postgres", 40)
	boundary(t, s)
	told := s.OtherUses()
	if len(told) != 1 || told[0].OfInstance == nil || *told[0].OfInstance {
		t.Errorf("a child of the agent was taken for a part of the instance: %+v", told)
	}
}
