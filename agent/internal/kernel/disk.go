package kernel

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
)

// mostLayers is more than anybody stacks block devices.
const mostLayers = 8

// Disk finds the whole disk behind a block device, by its number as "259:1": the disk that a partition is a part of, and the one below a
// volume or an encrypted device that lies on one alone. A device over several stays what it is.
func (f FS) Disk(number string) (name string, err error) {
	at, err := filepath.EvalSymlinks(f.Path("/sys/dev/block/" + number))
	if err != nil {
		return "", fmt.Errorf("the kernel knows no block device %s", number)
	}
	for range mostLayers {
		at = f.wholeDisk(at)
		below := f.Names(f.in(at) + "/slaves")
		if len(below) != 1 {
			return filepath.Base(at), nil
		}
		if at, err = filepath.EvalSymlinks(filepath.Join(at, "slaves", below[0])); err != nil {
			return "", fmt.Errorf("the device below %s is gone: %w", number, err)
		}
	}
	return "", errors.New("block device " + number + " lies on too many others")
}

// wholeDisk is the folder above that of a partition.
func (f FS) wholeDisk(at string) string {
	if f.Exists(f.in(at) + "/partition") {
		return filepath.Dir(at)
	}
	return at
}

// in is the name below the root of a path.
func (f FS) in(path string) string { return strings.TrimPrefix(path, f.root) }
