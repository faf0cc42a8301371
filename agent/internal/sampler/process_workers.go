package sampler

import (
	"cmp"
	"fmt"
	"slices"
)

// mostParts is how many processes of the target, and threads of the tool, get columns of their own. Numbers are never used again, so a
// program that starts processes all the time stops making new layouts when they are used up.
const mostParts = 256

// workerColumns gives every process of a tree a number, in the order in which they began, that it keeps for life. The first is the root.
type workerColumns struct {
	unnumbered []*process
	numbered   []*process // ascending by number
	numbers    []int
	next       int
	changed    bool
}

func (w *workerColumns) add(p *process) {
	if w.next+len(w.unnumbered) < mostParts {
		w.unnumbered = append(w.unnumbered, p)
	}
}

func (w *workerColumns) remove(p *process) {
	w.unnumbered = slices.DeleteFunc(w.unnumbered, func(worker *process) bool { return worker == p })
	if at := slices.Index(w.numbered, p); at >= 0 {
		w.numbered, w.numbers = slices.Delete(w.numbered, at, at+1), slices.Delete(w.numbers, at, at+1)
		w.changed = true
	}
}

// number says whether the columns changed.
func (w *workerColumns) number() (changed bool) {
	if len(w.unnumbered) > 0 {
		slices.SortFunc(w.unnumbered, func(a, b *process) int {
			return cmp.Or(cmp.Compare(a.startTicks, b.startTicks), cmp.Compare(a.pid, b.pid))
		})
		for _, p := range w.unnumbered {
			w.numbered, w.numbers = append(w.numbered, p), append(w.numbers, w.next)
			w.next++
		}
		w.unnumbered = w.unnumbered[:0]
		w.changed = true
	}
	changed, w.changed = w.changed, false
	return changed
}

// numberOf is -1 for a process without a column.
func (w *workerColumns) numberOf(p *process) int {
	if w == nil {
		return -1
	}
	at := slices.Index(w.numbered, p)
	if at < 0 {
		return -1
	}
	return w.numbers[at]
}

func (w *workerColumns) columns(role string, columns []string) []string {
	if w == nil {
		return columns
	}
	for _, number := range w.numbers {
		columns = append(columns, fmt.Sprintf("process/%s/worker/%d/cpuUs", role, number))
	}
	return columns
}

func (w *workerColumns) values(values []int64) []int64 {
	if w == nil {
		return values
	}
	for _, p := range w.numbered {
		values = append(values, p.cpuUs)
	}
	return values
}
