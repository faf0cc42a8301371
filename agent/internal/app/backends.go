package app

import (
	"fmt"
	"log/slog"
	"path/filepath"

	"millionrps/agent/internal/backend"
	"millionrps/agent/internal/facts"
	"millionrps/agent/internal/folder"
	"millionrps/agent/internal/hostconfig"
	"millionrps/agent/internal/runner"
)

// backendChoice is which services this host can start for runs.
type backendChoice struct {
	found   []backend.Found
	missing []string
}

// CheckBackend refuses an unknown service, and a path that depends on the agent's working directory.
func CheckBackend(name, path string) error {
	if name != backend.PostgreSQL && name != backend.Cache {
		return fmt.Errorf("%q is no service; there is %s and %s", name, backend.PostgreSQL, backend.Cache)
	}
	if !filepath.IsAbs(path) {
		return fmt.Errorf("the path of %s must be absolute, not %q", name, path)
	}
	return nil
}

// findBackends prefers what the configuration file states to what came with the command line, and that to what is installed.
func findBackends(config hostconfig.Config, offered map[string]string) backendChoice {
	places := map[string]backend.Place{}
	for _, name := range []string{backend.PostgreSQL, backend.Cache} {
		places[name] = backend.Place{Stated: config.Backends[name].Path, Offered: offered[name]}
	}
	found, missing := backend.Find(places)
	return backendChoice{found, missing}
}

func (b backendChoice) facts(log *slog.Logger) []facts.Tool {
	for _, reason := range b.missing {
		log.Info("no run can have this started here", "reason", reason)
	}
	known := make([]facts.Tool, len(b.found))
	for i, one := range b.found {
		known[i] = facts.Tool{Name: one.Name, Version: one.Version, Path: one.Path}
	}
	return known
}

func (b backendChoice) forRuns(config hostconfig.Config, folders backend.Folders) runner.Backends {
	all := runner.Backends{Found: map[string]backend.Found{}, Stated: map[string]backend.Stated{}, Folders: folders}
	for _, one := range b.found {
		stated := config.Backends[one.Name]
		all.Found[one.Name] = one
		all.Stated[one.Name] = backend.Stated{User: stated.User, Environment: stated.Environment, Settings: stated.Settings}
	}
	return all
}

// backendFolders are in the agent's data folder and beside it.
func backendFolders(data *folder.Folder) backend.Folders {
	return backend.Folders{Own: data.Path("backends"), Beside: data.Path() + ".backends"}
}
