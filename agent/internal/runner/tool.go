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

// placeScript writes the tool's script unless it is there already.
func (r *Runner) placeScript(driver loadgen.Driver) error {
	script := driver.Script()
	if script == nil {
		return nil
	}
	path := filepath.Join(r.ToolFolder, script.Name)
	if have, err := os.ReadFile(path); err == nil && bytes.Equal(have, script.Text) {
		return nil
	}
	if err := os.MkdirAll(r.ToolFolder, 0o700); err != nil {
		return fmt.Errorf("making the folder of %s's script: %w", driver.Name(), err)
	}
	if err := os.WriteFile(path, script.Text, 0o600); err != nil {
		return fmt.Errorf("writing the script of %s: %w", driver.Name(), err)
	}
	return nil
}
