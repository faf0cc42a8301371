package runner

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"os"
	"slices"
	"strings"

	"millionrps/agent/internal/loadgen"
	"millionrps/agent/internal/masking"
	"millionrps/agent/internal/requests"
)

// secretsOf reads what requests to these addresses take, and makes everything that the file names unsayable: a target on this host may log any
// of it.
func (r *Runner) secretsOf(names []string, addresses ...netip.Addr) (map[string]string, error) {
	for _, value := range r.Configuration().Secrets.Known() {
		r.Masker.Add(value)
	}
	values := map[string]string{}
	for _, name := range names {
		secret := r.Configuration().Secrets[name]
		if refused := slices.IndexFunc(addresses, func(to netip.Addr) bool { return !secret.MayGoTo(to) }); refused >= 0 {
			return nil, &Failure{"secret-refused", fmt.Sprintf("%s does not send the secret %s to %s; the destinations of that secret in its configuration file are: %s.",
				r.HostName, name, addresses[refused], inWords(secret.Destinations))}
		}
		value, err := r.Configuration().Secrets.Value(name)
		if err != nil {
			return nil, &Failure{"secret-missing", fmt.Sprintf("The requests take the secret %s, which cannot be read on %s: %s", name, r.HostName, asEnd(err))}
		}
		r.Masker.Add(value)
		values[name] = value
	}
	return values, nil
}

// handSecrets are what a tool is started with to get them: a file to pass, or variables of its environment.
func handSecrets(by loadgen.SecretsBy, load loadgen.Load, values map[string]string) (passed *os.File, environment []string, err error) {
	switch by {
	case loadgen.ByPipe:
		passed, err = pipeOf(values)
	case loadgen.ByEnvironment:
		for n, name := range (requests.File{Requests: load.Requests}).Secrets() {
			environment = append(environment, loadgen.SecretVariable(n)+"="+values[name])
		}
	}
	return passed, environment, err
}

// pipeOf is the end to read the values from. Who does not read leaves no writer behind: it fails when the other end is closed.
func pipeOf(values map[string]string) (*os.File, error) {
	encoded, err := json.Marshal(values)
	if err != nil {
		return nil, err
	}
	read, write, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("making a pipe for the secrets: %w", err)
	}
	go func() {
		defer write.Close()
		_, _ = write.Write(encoded)
	}()
	return read, nil
}

// said is an outcome as anybody may read it.
func (r *Runner) said(o Outcome) Outcome {
	masked, err := masking.Value(r.Masker, o)
	if err == nil {
		return masked
	}
	r.Log.Error("an outcome cannot be said without a secret", "commandId", o.CommandID)
	return Outcome{CommandID: o.CommandID, Type: o.Type, Status: Failed, Failure: &Failure{"secret-in-result",
		"What came of this on " + r.HostName + " has a secret in a place where it cannot be taken out, so nothing of it is reported."}}
}

// masked is a copy of a file without secrets, in the work folder; the file itself where none is known.
func (r *Runner) masked(path string) (clean string, remove func(), err error) {
	from, err := os.Open(path)
	if err != nil {
		return "", nil, err
	}
	defer from.Close()
	to, err := os.CreateTemp(r.WorkFolder, "masked-*")
	if err != nil {
		return "", nil, err
	}
	remove = func() { os.Remove(to.Name()) }
	err = r.Masker.Copy(to, from)
	if closed := to.Close(); err == nil {
		err = closed
	}
	if err != nil {
		remove()
	}
	return to.Name(), remove, err
}

// isText says that people read what has this type, and so that it is masked. What tools print is all of these.
func isText(mediaType string) bool {
	kind, _, _ := strings.Cut(mediaType, ";")
	return strings.HasPrefix(kind, "text/") || kind == "application/json"
}
