package prefork

import (
	"errors"
	"fmt"
	"net"
	"os"
	"runtime"
	"strconv"

	"millionrps/server/internal/counter"
)

const indexVariable = "MILLIONRPS_SERVER_WORKER"

// Descriptors that the master passes on, after the standard three.
const (
	countersFD = 3
	helloFD    = 4
)

// Worker is this process when a master started it.
type Worker struct {
	Index   int
	Counter *counter.Counter
	hello   *os.File
}

// IsWorker says whether a master started this process.
func IsWorker() bool { return os.Getenv(indexVariable) != "" }

// NewWorker takes over what the master passed on.
func NewWorker() (*Worker, error) {
	index, err := strconv.Atoi(os.Getenv(indexVariable))
	if err != nil {
		return nil, fmt.Errorf("%s is not a worker's index: %w", indexVariable, err)
	}
	shared, err := counter.MapShared(os.NewFile(countersFD, "counters"))
	if err != nil {
		return nil, err
	}
	if index < 0 || index >= shared.Workers() {
		return nil, errors.New("the master's counters have no room for this worker")
	}
	return &Worker{Index: index, Counter: shared.Worker(index), hello: os.NewFile(helloFD, "hello")}, nil
}

// Listen opens this worker's listener and tells the master whether that worked.
func (w *Worker) Listen(open func() (*net.TCPListener, error)) (*net.TCPListener, error) {
	defer w.hello.Close()
	listener, err := open()
	if err != nil {
		return nil, errors.Join(err, sendHello(w.hello, hello{Error: err.Error()}))
	}
	if err := sendHello(w.hello, hello{GoMaxProcs: runtime.GOMAXPROCS(0)}); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return listener, nil
}
