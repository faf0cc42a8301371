package kernel

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestADiskHasFlushesWhereTheKernelCountsThem(t *testing.T) {
	// Of Linux 6.18, on a virtio disk.
	const text = " 6611271   623282 109460210 33499491  4877088  5190332 368656648  4613526        2  2189772 39011593  4706202    10330 309957616   748211  1701889   150363\n"
	whole := DiskStat{
		Reads: 6611271, ReadMs: 33499491, Writes: 4877088, WriteMs: 4613526, InFlight: 2, BusyMs: 2189772,
		Flushes: 1701889, FlushMs: 150363,
	}
	before := whole
	before.Flushes, before.FlushMs = -1, -1
	words := strings.Fields(text)
	for name, test := range map[string]struct {
		text string
		want DiskStat
	}{
		"Linux 6.18":  {text, whole},
		"Linux 4.18":  {strings.Join(words[:15], " ") + "\n", before},
		"Linux 4.17":  {strings.Join(words[:11], " ") + "\n", before},
		"a later one": {strings.TrimSpace(text) + " 5 6\n", whole},
	} {
		got, err := ParseDiskStat("stat", []byte(test.text))
		if diff := cmp.Diff(test.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v %s", name, err, diff)
		}
	}
}

// blockDevices is a host with two disks: a partition of one and the whole other one are halves of a volume, and on another partition an
// encrypted device lies below a volume.
func blockDevices(t *testing.T) FS {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	at := map[string]string{
		"259:0": "pci0/nvme/nvme0n1", "259:1": "pci0/nvme/nvme0n1/nvme0n1p1", "259:2": "pci0/nvme/nvme0n1/nvme0n1p2", "259:3": "pci0/nvme/nvme1n1",
		"253:0": "virtual/block/dm-0", "253:1": "virtual/block/dm-1", "9:0": "virtual/block/md0",
	}
	must(os.MkdirAll(root+"/sys/dev/block", 0o755))
	for number, folder := range at {
		must(os.MkdirAll(filepath.Join(root, "sys/devices", folder, "slaves"), 0o755))
		must(os.Symlink("../../devices/"+folder, filepath.Join(root, "sys/dev/block", number)))
	}
	for _, partition := range []string{"259:1", "259:2"} {
		must(os.WriteFile(filepath.Join(root, "sys/devices", at[partition], "partition"), []byte("1\n"), 0o644))
	}
	for above, below := range map[string][]string{"9:0": {"259:1", "259:3"}, "253:0": {"253:1"}, "253:1": {"259:2"}} {
		for _, one := range below {
			must(os.Symlink(filepath.Join(root, "sys/devices", at[one]), filepath.Join(root, "sys/devices", at[above], "slaves", filepath.Base(at[one]))))
		}
	}
	return At(root)
}

func TestTheDiskIsTheWholeOneBehindPartitionsAndVolumes(t *testing.T) {
	fs := blockDevices(t)
	for number, want := range map[string]string{
		"259:0": "nvme0n1", "259:1": "nvme0n1", "253:1": "nvme0n1", "253:0": "nvme0n1", "259:3": "nvme1n1",
		"9:0": "md0", // over two: neither is the disk
	} {
		if got, err := fs.Disk(number); err != nil || got != want {
			t.Errorf("%s lies on %q, want %s (%v)", number, got, want, err)
		}
	}
	if got, err := fs.Disk("8:1"); err == nil || !strings.Contains(err.Error(), "no block device 8:1") {
		t.Errorf("an unknown device lies on %q: %v", got, err)
	}
}
