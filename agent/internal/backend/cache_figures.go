package backend

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net"
	"strconv"
	"strings"
)

// cacheFigures are what Redis and Valkey tell of themselves, by the fields of INFO. Several fields are summed. Commands hold our own, three a
// second. The main thread runs every command and, as we start it, reads and writes for all connections.
var cacheFigures = []struct {
	column string
	fields []string
	us     bool // told in seconds
}{
	{"cache/commands", []string{"total_commands_processed"}, false},
	{"cache/hits", []string{"keyspace_hits"}, false},
	{"cache/misses", []string{"keyspace_misses"}, false},
	{"cache/evictions", []string{"evicted_keys"}, false},
	{"cache/clients", []string{"connected_clients"}, false},
	{"cache/cpuUs", []string{"used_cpu_user", "used_cpu_sys"}, true},
	{"cache/mainThreadCpuUs", []string{"used_cpu_user_main_thread", "used_cpu_sys_main_thread"}, true},
}

// cacheSections are asked for one by one, as older versions take one at a time.
var cacheSections = []string{"stats", "clients", "cpu"}

// mostInfoBytes is many times what a section has.
const mostInfoBytes = 64 << 10

// cacheSession asks a cache. What the first answer lacks, as an old version's does, has no column.
type cacheSession struct {
	cache      *CacheServer
	connection net.Conn // nil after a question that failed: what is left of its answer would be taken for the next one's
	answers    *bufio.Reader
	figures    []int // those of cacheFigures that it tells
	names      []string
}

// Watch connects and reads once.
func (c *CacheServer) Watch(ctx context.Context, log *slog.Logger) (*Monitor, error) {
	s := &cacheSession{cache: c}
	if err := s.learn(ctx); err != nil {
		s.close()
		return nil, fmt.Errorf("watching the cache: %w", err)
	}
	return watch(ctx, s, log)
}

// learn connects, and finds out what the cache tells.
func (s *cacheSession) learn(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	if err := s.reconnect(ctx); err != nil {
		return err
	}
	told, err := s.info(ctx)
	if err != nil {
		return err
	}
	s.names = []string{"cache/readMonotonicUs"}
	for i, figure := range cacheFigures {
		if _, err := figureOf(i, told); err == nil {
			s.figures, s.names = append(s.figures, i), append(s.names, figure.column)
		}
	}
	return nil
}

func (s *cacheSession) service() string { return "the cache" }

func (s *cacheSession) columns() []string { return s.names }

func (s *cacheSession) looksPerSecond() int { return 0 }

func (s *cacheSession) look(context.Context, []int64) error { return nil }

func (s *cacheSession) read(ctx context.Context, values []int64) error {
	told, err := s.info(ctx)
	if err != nil {
		return err
	}
	for at, figure := range s.figures {
		if values[1+at], err = figureOf(figure, told); err != nil {
			return err
		}
	}
	return nil
}

func (s *cacheSession) cut() bool { return s.connection == nil }

func (s *cacheSession) reconnect(ctx context.Context) (err error) {
	s.connection, s.answers, err = s.cache.dial(ctx)
	return err
}

func (s *cacheSession) close() {
	if s.connection != nil {
		_ = s.connection.Close()
		s.connection = nil
	}
}

// info has the fields of all sections.
func (s *cacheSession) info(ctx context.Context) (told map[string]string, err error) {
	if s.connection == nil {
		return nil, errors.New("the cache is not connected")
	}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	deadline, _ := ctx.Deadline()
	if err := s.connection.SetDeadline(deadline); err != nil {
		return nil, err
	}
	if _, err := io.WriteString(s.connection, "INFO "+strings.Join(cacheSections, "\r\nINFO ")+"\r\n"); err != nil {
		return nil, err
	}
	told = map[string]string{}
	for range cacheSections {
		text, err := bulk(s.answers)
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(text) {
			if name, value, found := strings.Cut(strings.TrimSpace(line), ":"); found {
				told[name] = value
			}
		}
	}
	return told, nil
}

// bulk reads one bulk string of the protocol of Redis.
func bulk(answers *bufio.Reader) (string, error) {
	line, err := answers.ReadString('\n')
	if err != nil {
		return "", err
	}
	length, found := strings.CutPrefix(strings.TrimSpace(line), "$")
	size, err := strconv.Atoi(length)
	if !found || err != nil || size < 0 || size > mostInfoBytes {
		return "", fmt.Errorf("the cache answered %.100q", strings.TrimSpace(line))
	}
	text := make([]byte, size+len("\r\n"))
	if _, err := io.ReadFull(answers, text); err != nil {
		return "", err
	}
	return string(text[:size]), nil
}

func figureOf(index int, told map[string]string) (sum int64, err error) {
	figure := cacheFigures[index]
	for _, field := range figure.fields {
		value, err := strconv.ParseFloat(told[field], 64)
		if err != nil || value < 0 || value > math.MaxInt32*1e6 {
			return 0, fmt.Errorf("the cache says %.40q of %s", told[field], field)
		}
		if figure.us {
			value *= 1e6
		}
		sum += int64(math.Round(value))
	}
	return sum, nil
}
