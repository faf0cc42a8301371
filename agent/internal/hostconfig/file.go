package hostconfig

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"syscall"
)

// PathVariable names the file where no flag does.
const PathVariable = "MILLIONRPS_HOST_CONFIG"

// File is a host's configuration file as it was read last. Safe for concurrent use.
type File struct {
	path  string
	named bool

	mu     sync.Mutex
	config Config
	there  bool
	// sources are the templates of the file as it was parsed last, also where one of them has a fault: it may be mended.
	sources      []string
	sourceStamps string
	// stamp identifies the state of the file and its templates.
	stamp string
	fault error
}

// Open reads the named file, or the one of the environment, or the default one where there is one. Its error is one sentence.
func Open(path string) (*File, error) {
	if path == "" {
		path = os.Getenv(PathVariable)
	}
	f := &File{path: path, named: path != ""}
	if !f.named {
		f.path = DefaultPath
	}
	var err error
	f.config, f.there, err = f.read()
	return f, err
}

// read takes the stamps before it reads: what changes meanwhile is read again.
func (f *File) read() (config Config, there bool, err error) {
	own := stampOf(f.path)
	defer func() { f.stamp = own + f.sourceStamps }()
	text, err := os.ReadFile(f.path)
	switch {
	case !f.named && errors.Is(err, os.ErrNotExist):
		f.watch(nil)
		return Config{}, false, nil
	case err != nil:
		return Config{}, false, fmt.Errorf("the configuration file cannot be read: %w", err)
	}
	if config, err = Parse(text); err == nil {
		f.watch(config.sources())
		err = config.checkTemplates()
	}
	if err != nil {
		return Config{}, true, fmt.Errorf("the configuration file %s %w", f.path, err)
	}
	return config, true, nil
}

func (f *File) watch(sources []string) {
	f.sources, f.sourceStamps = sources, stampsOf(sources)
}

// Refresh reads the file again if it or a template has changed. If it cannot be read, the previous content stays, and
// Fault says why.
func (f *File) Refresh() (changed bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if stampOf(f.path)+stampsOf(f.sources) == f.stamp {
		return false
	}
	config, there, err := f.read()
	f.fault = err
	if err == nil {
		f.config, f.there = config, there
	}
	return true
}

// Config is the last content without a fault.
func (f *File) Config() Config {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.config
}

// Fault is why what the file says now is not in effect, in one sentence; nil where it is.
func (f *File) Fault() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.fault
}

// Named says that a flag or the environment named the file.
func (f *File) Named() bool { return f.named }

// Path is where the file is; there says that it was there when it was read last without a fault.
func (f *File) Path() (path string, there bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.path, f.there
}

// stampOf tells any replacement or change of a file. An inode's number may be given to the file that replaces it, its change time not.
func stampOf(path string) string {
	var stat syscall.Stat_t
	if err := syscall.Stat(path, &stat); err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%d %d %d", stat.Ino, stat.Size, stat.Ctim.Nano())
}

func stampsOf(paths []string) string {
	var all strings.Builder
	for _, path := range paths {
		all.WriteString("\n" + stampOf(path))
	}
	return all.String()
}
