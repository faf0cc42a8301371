package identity

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// HashFile reads a whole regular file. It waits for no device and no pipe.
func HashFile(path string) (File, error) {
	file, err := openRegular(path)
	if err != nil {
		return File{}, err
	}
	defer file.Close()
	return hash(file, path, func() error { return nil })
}

var errNoFile = errors.New("is no regular file")

const openFlags = unix.O_RDONLY | unix.O_NONBLOCK | unix.O_CLOEXEC

func openRegular(path string) (*os.File, error) {
	file, err := os.OpenFile(path, openFlags, 0)
	if err != nil {
		return nil, withoutPath(err)
	}
	return regular(file)
}

// openBelow opens a path below another file system's root; links cannot lead out of it.
func openBelow(root, path string) (*os.File, error) {
	folder, err := os.Open(root)
	if err != nil {
		return nil, withoutPath(err)
	}
	defer folder.Close()
	how := unix.OpenHow{Flags: openFlags, Resolve: unix.RESOLVE_IN_ROOT | unix.RESOLVE_NO_MAGICLINKS}
	fd, err := unix.Openat2(int(folder.Fd()), path, &how)
	if err != nil {
		return nil, err
	}
	return regular(os.NewFile(uintptr(fd), path))
}

func regular(file *os.File) (*os.File, error) {
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errNoFile
	}
	if err != nil {
		file.Close()
		return nil, withoutPath(err)
	}
	return file, nil
}

// pieceBytes is what is read between two looks at the clock.
const pieceBytes = 4 << 20

func hash(file *os.File, path string, goOn func() error) (File, error) {
	sum := sha256.New()
	read := int64(0)
	for {
		if err := goOn(); err != nil {
			return File{}, err
		}
		n, err := io.CopyN(sum, file, pieceBytes)
		read += n
		if errors.Is(err, io.EOF) {
			return File{Path: clean(path), SHA256: hex.EncodeToString(sum.Sum(nil)), SizeBytes: read}, nil
		}
		if err != nil {
			return File{}, withoutPath(err)
		}
	}
}

// take hashes one file, once, as long as the bounds leave room. It answers nil for what is named as unread instead, or was taken before.
func (l *look) take(shown string, open func() (*os.File, error)) *File {
	if l.seen[shown] {
		return nil
	}
	l.seen[shown] = true
	if l.beyond {
		return nil
	}
	taken, err := l.hash(shown, open)
	if err != nil {
		l.unread(shown, err.Error())
		return nil
	}
	return &taken
}

func (l *look) hash(shown string, open func() (*os.File, error)) (File, error) {
	if len(l.seen) > filesMost {
		l.beyond = true
		return File{}, fmt.Errorf("is beyond the first %d files; this one and those after it were not read", filesMost)
	}
	file, err := open()
	if err != nil {
		return File{}, withoutPath(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return File{}, withoutPath(err)
	}
	if info.Size() > l.bytesLeft {
		return File{}, fmt.Errorf("is beyond the %d MiB that are read of a target", bytesMost>>20)
	}
	l.bytesLeft -= info.Size()
	return hash(file, shown, func() error {
		if l.ctx.Err() == nil && time.Now().Before(l.deadline) {
			return nil
		}
		l.beyond = true
		return fmt.Errorf("was not read within %s; this one and those after it are not known", within)
	})
}

// addFile takes one by its path in the target's file system.
func (l *look) addFile(path string, declared bool) {
	open := func() (*os.File, error) { return openRegular(path) }
	if root := l.root(); root != "" {
		open = func() (*os.File, error) { return openBelow(root, path) }
	}
	if declared && l.declare(clean(path)) {
		return
	}
	if file := l.take(path, open); file != nil {
		file.Declared = declared
		l.found.Files = append(l.found.Files, *file)
	}
}

// declare says of a file that was read before, as a script for one, that it is declared too.
func (l *look) declare(path string) bool {
	for i := range l.found.Files {
		if l.found.Files[i].Path == path {
			l.found.Files[i].Declared = true
			return true
		}
	}
	return false
}

// withoutPath leaves out the path, which stands beside it.
func withoutPath(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
