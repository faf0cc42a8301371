package control

import (
	"context"
	"net/http"
)

// persist repeats a call until it succeeds, the API refuses it for good, or the context ends; `what` names it in the log. Its error is the
// refusal or the context's.
func (a *Agent) persist(ctx context.Context, what string, call func(context.Context) error) error {
	var wait backoff
	for failures := 0; ; failures++ {
		err := call(ctx)
		switch r := refusalOf(err); {
		case err == nil:
			if failures > 0 {
				a.Log.Info("the API takes it again", "call", what)
			}
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case r != nil && r.status == http.StatusUnauthorized:
			a.rejected(ctx, r.credential)
			continue
		case r != nil && r.final():
			return err
		}
		if failures == 0 {
			a.Log.Warn("the API did not take it; trying again", "call", what, "error", err)
		}
		if !sleep(ctx, wait.pause()) {
			return ctx.Err()
		}
	}
}
