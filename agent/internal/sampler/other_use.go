package sampler

import (
	"cmp"
	"slices"
	"strings"
)

const (
	// usesNamed is how many of the busiest others are named.
	usesNamed = 5
	// namesMost is how many names are kept between two boundaries; CPU time under further names is dropped.
	namesMost = 1000
	// renamedUs is the CPU time from which on it is worth looking whether a process has become another program since it was first seen.
	renamedUs = 10_000
)

// OtherUse is what processes of one name, in no tracked tree, used between the last two boundaries.
type OtherUse struct {
	Name string
	CPUs float64
}

// otherUse tells the sum of the others apart by name. Processes are named as /proc/PID/stat does, in at most 15 bytes.
type otherUse struct {
	sinceUs int64            // the last boundary
	byName  map[string]int64 // of those that ended since
	last    []OtherUse
}

// OtherUses names the processes of neither target nor tool that used the most CPU between the last two boundaries, the busiest first.
func (s *Sampler) OtherUses() []OtherUse {
	s.lock.Lock()
	defer s.lock.Unlock()
	return slices.Clone(s.processes.table.others.last)
}

func (u *otherUse) ended(p *process) { u.add(p.name, p.cpuUs-p.boundaryUs) }

func (u *otherUse) add(name string, us int64) {
	if us <= 0 {
		return
	}
	if u.byName == nil {
		u.byName = map[string]int64{}
	}
	if _, known := u.byName[name]; known || len(u.byName) < namesMost {
		u.byName[name] += us
	}
}

// boundary is called when every other process has just been read, at nowUs.
func (t *processTable) boundary(nowUs int64) {
	for _, p := range t.known {
		used := p.cpuUs - p.boundaryUs
		p.boundaryUs = p.cpuUs
		if p.tree != nil || p.kernelThread || p.pid == t.self {
			continue
		}
		if used >= renamedUs && !p.ended {
			if stat, err := t.readStat(p.pid); err == nil {
				p.name = printableName(stat.Name)
			}
		}
		t.others.add(p.name, used)
	}
	t.others.close(nowUs)
}

func (u *otherUse) close(nowUs int64) {
	u.last = []OtherUse{}
	for name, us := range u.byName {
		if elapsed := nowUs - u.sinceUs; u.sinceUs > 0 && elapsed > 0 && name != "" {
			u.last = append(u.last, OtherUse{Name: name, CPUs: float64(us) / float64(elapsed)})
		}
	}
	slices.SortFunc(u.last, func(a, b OtherUse) int { return cmp.Or(cmp.Compare(b.CPUs, a.CPUs), strings.Compare(a.Name, b.Name)) })
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
