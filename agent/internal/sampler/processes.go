package sampler

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// reservedRoles are the names under process/ that are not trees.
var reservedRoles = []string{"agent", "others", "kernelThreads"}

// processSource yields our own CPU time, that of the tracked trees, and the sum of everybody else's. Kernel threads are summed apart:
// ksoftirqd works for whoever sends and receives packets, so under others it would accuse the neighbours of the target's own load.
type processSource struct {
	table *processTable
	stat  *statSource
	trees []*processTree

	scope    scope
	relayout bool

	agentUs, otherUs, kernelThreadsUs, othersReadUs int64
}

// scope says how much of what costs O(processes) a sample refreshes.
type scope int

const (
	treesOnly  scope = iota // with their new members, should anything have been forked
	withOthers              // and the CPU time of all others
	everything              // and lists /proc whatever the count of forks says
)

func (s *processSource) read() (changed bool, err error) {
	if err := s.list(); err != nil {
		return false, err
	}
	if s.agentUs, err = ownCPUUs(); err != nil {
		return false, fmt.Errorf("reading our own CPU time: %w", err)
	}
	for _, tree := range s.trees {
		s.table.readTree(tree)
	}
	if s.scope >= withOthers {
		if s.othersReadUs, err = clockUs(unix.CLOCK_BOOTTIME); err != nil {
			return false, fmt.Errorf("reading the clock since boot: %w", err)
		}
		s.otherUs, s.kernelThreadsUs = s.table.readOthers()
	}
	changed = s.relayout
	s.relayout = false
	return changed, nil
}

func (s *processSource) list() error {
	forks := s.stat.row.forks
	forked := forks != s.table.listedForks || forks < 0
	if s.scope == everything || forked && (s.scope == withOthers || len(s.trees) > 0) {
		return s.table.list(forks)
	}
	return nil
}

func (s *processSource) track(role string, pid int) error {
	if role == "" || strings.Contains(role, "/") || slices.Contains(reservedRoles, role) {
		return fmt.Errorf("tracking process %d: %q cannot be a role", pid, role)
	}
	const listAgain = -1 // the count of forks may be older than this listing
	if err := s.table.list(listAgain); err != nil {
		return err
	}
	root := s.table.find(pid)
	if root == nil || pid == s.table.self {
		return fmt.Errorf("tracking %s: no such process as %d", role, pid)
	}
	s.untrack(role)
	s.trees = append(s.trees, s.table.track(role, root))
	s.relayout = true
	return nil
}

func (s *processSource) untrack(role string) {
	for i, tree := range s.trees {
		if tree.role == role {
			s.table.untrack(tree)
			s.trees = slices.Delete(s.trees, i, i+1)
			s.relayout = true
			return
		}
	}
}

func (s *processSource) columns(columns []string) []string {
	columns = append(columns, "process/agent/cpuUs",
		"process/others/cpuUs", "process/others/readMonotonicUs", "process/kernelThreads/cpuUs")
	for _, tree := range s.trees {
		for _, figure := range []string{"cpuUs", "systemUs", "rssBytes", "threads", "processes"} {
			columns = append(columns, "process/"+tree.role+"/"+figure)
		}
	}
	return columns
}

func (s *processSource) values(values []int64) []int64 {
	values = append(values, s.agentUs, s.otherUs, s.othersReadUs, s.kernelThreadsUs)
	for _, tree := range s.trees {
		values = append(values, tree.cpuUs, tree.systemUs, tree.rssBytes, tree.threads, tree.processes)
	}
	return values
}

func (s *processSource) close() { s.table.close() }
