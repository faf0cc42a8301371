package backend

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"millionrps/agent/internal/process"
)

// Services are those of one run. What was not asked for is nil.
type Services struct {
	Database *Database
	Cache    *CacheServer
}

// Access says how to reach the services: their addresses, which may be reported, and the passwords, which may not.
// Services that are not there are empty.
type Access struct {
	Database, Cache                 string
	DatabasePassword, CachePassword string
}

// Arguments are those of the reference server that point it at the services.
func (a Access) Arguments() []string {
	var arguments []string
	if a.Database != "" {
		arguments = append(arguments, "--database", a.Database)
	}
	if a.Cache != "" {
		arguments = append(arguments, "--cache", a.Cache)
	}
	return arguments
}

// Environment holds the passwords: it is for the process that asks the services.
func (a Access) Environment() []string {
	var environment []string
	if a.Database != "" {
		environment = append(environment, "PGPASSWORD="+a.DatabasePassword)
	}
	if a.Cache != "" {
		environment = append(environment, "REDISCLI_AUTH="+a.CachePassword)
	}
	return environment
}

// OfTarget has only the rights that the target's routes need.
func (s Services) OfTarget() Access {
	var access Access
	if d := s.Database; d != nil {
		access.Database, access.DatabasePassword = d.address(targetRole), d.targetPassword
	}
	if c := s.Cache; c != nil {
		access.Cache, access.CachePassword = c.address(targetUser), c.targetPassword
	}
	return access
}

// ofOwner may do everything.
func (s Services) ofOwner() Access {
	var access Access
	if d := s.Database; d != nil {
		access.Database, access.DatabasePassword = d.address(superuser), d.password
	}
	if c := s.Cache; c != nil {
		access.Cache, access.CachePassword = c.address(""), c.password
	}
	return access
}

// PIDs are the first processes of the services.
func (s Services) PIDs() []int {
	var pids []int
	if s.Database != nil {
		pids = append(pids, s.Database.child.PID)
	}
	if s.Cache != nil {
		pids = append(pids, s.Cache.child.PID)
	}
	return pids
}

// DiskFolder is where one writes to the disk; "" where none does.
func (s Services) DiskFolder() string {
	if s.Database == nil {
		return ""
	}
	return s.Database.folder
}

// Stop ends them all.
func (s Services) Stop() {
	s.Database.Stop()
	s.Cache.Stop()
}

// Fill has the reference server make rows and keys, whose schema is its own, and lets the target at them.
func (s Services) Fill(ctx context.Context, spec Spec, server string) error {
	owner := s.ofOwner()
	if owner == (Access{}) {
		return nil
	}
	path := filepath.Join(spec.LogFolder, "prepare.log")
	log, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("opening the log of the preparation: %w", err)
	}
	defer log.Close()
	argv := append([]string{server, "--prepare"}, owner.Arguments()...)
	if err := run(ctx, spec.Launcher, process.Spec{Argv: argv, Environment: owner.Environment(), Stdout: log, Stderr: log}, path); err != nil {
		return fmt.Errorf("filling the throw-away services: %w", err)
	}
	if s.Database == nil {
		return nil
	}
	if err := s.Database.admit(ctx); err != nil {
		return fmt.Errorf("letting the target at the database: %w", err)
	}
	return nil
}
