package sampler

import (
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// fakeServer is a reference server's stats socket; reply says what it answers to each question.
type fakeServer struct {
	socket string
	asked  chan struct{}
	reply  chan string
}

func startFakeServer(t *testing.T) *fakeServer {
	t.Helper()
	server := &fakeServer{socket: filepath.Join(t.TempDir(), "stats"), asked: make(chan struct{}, 100), reply: make(chan string, 100)}
	listener, err := net.Listen("unix", server.socket)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			go server.serve(connection)
		}
	}()
	return server
}

func (f *fakeServer) serve(connection net.Conn) {
	defer func() { _ = connection.Close() }()
	for question := make([]byte, 1); ; {
		if _, err := connection.Read(question); err != nil {
			return
		}
		f.asked <- struct{}{}
		for text := range f.reply {
			if text == "hang up" {
				return
			}
			_, _ = connection.Write([]byte(text))
			if strings.HasSuffix(text, "\n") {
				break
			}
		}
	}
}

func counters(timeUs int, workers ...string) string {
	return fmt.Sprintf(`{"timeUs":%d,"firstRequestTimeUs":5,"workers":[%s]}`+"\n", timeUs, strings.Join(workers, ","))
}

func worker(number, pid, requests int) string {
	return fmt.Sprintf(`{"worker":%d,"pid":%d,"requests":%d}`, number, pid, requests)
}

func openTracking(t *testing.T, socket string) *Sampler {
	t.Helper()
	root := t.TempDir()
	fakeHost{cpus: 1}.write(t, root)
	s := openFake(t, root)
	if err := s.TrackRequests(socket); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestTheServersOwnCountersAreInTheRow(t *testing.T) {
	server := startFakeServer(t)
	s := openTracking(t, server.socket)
	server.reply <- counters(7, worker(1, 11, 20), worker(0, 10, 10))
	expect(t, sample(t, s), map[string]int64{
		"target/requestsStale": 0, "target/requestsTimeUs": 7, "target/firstRequestTimeUs": 5,
		"target/worker/0/requests": 10, "target/worker/1/requests": 20,
	})
	first := s.layout
	server.reply <- counters(8, worker(0, 10, 11))[:20] // an answer may come in pieces
	server.reply <- counters(8, worker(1, 11, 21), worker(0, 10, 11))[20:]
	expect(t, sample(t, s), map[string]int64{"target/requestsTimeUs": 8, "target/worker/0/requests": 11, "target/worker/1/requests": 21})
	if s.layout != first {
		t.Error("the layout changed without a reason")
	}
	server.reply <- counters(9, worker(0, 10, 12), worker(1, 99, 1))
	expect(t, sample(t, s), map[string]int64{"target/worker/1/requests": 1})
	if s.layout == first {
		t.Error("a worker that started again counts from 0 and so needs a new layout")
	}
	s.UntrackRequests()
	if _, ok := sample(t, s)["target/requestsStale"]; ok {
		t.Error("target/ is still there")
	}
}

func TestAHungServerStallsOneSampleOnly(t *testing.T) {
	server := startFakeServer(t)
	s := openTracking(t, server.socket)
	server.reply <- counters(7, worker(0, 10, 10))
	sample(t, s)
	repeated := map[string]int64{"target/requestsStale": 1, "target/requestsTimeUs": 7, "target/worker/0/requests": 10}

	began := time.Now()
	expect(t, sample(t, s), repeated)
	if took := time.Since(began); took < answerTimeout || took > answerTimeout+time.Second {
		t.Errorf("the first sample without an answer took %v, want about %v", took, answerTimeout)
	}
	began = time.Now()
	const more = 20
	for range more {
		expect(t, sample(t, s), repeated)
	}
	if took := time.Since(began); took > more*answerTimeout/4 {
		t.Errorf("%d further samples took %v", more, took)
	}

	server.reply <- counters(8, worker(0, 10, 11)) // to the question asked long ago
	server.reply <- counters(9, worker(0, 10, 12))
	for deadline := time.Now().Add(10 * time.Second); ; {
		values := sample(t, s)
		if values["target/requestsTimeUs"] == 9 {
			expect(t, values, map[string]int64{"target/requestsStale": 0, "target/worker/0/requests": 12})
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("the counters stayed stale")
		}
	}
}

func TestAServerThatGoesAndComesIsFoundAgain(t *testing.T) {
	server := startFakeServer(t)
	s := openTracking(t, server.socket)
	for _, nonsense := range []string{"hang up", "what?\n", "{}}\n"} {
		server.reply <- nonsense
		expect(t, sample(t, s), map[string]int64{"target/requestsStale": 1})
		server.reply <- counters(7, worker(0, 10, 10))
		expect(t, sample(t, s), map[string]int64{"target/requestsStale": 0, "target/worker/0/requests": 10})
	}
}

func TestASocketThatIsNotThereYetIsStale(t *testing.T) {
	s := openTracking(t, filepath.Join(t.TempDir(), "later"))
	for range 3 {
		expect(t, sample(t, s), map[string]int64{"target/requestsStale": 1, "target/requestsTimeUs": 0})
	}
	if err := s.TrackRequests(strings.Repeat("x", 108)); err == nil {
		t.Error("a path that no socket can have was accepted")
	}
}

func TestReadingRequestCountersAllocatesNothing(t *testing.T) {
	line := []byte(counters(7, worker(0, 10, 10), worker(1, 11, 20)))
	var into requestCounters
	if allocations := testing.AllocsPerRun(100, func() { _ = parseRequestCounters(line, &into) }); allocations != 0 {
		t.Errorf("%v allocations, want 0", allocations)
	}
}

func TestFiguresOfBackendsAreColumnsOfTheirOwn(t *testing.T) {
	server := startFakeServer(t)
	s := openTracking(t, server.socket)
	server.reply <- `{"timeUs":7,"firstRequestTimeUs":5,"workers":[{"worker":0,"pid":1,"requests":9}],` +
		`"database":{"size":4,"waitUs":120,"later":{"a":[1]}},"later":[{}],"downstream":{"calls":3,"attempts":5}}` + "\n"
	row := boundary(t, s)
	for column, want := range map[string]int64{
		"target/worker/0/requests": 9, "target/database/size": 4, "target/database/waitUs": 120, "target/database/heldUs": 0,
		"target/downstream/calls": 3, "target/downstream/attempts": 5,
	} {
		if got, there := row[column]; !there || got != want {
			t.Errorf("%s is %d (%t), want %d", column, got, there, want)
		}
	}
	if _, there := row["target/cache/size"]; there {
		t.Error("a cache that nobody told of has columns")
	}
	server.reply <- counters(8, `{"worker":0,"pid":1,"requests":10}`)
	if _, there := boundary(t, s)["target/database/size"]; there {
		t.Error("figures that are told no more have columns")
	}
}

// told has two columns, and counts how often it is asked to read.
type told struct{ refreshed int64 }

func (f *told) Columns() []string { return []string{"database/a", "database/b"} }

func (f *told) Append(values []int64) []int64 { return append(values, 42, f.refreshed) }

func (f *told) Refresh() { f.refreshed++ }

func TestTrackedFiguresAreReadAnewAtBoundariesAlone(t *testing.T) {
	s := openFake(t, newProcessHost(t).root)
	figures := &told{}
	if err := s.TrackFigures(figures); err != nil {
		t.Fatal(err)
	}
	if row := boundary(t, s); row["database/a"] != 42 || row["database/b"] != 1 {
		t.Errorf("a boundary tells %v", row)
	}
	if _, err := s.Sample(); err != nil || figures.refreshed != 1 {
		t.Errorf("a sample had them read %d times (%v)", figures.refreshed, err)
	}
	s.UntrackFigures()
	if _, there := boundary(t, s)["database/a"]; there || figures.refreshed != 1 {
		t.Error("what is not tracked any more has columns")
	}
}
