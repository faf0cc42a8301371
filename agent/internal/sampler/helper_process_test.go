package sampler

import (
	"context"
	"net"
	"os"
	"strconv"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// serveAsHelper makes this test binary a server on that port, which keeps every connection and says nothing.
const serveAsHelper = "MILLIONRPS_TEST_SERVE"

func TestMain(m *testing.M) {
	if port := os.Getenv(serveAsHelper); port != "" {
		serve(port)
	}
	os.Exit(m.Run())
}

func serve(port string) {
	listener, err := sharedPort().Listen(context.Background(), "tcp", "127.0.0.1:"+port)
	if err != nil {
		os.Exit(1)
	}
	time.AfterFunc(time.Minute, func() { os.Exit(0) }) // never outlives the test for long
	kept := make(chan net.Conn, 1<<14)                 // what nobody holds is closed by the garbage collector
	for {
		connection, err := listener.Accept()
		if err != nil {
			os.Exit(1)
		}
		kept <- connection
	}
}

func sharedPort() *net.ListenConfig {
	return &net.ListenConfig{Control: func(_, _ string, raw syscall.RawConn) (err error) {
		failed := raw.Control(func(fd uintptr) { err = unix.SetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_REUSEPORT, 1) })
		if failed != nil {
			return failed
		}
		return err
	}}
}

func ownBinary(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func freePort(t *testing.T) uint16 {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	return uint16(listener.Addr().(*net.TCPAddr).Port)
}

func waitForListeners(t *testing.T, s *Sampler, port uint16, want int) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		seen, err := s.ObserveProcesses("target", port)
		if err != nil {
			t.Fatal(err)
		}
		queues := 0
		for _, p := range seen.Processes {
			queues += len(p.AcceptQueues)
		}
		if queues == want {
			return
		}
	}
	t.Fatalf("fewer than %d servers listen on port %d", want, port)
}

func dialAll(t *testing.T, port uint16, count int) (clients []net.Conn) {
	t.Helper()
	for range count {
		client, err := net.Dial("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(int(port))))
		if err != nil {
			t.Fatal(err)
		}
		clients = append(clients, client)
	}
	return clients
}
