package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sys/unix"

	"millionrps/agent/internal/blob"
	"millionrps/agent/internal/control"
	"millionrps/agent/internal/folder"
	"millionrps/agent/internal/hostconfig"
	"millionrps/agent/internal/identity"
	"millionrps/agent/internal/journal"
	"millionrps/agent/internal/loadgen"
	"millionrps/agent/internal/masking"
	"millionrps/agent/internal/pin"
	"millionrps/agent/internal/privileges"
	"millionrps/agent/internal/process"
	"millionrps/agent/internal/programs"
	"millionrps/agent/internal/reserve"
	"millionrps/agent/internal/revisions"
	"millionrps/agent/internal/runner"
	"millionrps/agent/internal/spool"
	"millionrps/agent/internal/target"
)

const (
	// goThreads is enough for one sampler and a few sleeping loops. A second one costs a tenth more at every sample: threads that
	// wake each other to look for work.
	goThreads = 1
	// spoolBytesMax is about a week of frames of a small host.
	spoolBytesMax = 512 << 20
)

// RunOptions are one life of the agent.
type RunOptions struct {
	Version      string
	API          *url.URL
	JoinToken    string
	Fingerprint  string // of the API's key, "" for the one that is known
	InsecureHTTP bool   // a join token may be sent in the clear
	Data         string // the folder of this agent alone
	Name         string
	ServerBinary string                    // "" for none
	Drivers      map[string]loadgen.Driver // those that are named, by the tool's name
	Backends     map[string]string         // those that come with us, by name: the folder of PostgreSQL's programs
	ConfigFile   string                    // "" for the one at its usual place, if any
	// ExitWithStdin ends the life when the other end of stdin is closed.
	ExitWithStdin bool
	// Kept says that a keeper starts us.
	Kept bool
	// BesideInstance says that our parent keeps the other parts of the instance, too.
	BesideInstance bool
}

// KeptVariable is set by a keeper.
const KeptVariable = programs.KeptVariable

// CheckFingerprint refuses what no key can have.
func CheckFingerprint(text string) error { return pin.Check(text) }

// Run works for a millionrps instance until a signal comes. A configuration file that cannot be read is a UsageError;
// even then the host is restored.
func Run(o RunOptions) error {
	startedAt := time.Now()
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(goThreads)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	if o.ExitWithStdin {
		ctx = untilEOF(ctx, os.Stdin)
	}
	masker := &masking.Masker{}
	log := newLog(masker)
	slog.SetDefault(log) // net/http prints what a server sends unasked, which may be what it was sent
	ctx, leave := context.WithCancel(ctx)
	defer leave()
	file, err := hostconfig.Open(o.ConfigFile)
	if err != nil {
		putBackFrom(o.Data, log)
		return UsageError{err}
	}
	if err := privileges.KeepFromChildren(); err != nil {
		log.Warn("the agent's capabilities are not its own", "error", err)
	}
	data, err := folder.Open(o.Data)
	if err != nil {
		return err
	}
	defer data.Close()
	agent, err := assemble(o, leave, file, data, startedAt, masker, log)
	if err != nil {
		putBackAnyway(data, log)
		return err
	}
	err = agent.Run(ctx)
	log.Info("the agent ends", "error", err)
	return err
}

// putBackFrom is for a life that does not even open its data folder, and makes none.
func putBackFrom(path string, log *slog.Logger) {
	if _, err := os.Stat(filepath.Join(path, tuningJournal)); err != nil {
		return
	}
	data, err := folder.Open(path)
	if err != nil {
		log.Error("what a life before may have changed was not put back", "error", err)
		return
	}
	defer data.Close()
	putBackAnyway(data, log)
}

// putBackAnyway is for a life that cannot begin, on a full disk for instance: the host need not stay as the life before has tuned it.
func putBackAnyway(data *folder.Folder, log *slog.Logger) {
	tuner, err := openTuner(data, process.NewLauncher(), log)
	if err != nil {
		log.Error("what a life before may have changed was not put back", "error", err)
		return
	}
	if result := tuner.Restore(); result.RunID != "" || !result.Matches {
		runner.LogRestored(log, result)
	}
}

// assemble opens what the data folder holds and wires the parts.
func assemble(o RunOptions, leave func(), file *hostconfig.File, data *folder.Folder, startedAt time.Time, masker *masking.Masker, log *slog.Logger) (*control.Agent, error) {
	room := reserve.Open(data.Path("reserve"))
	commands, err := journal.Open(data.Path("journal.jsonl"), room)
	if err != nil {
		return nil, err
	}
	if damage := commands.Damage(); damage != "" {
		log.Warn(damage)
	}
	leftovers, err := spool.Leftovers(data.Path("spool"))
	if err != nil {
		return nil, err
	}
	blobs := blob.NewStore(data.Path("blobs"))
	if err := sweep(data, blobs, leftovers); err != nil {
		return nil, err
	}
	incarnation, err := uuid.NewV7()
	if err != nil {
		return nil, fmt.Errorf("making an id for this life: %w", err)
	}
	stream, err := spool.Create(data.Path("spool"), incarnation.String(), spoolBytesMax, room)
	if err != nil {
		return nil, err
	}
	builds := &revisions.Store{Own: data.Path("revisions"), Beside: data.Path() + ".revisions", Mask: masker.Bytes, Log: log}
	if err := builds.Sweep(); err != nil {
		log.Error("what a life before was building is left", "error", err)
	}
	launcher := process.NewLauncher()
	launcher.Mask(masker.Bytes)
	if err := launcher.GuardGroups(log); err != nil {
		log.Warn("what a target starts itself is not ended with a killed agent", "error", err)
	}
	tuner, err := openTuner(data, launcher, log)
	if err != nil {
		return nil, err
	}
	key, err := identity.Key(data.Path("identity.key"))
	if err != nil {
		return nil, err
	}
	backends := findBackends(file.Config(), o.Backends)
	supervisor := 0
	if o.BesideInstance {
		supervisor = os.Getppid()
	}
	host, err := readHost(o.Drivers, file, backends, o.Version, log)
	if err != nil {
		return nil, err
	}
	return control.New(control.Config{
		API:          o.API,
		JoinToken:    o.JoinToken,
		Fingerprint:  o.Fingerprint,
		InsecureHTTP: o.InsecureHTTP,
		Name:         o.Name,
		Version:      o.Version,
		StartedAt:    startedAt,
		Facts:        host.known,
		LookAgain:    host.lookAgain,
		Examiner:     control.Examiner{Plan: tuner.Plan, Snapshot: tuner.Snapshot, Doctor: host.examine(data.Path()), Revisions: listRevisions(builds, file)},
		Folder:       data,
		Kept:         o.Kept,
		Leave:        leave,
		Beside:       o.BesideInstance,
		InTouch:      func() { inTouch(data, log) },
		Blobs:        blobs,
		Leftovers:    leftovers,
		Stream:       stream,
		SlowRetry:    control.DefaultSlowRetry,
		Log:          log,
	}, func(reports runner.Reporter, api control.Contact) *runner.Runner {
		lookAtHangup(api.Want)
		return runner.New(runner.Config{
			HostName:      o.Name,
			Supervisor:    supervisor,
			ServerBinary:  o.ServerBinary,
			Configuration: file.Config,
			Identity:      identity.Reader{Launcher: launcher, Key: key},
			Tool:          host.tool,
			ToolFolder:    data.Path("tools"),
			Tuner:         tuner,
			WorkFolder:    data.Path("work"),
			Blobs:         blobs,
			Journal:       commands,
			Reporter:      reports,
			Launcher:      launcher,
			WantContact:   api.Want,
			Clock:         api.Clock,
			FetchBody:     api.FetchBody,
			Masker:        masker,
			Log:           log,
			Holding:       holding(data, log),
			Backends:      backends.forRuns(file.Config(), backendFolders(data)),
			TargetFiles:   targetFiles(data),
			Revisions:     builds,
		})
	}), nil
}

func listRevisions(builds *revisions.Store, file *hostconfig.File) func(context.Context, string, int) ([]revisions.Revision, error) {
	return func(ctx context.Context, name string, most int) ([]revisions.Revision, error) {
		t, known := file.Config().Targets[name]
		if !known {
			return nil, fmt.Errorf("the configuration file names no target %s", name)
		}
		return builds.List(ctx, name, t, most)
	}
}

// inTouch ends what waits for this program to work: its trial, and the token that it joined with.
func inTouch(data *folder.Folder, log *slog.Logger) {
	if err := programs.Confirm(data.Path()); err != nil {
		log.Error("that this program works could not be kept", "error", err)
	}
	if err := os.Remove(data.Path(programs.JoinToken)); err != nil && !os.IsNotExist(err) {
		log.Error("the join token could not be removed", "error", err)
	}
}

// holding lets install and uninstall see that a run is under way.
func holding(data *folder.Folder, log *slog.Logger) func(bool) {
	return func(held bool) {
		if err := data.MarkWorking(held); err != nil {
			log.Warn("other processes cannot see that a run is under way", "error", err)
		}
	}
}

// lookAtHangup has the configuration file looked at without waiting for the next heartbeat. At a terminal SIGHUP stays what it is: the person left.
func lookAtHangup(wantContact func()) {
	if _, err := unix.IoctlGetTermios(int(os.Stdin.Fd()), unix.TCGETS); err == nil {
		return
	}
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	go func() {
		for range hangups {
			wantContact()
		}
	}()
}

// sweep removes what a dead life left behind: half-written outputs, and blobs that no report names.
func sweep(data *folder.Folder, blobs *blob.Store, leftovers []*spool.Stream) error {
	if err := os.RemoveAll(data.Path("work")); err != nil {
		return fmt.Errorf("emptying the work folder: %w", err)
	}
	if err := os.Mkdir(data.Path("work"), 0o700); err != nil {
		return fmt.Errorf("making the work folder: %w", err)
	}
	if err := backendFolders(data).Sweep(); err != nil {
		return fmt.Errorf("removing what throw-away services have left: %w", err)
	}
	if err := targetFiles(data).Sweep(); err != nil {
		return fmt.Errorf("removing what was written for targets: %w", err)
	}
	named := map[string]bool{}
	for _, leftover := range leftovers {
		names, err := leftover.Blobs()
		if err != nil {
			return err
		}
		for _, name := range names {
			named[name] = true
		}
	}
	return blobs.Sweep(named)
}

// targetFiles are in the agent's data folder and beside it.
func targetFiles(data *folder.Folder) target.FileFolders {
	return target.FileFolders{Own: data.Path("templates"), Beside: data.Path() + ".templates"}
}

// untilEOF ends the context when the other end of stdin is closed.
func untilEOF(ctx context.Context, stdin io.Reader) context.Context {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		_, _ = io.Copy(io.Discard, stdin)
		cancel()
	}()
	return ctx
}
