package spec

import (
	"fmt"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"millionrps/agent/internal/cli/api"
)

// Where a change of an experiment names a host, or holds what names one.
var (
	changesHost  = regexp.MustCompile(`^/(server|backend|clients/\d+)/(host|hostId)$`)
	changesPlace = regexp.MustCompile(`^/(server|backend|clients/\d+)$`)
)

const changesClients = "/clients"

// ResolveHosts puts the id in the place of each `host:`, which is a name or an id.
func (d *Document) ResolveHosts(hosts []api.HostState) error {
	resolver := resolver{document: d, hosts: hosts}
	resolver.spec(field(d.root, "spec"))
	resolver.spec(field(field(d.root, "baseline"), "spec"))
	resolver.spec(field(field(d.root, "design"), "spec"))
	for _, variant := range elements(field(d.root, "variants")) {
		for _, change := range elements(field(variant, "changes")) {
			resolver.change(change)
		}
	}
	return resolver.err
}

type resolver struct {
	document *Document
	hosts    []api.HostState
	err      error
}

func (r *resolver) spec(spec *yaml.Node) {
	r.place(field(spec, "server"))
	r.place(field(spec, "backend"))
	for _, client := range elements(field(spec, "clients")) {
		r.place(client)
	}
}

func (r *resolver) change(change *yaml.Node) {
	path, value := field(change, "path"), field(change, "value")
	if path == nil || value == nil {
		return
	}
	switch {
	case changesHost.MatchString(path.Value):
		if strings.HasSuffix(path.Value, "/host") {
			path.Value += "Id"
			r.put(value)
		}
	case changesPlace.MatchString(path.Value):
		r.place(value)
	case path.Value == changesClients:
		for _, client := range elements(value) {
			r.place(client)
		}
	}
}

// place is an object that names a host.
func (r *resolver) place(place *yaml.Node) {
	key, value := entry(place, "host")
	if key == nil {
		return
	}
	if other, _ := entry(place, "hostId"); other != nil {
		r.fail(key.Line, "has both host and hostId: leave one out")
		return
	}
	if r.put(value) {
		key.Value = "hostId"
	}
}

func (r *resolver) put(value *yaml.Node) bool {
	wanted := aliased(value).Value
	var found []string
	names := make([]string, 0, len(r.hosts))
	for _, host := range r.hosts {
		names = append(names, host.Name)
		if host.Name == wanted || host.Id == wanted {
			found = append(found, host.Id)
		}
	}
	switch len(found) {
	case 1:
		*value = yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: found[0], Line: value.Line}
		return true
	case 0:
		r.fail(value.Line, "there is no host %s; there are: %s", wanted, strings.Join(names, ", "))
	default:
		r.fail(value.Line, "%d hosts are called %s: give the id of one: %s", len(found), wanted, strings.Join(found, ", "))
	}
	return false
}

func (r *resolver) fail(line int, format string, arguments ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("%s:%d: %s", r.document.Name, line, fmt.Sprintf(format, arguments...))
	}
}
