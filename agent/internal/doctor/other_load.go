package doctor

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize/english"
)

const (
	// otherLoadMost is the share of the host, otherCoreMost of one CPU, from which a process of others is named.
	otherLoadMost, otherCoreMost = 0.05, 0.5
	otherLoadHeavy               = 0.5
	stealMost                    = 0.02
	named                        = 5
)

// watch waits for the rest of the span and compares what used the CPUs.
func watch(ctx context.Context, h host, span time.Duration, before activity) []Finding {
	if span == 0 {
		span = defaultSpan
	}
	wait := time.NewTimer(span)
	defer wait.Stop()
	select {
	case <-wait.C:
	case <-ctx.Done():
		return one("other-load-unknown", Note, "Other load was not measured: there was no time to watch the CPUs.", "")
	}
	used, ok := usedBetween(before, readActivity(h), os.Getpid())
	if !ok {
		return one("other-load-unknown", Note, "Other load could not be measured: /proc/stat did not move.", "")
	}
	used.span = span
	return append(judgeSteal(used), judgeOtherLoad(h, used)...)
}

func judgeSteal(u use) []Finding {
	sentence := fmt.Sprintf("Over %s the hypervisor gave %s of this host's CPU time to others", duration(u.span), percent(u.stolen))
	if u.stolen <= stealMost {
		return fine("steal", sentence+".")
	}
	return one("steal-high", Warning, sentence+": nothing on this host can change that; figures are worth more on a host of its own.", "")
}

func judgeOtherLoad(h host, u use) []Finding {
	loud := slices.DeleteFunc(slices.Clone(u.processes), func(p processUse) bool {
		return p.share <= otherLoadMost && p.share*float64(u.cpus) < otherCoreMost
	})
	slices.SortFunc(loud, func(a, b processUse) int { return cmp.Or(cmp.Compare(b.share, a.share), cmp.Compare(a.pid, b.pid)) })
	sentence := fmt.Sprintf("Over %s other work used %s of this host's CPU time", duration(u.span), percent(u.other))
	severity := Warning
	if u.other >= otherLoadHeavy {
		severity = Problem
	}
	switch {
	case len(loud) == 0 && u.other <= 2*otherLoadMost:
		return fine("other-load", sentence+".")
	case len(loud) == 0:
		return one("other-load", severity, sentence+", and no process that can be seen from here much of it.", "")
	}
	names, pids, units := []string{}, []string{}, []string{}
	rest := u.other
	for _, p := range loud[:min(named, len(loud))] {
		names = append(names, fmt.Sprintf("%s (pid %d) %s", nameOf(p), p.pid, percent(p.share)))
		rest -= p.share
		pids = append(pids, strconv.Itoa(p.pid))
		if unit := serviceOf(h, p.pid); unit != "" && !slices.Contains(units, unit) {
			units = append(units, unit)
		}
	}
	sentence += ": " + english.WordSeries(names, "and")
	if rest > 2*otherLoadMost {
		sentence += "; the rest was spread, or used by processes that ended"
	}
	sentence += "."
	if len(units) > 0 {
		return one("other-load", severity, sentence, "sudo systemctl stop "+strings.Join(units, " "))
	}
	return one("other-load", severity, sentence, "ps -o pid,user,etime,args -p "+strings.Join(pids, ",")+"  # what they are")
}

// nameOf puts a name that is more than a word in quotes.
func nameOf(p processUse) string {
	if plainWord.MatchString(p.name) {
		return p.name
	}
	return `"` + printable(p.name) + `"`
}

var serviceUnit = regexp.MustCompile(`^/system\.slice/([A-Za-z0-9@._-]+\.service)(?:/|$)`)

// serviceUnitOf is the service of systemd that a process belongs to, "" for none.
func serviceUnitOf(h host, pid string) string {
	for _, group := range h.Groups(pid) {
		if match := serviceUnit.FindStringSubmatch(group.Path); match != nil {
			return match[1]
		}
	}
	return ""
}

// kept are services that must run on: without them the session that pastes the line, or the agent itself, ends.
var kept = regexp.MustCompile(`^(ssh|systemd-|dbus|NetworkManager|network|getty|user@|display-manager|gdm|sddm|lightdm|millionrps|docker|containerd)`)

// serviceOf is the unit of a process, if a pasted line may stop it; else "".
func serviceOf(h host, pid int) string {
	unit := serviceUnitOf(h, strconv.Itoa(pid))
	if kept.MatchString(unit) || !h.systemd() {
		return ""
	}
	return unit
}
