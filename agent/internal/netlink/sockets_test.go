package netlink

import (
	"net"
	"net/netip"
	"testing"
	"time"
)

func TestEstablishedConnectionsCountsTheServersSide(t *testing.T) {
	for _, test := range []struct{ network, listen, dial string }{
		{"tcp4", "127.0.0.1:0", "127.0.0.1"},
		{"tcp6", "[::1]:0", "::1"},
		{"tcp", "[::]:0", "127.0.0.1"}, // IPv4 connections to a listener of both
	} {
		t.Run(test.network+" "+test.listen, func(t *testing.T) {
			listener, err := net.Listen(test.network, test.listen)
			if err != nil {
				t.Skip(err)
			}
			defer func() { _ = listener.Close() }()
			address := listener.Addr().(*net.TCPAddr)
			port := uint16(address.Port)
			expectConnections(t, port, 0) // a listening socket is not established

			var accepted, dialled []net.Conn
			for range 300 {
				client, err := net.Dial("tcp", net.JoinHostPort(test.dial, portText(port)))
				if err != nil {
					t.Fatal(err)
				}
				server, err := listener.Accept()
				if err != nil {
					t.Fatal(err)
				}
				accepted, dialled = append(accepted, server), append(dialled, client)
			}
			expectConnections(t, port, 300)
			expectConnectionsTo(t, test.dial, port, 300)
			expectConnectionsTo(t, "192.0.2.1", port, 0)
			for i := range 100 {
				_ = dialled[i].Close()
				_ = accepted[i].Close()
			}
			expectConnections(t, port, 200)
			for i := range accepted {
				_ = dialled[i].Close()
				_ = accepted[i].Close()
			}
			expectConnections(t, port, 0)
		})
	}
}

// expectConnections allows the kernel a moment to take a connection down.
func expectConnections(t *testing.T, port uint16, want int) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Second); ; {
		count, err := EstablishedConnections(port)
		if err != nil {
			t.Fatal(err)
		}
		if count == want {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d established connections on port %d, want %d", count, port, want)
		}
	}
}

func expectConnectionsTo(t *testing.T, address string, port uint16, want int) {
	t.Helper()
	count, err := EstablishedConnectionsTo(netip.MustParseAddr(address), port)
	if err != nil || count != want {
		t.Errorf("%d established connections to %s, %v; want %d", count, address, err, want)
	}
}

func portText(port uint16) string { return (&net.TCPAddr{Port: int(port)}).String()[1:] }

func TestDiagMessagesAreCountedToTheirEnd(t *testing.T) {
	message := func(kind byte, body ...byte) []byte {
		length := 16 + len(body)
		text := make([]byte, (length+3)&^3)
		text[0], text[4] = byte(length), kind
		copy(text[16:], body)
		return text
	}
	join := func(messages ...[]byte) (block []byte) {
		for _, text := range messages {
			block = append(block, text...)
		}
		return block
	}
	for name, test := range map[string]struct {
		block  []byte
		count  int
		done   bool
		failed bool
	}{
		"two of more":       {join(message(20, 1, 2, 3), message(20)), 2, false, false},
		"the last":          {join(message(20), message(3, 0, 0, 0, 0)), 1, true, false},
		"a failed dump":     {message(3, 0xfe, 0xff, 0xff, 0xff), 0, false, true},
		"an error":          {message(2, 0xfe, 0xff, 0xff, 0xff), 0, false, true},
		"an error in words": {message(2), 0, false, true},
		"a length too long": {[]byte{200, 0, 0, 0, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 0, false, true},
		"nothing":           {nil, 0, false, false},
	} {
		count := 0
		done, err := takeSockets(test.block, func([]byte) { count++ })
		if count != test.count || done != test.done || (err != nil) != test.failed {
			t.Errorf("%s: %d, %v, %v", name, count, done, err)
		}
	}
}

func FuzzSockets(f *testing.F) {
	f.Add(append([]byte("\x00\x00"), make([]byte, 80)...))
	f.Fuzz(func(t *testing.T, text []byte) {
		take := func(message []byte) {
			_ = destination(message)
			if s, ok := ParseSocket(message); ok && s.Inode == 0 {
				t.Errorf("a socket without an inode: %+v", s)
			}
		}
		_, _ = takeSockets(text, take)
		take(text)
	})
}
