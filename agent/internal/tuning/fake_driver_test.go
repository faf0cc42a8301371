package tuning

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/ethtool"
	"millionrps/agent/internal/nicirq"
)

// fakeDriver is that of eth0. Like a real one it makes its queues anew when their number changes: those that go take their files along, and
// those that stay lose what was written to them.
type fakeDriver struct {
	t          *testing.T
	kernel     *fakeKernel
	counts     ethtool.Channels
	offload    map[string]ethtool.Feature
	coalesce   ethtool.Coalescing
	calls      []string
	fails      map[string]error // by kind of call
	lines      map[int]int      // interrupts that come and go with their queue
	refuseLone bool             // usecs while adaptive, as ice does
}

func newFakeDriver(t *testing.T, fake *fakeKernel) *fakeDriver {
	rx, _ := newHost(fake.FS, devices{files: fake}).NICQueues("eth0")
	feature := func(on bool) ethtool.Feature {
		return ethtool.Feature{Available: true, Active: on}
	}
	lines := map[int]int{}
	for _, line := range nicirq.Discover(fake.FS, "eth0") {
		if strings.Contains(line.Action, "-Tx-Rx-") {
			lines[line.Queue] = line.Number
		}
	}
	return &fakeDriver{
		t: t, kernel: fake, fails: map[string]error{}, lines: lines,
		counts: ethtool.Channels{MaxCombined: uint32(rx), CombinedCount: uint32(rx)},
		offload: map[string]ethtool.Feature{
			"rx-gro": feature(true), "tx-generic-segmentation": feature(true), "rx-lro": {},
			"tx-tcp-segmentation": feature(true), "tx-tcp6-segmentation": feature(false), "tx-tcp-mangleid-segmentation": feature(false),
		},
		coalesce: ethtool.Coalescing{AdaptiveRx: 1, RxUsecs: 20, TxUsecs: 64},
	}
}

func (d *fakeDriver) info(string) (ethtool.Driver, error) {
	return ethtool.Driver{Name: "ena"}, nil
}
func (d *fakeDriver) channels(string) (ethtool.Channels, error) { return d.counts, d.fails["channels"] }
func (d *fakeDriver) features(string) (map[string]ethtool.Feature, error) {
	return d.offload, d.fails["features"]
}
func (d *fakeDriver) coalescing(string) (ethtool.Coalescing, error) {
	return d.coalesce, d.fails["coalescing"]
}
func (d *fakeDriver) mayWrite() error { return d.fails["mayWrite"] }

func (d *fakeDriver) setFeatures(_ string, features map[string]bool) error {
	d.calls = append(d.calls, "features")
	for name, on := range features {
		state := d.offload[name]
		state.Active = on
		d.offload[name] = state
	}
	return d.fails["setFeatures"]
}

func (d *fakeDriver) setCoalescing(_ string, asked ethtool.Coalescing) error {
	d.calls = append(d.calls, "coalescing")
	if d.refuseLone && d.coalesce.AdaptiveRx == 1 && asked.RxUsecs != d.coalesce.RxUsecs {
		return unix.EINVAL
	}
	d.coalesce = asked
	return d.fails["setCoalescing"]
}

func (d *fakeDriver) setChannels(nic string, asked ethtool.Channels) error {
	d.calls = append(d.calls, fmt.Sprintf("channels %d", asked.CombinedCount))
	if err := d.fails["setChannels"]; err != nil {
		return err
	}
	folder := nicFolder(nic) + "/queues/"
	for queue := range int(d.counts.MaxCombined) {
		rx, tx := fmt.Sprintf("%srx-%d", folder, queue), fmt.Sprintf("%stx-%d", folder, queue)
		d.reset(rx+"/rps_cpus", "", queue < int(asked.CombinedCount))
		d.reset(rx+"/rps_flow_cnt", "0", queue < int(asked.CombinedCount))
		d.reset(tx+"/xps_cpus", "", queue < int(asked.CombinedCount))
		if queue >= int(asked.CombinedCount) {
			_ = os.Remove(d.kernel.Path(rx))
			_ = os.Remove(d.kernel.Path(tx))
		}
	}
	for queue, irq := range d.lines { // gone with their queues, as ENA's
		name := fmt.Sprintf("%s/device/msi_irqs/%d", nicFolder(nic), irq)
		if queue >= int(asked.CombinedCount) {
			_ = os.Remove(d.kernel.Path(name))
		} else if err := os.WriteFile(d.kernel.Path(name), []byte("msix\n"), 0o644); err != nil {
			d.t.Fatal(err)
		}
	}
	for _, pair := range nicirq.Pairs(nicirq.Discover(d.kernel.FS, nic)) {
		for _, line := range pair.IRQs {
			if err := d.kernel.writeAffinity(fmt.Sprint(line.Number), d.kernel.cpus.online.String()); err != nil {
				d.t.Fatal(err)
			}
		}
	}
	d.counts.CombinedCount = asked.CombinedCount
	return nil
}

// reset brings a file to what the driver starts it with, or takes it away.
func (d *fakeDriver) reset(name, start string, there bool) {
	if start == "" {
		start, _ = intersect(nil, nil).Mask(d.kernel.cpus.width())
	}
	path := d.kernel.Path(name)
	if !there {
		_ = os.Remove(path)
		return
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		d.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(start+"\n"), 0o644); err != nil {
		d.t.Fatal(err)
	}
}
