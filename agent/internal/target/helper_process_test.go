package target

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"testing"
	"time"
)

const helperVariable = "TARGET_TEST_HELPER"

// TestMain becomes a server where a test asks for one: its address, then what it is like.
func TestMain(m *testing.M) {
	if address := os.Getenv(helperVariable); address != "" {
		serve(address, os.Args[1:])
	}
	os.Exit(m.Run())
}

func serve(address string, like []string) {
	fmt.Println("to stdout")
	fmt.Fprintln(os.Stderr, "the secret is", os.Getenv("SECRET"))
	listener, err := net.Listen("tcp4", address)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
	status := http.StatusOK
	for _, word := range like {
		switch word {
		case "unwell":
			status = http.StatusServiceUnavailable
		case "stubborn":
			signal.Ignore(syscall.SIGTERM)
		case "flooding":
			go flood()
		}
	}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/end" {
			os.Exit(4)
		}
		if r.URL.Path != "/health" {
			http.NotFound(w, r)
			return
		}
		w.WriteHeader(status)
	}))
	server.Listener.Close()
	server.Listener = listener
	if slices.Contains(like, "secure") {
		server.StartTLS()
	} else {
		server.Start()
	}
	select {}
}

// flood prints some 250 MiB a second, a line of a MiB at a time.
func flood() {
	line := bytes.Repeat([]byte("x"), 1<<20)
	for n := 0; ; n++ {
		line = append(line[:1<<20], fmt.Sprintf(" line %d of a flood\n", n)...)
		if _, err := os.Stderr.Write(line); err != nil {
			os.Exit(5)
		}
		time.Sleep(4 * time.Millisecond)
	}
}

// freePort is free a moment ago.
func freePort(t *testing.T) int {
	t.Helper()
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}
