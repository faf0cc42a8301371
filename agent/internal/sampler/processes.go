package sampler

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// These roles have columns of their own: the target one for each process, the tool one for each thread.
const (
	targetRole = "target"
	toolRole   = "tool"
)

// reservedRoles are the names under process/ that are not trees.
var reservedRoles = []string{"agent", "others", "kernelThreads"}

// processSource yields our own CPU time, that of the tracked trees, and the sum of everybody else's. Kernel threads are summed apart:
// ksoftirqd works for whoever sends and receives packets, so under others it would accuse the neighbours of the target's own load. Both sums
// are left out where not all processes of the host can be seen, as in a container: what would be there is a part of them.
type processSource struct {
	table  *processTable
	stat   *statSource
	trees  []*processTree
	unseen string // why others cannot be seen; "" where they can

	relayout bool

	agentUs, otherUs, kernelThreadsUs, othersReadUs int64
}

func (s *processSource) read(refresh scope) (changed bool, err error) {
	if err := s.list(refresh); err != nil {
		return false, err
	}
	if s.agentUs, err = ownCPUUs(); err != nil {
		return false, fmt.Errorf("reading our own CPU time: %w", err)
	}
	s.table.readTrees(s.trees)
	for _, tree := range s.trees {
		changed = s.readParts(tree, refresh) || changed
	}
	if refresh >= everyFiveSeconds {
		if s.othersReadUs, err = clockUs(unix.CLOCK_BOOTTIME); err != nil {
			return false, fmt.Errorf("reading the clock since boot: %w", err)
		}
		s.otherUs, s.kernelThreadsUs = s.table.readOthers()
	}
	changed = changed || s.relayout
	s.relayout = false
	return changed, nil
}

// readParts reads what a tree has columns for beyond its sums.
func (s *processSource) readParts(tree *processTree, refresh scope) (changed bool) {
	if tree.workers != nil {
		changed = tree.workers.number()
	}
	if tree.threads != nil && refresh >= everySecond {
		changed = tree.threads.read(s.table, tree, refresh) || changed
	}
	if refresh >= everySecond {
		changed = tree.delay.read(s.table, tree, refresh) || changed
	}
	return changed
}

func (s *processSource) list(refresh scope) error {
	forks := s.stat.row.Forks
	forked := forks != s.table.listedForks || forks < 0
	if refresh == everything || forked && (refresh == everyFiveSeconds || len(s.trees) > 0) {
		return s.table.list(forks)
	}
	return nil
}

func (s *processSource) track(role string, pids []int) error {
	if role == "" || strings.Contains(role, "/") || slices.Contains(reservedRoles, role) {
		return fmt.Errorf("tracking processes %v: %q cannot be a role", pids, role)
	}
	const listAgain = -1 // the count of forks may be older than this listing
	if err := s.table.list(listAgain); err != nil {
		return err
	}
	var roots []*process
	for _, pid := range pids {
		root := s.table.find(pid)
		if root == nil || pid == s.table.self {
			return fmt.Errorf("tracking %s: no such process as %d", role, pid)
		}
		roots = append(roots, root)
	}
	s.untrack(role)
	s.trees = append(s.trees, s.table.track(role, roots))
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
	columns = append(columns, "process/agent/cpuUs", "process/others/readMonotonicUs")
	if s.unseen == "" {
		columns = append(columns, "process/others/cpuUs", "process/kernelThreads/cpuUs")
	}
	for _, tree := range s.trees {
		for _, figure := range []string{"cpuUs", "systemUs", "rssBytes", "threads", "processes"} {
			columns = append(columns, "process/"+tree.role+"/"+figure)
		}
		columns = tree.workers.columns(tree.role, columns)
		columns = tree.threads.columns(tree.role, columns)
		columns = tree.delay.columns(tree.role, columns)
	}
	return columns
}

func (s *processSource) values(values []int64) []int64 {
	values = append(values, s.agentUs, s.othersReadUs)
	if s.unseen == "" {
		values = append(values, s.otherUs, s.kernelThreadsUs)
	}
	for _, tree := range s.trees {
		values = append(values, tree.cpuUs, tree.systemUs, tree.rssBytes, tree.threadCount, tree.processCount)
		values = tree.workers.values(values)
		values = tree.threads.values(values)
		values = tree.delay.values(values)
	}
	return values
}

func (s *processSource) close() {
	for _, tree := range s.trees {
		if tree.threads != nil {
			tree.threads.close()
		}
	}
	s.table.close()
}
