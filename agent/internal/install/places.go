package install

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"millionrps/agent/internal/privileges"
	"millionrps/agent/systemd"
)

const (
	serviceName = "millionrps-agent"
	logFile     = "agent.log"
	unitFile    = "/etc/systemd/system/millionrps-agent.service"
	usersFile   = "/etc/sysusers.d/millionrps-agent.conf"
	// systemdRuns is there on a host that systemd has booted.
	systemdRuns = "/run/systemd/system"
)

// places are where everything is: of the host for root, below the home folder for anybody else.
type places struct{ programs, data string }

func placesOf() places {
	if os.Geteuid() == 0 {
		return places{programs: "/usr/local/lib/millionrps-agent", data: "/var/lib/millionrps-agent"}
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = "/nonexistent"
	}
	return places{programs: filepath.Join(home, ".local/lib/millionrps-agent"), data: filepath.Join(home, ".local/share/millionrps-agent")}
}

// hasSystemd says that the agent becomes a service: root asks, and systemd has booted this host.
func hasSystemd() bool {
	_, err := os.Stat(systemdRuns)
	return os.Geteuid() == 0 && err == nil
}

// isService says that the agent of root is a service. The installation says so too, but the service's user may write to it.
func isService() bool {
	_, err := os.Stat(unitFile)
	return os.Geteuid() == 0 && err == nil
}

// ownOf are those of the folders that Install may have made: the places, and what they and the service's files are in. The service's user may have added others.
func (p places) ownOf(folders []string) []string {
	return slices.DeleteFunc(slices.Clone(folders), func(folder string) bool {
		return !slices.ContainsFunc([]string{p.programs, p.data, unitFile, usersFile}, func(path string) bool { return isWithin(path, folder) })
	})
}

func isWithin(path, folder string) bool {
	return filepath.Clean(folder) == folder && (path == folder || strings.HasPrefix(path, folder+"/"))
}

func (p places) logCommand() string {
	if hasSystemd() {
		return "journalctl -u " + serviceName
	}
	return filepath.Join(p.data, logFile) + "\n" + lastLines(filepath.Join(p.data, logFile), 5)
}

func (p places) start(service bool) error {
	if service {
		return systemctl("restart", serviceName)
	}
	log, err := os.OpenFile(filepath.Join(p.data, logFile), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	command := exec.Command(filepath.Join(p.programs, "agent"), "keep", "--data", p.data)
	command.Dir = "/"
	command.Stdout, command.Stderr = log, log
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := command.Start(); err != nil {
		return fmt.Errorf("the agent cannot be started: %w", err)
	}
	return command.Process.Release()
}

// putService installs the unit and its user, whom the data folder then belongs to.
func (p places) putService() error {
	files := []struct{ path, content string }{{unitFile, systemd.Unit}, {usersFile, systemd.Users}}
	if _, err := os.Stat(filepath.Dir(privileges.RuleFile)); err == nil {
		files = append(files, struct{ path, content string }{privileges.RuleFile, systemd.Rules})
	}
	for _, file := range files {
		if err := os.WriteFile(file.path, []byte(file.content), 0o644); err != nil {
			return err
		}
	}
	if err := run("systemd-sysusers", usersFile); err != nil {
		return err
	}
	if err := chown(p.data); err != nil {
		return err
	}
	if err := systemctl("daemon-reload"); err != nil {
		return err
	}
	return systemctl("enable", "--quiet", serviceName)
}

func chown(data string) error {
	owner, err := user.Lookup(privileges.RuleUser)
	if err != nil {
		return fmt.Errorf("systemd-sysusers did not make the user of the service: %w", err)
	}
	uid, _ := strconv.Atoi(owner.Uid)
	gid, _ := strconv.Atoi(owner.Gid)
	return filepath.WalkDir(data, func(path string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, uid, gid)
	})
}

func removeService() error {
	faults := []error{systemctl("disable", "--quiet", serviceName)}
	for _, file := range []string{unitFile, usersFile, privileges.RuleFile} {
		if err := os.Remove(file); err != nil && !errors.Is(err, os.ErrNotExist) {
			faults = append(faults, err)
		}
	}
	faults = append(faults, systemctl("daemon-reload"))
	if _, err := user.Lookup(privileges.RuleUser); err == nil {
		faults = append(faults, run("userdel", privileges.RuleUser))
	}
	return errors.Join(faults...)
}

func systemctl(arguments ...string) error { return run("systemctl", arguments...) }

func run(program string, arguments ...string) error {
	output, err := exec.Command(findProgram(program), arguments...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("`%s %s` failed: %w %s", program, strings.Join(arguments, " "), err, strings.TrimSpace(string(output)))
	}
	return nil
}

// findProgram also looks where programs of administrators are: the PATH that Debian's su leaves to root may lack it.
func findProgram(name string) string {
	if _, err := exec.LookPath(name); err == nil {
		return name
	}
	return filepath.Join("/usr/sbin", name)
}
