package backend

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/netip"
	"path/filepath"
	"strings"

	"millionrps/agent/internal/process"
)

// CacheServer is a Redis or Valkey that was started for a run.
type CacheServer struct {
	service
	at string
	// password belongs to the user with all rights; the program that fills the cache has it in its environment.
	password string
	// targetPassword goes to the target's environment, and nowhere else.
	targetPassword string
}

// targetUser may read the items, and count them.
const targetUser = "target"

// address is like redis://127.0.0.1:6379/0.
func (c *CacheServer) address(user string) string {
	if user != "" {
		user += "@"
	}
	return "redis://" + user + c.at + "/0"
}

// users are lines of its configuration (ACLs of Redis 6 and later). The key patterns are of what the reference server fills in.
func (c *CacheServer) users() string {
	return fmt.Sprintf("user default on >%s ~* &* +@all\nuser %s on >%s ~item:* resetchannels -@all +get +dbsize +hello +auth +ping\n", c.password, targetUser, c.targetPassword)
}

// StartCache returns when it answers. It keeps everything in memory and nothing on disk.
func StartCache(ctx context.Context, spec Spec, program string, stated Stated) (c *CacheServer, err error) {
	user, err := stated.userOf()
	if err != nil {
		return nil, fmt.Errorf("the cache %w", err)
	}
	log, logPath, err := openLog(spec, Cache)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	c = &CacheServer{service: service{launcher: spec.Launcher, name: "the cache", log: logPath}, password: newPassword(), targetPassword: newPassword()}
	defer func() {
		if err != nil {
			c.Stop()
			c = nil
		}
	}()
	if c.folder, err = spec.Folders.service(Cache, user); err != nil {
		return nil, err
	}
	port, err := freePort(spec.Address)
	if err != nil {
		return nil, err
	}
	c.at = netip.AddrPortFrom(spec.Address, uint16(port)).String()
	file := filepath.Join(c.folder, "cache.conf")
	config := fmt.Sprintf("port %d\nbind %s\n%sdir %s\nsave \"\"\nappendonly no\nmaxclients 20000\n", port, spec.Address, c.users(), c.folder)
	if err := private(file, config, user); err != nil {
		return nil, err
	}
	c.environment = append([]string{}, stated.Environment...)
	c.child, err = spec.Launcher.Start(process.Spec{Argv: []string{program, file}, Environment: c.environment, Identity: user, Stdout: log, Stderr: log})
	if err != nil {
		return nil, err
	}
	return c, c.await(ctx, c.ping)
}

// dial speaks the protocol of Redis by hand: what is asked here needs no driver.
func (c *CacheServer) dial(ctx context.Context) (net.Conn, *bufio.Reader, error) {
	connection, err := (&net.Dialer{}).DialContext(ctx, "tcp", c.at)
	if err != nil {
		return nil, nil, err
	}
	if deadline, set := ctx.Deadline(); set {
		_ = connection.SetDeadline(deadline)
	}
	answers := bufio.NewReader(connection)
	if err = command(connection, answers, "AUTH "+c.password, "+OK"); err != nil {
		_ = connection.Close()
		return nil, nil, err
	}
	return connection, answers, nil
}

func command(connection net.Conn, answers *bufio.Reader, words, want string) error {
	if _, err := io.WriteString(connection, words+"\r\n"); err != nil {
		return err
	}
	line, err := answers.ReadString('\n')
	if err != nil {
		return err
	}
	if !strings.HasPrefix(line, want) {
		return fmt.Errorf("the cache answered %q", strings.TrimSpace(line))
	}
	return nil
}

func (c *CacheServer) ping(ctx context.Context) error {
	connection, answers, err := c.dial(ctx)
	if err != nil {
		return err
	}
	defer connection.Close()
	return command(connection, answers, "PING", "+PONG")
}

// Stop ends it.
func (c *CacheServer) Stop() {
	if c != nil {
		c.stop(func() { c.child.Terminate() })
	}
}
