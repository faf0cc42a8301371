package drain

import (
	"bufio"
	"io"
	"net"
	"strings"
	"testing"
	"time"
)

// flushFirst reads from a connection once the answers before are written to it.
type flushFirst struct {
	io.Reader
	answers *bufio.Writer
}

func (f flushFirst) Read(p []byte) (int, error) {
	if err := f.answers.Flush(); err != nil {
		return 0, err
	}
	return f.Reader.Read(p)
}

// echoLine stands for a server: it answers each request with one line, and like fasthttp it
// writes its answers only when it has to read again.
func echoLine(connection net.Conn) {
	defer connection.Close()
	output := bufio.NewWriter(connection)
	input := bufio.NewReader(flushFirst{connection, output})
	for {
		head, err := input.ReadString('\n')
		if err != nil {
			return
		}
		if head != "\r\n" {
			_, _ = output.WriteString("answer to " + head)
		}
	}
}

func serve(listener net.Listener) error {
	for {
		connection, err := listener.Accept()
		if err != nil {
			return nil
		}
		go echoLine(connection)
	}
}

type draining struct {
	client net.Conn
	stop   chan struct{}
	result chan error
}

func startServing(t *testing.T, timeout time.Duration) draining {
	t.Helper()
	tcp, err := net.ListenTCP("tcp4", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	d := draining{stop: make(chan struct{}), result: make(chan error, 1)}
	go func() { d.result <- ServeUntil(d.stop, timeout, NewListener(tcp), serve) }()
	d.client, err = net.Dial("tcp", tcp.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.client.Close() })
	if err := d.client.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	return d
}

func (d draining) send(t *testing.T, text string) {
	t.Helper()
	if _, err := io.WriteString(d.client, text); err != nil {
		t.Fatal(err)
	}
}

func (d draining) wantRest(t *testing.T, want string) {
	t.Helper()
	got, err := io.ReadAll(d.client)
	if err != nil || string(got) != want {
		t.Errorf("received %d bytes, %v, want %d bytes and a clean end", len(got), err, len(want))
	}
}

func TestEveryRequestThatHadArrivedIsAnsweredAndNoneIsCut(t *testing.T) {
	const requests = 5000 // more than one read of the server's 4,096 bytes
	d := startServing(t, 5*time.Second)
	d.send(t, strings.Repeat("a\r\n\r\n", requests))
	close(d.stop)
	d.wantRest(t, strings.Repeat("answer to a\r\n", requests))
	if err := <-d.result; err != nil {
		t.Error(err)
	}
}

func TestConnectionThatWaitsInTheBacklogIsServed(t *testing.T) {
	d := startServing(t, 5*time.Second)
	close(d.stop)
	d.wantRest(t, "")
	if err := <-d.result; err != nil {
		t.Error(err)
	}
}

func TestRequestWhoseEndNeverComesIsGivenUpInHalfTheTimeout(t *testing.T) {
	d := startServing(t, 200*time.Millisecond)
	d.send(t, "a\r\n\r\nb")
	answer := make([]byte, len("answer to a\r\n"))
	if _, err := io.ReadFull(d.client, answer); err != nil {
		t.Fatal(err)
	}
	close(d.stop)
	d.wantRest(t, "")
	if err := <-d.result; err != nil {
		t.Error(err)
	}
}

func TestAMissingPartHasHalfOfTheTimeAMomentAfterItAndNeverMoreThanAll(t *testing.T) {
	end := time.Unix(1000, 0)
	l := &Listener{deadline: end, partDeadline: end.Add(-2 * time.Second)}
	for beforeEnd, want := range map[time.Duration]time.Duration{
		4 * time.Second:       2 * time.Second,
		time.Second:           time.Second - partGrace,
		50 * time.Millisecond: 0,
	} {
		if got := end.Sub(l.missingPartDeadline(end.Add(-beforeEnd))); got != want {
			t.Errorf("%s before the end: until %s before it, want %s", beforeEnd, got, want)
		}
	}
}

// TestWhatHadArrivedIsAnsweredAfterHalfOfTheTimeToo has a server that takes longer than that for what had arrived.
func TestWhatHadArrivedIsAnsweredAfterHalfOfTheTimeToo(t *testing.T) {
	tcp, err := net.ListenTCP("tcp4", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	stop, result := make(chan struct{}), make(chan error, 1)
	answerSlowly := func(c net.Conn) {
		defer c.Close()
		request := make([]byte, len("a\r\n\r\n"))
		for {
			if _, err := io.ReadFull(c, request); err != nil {
				return
			}
			time.Sleep(200 * time.Millisecond)
			_, _ = io.WriteString(c, "answer\n")
		}
	}
	go func() {
		result <- ServeUntil(stop, 2*time.Second, NewListener(tcp), func(listener net.Listener) error {
			for {
				c, err := listener.Accept()
				if err != nil {
					return nil
				}
				go answerSlowly(c)
			}
		})
	}()
	client, err := net.Dial("tcp4", tcp.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	// Seven answers take 1.4 s, and half of the time is 1 s. The last request has arrived in part, its rest follows.
	if _, err := io.WriteString(client, strings.Repeat("a\r\n\r\n", 6)+"a\r\n"); err != nil {
		t.Fatal(err)
	}
	time.Sleep(50 * time.Millisecond)
	close(stop)
	time.Sleep(150 * time.Millisecond)
	if _, err := io.WriteString(client, "\r\n"); err != nil {
		t.Fatal(err)
	}
	if err := client.SetReadDeadline(time.Now().Add(5 * time.Second)); err != nil {
		t.Fatal(err)
	}
	answers, err := io.ReadAll(client)
	if err != nil || string(answers) != strings.Repeat("answer\n", 7) {
		t.Errorf("received %q, %v, want 7 answers", answers, err)
	}
	if err := <-result; err != nil {
		t.Error(err)
	}
}

func TestHeadEndIsSeenAcrossReads(t *testing.T) {
	for _, pieces := range [][]string{{"x\r\n\r\n"}, {"x\r\n", "\r\n"}, {"x\r\n\r", "\n"}, {"x", "\r", "\n", "\r", "\n"}} {
		c := &connection{}
		for _, piece := range pieces {
			c.remember([]byte(piece))
		}
		if c.lastFour != headEnd {
			t.Errorf("%q does not end a request", pieces)
		}
	}
}
