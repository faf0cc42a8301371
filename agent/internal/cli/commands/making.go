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
	waiting
	variables      []string
	saveTo, key    string
	revision       string
	base, head     string
	require        []string
	dryRun, detach bool
}

func (m *making) add(command *cobra.Command, noun string) {
	m.waiting.add(command)
	flags := command.Flags()
	flags.StringArrayVar(&m.variables, "var", nil, "`name=value` for each ${name} of the spec; may stand several times")
	flags.StringVar(&m.saveTo, "save", "", "write the spec of the "+noun+" with the id SPEC to this `file`, and make nothing; - is stdout")
	flags.BoolVar(&m.dryRun, "dry-run", false, "print what would be done, on which hosts and for how long, and do nothing")
	flags.BoolVarP(&m.detach, "detach", "d", false, "do not wait for its end; millionrps wait does")
	flags.BoolVar(&m.leave, "detach-on-interrupt", false, "let it go on after Ctrl-C or --timeout, which otherwise end it")
	flags.StringVar(&m.key, "idempotency-key", "", "the same key makes the same "+noun+" once; in CI made of the run, attempt and job")
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
	j, err := s.begin(ctx, remote, maker, m, argument)
	switch {
	case m.dryRun:
		return err
	case err != nil:
		s.report(ctx, j, m.waiting, notOver(j.kind, j.name, err, s.outcomeOf(err)))
		return err
	case m.detach:
		s.detached(j)
		return nil
	}
	s.progress.Say("%s %s: %s", maker.kind.noun, j.id, j.url())
	m.own = true
	return s.await(ctx, j, m.waiting)
}

// begin makes what the spec file says; with --dry-run it only tells of it. A job that was not made has no id.
func (s *session) begin(ctx context.Context, remote *api.Remote, maker maker, m making, argument string) (job, error) {
	none := job{remote: remote, kind: maker.kind, name: argument}
	document, body, err := s.body(ctx, remote, m, argument)
	if err != nil {
		return none, err
	}
	none.name = document.Title()
	if m.dryRun {
		return none, explained(document, maker.plan(ctx, s, remote, body))
	}
	key := s.key(m.key, body)
	// Not cut short: whoever interrupts it is to know what there is to end.
	creating, stop := afterwards(ctx, remote)
	defer stop()
	it, err := maker.create(creating, remote, body, key)
	if api.Passing(err) {
		// The key makes a second question safe, whatever became of the first.
		it, err = maker.create(creating, remote, body, key)
	}
	if err != nil {
		return none, explained(document, err)
	}
	s.result.State = it.state
	return s.jobOf(remote, maker.kind, it.id, it.name), nil
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
func (s *session) body(ctx context.Context, remote *api.Remote, m making, name string) (*spec.Document, []byte, error) {
	variables, err := spec.Variables(m.variables)
	if err != nil {
		return nil, nil, usage(err)
	}
	document, err := s.read(name)
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

// change puts into the document what the flags say.
func (m making) change(ctx context.Context, document *spec.Document) error {
	if m.revision != "" {
		document.Set("revisionLabel", m.revision)
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
		return ending.Error{Outcome: ending.Usage, Err: fmt.Errorf("the spec is refused\n%s", document.Faults(refusal.Fields))}
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
	hosts, err := hostsOf(ctx, remote)
	if err != nil {
		return err
	}
	write := func(to io.Writer) error {
		return spec.Save(to, body, uniqueNames(hosts), remote.URL+"/api/v1/spec-schemas/"+maker.schema)
	}
	if file == "-" {
		return write(s.Out)
	}
	if err := ending.Save(file, write); err != nil {
		return err
	}
	s.say("wrote %s; run it with: millionrps %s %s\n", file, maker.kind.noun, file)
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
