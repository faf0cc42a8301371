package control

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/programs"
	"millionrps/agent/internal/runner"
)

const (
	// downloadWithin is what both programs get to come.
	downloadWithin  = 10 * time.Minute
	programBytesMax = 512 << 20
	// versionWithin is what a new program gets to say that it can be started here at all.
	versionWithin = 20 * time.Second
)

// errBeside is of an agent that is started with its instance, by the instance's own supervisor.
var errBeside = errors.New("this agent comes with the instance: update the instance and start it again")

// whyNot is why this agent cannot replace its own program.
func (a *Agent) whyNot() error {
	switch {
	case a.Kept:
		return nil
	case a.Beside:
		return errBeside
	}
	return errNotKept
}

// errNotKept is why an agent that no keeper starts cannot replace itself.
var errNotKept = errors.New("this agent was not enrolled by the line of the hosts page, so it cannot replace its own program: put a new one in its place and start it again, or enrol the host by that line")

// facts are what is known of this host, and of the program that says so.
func (a *Agent) facts() contract.HostFacts {
	facts := FactsOf(a.Facts())
	facts.Upgrades = a.upgradesOf()
	return facts
}

// upgradesOf tells the API whether this agent can replace itself, and how its last upgrade ended.
func (a *Agent) upgradesOf() *contract.AgentUpgrades {
	u := contract.AgentUpgrades{}
	if err := a.whyNot(); err != nil {
		u.Refusal = said(runner.Sentence(err))
		return &u
	}
	if c, err := programs.Read(a.Folder.Path()); err == nil && c.Last != nil {
		u.Last = &contract.AgentUpgrade{UpgradeId: c.Last.ID, ToSha256: c.Last.To, Result: contract.AgentUpgradeResult(c.Last.Result), Why: said(c.Last.Why), AtUs: c.Last.AtUs}
	}
	// One that is on trial has said hello if the API reads this.
	if c, err := programs.Read(a.Folder.Path()); err == nil && c.Trial != nil {
		u.Last = &contract.AgentUpgrade{UpgradeId: c.Trial.ID, ToSha256: c.Trial.To, Result: contract.AgentUpgradeResult(programs.Upgraded), AtUs: time.Now().UnixMicro()}
	}
	return &u
}

// beginUpgrade answers at once; what becomes of it is told by a later hello.
func (a *Agent) beginUpgrade(asked askedOf) error {
	if err := a.whyNot(); err != nil {
		return err
	}
	switch {
	case a.Runner.HeldRun() != "":
		return fmt.Errorf("%s works for a run; upgrade its agent when the run is over", a.Name)
	case !a.Runner.Restored().Matches:
		return fmt.Errorf("%s still has settings of a run to put back; restore it before you upgrade its agent", a.Name)
	case !isSHA256(asked.AgentSHA256) || !isSHA256(asked.ServerSHA256):
		return errors.New("the checksums of the new programs are missing")
	case asked.AgentSHA256 == a.Facts().AgentSHA256:
		return fmt.Errorf("%s runs this agent already", a.Name) // its folder is the one that the new program would replace
	case !a.upgrading.CompareAndSwap(false, true):
		return fmt.Errorf("an upgrade of the agent on %s is under way", a.Name)
	}
	go func() {
		defer a.upgrading.Store(false)
		ctx, end := context.WithTimeout(context.Background(), downloadWithin)
		defer end()
		err := a.upgrade(ctx, asked)
		if err == nil {
			a.Log.Info("the agent makes room for another program", "sha256", asked.AgentSHA256)
			a.Leave()
			return
		}
		a.Log.Error("the agent is not upgraded", "error", err)
		if err := programs.NoteFailed(a.Folder.Path(), asked.TaskID, asked.AgentSHA256, runner.Sentence(err)); err != nil {
			a.Log.Error("that could not be kept", "error", err)
		}
		a.wantHello.Store(true)
		a.beatNow()
	}()
	return nil
}

// upgrade has the next life be another program, which is whole and can be started here.
func (a *Agent) upgrade(ctx context.Context, asked askedOf) error {
	folder := a.Folder.Path(programs.Folder)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	partial, err := os.MkdirTemp(folder, ".partial-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(partial)
	for name, sum := range map[string]string{"agent": asked.AgentSHA256, "server": asked.ServerSHA256} {
		if err := a.client.fetchProgram(ctx, name, sum, filepath.Join(partial, name)); err != nil {
			return err
		}
	}
	if err := checkStarts(ctx, filepath.Join(partial, "agent")); err != nil {
		return err
	}
	if a.Runner.HeldRun() != "" {
		return errors.New("a run began meanwhile, so the agent stayed as it is")
	}
	home := filepath.Join(folder, asked.AgentSHA256)
	if err := os.RemoveAll(home); err != nil {
		return err
	}
	if err := os.Rename(partial, home); err != nil {
		return err
	}
	return programs.Try(a.Folder.Path(), asked.TaskID, asked.AgentSHA256)
}

// isSHA256 also keeps what becomes the name of a folder from being a path.
func isSHA256(text string) bool {
	sum, err := hex.DecodeString(text)
	return err == nil && len(sum) == sha256.Size && strings.ToLower(text) == text
}

func checkStarts(ctx context.Context, program string) error {
	ctx, end := context.WithTimeout(ctx, versionWithin)
	defer end()
	if output, err := exec.CommandContext(ctx, program, "version").CombinedOutput(); err != nil {
		return fmt.Errorf("the new program cannot be started on this host (%w %.200s), so the old one stays", err, output)
	}
	return nil
}

// fetchProgram writes a program that has this checksum. Of any other nothing is left, and nothing of it is ever started.
func (c *client) fetchProgram(ctx context.Context, name, sum, path string) error {
	address := c.base.JoinPath("enrol/programs", "linux-"+runtime.GOARCH, name).String()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+c.currentCredential())
	response, err := c.http.Do(request)
	if err != nil {
		return fmt.Errorf("downloading %s: %w", name, err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("downloading %s: the API answered %d", name, response.StatusCode)
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o700)
	if err != nil {
		return err
	}
	hash := sha256.New()
	_, err = io.Copy(io.MultiWriter(file, hash), io.LimitReader(response.Body, programBytesMax))
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return fmt.Errorf("downloading %s: %w", name, err)
	}
	if got := hex.EncodeToString(hash.Sum(nil)); got != sum {
		return fmt.Errorf("what was downloaded as %s has another checksum than the API named, so it was never started", name)
	}
	return nil
}
