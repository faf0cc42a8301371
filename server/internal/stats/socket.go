package stats

import (
	"bufio"
	"errors"
	"net"
	"time"

	"millionrps/server/internal/unixsocket"
)

// Socket answers each newline with one line. The zero Socket does nothing.
type Socket struct {
	listener *net.UnixListener
}

// Listen opens the socket, as unixsocket.Listen does.
func Listen(path string) (*Socket, error) {
	listener, err := unixsocket.Listen(path, "stats")
	if err != nil {
		return nil, err
	}
	return &Socket{listener: listener}, nil
}

// Serve answers until Close.
func (s *Socket) Serve(workers []Worker, told Told) {
	if s.listener == nil {
		return
	}
	for {
		client, err := s.listener.Accept()
		if err != nil {
			if errors.Is(err, net.ErrClosed) {
				return
			}
			// Out of file descriptors, most likely: the load may have taken them all, and will give some back.
			time.Sleep(100 * time.Millisecond)
			continue
		}
		go answer(client, workers, told)
	}
}

// answer ignores every byte but the newline, so its memory is bounded whatever a client sends.
func answer(client net.Conn, workers []Worker, told Told) {
	defer client.Close()
	input := bufio.NewReader(client)
	for {
		b, err := input.ReadByte()
		if err != nil {
			return
		}
		if b != '\n' {
			continue
		}
		encoded, err := Line(time.Now(), workers, told)
		if err != nil {
			return
		}
		if _, err := client.Write(encoded); err != nil {
			return
		}
	}
}

// Close removes the file. Clients that are connected are cut when the process ends.
func (s *Socket) Close() {
	if s.listener != nil {
		s.listener.Close()
	}
}
