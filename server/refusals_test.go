package main

import (
	"bytes"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// refused runs a server that must not start, and returns its exit code and stderr.
func refused(t *testing.T, arguments ...string) (int, string) {
	t.Helper()
	command := exec.Command(binary, arguments...)
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	err := command.Run()
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		t.Fatalf("the server ended with %v, want a refusal", err)
	}
	if stdout.Len() > 0 {
		t.Errorf("stdout says %q, want nothing", stdout.String())
	}
	return exit.ExitCode(), stderr.String()
}

func TestBadCommandLinesGetOneSentenceAndExit2(t *testing.T) {
	tests := []struct {
		arguments []string
		want      string
	}{
		{[]string{"--workers", "-1"}, "--workers must be between 0 and 1024, not -1"},
		{[]string{"--workers", "1025"}, "--workers must be between 0 and 1024, not 1025"},
		{[]string{"--workers", "many"}, `invalid value "many" for flag -workers: parse error`},
		{[]string{"--port", "70000"}, "--port must be between 0 and 65535, not 70000"},
		{[]string{"--port", "-1"}, "--port must be between 0 and 65535, not -1"},
		{[]string{"--host", "localhost"}, `--host must be an IP address, not "localhost"`},
		{[]string{"--drain-timeout", "0s"}, "--drain-timeout must be longer than 0, not 0s"},
		{[]string{"--framework", "gin"}, `--framework must be nethttp, fasthttp or fiber, not "gin"`},
		{[]string{"--pick", "random"}, `--pick must be local or locked, not "random"`},
		{[]string{"--port", "0", "--pprof-socket", "/nowhere/pprof"}, "cannot listen on the pprof socket /nowhere/pprof: no such file or directory"},
		{[]string{"--port", "0", "--prefork", "--pprof-socket", "/dev/null"}, "the pprof socket path /dev/null exists and is not a socket"},
		{[]string{"--prefork", "--pprof-socket", "/" + strings.Repeat("x", 105)}, "the pprof socket path has 111 bytes, a unix socket allows 107, " +
			"and every worker needs one with its number behind it"},
		{[]string{"--database", "postgres://u:secret@h:1/d"}, "--database must not hold a password, which every user of this machine could read: set PGPASSWORD or PGPASSFILE in the environment"},
		{[]string{"--database", "postgres://u@h:1/d?password=secret"}, "--database must not hold a password, which every user of this machine could read: set PGPASSWORD or PGPASSFILE in the environment"},
		{[]string{"--database", "postgres://u@h:1/d?sslpassword=secret"}, "--database must have nothing behind its ? but sslmode, sslrootcert, sslcert, sslkey: every user of this machine could read it"},
		{[]string{"--database", "postgres://u@h:1/d?sslmode=disable;a=secret"}, "--database must have nothing behind its ? but sslmode, sslrootcert, sslcert, sslkey: every user of this machine could read it"},
		{[]string{"--cache", "redis://h:1/0?token=secret"}, "--cache must have nothing behind its ?: every user of this machine could read it"},
		{[]string{"--downstream", "http://h/?token=secret"}, "--downstream must have nothing behind its ?: every user of this machine could read it"},
		{[]string{"--downstream", "http://token@h/"}, "--downstream must not hold a password, which every user of this machine could read"},
		{[]string{"--database", "host=h password=secret"}, "--database must be like postgres://USER@HOST:PORT/NAME"},
		{[]string{"--cache", "redis://:secret@h:1/0"}, "--cache must not hold a password, which every user of this machine could read: set REDISCLI_AUTH in the environment"},
		{[]string{"--downstream", "ftp://h/"}, "--downstream must be like http://HOST:PORT/simple"},
		{[]string{"--downstream", "http://u:secret@h/"}, "--downstream must not hold a password, which every user of this machine could read"},
		{[]string{"--downstream-timeout", "0s"}, "--downstream-timeout must be longer than 0 and at most 1m, not 0s"},
		{[]string{"--downstream-retries", "11"}, "--downstream-retries must be between 0 and 10, not 11"},
		{[]string{"--db-pool", "0"}, "--db-pool must be between 1 and 1000, not 0"},
		{[]string{"--cache-pool", "1001"}, "--cache-pool must be between 1 and 1000, not 1001"},
		{[]string{"--db-batch", "0"}, "--db-batch must be between 1 and 1000, not 0"},
		{[]string{"--failing", "1"}, `invalid value "1" for flag -failing: must be a percentage from 0% to 100%, such as 1%, not "1"`},
		{[]string{"--delay", "-1s"}, "--delay must be between 0 and 1m, not -1s"},
		{[]string{"--rows", "10"}, "--rows must be between 1000 and 10000000, not 10"},
		{[]string{"--prepare"}, "--prepare needs a --database or a --cache to fill"},
		{[]string{"--fast"}, "flag provided but not defined: -fast"},
		{[]string{"8080"}, `unexpected argument "8080"; server takes flags only`},
		{[]string{"--port", "0", "--stats-socket", "/nowhere/stats"}, "cannot listen on the stats socket /nowhere/stats: no such file or directory"},
		{[]string{"--port", "0", "--prefork", "--stats-socket", "/nowhere/stats"}, "cannot listen on the stats socket /nowhere/stats: no such file or directory"},
		{[]string{"--port", "0", "--stats-socket", "/dev/null"}, "the stats socket path /dev/null exists and is not a socket"},
	}
	for _, test := range tests {
		t.Run(strings.Join(test.arguments, " "), func(t *testing.T) {
			code, stderr := refused(t, test.arguments...)
			if code != 2 || stderr != "server: "+test.want+"\n" {
				t.Errorf("exit code %d, stderr %q, want 2, %q", code, stderr, test.want)
			}
		})
	}
}

func TestAPortInUseGetsOneSentenceAndExit1(t *testing.T) {
	everyVariant(t, func(t *testing.T, s *running) {
		_, port, _ := strings.Cut(s.address, ":")
		want := "server: port " + port + " on 127.0.0.1 is already in use\n"
		stats := filepath.Join(shortFolder(t), "stats")
		for _, more := range [][]string{{}, {"--prefork"}} {
			code, stderr := refused(t, append([]string{"--port", port, "--stats-socket", stats}, more...)...)
			if code != 1 || stderr != want {
				t.Errorf("with %v: exit code %d, stderr %q, want 1, %q", more, code, stderr, want)
			}
		}
		if s.get(t, "/simple") != 200 {
			t.Error("the server that has the port was disturbed")
		}
	})
}

func TestVersionNamesTheFrameworks(t *testing.T) {
	output, err := exec.Command(binary, "--version").Output()
	if err != nil || !strings.Contains(string(output), "nethttp 1.") || !strings.Contains(string(output), ", fasthttp 1.73.0, fiber 3.5.0, go1.") {
		t.Errorf("%q, %v", output, err)
	}
}
