package runner

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"millionrps/agent/internal/loadgen"
)

func (r *Runner) tool(name string) (Tool, error) {
	tool, ok := r.Tool(name)
	if ok {
		_, err := os.Stat(tool.Driver.Path())
		ok = err == nil
	}
	if ok {
		return tool, nil
	}
	install := loadgen.Install(name)
	if install == "" {
		return Tool{}, &Failure{"tool-missing", fmt.Sprintf("The agent on %s cannot drive %s; choose another tool.", r.HostName, name)}
	}
	return Tool{}, &Failure{"tool-missing", fmt.Sprintf(
		"%s is not installed on %s: install it there (%s), or start the agent with --tool %s=PATH (of the program, or of its interpreter and script with a comma between).",
		name, r.HostName, install, name)}
}

// placeFiles writes what a tool is given to read, unless it is there already, and keeps it: the tool's command can be repeated with it.
func (r *Runner) placeFiles(d DriveLoad, files []loadgen.File) (kept []Artifact, err error) {
	for _, file := range files {
		path := filepath.Join(r.ToolFolder, file.Name)
		if err := r.placeFile(d.Tool, path, file.Text); err != nil {
			return nil, err
		}
		name := fmt.Sprintf("%s-%s-%s", stepName(d), d.Phase, file.Name)
		if artifact, err := r.keep(path, "tool-input", name, mediaTypeOf(file.Name)); err == nil {
			kept = append(kept, artifact)
		}
	}
	return kept, nil
}

func mediaTypeOf(name string) string {
	switch filepath.Ext(name) {
	case ".json", ".har":
		return "application/json"
	case ".js":
		return "text/javascript"
	}
	return "text/plain"
}

func (r *Runner) placeFile(tool, path string, text []byte) error {
	if have, err := os.ReadFile(path); err == nil && bytes.Equal(have, text) {
		return nil
	}
	if err := os.MkdirAll(r.ToolFolder, 0o700); err != nil {
		return fmt.Errorf("making the folder of %s's files: %w", tool, err)
	}
	if err := os.WriteFile(path, text, 0o600); err != nil {
		return fmt.Errorf("writing the file %s of %s: %w", filepath.Base(path), tool, err)
	}
	return nil
}
