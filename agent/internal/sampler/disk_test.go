package sampler

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/fakeroot"
)

func TestADiskHasColumnsWhileItIsTracked(t *testing.T) {
	root := fakeroot.ENA(t, 2)
	s := openFake(t, root)
	file := filepath.Join(root, "sys/block/nvme0n1/stat")
	writeFile(t, file, "1 0 8 3 4 0 32 9 2 7 12 0 0 0 0 5 6\n")
	s.disk.track("nvme0n1")
	expect(t, sample(t, s), map[string]int64{
		"disk/nvme0n1/reads": 1, "disk/nvme0n1/readUs": 3000, "disk/nvme0n1/writes": 4, "disk/nvme0n1/writeUs": 9000,
		"disk/nvme0n1/inFlight": 2, "disk/nvme0n1/busyUs": 7000, "disk/nvme0n1/flushes": 5, "disk/nvme0n1/flushUs": 6000,
	})
	checkNoAllocations(t, s)
	writeFile(t, file, "1 0 8 3 4 0 32 9 2 7 12\n")
	s.disk.track("")
	s.disk.track("nvme0n1")
	values := sample(t, s)
	expect(t, values, map[string]int64{"disk/nvme0n1/writes": 4})
	if _, there := values["disk/nvme0n1/flushes"]; there {
		t.Error("flushes that the kernel does not count have a column")
	}
	remove(t, file)
	s.disk.track("")
	s.disk.track("nvme0n1")
	frame, err := s.Sample()
	if err != nil || len(diskColumns(byColumn(t, frame))) > 0 || !slices.ContainsFunc(frame.Layout.Missing, func(why string) bool { return strings.Contains(why, "nvme0n1/stat") }) {
		t.Errorf("without the file: %v, %q, %v", frame.Layout.Columns, frame.Layout.Missing, err)
	}
	s.UntrackDisk()
	if frame, err = s.Sample(); err != nil || len(frame.Layout.Missing) > 0 {
		t.Errorf("untracked: %q, %v", frame.Layout.Missing, err)
	}
}

// A device whose requests wait in deep queues counts weeks of their time within hours, of which the kernel prints 32 bits.
func TestTimesOfADiskDoNotWrap(t *testing.T) {
	root := fakeroot.ENA(t, 2)
	s := openFake(t, root)
	file := filepath.Join(root, "sys/block/nvme0n1/stat")
	writeFile(t, file, "1 0 8 4294967290 4 0 32 4294967295 2 4294967000 12 0 0 0 0 5 4294967200\n")
	s.disk.track("nvme0n1")
	sample(t, s)
	writeFile(t, file, "2 0 8 4 5 0 32 0 2 704 12 0 0 0 0 6 100\n")
	wrapped := map[string]int64{
		"disk/nvme0n1/readUs": (1<<32 + 4) * 1000, "disk/nvme0n1/writeUs": (1 << 32) * 1000,
		"disk/nvme0n1/busyUs": (1<<32 + 704) * 1000, "disk/nvme0n1/flushUs": (1<<32 + 100) * 1000,
	}
	for range 2 { // once
		expect(t, sample(t, s), wrapped)
	}
	writeFile(t, file, "2 0 8 1 5 0 32 0 2 704 12 0 0 0 0 6 100\n")
	expect(t, sample(t, s), map[string]int64{"disk/nvme0n1/readUs": (1<<32 + 1) * 1000}) // began again, as counters of a new device do
	s.disk.track("nvme0n1")
	expect(t, sample(t, s), map[string]int64{"disk/nvme0n1/readUs": 1000})
}

func diskColumns(values map[string]int64) map[string]int64 {
	disks := maps.Clone(values)
	maps.DeleteFunc(disks, func(name string, _ int64) bool { return !strings.HasPrefix(name, "disk/") })
	return disks
}

// TestTheDiskOfAFolderCountsWhatIsFlushedThere writes to whatever disk the tests' folder lies on.
func TestTheDiskOfAFolderCountsWhatIsFlushedThere(t *testing.T) {
	folder := t.TempDir()
	s := openReal(t)
	var stat unix.Stat_t
	if err := unix.Stat(folder, &stat); err != nil {
		t.Fatal(err)
	}
	err := s.TrackDisk(folder)
	if unix.Major(uint64(stat.Dev)) == 0 {
		if err == nil || !strings.Contains(err.Error(), "no block device") {
			t.Errorf("%s lies on no disk: %v", folder, err)
		}
		t.Skip("the folder for tests lies on no disk: ", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	before := diskColumns(sample(t, s))
	file, err := os.Create(filepath.Join(folder, "written"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	const writes = 20
	for range writes {
		if _, err := file.WriteString(strings.Repeat("x", 4096)); err != nil {
			t.Fatal(err)
		}
		if err := file.Sync(); err != nil {
			t.Fatal(err)
		}
	}
	after := diskColumns(sample(t, s))
	rose := map[string]int64{}
	for column, value := range after {
		_, figure, _ := strings.Cut(strings.TrimPrefix(column, "disk/"), "/")
		rose[figure] = value - before[column]
	}
	t.Logf("%v", rose)
	if rose["writes"] < writes || rose["busyUs"] < 0 {
		t.Errorf("%d writes that were waited for: %v", writes, rose)
	}
}

func TestAFolderInMemoryLiesOnNoDisk(t *testing.T) {
	s := openReal(t)
	if err := s.TrackDisk("/proc"); err == nil || !strings.Contains(err.Error(), "no block device") {
		t.Errorf("/proc lies on a disk: %v", err)
	}
	if err := s.TrackDisk("/nowhere"); err == nil {
		t.Error("a folder that is not there lies on a disk")
	}
	if got := diskColumns(sample(t, s)); len(got) > 0 {
		t.Errorf("columns %v", got)
	}
}
