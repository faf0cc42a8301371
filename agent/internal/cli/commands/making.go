package commands

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"millionrps/agent/internal/cli/api"
	"millionrps/agent/internal/cli/ci"
	"millionrps/agent/internal/cli/ending"
	"millionrps/agent/internal/cli/revision"
	"millionrps/agent/internal/cli/spec"
)

const jsonType = "application/json"

// maker makes runs or experiments of spec files.
type maker struct {
	kind   kind
	create func(ctx context.Context, remote *api.Remote, body []byte, key string) (made, error)
	// plan prints what would be made.
	plan func(context.Context, *session, *api.Remote, []byte) error
	// save is the body that makes another one like it.
	save   func(context.Context, *api.Remote, string) ([]byte, error)
	schema string
}

type made struct{ id, name, state string }

// making are the flags of commands that make something.
type making struct {
	beginning
	variables  []string
	saveTo     string
	revision   string
	base, head string
	require    []string
	// name takes the place of the file's.
	name string
}

func (m *making) add(command *cobra.Command, noun string) {
	m.beginning.add(command, noun)
	m.addReports(command)
	m.addGate(command)
	m.addDryRun(command)
	flags := command.Flags()
	flags.StringArrayVar(&m.variables, "var", nil, "`name=value` for each ${name} of the spec; may stand several times")
	flags.StringVar(&m.saveTo, "save", "", "write the spec of the "+noun+" with the id SPEC to this `file`, and make nothing; - is stdout")
	command.MarkFlagsMutuallyExclusive("save", "dry-run", "detach")
}

// make does what run and experiment are called for.
func (s *session) make(command *cobra.Command, maker maker, m making, argument string) error {
	remote, err := s.enter()
	if err == nil {
		err = m.check()
	}
	if err != nil {
		return err
	}
	ctx, cancel := within(command.Context(), m.timeout)
	defer cancel()
	if m.saveTo != "" {
		return s.save(ctx, remote, maker, m.saveTo, argument)
	}
	return s.launch(ctx, m.beginning, func() (job, error) { return s.begin(ctx, remote, maker, m, argument) })
}

// begin makes what the spec file says; with --dry-run it only tells of it. A job that was not made has no id.
func (s *session) begin(ctx context.Context, remote *api.Remote, maker maker, m making, argument string) (job, error) {
	none := job{remote: remote, kind: maker.kind, name: argument}
	document, body, err := s.body(ctx, remote, maker.kind.noun, m, argument)
	if err != nil {
		return none, err
	}
	none.name = document.Title()
	if m.dryRun {
		return none, explained(document, maker.plan(ctx, s, remote, body))
	}
	key := s.key(m.key, body)
	j, err := s.create(ctx, remote, maker.kind, func(ctx context.Context) (made, error) { return maker.create(ctx, remote, body, key) })
	if err != nil {
		return none, explained(document, err)
	}
	return j, nil
}

func (s *session) detached(j job) {
	s.result.Finish(ending.Detached, fmt.Sprintf("The %s is queued.", j.kind.noun))
	if s.quiet {
		s.printf("%s\n", j.id)
		return
	}
	s.printf("%s\n%s\nwait for it: millionrps wait %s\n", j.name, j.url(), j.id)
}

// body is the request that a spec file stands for.
func (s *session) body(ctx context.Context, remote *api.Remote, noun string, m making, name string) (*spec.Document, []byte, error) {
	variables, err := spec.Variables(m.variables)
	if err != nil {
		return nil, nil, usage(err)
	}
	document, err := s.read(name)
	if err == nil {
		err = rightKind(document, noun)
	}
	if err == nil {
		err = document.Fill(variables)
	}
	if err == nil {
		err = m.change(ctx, document)
	}
	if err != nil {
		return nil, nil, usage(err)
	}
	hosts, err := hostsOf(ctx, remote)
	if err != nil {
		return nil, nil, err
	}
	if err := document.ResolveHosts(hosts); err != nil {
		return nil, nil, usage(err)
	}
	body, err := document.JSON()
	return document, body, usage(err)
}

// takes is the command for each kind of spec.
var takes = map[string]string{"run": "run", "experiment": "experiment", "benchmark": "benchmarks create"}

// rightKind refuses a spec of another command, whose fields would each be told as unknown.
func rightKind(document *spec.Document, noun string) error {
	if kind := document.Kind(); kind != "" && kind != noun {
		return fmt.Errorf("%s is the spec of %s %s, not of %s %s: use millionrps %s", document.Name, article(kind), kind, article(noun), noun, takes[kind])
	}
	return nil
}

func article(noun string) string {
	if strings.HasPrefix(noun, "e") {
		return "an"
	}
	return "a"
}

// change puts into the document what the flags say.
func (m making) change(ctx context.Context, document *spec.Document) error {
	if m.name != "" {
		document.Set("name", "--name", m.name)
	}
	if m.revision != "" {
		document.Set("revisionLabel", "--revision", m.revision)
	}
	document.Require(m.require)
	if m.base == "" {
		return nil
	}
	if !document.HasConditions() {
		return usage(errors.New("nothing could fail: say with --require, or in the file, what has to hold of --head"))
	}
	pair, err := revision.Find(ctx, m.base, m.head)
	if err != nil {
		return err
	}
	return document.Compare(pair.Base, pair.Head)
}

func (s *session) read(name string) (*spec.Document, error) {
	if name == "-" {
		return spec.Read("stdin", s.In)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return spec.Read(name, file)
}

// explained says where in the file each fault is that the instance found.
func explained(document *spec.Document, err error) error {
	var refusal api.Refusal
	if errors.As(err, &refusal) && len(refusal.Fields) > 0 {
		return ending.Error{Outcome: ending.Usage, Err: fmt.Errorf("the request is refused\n%s", document.Faults(refusal.Fields))}
	}
	return err
}

func (s *session) key(asked string, body []byte) string {
	if asked != "" {
		return asked
	}
	key, from := ci.Key(s.getenv, body)
	if from != "" {
		s.progress.Say("idempotency key %s, of %s: the same spec in this job and attempt is made once", key, from)
	}
	return key
}

func (s *session) save(ctx context.Context, remote *api.Remote, maker maker, file, argument string) error {
	id, err := idOf(argument)
	if err != nil {
		return err
	}
	body, err := maker.save(ctx, remote, id)
	if err != nil {
		return err
	}
	return s.saveSpec(ctx, remote, body, savedSpec{file: file, schema: maker.schema, use: maker.kind.noun})
}

// savedSpec is a file to write, the schema that it names, and the command that takes it.
type savedSpec struct{ file, schema, use string }

func (s *session) saveSpec(ctx context.Context, remote *api.Remote, body []byte, saved savedSpec) error {
	hosts, err := hostsOf(ctx, remote)
	if err != nil {
		return err
	}
	write := func(to io.Writer) error {
		return spec.Save(to, body, uniqueNames(hosts), remote.URL+"/api/v1/spec-schemas/"+saved.schema)
	}
	if saved.file == "-" {
		return write(s.Out)
	}
	if err := ending.Save(saved.file, write); err != nil {
		return err
	}
	s.say("wrote %s; use it with: millionrps %s %s\n", saved.file, saved.use, saved.file)
	return nil
}

// uniqueNames are names that stand for one host each, by its id.
func uniqueNames(hosts []api.HostState) map[string]string {
	count := map[string]int{}
	for _, host := range hosts {
		count[host.Name]++
	}
	names := map[string]string{}
	for _, host := range hosts {
		if count[host.Name] == 1 && !strings.Contains(host.Name, "${") {
			names[host.Id] = host.Name
		}
	}
	return names
}
