package runner

import (
	"context"
	"fmt"

	"millionrps/agent/internal/loadgen"
	"millionrps/agent/internal/preflight"
	"millionrps/agent/internal/requests"
)

// askFirst sends each request once. Whether the answers are worth a load is for whoever asked to decide.
func (r *Runner) askFirst(ctx context.Context, runID string, p Preflight, o *Outcome) error {
	if err := r.mustHold(runID); err != nil {
		return err
	}
	if r.bench.recorder == nil {
		return fmt.Errorf("no request can be sent from %s, whose preparation failed", r.HostName)
	}
	resolved, err := r.aimed(ctx, p.URL, p.Requests, p.TLS)
	if err != nil {
		return err
	}
	placed, err := r.placeBodies(ctx, p.Requests)
	if err != nil {
		return err
	}
	secrets, err := r.secretsOf((requests.File{Requests: placed}).Secrets(), r.targets(resolved)...)
	if err != nil {
		return err
	}
	filled := make([]preflight.Request, len(placed))
	for i, request := range placed {
		if filled[i], err = preflight.Filled(request, p.Variables, secrets); err != nil {
			return &Failure{"load-refused", Sentence(err)}
		}
	}
	config, err := r.tlsConfig(p.TLS)
	if err != nil {
		return err
	}
	load := preflight.Load{URL: p.URL, Decompress: p.Decompress, Cookies: p.Cookies, HTTP2: p.Protocol == loadgen.HTTP2, TLS: config, Mask: r.Masker.Bytes}
	o.Preflight = preflight.Ask(ctx, load, filled)
	return context.Cause(ctx)
}
