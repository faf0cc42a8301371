package runner

import (
	"fmt"
	"os"
)

// keep puts a file into the blob store under the name that people see, a text without the secrets that are in it.
func (r *Runner) keep(path, kind, name, mediaType string) (Artifact, error) {
	if isText(mediaType) {
		clean, remove, err := r.masked(path)
		if err != nil {
			r.Log.Error("an artifact was lost", "name", name, "error", err)
			return Artifact{}, err
		}
		defer remove()
		path = clean
	}
	b, err := r.Blobs.Put(path)
	if err != nil {
		r.Log.Error("an artifact was lost", "name", name, "error", err)
		return Artifact{}, err
	}
	return Artifact{Kind: kind, Name: name, SHA256: b.SHA256, SizeBytes: b.SizeBytes, MediaType: mediaType}, nil
}

// takeTargetLog keeps the target's log once, when there is one.
func (r *Runner) takeTargetLog() []Artifact {
	path := r.bench.log
	if path == "" {
		return nil
	}
	r.bench.log = ""
	artifact, err := r.keep(path, "target-log", "target.log", "text/plain")
	if err != nil {
		return nil
	}
	// What was kept has no secrets in it; this may have.
	os.Remove(path)
	return []Artifact{artifact}
}

// stepName begins the names of a step's artifacts; people count from 1.
func stepName(d DriveLoad) string { return fmt.Sprintf("step-%02d", d.StepIndex+1) }

// takeOutput keeps what a tool wrote and removes the files; stderr only when there is some.
func (r *Runner) takeOutput(d DriveLoad, files outputs, extension, mediaType string) []Artifact {
	name := fmt.Sprintf("%s-%s-%s", stepName(d), d.Phase, d.Tool)
	var kept []Artifact
	if artifact, err := r.keep(files.stdout.Name(), "tool-output", name+"."+extension, mediaType); err == nil {
		kept = append(kept, artifact)
	}
	if info, err := files.stderr.Stat(); err == nil && info.Size() > 0 {
		if artifact, err := r.keep(files.stderr.Name(), "tool-log", name+".stderr.txt", "text/plain"); err == nil {
			kept = append(kept, artifact)
		}
	}
	return kept
}

// outputs are the files that a tool writes to.
type outputs struct{ stdout, stderr *os.File }

func openOutputs(folder string) (outputs, error) {
	stdout, err := os.CreateTemp(folder, "stdout-*")
	if err != nil {
		return outputs{}, fmt.Errorf("making a file for the tool's output: %w", err)
	}
	stderr, err := os.CreateTemp(folder, "stderr-*")
	if err != nil {
		os.Remove(stdout.Name())
		stdout.Close()
		return outputs{}, fmt.Errorf("making a file for the tool's errors: %w", err)
	}
	return outputs{stdout, stderr}, nil
}

func (o outputs) remove() {
	for _, file := range []*os.File{o.stdout, o.stderr} {
		os.Remove(file.Name())
		file.Close()
	}
}
