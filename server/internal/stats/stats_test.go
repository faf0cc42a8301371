package stats

import (
	"bufio"
	"net"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"millionrps/server/internal/counter"
)

func TestLineHasTheEarliestFirstRequestAndEveryWorker(t *testing.T) {
	early, late, idle := counter.NewSharded(1), counter.NewSharded(1), counter.NewSharded(1)
	early.Add(1)
	late.Add(1)
	late.Add(2)
	first := early.Read().FirstRequestTimeUs

	got, err := Line(time.UnixMicro(1234), []Worker{{PID: 11, Counter: late}, {PID: 12, Counter: early}, {PID: 13, Counter: idle}}, Told{})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"timeUs":1234,"firstRequestTimeUs":` + strconv.FormatInt(first, 10) + `,"workers":[{"worker":0,"pid":11,"requests":2},` +
		`{"worker":1,"pid":12,"requests":1},{"worker":2,"pid":13,"requests":0}]}` + "\n"
	if string(got) != want {
		t.Errorf("line is\n%swant\n%s", got, want)
	}
}

func TestLineBeforeAnyRequestHasNoFirstRequestTime(t *testing.T) {
	got, err := Line(time.UnixMicro(1234), []Worker{{PID: 11, Counter: counter.NewSharded(1)}}, Told{})
	want := `{"timeUs":1234,"firstRequestTimeUs":0,"workers":[{"worker":0,"pid":11,"requests":0}]}` + "\n"
	if err != nil || string(got) != want {
		t.Errorf("line is %s, %v, want %s", got, err, want)
	}
}

func TestOneConnectionGetsALineForEachNewline(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	socket, err := Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	requests := counter.NewSharded(1)
	go socket.Serve([]Worker{{PID: 1, Counter: requests}}, Told{})

	client, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	lines := bufio.NewReader(client)
	for _, want := range []string{`"requests":0}`, `"requests":1}`, `"requests":2}`} {
		if _, err := client.Write([]byte("\n")); err != nil {
			t.Fatal(err)
		}
		line, err := lines.ReadString('\n')
		if err != nil || !strings.Contains(line, want) {
			t.Fatalf("got %q, %v, want %s in it", line, err, want)
		}
		requests.Add(1)
	}
}
