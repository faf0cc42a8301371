package backend

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"

	"millionrps/agent/internal/process"
)

// superuser is the role of the throw-away database that this agent alone has; targetRole may do what the target's routes need.
const (
	superuser  = "millionrps"
	targetRole = "millionrps_target"
)

// Database is a PostgreSQL that was started for a run.
type Database struct {
	service
	at netip.AddrPort
	// password is the superuser's; who fills it has it in its environment.
	password string
	// targetPassword goes to the target's environment, and nowhere else.
	targetPassword string
	// stated are names of settings, in order.
	stated []string
}

// address is like postgres://millionrps@127.0.0.1:5432/postgres.
func (d *Database) address(role string) string {
	return fmt.Sprintf("postgres://%s@%s/postgres", role, d.at)
}

// DatabaseSettings are what a run asks of it.
type DatabaseSettings struct {
	// Connections are those of the server under test.
	Connections int
	// SynchronousCommit: a commit is answered when it is on disk.
	SynchronousCommit bool
}

// dataFolder is the cluster's, in the folder of the service.
const dataFolder = "data"

// spareConnections are for preparing, sampling and PostgreSQL's own.
const spareConnections = 10

// settings are in the order in which PostgreSQL gets them: the last one of a name holds. Those after the stated ones are what a run says or
// rests on.
func (d DatabaseSettings) settings(address netip.Addr, stated map[string]string) []string {
	commit := "off"
	if d.SynchronousCommit {
		commit = "on"
	}
	all := []string{
		"unix_socket_directories=",
		// In the data folder rather than in /dev/shm, so that nothing is left where it is killed.
		"dynamic_shared_memory_type=mmap",
		"max_connections=" + strconv.Itoa(d.Connections+spareConnections),
		"shared_buffers=256MB",
		"max_wal_size=4GB",
		"track_io_timing=on",
		// A run is shorter than what these are for, and their work would be measured.
		"autovacuum=off",
		"checkpoint_timeout=1h",
	}
	for _, name := range slices.Sorted(maps.Keys(stated)) {
		all = append(all, name+"="+stated[name])
	}
	return append(all,
		"listen_addresses="+address.String(), "synchronous_commit="+commit, "fsync=on", "full_page_writes=on", "track_wal_io_timing=on",
	)
}

// StartDatabase returns when it answers. After an error nothing of it is left but its log.
func StartDatabase(ctx context.Context, spec Spec, program string, stated Stated, asked DatabaseSettings) (d *Database, err error) {
	user, err := stated.userOf()
	if err != nil {
		return nil, fmt.Errorf("PostgreSQL %w", err)
	}
	log, logPath, err := openLog(spec, PostgreSQL)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	d = &Database{service: service{launcher: spec.Launcher, name: "PostgreSQL", log: logPath}, password: newPassword(), targetPassword: newPassword()}
	defer func() {
		if err != nil {
			d.Stop()
			d = nil
		}
	}()
	if d.folder, err = spec.Folders.service(PostgreSQL, user); err != nil {
		return nil, err
	}
	d.environment = append([]string{"LC_ALL=C"}, stated.Environment...)
	d.stated = slices.Sorted(maps.Keys(stated.Settings))
	child := process.Spec{Environment: d.environment, Identity: user, Stdout: log, Stderr: log}
	data := filepath.Join(d.folder, dataFolder)
	if err := d.initialise(ctx, spec, child, program, data, user); err != nil {
		return nil, err
	}
	port, err := freePort(spec.Address)
	if err != nil {
		return nil, err
	}
	child.Argv = []string{program, "-D", data, "-p", strconv.Itoa(port)}
	for _, setting := range asked.settings(spec.Address, stated.Settings) {
		child.Argv = append(child.Argv, "-c", setting)
	}
	d.at = netip.AddrPortFrom(spec.Address, uint16(port))
	if d.child, err = spec.Launcher.Start(child); err != nil {
		return nil, err
	}
	return d, d.await(ctx, func(ctx context.Context) error {
		c, err := d.connect(ctx)
		if err != nil {
			return err
		}
		return c.Close(ctx)
	})
}

// initialise makes the cluster. Its password stands in a file that only its user may read, for as long as that takes.
func (d *Database) initialise(ctx context.Context, spec Spec, child process.Spec, program, data string, user *process.Identity) error {
	file := filepath.Join(d.folder, "password")
	if err := private(file, d.password, user); err != nil {
		return err
	}
	child.Argv = []string{
		filepath.Join(filepath.Dir(program), "initdb"), "-D", data, "-U", superuser, "--pwfile", file,
		"-A", "scram-sha-256", "-E", "UTF8", "--locale", "C", "--no-sync",
	}
	if err := run(ctx, spec.Launcher, child, d.log); err != nil {
		return err
	}
	return errors.Join(os.Remove(file), private(filepath.Join(data, "pg_hba.conf"), d.admitted(spec.Address), user))
}

// admitted says who may come in: the superuser from this host alone, the target from wherever the one address can be reached.
func (d *Database) admitted(address netip.Addr) string {
	own := netip.PrefixFrom(address, address.BitLen())
	return fmt.Sprintf("host all %s %s scram-sha-256\nhost postgres %s all scram-sha-256\n", superuser, own, targetRole)
}

// admit makes the target's role when there are tables. What it sends of the password does not tell it.
func (d *Database) admit(ctx context.Context) error {
	verifier, err := scramVerifier(d.targetPassword)
	if err != nil {
		return err
	}
	c, err := d.connect(ctx)
	if err != nil {
		return err
	}
	defer c.Close(context.WithoutCancel(ctx))
	// Neither the name nor the verifier has anything to quote.
	_, err = c.PgConn().Exec(ctx, fmt.Sprintf("CREATE ROLE %[1]s LOGIN PASSWORD '%[2]s'; GRANT SELECT ON items TO %[1]s; GRANT INSERT ON events TO %[1]s",
		targetRole, verifier)).ReadAll()
	return err
}

func (d *Database) connect(ctx context.Context) (*pgx.Conn, error) {
	config, err := pgx.ParseConfig(d.address(superuser))
	if err != nil {
		return nil, err
	}
	config.Password = d.password
	config.RuntimeParams["application_name"] = "millionrps-agent"
	return pgx.ConnectConfig(ctx, config)
}

// Stop ends it at once: nothing of it is to be kept.
func (d *Database) Stop() {
	if d != nil {
		d.stop(func() { d.child.Quit() })
	}
}
