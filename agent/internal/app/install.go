package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"millionrps/agent/internal/folder"
	"millionrps/agent/internal/install"
	"millionrps/agent/internal/keeper"
	"millionrps/agent/internal/process"
)

// InstallOptions are what the line of the hosts page gives.
type InstallOptions = install.Options

// Install makes the agent come with this host.
func Install(o InstallOptions) error { return install.Install(o) }

// Uninstall restores the host and removes the agent from it.
func Uninstall() error {
	return install.Uninstall(func(data string) error {
		opened, err := folder.Open(data)
		if err != nil {
			return err
		}
		defer opened.Close()
		tuner, err := openTuner(opened, process.NewLauncher(), newLog(nil))
		if err != nil {
			return err
		}
		result := tuner.Restore()
		if result.RunID != "" {
			writeRestored(os.Stdout, result)
		}
		if !result.Matches {
			return errors.New("this host is not as it was before a run; mend what is said above, or vouch for it on its page")
		}
		return nil
	}, os.Stdout)
}

// Keep runs the agent of a data folder until a signal comes. It returns the status to exit with.
func Keep(data string) (int, error) {
	self, err := os.Executable()
	if err != nil {
		return 1, fmt.Errorf("this program does not know where it is: %w", err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	return keeper.Run(ctx, keeper.Options{Data: data, Installed: filepath.Dir(self), Log: newLog(nil)}, hangups)
}
