package tuning

import (
	"errors"
	"testing"
)

func TestRequestsThatAHostCannotFulfilAreRefusedInWords(t *testing.T) {
	f := enaToRead(t)
	tuner := f.open()
	for sentence, wanted := range map[string]Wanted{
		"There is no CPU 200 on this host: it has 0-127.":                                                 {PacketSteering: &PacketSteering{"0,200"}},
		"The CPU list is empty.":                                                                          {PacketSteering: &PacketSteering{}},
		`"some" is no spread of transmitSteering: one-to-one or all.`:                                     {TransmitSteering: &Affinity{"all", "some"}},
		`"kernel.core_pattern" is not among the kernel parameters that a run may set.`:                    {Sysctls: []Sysctl{{"kernel.core_pattern", "|x"}}},
		`The kernel parameter net.core.somaxconn must be a whole number from 1 to 1048576, not "many".`:   {Sysctls: []Sysctl{{"net.core.somaxconn", "many"}}},
		"The kernel parameter net.core.somaxconn is asked for twice.":                                     {Sysctls: []Sysctl{{"net.core.somaxconn", "1"}, {"net.core.somaxconn", "2"}}},
		`There is no interface "eth7" on this host; it has eth0, lo.`:                                     {NIC: "eth7", MTUBytes: ptr(1500)},
		`There is no interface "../eth0" on this host; it has eth0, lo.`:                                  {NIC: "../eth0", MTUBytes: ptr(1500)},
		"The interface eth0 can have 1 to 16 queues, not 17.":                                             {NICQueues: ptr(17)},
		"The interface eth0 can have 1 to 16 queues, not 0.":                                              {NICQueues: ptr(0)},
		"An MTU of 575 bytes is not possible: 576 to 65535.":                                              {MTUBytes: ptr(575)},
		"Flow steering takes 0 to 536870912 entries, not -1.":                                             {FlowSteering: &FlowSteering{-1}},
		"net.core.busy_poll takes 0 to 10000 microseconds, not 10001.":                                    {BusyPolling: &BusyPolling{PollUs: ptr(10_001)}},
		`"turbo" is no CPU governor that a run may ask for.`:                                              {CPUGovernor: ptr("turbo")},
		`Transparent huge pages are always, madvise or never, not "huge".`:                                {TransparentHugePages: ptr("huge")},
		"A limit of 0 open files is not possible.":                                                        {OpenFilesLimit: ptr(0)},
		"rx-usecs cannot be -1.":                                                                          {InterruptCoalescing: &Coalescing{RxUs: ptr(-1)}},
		`"sshd" is not among the services that a run may stop: irqbalance, cron, crond, tuned, thermald.`: {StopServices: []string{"sshd"}},
	} {
		_, err := tuner.Plan(Request{Wanted: wanted})
		var refusal Refusal
		if !errors.As(err, &refusal) || refusal.Sentence != sentence {
			t.Errorf("%v; want %s", err, sentence)
		}
		if _, err := tuner.Apply(t.Context(), "run-1", Request{Wanted: wanted}); !errors.As(err, &refusal) {
			t.Errorf("applied: %v", err)
		}
	}
	if len(f.kernel.writes) > 0 {
		t.Errorf("%v", f.kernel.writes)
	}
}

func TestAHostWithoutADefaultRouteIsToldHowToNameItsNIC(t *testing.T) {
	f := virtio(t)
	remove(t, f, "/proc/net/route")
	for sentence, wanted := range map[string]Wanted{
		`No interface of this host has a default route, which would tell the NIC; name it in the tuning, as "nic": "eth0" (there is eth0, lo), ` +
			`or with agent plan give the target's address by --address.`: {MTUBytes: ptr(1500)},
		"There is no CPU 200 on this host: it has 0-7.":           {MTUBytes: ptr(1500), PacketSteering: &PacketSteering{"200"}},
		"The CPU list is empty.":                                  {MTUBytes: ptr(1500), TransmitSteering: &Affinity{"", All}},
		"'last 9' asks for more CPUs than the 8 that are online.": {InterruptAffinity: &Affinity{"last 9", All}, PacketSteering: &PacketSteering{"nic-local"}},
	} {
		if _, err := f.open().Plan(Request{Wanted: wanted}); err == nil || err.Error() != sentence {
			t.Errorf("%v; want %s", err, sentence)
		}
	}
	if _, err := f.open().Plan(Request{Wanted: Wanted{NIC: "eth0", MTUBytes: ptr(1500)}}); err != nil {
		t.Error(err)
	}
}
