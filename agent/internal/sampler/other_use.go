package sampler

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

const (
	// usesNamed is how many of the busiest others are named.
	usesNamed = 5
	// namesMost is how many names are kept between two boundaries; CPU time under further names is dropped.
	namesMost = 1000
	// renamedUs is the CPU time from which on it is worth looking whether a process has become another program since it was first seen.
	renamedUs = 10_000
	// programMost is how many bytes of a program's path are told.
	programMost = 512
)

// OtherUse is what processes of one name, in no tracked tree and all or none of them of our instance, used between the last two boundaries.
type OtherUse struct {
	Name string
	CPUs float64
	// PID is the one of them that used the most.
	PID int
	// Program is the path of its program where a tracked process has the same name, and "" elsewhere or where it has ended.
	Program string
	// OfInstance says whether these are parts of the instance that we belong to; nil where that cannot be told.
	OfInstance *bool
}

// useKey tells apart whose CPU time is summed.
type useKey struct {
	name       string
	ofInstance bool
}

// nameUse is what processes of one key used since the last boundary.
type nameUse struct {
	us, mostUs int64
	pid        int // of which used mostUs
}

// otherUse tells the sum of the others apart by name. Processes are named as /proc/PID/stat does, in at most 15 bytes.
type otherUse struct {
	sinceUs int64              // the last boundary
	byName  map[useKey]nameUse // of those that ended since
	last    []OtherUse
}

// OtherUses names the processes of neither target nor tool that used the most CPU between the last two boundaries, the busiest first.
func (s *Sampler) OtherUses() []OtherUse {
	s.lock.Lock()
	defer s.lock.Unlock()
	return slices.Clone(s.processes.table.others.last)
}

func (u *otherUse) ended(p *process) { u.add(p, p.cpuUs-p.boundaryUs) }

func (u *otherUse) add(p *process, us int64) {
	if us <= 0 {
		return
	}
	if u.byName == nil {
		u.byName = map[useKey]nameUse{}
	}
	key := useKey{name: p.name, ofInstance: p.ofInstance}
	use, known := u.byName[key]
	if !known && len(u.byName) >= namesMost {
		return
	}
	use.us += us
	if us > use.mostUs {
		use.mostUs, use.pid = us, p.pid
	}
	u.byName[key] = use
}

// boundary is called when every other process has just been read, at nowUs.
func (t *processTable) boundary(nowUs int64) {
	for _, p := range t.known {
		used := p.cpuUs - p.boundaryUs
		p.boundaryUs = p.cpuUs
		if p.kernelThread || p.pid == t.self {
			continue
		}
		if used >= renamedUs && !p.ended {
			if stat, err := t.readStat(p.pid); err == nil {
				p.name = printableName(stat.Name)
			}
		}
		if p.tree == nil {
			t.others.add(p, used)
		}
	}
	t.others.close(nowUs, t.supervisor != 0)
	for i, use := range t.others.last {
		if t.tracksName(use.Name) {
			t.others.last[i].Program = t.programOf(use.PID)
		}
	}
}

// tracksName says whether the name alone would be taken for the target or the tool.
func (t *processTable) tracksName(name string) bool {
	return slices.ContainsFunc(t.known, func(p *process) bool { return p.tree != nil && p.name == name })
}

func (t *processTable) programOf(pid int) string {
	var text [programMost]byte
	n, err := unix.Readlinkat(t.folder, strconv.Itoa(pid)+"/exe", text[:])
	if err != nil || n <= 0 {
		return ""
	}
	return printableName(text[:n])
}

func (u *otherUse) close(nowUs int64, knowsInstance bool) {
	u.last = []OtherUse{}
	for key, use := range u.byName {
		elapsed := nowUs - u.sinceUs
		if u.sinceUs <= 0 || elapsed <= 0 || key.name == "" {
			continue
		}
		told := OtherUse{Name: key.name, CPUs: float64(use.us) / float64(elapsed), PID: use.pid}
		if knowsInstance {
			told.OfInstance = &key.ofInstance
		}
		u.last = append(u.last, told)
	}
	slices.SortFunc(u.last, func(a, b OtherUse) int {
		return cmp.Or(cmp.Compare(b.CPUs, a.CPUs), strings.Compare(a.Name, b.Name), cmp.Compare(a.PID, b.PID))
	})
	u.last = u.last[:min(usesNamed, len(u.last))]
	u.sinceUs = nowUs
	clear(u.byName)
}

func printableName(name []byte) string {
	return strings.Map(printable, strings.ToValidUTF8(string(name), "?"))
}

func printable(r rune) rune {
	if r < ' ' || r == 0x7f {
		return '?'
	}
	return r
}
