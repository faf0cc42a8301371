// Package install makes a host's agent come with the host: its programs, its data folder and, where systemd runs, its service. It brings an
// agent that is there up to date, and removes all of it again.
package install

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"millionrps/agent/internal/folder"
	"millionrps/agent/internal/keeper"
	"millionrps/agent/internal/programs"
)

// inTouchWithin is what the agent gets to join and to say hello.
const inTouchWithin = 60 * time.Second

// Options say with which instance, and from where the programs come.
type Options struct {
	From        string // a folder with agent and server
	URL         string
	Fingerprint string // "" where the certificate is checked as usual
	Name        string
	JoinToken   string
	Out         io.Writer
}

// Install puts the programs of o.From in place and starts them. Done again it brings them up to date and keeps the credential.
func Install(o Options) error {
	p := placesOf()
	known, err := programs.ReadInstallation(p.data)
	there := err == nil
	switch {
	case there && known.URL != o.URL:
		return fmt.Errorf("this host is enrolled at %s; to move it, run `%s uninstall` first", known.URL, filepath.Join(p.programs, "agent"))
	case err != nil && !errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("what is installed cannot be read: %w", err)
	case folder.IsWorking(p.data):
		return errors.New("a run is under way on this host; run this again when it is over")
	}
	i := programs.Installation{URL: o.URL, Fingerprint: o.Fingerprint, Name: o.Name, Service: hasSystemd(), Made: p.ownOf(known.Made)}
	wasService := isService()
	if there {
		i.Name = known.Name
		if err := p.stop(wasService); err != nil {
			return err
		}
	}
	if err := p.put(o, i); err != nil {
		if there {
			_ = p.start(wasService)
		}
		return err
	}
	if err := p.start(i.Service); err != nil {
		return err
	}
	if err := p.awaitHello(); err != nil {
		return err
	}
	fmt.Fprintln(o.Out, told(there, i.Service, p))
	return nil
}

func told(there, service bool, p places) string {
	what := "This host is enrolled; it is on the hosts page now."
	if there {
		what = "The agent is up to date and in touch."
	}
	if service {
		return what + " systemd starts it with the host: systemctl status " + serviceName
	}
	return what + " It runs in the background and does not start by itself after a reboot; then: " + startCommand(p)
}

// put writes what is installed. Nothing of it runs yet.
func (p places) put(o Options, i programs.Installation) error {
	folders := []string{p.programs, p.data}
	if i.Service {
		folders = append(folders, filepath.Dir(unitFile), filepath.Dir(usersFile))
	}
	made, err := makeFolders(folders...)
	if err != nil {
		return fmt.Errorf("a folder cannot be made: %w", err)
	}
	i.Made = append(i.Made, made...)
	if err := os.Chmod(p.data, 0o700); err != nil {
		return err
	}
	// From here on uninstall knows what there is.
	if err := programs.WriteInstallation(p.data, i); err != nil {
		return fmt.Errorf("the data folder cannot be written: %w", err)
	}
	for _, name := range []string{"server", "agent"} {
		if err := replaceFile(filepath.Join(o.From, name), filepath.Join(p.programs, name)); err != nil {
			return fmt.Errorf("%s cannot be installed: %w", name, err)
		}
	}
	// What came by an upgrade is older.
	if err := os.RemoveAll(filepath.Join(p.data, programs.Folder)); err != nil {
		return err
	}
	if err := programs.Replace(filepath.Join(p.data, programs.JoinToken), []byte(o.JoinToken+"\n")); err != nil {
		return err
	}
	if !i.Service {
		return nil
	}
	return p.putService()
}

// awaitHello returns when the agent has been in touch.
func (p places) awaitHello() error {
	token := filepath.Join(p.data, programs.JoinToken)
	for end := time.Now().Add(inTouchWithin); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if _, err := os.Stat(token); errors.Is(err, os.ErrNotExist) {
			return nil
		}
	}
	return fmt.Errorf("the agent was installed and started, but did not get in touch within %.0f s; its log says why: %s", inTouchWithin.Seconds(), p.logCommand())
}

// makeFolders makes each with its parents, and says which were not there, the outermost first.
func makeFolders(paths ...string) ([]string, error) {
	var made []string
	for _, path := range paths {
		var absent []string
		for at := path; ; at = filepath.Dir(at) {
			if _, err := os.Stat(at); err == nil {
				break
			}
			absent = append([]string{at}, absent...)
		}
		for _, one := range absent {
			if err := os.Mkdir(one, 0o755); err != nil {
				return made, err
			}
			made = append(made, one)
		}
	}
	return made, nil
}

// replaceFile copies a program. One that runs goes on with the file that it has.
func replaceFile(from, to string) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	partial := to + ".partial"
	target, err := os.OpenFile(partial, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o755)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	if err = errors.Join(err, target.Chmod(0o755), target.Sync(), target.Close()); err != nil {
		return err
	}
	return os.Rename(partial, to)
}

func startCommand(p places) string {
	return fmt.Sprintf("setsid %s keep --data %s >>%s 2>&1 </dev/null &", filepath.Join(p.programs, "agent"), p.data, filepath.Join(p.data, logFile))
}

// Uninstall removes everything that Install brought, once `restore` has put the host back. With that it removes the credential: the host stays
// on the hosts page, offline, until somebody removes it there.
func Uninstall(restore func(data string) error, out io.Writer) error {
	p := placesOf()
	i, err := programs.ReadInstallation(p.data)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("nothing is installed for this user: there is no %s", p.data)
	case err != nil:
		return fmt.Errorf("what is installed cannot be read: %w", err)
	case folder.IsWorking(p.data):
		return errors.New("a run is under way on this host; uninstall when it is over, or cancel it")
	}
	service := isService()
	if err := p.stop(service); err != nil {
		return err
	}
	if err := restore(p.data); err != nil {
		return fmt.Errorf("nothing was removed: %w", errors.Join(err, p.start(service)))
	}
	var faults []error
	if service {
		faults = append(faults, removeService())
	}
	faults = append(faults, os.RemoveAll(p.programs), os.RemoveAll(p.data), os.RemoveAll(p.data+".templates"), os.RemoveAll(p.data+".backends"), os.RemoveAll(p.data+".revisions"))
	for _, folder := range slices.Backward(p.ownOf(i.Made)) {
		_ = syscall.Rmdir(folder) // unless something else is in it by now
	}
	_ = os.Remove("/run/millionrps")
	if err := errors.Join(faults...); err != nil {
		return fmt.Errorf("not everything could be removed: %w", err)
	}
	fmt.Fprintln(out, "The agent and everything it kept is gone from this host. On the hosts page, remove the host.")
	return nil
}

func (p places) stop(service bool) error {
	if service {
		return systemctl("stop", serviceName)
	}
	return keeper.Stop(p.data)
}

// lastLines of the log of a detached agent.
func lastLines(path string, most int) string {
	content, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	lines := strings.Split(strings.TrimSpace(string(content)), "\n")
	return strings.Join(lines[max(0, len(lines)-most):], "\n")
}
