package tuning

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"millionrps/agent/internal/fakeroot"
	"millionrps/agent/internal/kernel/cpulist"
)

func TestCPUChoices(t *testing.T) {
	large, guest := rootToRead(), fakeroot.Virtio8(t)
	captured := fakeroot.Captured(t, "ena-16queue") // CPU 31 of 32 is offline
	for _, test := range []struct{ root, choice, target, want string }{
		{large, "all", "", "0-127"},
		{large, "0-15,32", "", "0-15,32"},
		{large, "32,0-15,3", "", "0-15,32"},
		{large, "nic-local", "", "0-31,64-95"},
		{large, "last 16", "", "112-127"},
		{large, "first 1", "", "0"},
		{large, "last 128", "", "0-127"},
		{large, "not target", "16-127", "0-15"},
		{large, "not target", "0,127", "1-126"},
		{guest, "nic-local", "", "0-7"}, // no NUMA node
		{guest, "last 3", "", "5-7"},
		{captured, "all", "", "0-30"},
		{captured, "last 2", "", "29-30"},
		{captured, "28-31", "", "28-30"},
		{captured, "not target", "0-27", "28-30"},
	} {
		target := cpulist.List(nil)
		if test.target != "" {
			target, _ = cpulist.Parse(test.target)
		}
		if list, err := ResolveCPUs(test.root, test.choice, target, "eth0"); err != nil || list.String() != test.want {
			t.Errorf("%q beside %s: %s, %v; want %s", test.choice, test.target, list, err, test.want)
		}
	}
}

func TestCPUChoicesThatAHostCannotFulfilAreRefusedInWords(t *testing.T) {
	large, captured := rootToRead(), fakeroot.Captured(t, "ena-16queue")
	everyCPU, _ := cpulist.Parse("0-127")
	for _, test := range []struct {
		root, choice string
		target       cpulist.List
		sentence     string
	}{
		{large, "200", nil, "There is no CPU 200 on this host: it has 0-127."},
		{large, "0-128", nil, "There is no CPU 128 on this host: it has 0-127."},
		{large, "", nil, "The CPU list is empty."},
		{large, " ", nil, "The CPU list is empty."},
		{captured, "31", nil, "CPU 31 is offline; online: 0-30."},
		{large, "last 129", nil, "'last 129' asks for more CPUs than the 128 that are online."},
		{large, "last 0", nil, `"last 0" is no choice of CPUs: write last 16, for instance.`},
		{large, "first", nil, `"first " is no choice of CPUs: write first 16, for instance.`},
		{large, "first 01", nil, `"first 01" is no choice of CPUs: write first 16, for instance.`},
		{large, "first 99999999999", nil, `"first 99999999999" is no choice of CPUs: write first 16, for instance.`},
		{large, "not target", nil, "'not target' leaves no CPU: the target may use every CPU; give it CPUs of its own."},
		{large, "not target", everyCPU, "'not target' leaves no CPU: the target has 0-127, which are all that are online."},
		{large, "3-1", nil, "runs backwards"},
		{large, "none", nil, "write a list such as 0-15,32"},
		{large, "ALL", nil, "write a list such as 0-15,32"},
	} {
		list, err := ResolveCPUs(test.root, test.choice, test.target, "eth0")
		var refusal Refusal
		if !errors.As(err, &refusal) || !strings.Contains(err.Error(), test.sentence) {
			t.Errorf("%q: %s, %v; want %s", test.choice, list, err, test.sentence)
		}
	}
}

func FuzzCPUChoice(f *testing.F) {
	for _, seed := range []string{"all", "nic-local", "last 16", "first 1", "not target", "0-15,32", "200", "", "last -1", "1-2-3", "first  2"} {
		f.Add(seed)
	}
	online, _ := cpulist.Parse("0-5,8-11")
	possible, _ := cpulist.Parse("0-15")
	target, _ := cpulist.Parse("2-4")
	choice := cpuChoice{cpuSet{online, possible}, target, func() (cpulist.List, error) { return online[:4], nil }}
	f.Fuzz(func(t *testing.T, text string) {
		list, offline, err := choice.resolve(text)
		if err != nil {
			var refusal Refusal
			if !errors.As(err, &refusal) || refusal.Sentence == "" {
				t.Errorf("%q: %v is no sentence", text, err)
			}
			return
		}
		if len(list) == 0 || !slices.IsSorted(list) || len(intersect(list, online)) != len(list) || len(intersect(offline, online)) > 0 {
			t.Errorf("%q: %v and offline %v", text, list, offline)
		}
		for _, each := range append(spreadOver(list, OneToOne, 7), spreadOver(list, All, 7)...) {
			if len(each) == 0 || len(intersect(each, list)) != len(each) {
				t.Errorf("%q: a queue has %v", text, each)
			}
		}
	})
}
