package backend

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

// TestTheTargetMayDoWhatItsRoutesNeedAndNothingElse asks as the target does, and as one who has taken its password would.
func TestTheTargetMayDoWhatItsRoutesNeedAndNothingElse(t *testing.T) {
	d := startDatabase(t, specOf(t), Stated{}, DatabaseSettings{Connections: 2})
	ctx := context.Background()
	owner, err := d.connect(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close(ctx)
	tables := "CREATE TABLE items (id int); CREATE TABLE events (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, item int); INSERT INTO items VALUES (7)"
	if _, err := owner.PgConn().Exec(ctx, tables).ReadAll(); err != nil {
		t.Fatal(err)
	}
	if err := d.admit(ctx); err != nil {
		t.Fatal(err)
	}
	access := Services{Database: d}.OfTarget()
	config, err := pgx.ParseConfig(access.Database)
	if err != nil {
		t.Fatal(err)
	}
	config.Password = access.DatabasePassword
	c, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(ctx)
	var id int
	if err := c.QueryRow(ctx, "SELECT id FROM items").Scan(&id); err != nil || id != 7 {
		t.Errorf("read %d: %v", id, err)
	}
	if _, err := c.Exec(ctx, "INSERT INTO events (item) VALUES (7)"); err != nil {
		t.Error(err)
	}
	for _, statement := range []string{
		"DELETE FROM items", "SELECT * FROM events", "CREATE TABLE mine (n int)", "COPY items TO PROGRAM 'cat'", "ALTER SYSTEM SET work_mem = '1GB'",
		"SELECT pg_read_file('postgresql.conf')", "SET ROLE " + superuser,
	} {
		if _, err := c.Exec(ctx, statement); err == nil || !strings.Contains(err.Error(), "42501") {
			t.Errorf("%s: %v", statement, err)
		}
	}
	config.User = superuser
	if stranger, err := pgx.ConnectConfig(ctx, config); err == nil {
		_ = stranger.Close(ctx)
		t.Error("the target's password opens the owner's role")
	}
}

func TestTheTargetMayReadAndCountTheCacheAlone(t *testing.T) {
	c, err := StartCache(context.Background(), specOf(t), found(t)[Cache].Path, Stated{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Stop()
	owner, target := say(t, c, "AUTH "+c.password), say(t, c, fmt.Sprintf("AUTH %s %s", targetUser, c.targetPassword))
	if answer := owner("SET item:1 one"); answer != "+OK" {
		t.Error(answer)
	}
	for command, want := range map[string]string{
		"GET item:1": "$3", "DBSIZE": ":1", "SET item:1 two": "-NOPERM", "GET other": "-NOPERM", "FLUSHALL": "-NOPERM", "CONFIG GET dir": "-NOPERM", "ACL LIST": "-NOPERM",
	} {
		answer := target(command)
		if !strings.HasPrefix(answer, want) {
			t.Errorf("%s: %s", command, answer)
		}
	}
	if answer := say(t, c, "PING")("PING"); !strings.HasPrefix(answer, "-NOAUTH") {
		t.Errorf("a stranger is answered %s", answer)
	}
}

// say answers what sends a command and returns the first line of the answer.
func say(t *testing.T, c *CacheServer, first string) func(command string) string {
	t.Helper()
	connection, err := net.Dial("tcp", c.at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = connection.Close() })
	lines := bufio.NewReader(connection)
	ask := func(command string) string {
		fmt.Fprintf(connection, "%s\r\n", command)
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatalf("%s: %v", command, err)
		}
		if strings.HasPrefix(line, "$") {
			if _, err := lines.ReadString('\n'); err != nil {
				t.Fatalf("%s: %v", command, err)
			}
		}
		return strings.TrimSpace(line)
	}
	ask(first)
	return ask
}
