package sampler

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"millionrps/agent/internal/kernel"
)

func TestParsersOfAnswersSayWhatIsMalformed(t *testing.T) {
	requests := func(text string) error { return parseRequestCounters([]byte(text), &requestCounters{}) }
	qdiscs := func(text string) error { _, _, err := parseQdiscs([]byte(text), nil); return err }
	for _, test := range []struct {
		parse      func(string) error
		text, want string
	}{
		{qdiscs, strings.Repeat("\xff", 16), "a netlink message of"},
		{qdiscs, "\x10\x00\x00\x00\x03\x00" + strings.Repeat("\x00", 10), "without its error number"},
		{requests, ``, "byte 1: expected an object"},
		{requests, `[]`, "byte 1: expected an object"},
		{requests, `{"timeUs":1`, "byte 12: expected a comma"},
		{requests, `{"timeUs":}`, "byte 11: expected a number"},
		{requests, `{"timeUs":1.5}`, "expected a comma"},
		{requests, `{"timeUs":1} x`, "expected nothing but blanks"},
		{requests, `{"workers":[{"worker":0},{"worker":0}]}`, "workers need a number each"},
		{requests, `{"workers":[{"requests":5}]}`, "workers need a number each"},
		{requests, `{"x":` + strings.Repeat("[", 100), "expected fewer levels"},
		{requests, `{"x`, "expected the string's end"},
		{requests, `{"x\`, "expected the string's end"},
	} {
		if err := test.parse(test.text); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.60q: error %v, want one with %q", test.text, err, test.want)
		}
	}
}

func TestRowsOfSoftnetWithoutNumbersAreThoseOfTheCPUsThatAreOnline(t *testing.T) {
	s := softnetSource{stat: &statSource{row: kernel.Stat{CPUs: []int{0, 2}}}, rows: []kernel.SoftnetCPU{{CPU: kernel.UnnumberedCPU}, {CPU: kernel.UnnumberedCPU}}}
	if err := s.numberRows(); err != nil || s.rows[0].CPU != 0 || s.rows[1].CPU != 2 {
		t.Errorf("%+v, %v", s.rows, err)
	}
	s.rows = []kernel.SoftnetCPU{{CPU: kernel.UnnumberedCPU}}
	if err := s.numberRows(); err == nil || !strings.Contains(err.Error(), "1 rows without CPU numbers for 2 online CPUs") {
		t.Error(err)
	}
}

func TestRequestCountersTolerateWhatNewerServersAdd(t *testing.T) {
	var requests requestCounters
	if err := parseRequestCounters([]byte(` { "new" : [ {"a\"":[1, -2.5e3, true]}, null ], "workers":[ {"requests":4,"x":{},"worker":1,"pid":11}, {"worker":0,"pid":10,"requests":3} ], "timeUs":7, "firstRequestTimeUs":null }`), &requests); err != nil {
		t.Error(err)
	}
	wantRequests := requestCounters{timeUs: 7, workers: []workerRequests{{0, 10, 3}, {1, 11, 4}}}
	if diff := cmp.Diff(wantRequests, requests, cmp.AllowUnexported(requestCounters{}, workerRequests{}, backendReading{})); diff != "" {
		t.Error(diff)
	}
}

func TestThirtyTwoBitCountersDoNotWrap(t *testing.T) {
	var wide widener
	wide.reset(1)
	for _, step := range []struct{ raw, want int64 }{
		{0xfffffff0, 0xfffffff0},
		{0x10, 0x1_0000_0010}, // 32 more: it wrapped
		{0x90000000, 0x1_9000_0000},
		{0x20, 0x2_0000_0020},
		{0x10, 0x2_0000_0010}, // a little less is a reset of the device's counter, not 4 thousand million interrupts
	} {
		values := []int64{step.raw}
		wide.widen(values)
		if values[0] != step.want {
			t.Errorf("raw %#x widened to %#x, want %#x", step.raw, values[0], step.want)
		}
	}
}

func FuzzRequestCounters(f *testing.F) {
	f.Add([]byte(`{"timeUs":1,"workers":[{"worker":0,"pid":1,"requests":2}]}`))
	f.Fuzz(func(t *testing.T, text []byte) { _ = parseRequestCounters(text, &requestCounters{}) })
}

// FuzzNetlink is apart because its seeds look nothing like text.
func FuzzNetlink(f *testing.F) {
	f.Add(qdiscMessage(2, tcRoot, "tbf", 1, 2, 3, 4))
	f.Add(append([]byte("\x00\x00"), make([]byte, 80)...))
	f.Add([]byte("rx0_packets\x00queue_1_tx_cnt"))
	f.Add([]byte("socket:[4242]"))
	f.Fuzz(func(t *testing.T, text []byte) {
		found, _, _ := parseQdiscs(text, nil)
		for _, qdisc := range found {
			if qdisc.backlogBytes < 0 || min(qdisc.counters[0], qdisc.counters[1], qdisc.counters[2]) < 0 {
				t.Errorf("negative: %+v", qdisc)
			}
		}
		_, _ = kernel.ParseSocketLink(text)
		for _, stat := range pickStats("eth0", append(strings.Split(string(text), "\x00"), string(text))) {
			if !strings.HasPrefix(stat.column, "nic/eth0/") {
				t.Errorf("column %q", stat.column)
			}
		}
	})
}
