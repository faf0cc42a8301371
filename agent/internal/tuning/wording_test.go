package tuning

import (
	"regexp"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/fakeroot"
)

func TestSharesOfATableThatCannotBeMadeAreLeftAlone(t *testing.T) {
	const table = "/proc/sys/net/core/rps_sock_flow_entries"
	for _, c := range []struct {
		name, now string
		entries   int
		want      string
	}{
		{"none can be made", "0", 1024, "nic/eth0/rx-3/rps_flow_cnt: 0 -> 128, not-changeable: has no effect while net.core.rps_sock_flow_entries is 0, which cannot be changed here"},
		{"there is one", "64", 1024, "nic/eth0/rx-3/rps_flow_cnt: 0 -> 128, change"},
		{"it is off as asked", "0", 0, "nic/eth0/rx-3/rps_flow_cnt: 0 -> 0, unchanged"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := virtio(t)
			if err := f.kernel.rootFiles.write(table, c.now); err != nil {
				t.Fatal(err)
			}
			f.kernel.fixed[table] = unix.EROFS
			before := f.state()
			request := Request{Wanted: Wanted{FlowSteering: &FlowSteering{c.entries}}}
			expectLines(t, []Change{find(t, f.plan(request).Changes, "nic/eth0/rx-3/rps_flow_cnt")}, c.want)
			f.kernel.writes = nil
			tuner := f.open()
			apply(t, tuner, request)
			if written := len(f.kernel.writes) > 0; written != strings.HasSuffix(c.want, " change") {
				t.Errorf("written: %v", f.kernel.writes)
			}
			restore(t, tuner)
			f.expectState(before)
		})
	}
}

func TestWhatIsAskedOfQueuesReadsWell(t *testing.T) {
	f := virtio(t)
	plan := f.plan(Request{Wanted: Wanted{NICQueues: ptr(1), PacketSteering: &PacketSteering{"0"}, FlowSteering: &FlowSteering{64}, TransmitSteering: &Affinity{"3", OneToOne}}})
	for key, why := range map[string]string{
		"nic/eth0/rx-0/rps_cpus": "packets are spread over CPU 0", "nic/eth0/rx-0/rps_flow_cnt": "its share of 64 entries among 1 queue",
		"nic/eth0/tx-0/xps_cpus": "carries what is sent by CPU 3",
	} {
		if c := find(t, plan.Changes, key); c.Why != why {
			t.Errorf("%s: %s", key, c.Why)
		}
	}
	plan = f.plan(Request{Wanted: Wanted{PacketSteering: &PacketSteering{"0-2"}, TransmitSteering: &Affinity{"3,5", All}}})
	if c := find(t, plan.Changes, "nic/eth0/rx-0/rps_cpus"); c.Why != "packets are spread over CPUs 0-2" {
		t.Error(c.Why)
	}
	if c := find(t, plan.Changes, "nic/eth0/tx-7/xps_cpus"); c.Why != "carries what is sent by CPUs 3,5" {
		t.Error(c.Why)
	}
}

// A reason and a why are parts of a sentence wherever they are shown; abbreviations keep their capitals.
func TestReasonsArePartsOfASentence(t *testing.T) {
	beginning := regexp.MustCompile(`^([^A-Z]|[A-Z][A-Z0-9])`)
	expect := func(text string) {
		if text != "" && (!beginning.MatchString(text) || strings.HasSuffix(text, ".")) {
			t.Errorf("%q is no part of a sentence", text)
		}
	}
	everyRule := []Sysctl{}
	for name, rule := range sysctlRules {
		expect(rule.About)
		if strings.HasPrefix(name, "net.netfilter.") {
			everyRule = append(everyRule, Sysctl{name, "65536"})
		}
	}
	for name, root := range map[string]func(testing.TB) string{
		"ena": func(testing.TB) string { return rootToRead() }, "virtio": fakeroot.Virtio8, "laptop": fakeroot.Laptop, "loopback": fakeroot.LoopbackOnly,
	} {
		t.Run(name, func(t *testing.T) {
			request := everything()
			request.TargetCPUs, request.Wanted.NICQueues = "1", nil
			request.Wanted.InterruptAffinity.CPUs, request.Wanted.TransmitSteering.CPUs, request.Wanted.PacketSteering = "all", "all", &PacketSteering{"all"}
			request.Wanted.Sysctls = append(request.Wanted.Sysctls, everyRule...)
			f := newFakeHost(t, root(t))
			fixed := f.plan(request)
			for _, errno := range []unix.Errno{unix.EROFS, unix.EACCES, unix.EPERM, unix.EIO, unix.EINVAL} {
				for _, change := range fixed.Changes {
					expect(inWords(change.Key, errno))
				}
			}
			for _, change := range fixed.Changes {
				expect(change.Why)
				expect(change.Reason)
			}
		})
	}
}
