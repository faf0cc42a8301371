package control

import (
	"context"
	"testing"
	"time"

	"millionrps/agent/internal/control/apitest"
)

// What a stopping agent still delivers is rejected, too, and waits to be let in again; its other loops do not wait with it.
func TestALoopThatIsToEndDoesNotWaitForOneThatIsTurnedAway(t *testing.T) {
	api := apitest.New(t)
	a := connect(t, api, 1<<20)
	api.Hellos(1)
	a.JoinToken = ""
	delivery, endDelivery := context.WithCancel(context.Background())
	credential := a.client.currentCredential()
	delivered := make(chan struct{})
	go func() {
		defer close(delivered)
		a.rejected(delivery, credential)
	}()
	defer func() { endDelivery(); <-delivered }()
	for len(a.rejoining) == 0 {
		time.Sleep(time.Millisecond)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	returned := make(chan struct{})
	go func() {
		defer close(returned)
		a.rejected(ctx, credential)
	}()
	select {
	case <-returned:
	case <-time.After(10 * time.Second): // the other one sleeps for a minute
		t.Error("it waits for the other loop")
	}
}

// Whoever lets it in and turns it away again would otherwise be asked without end.
func TestACredentialThatIsRejectedRightAfterARejoinIsNotReplacedWithoutAPause(t *testing.T) {
	api := apitest.New(t)
	a := connect(t, api, 1<<20)
	api.Hellos(1)
	a.rejected(t.Context(), a.client.currentCredential())
	second := a.client.currentCredential()
	ctx, stop := context.WithTimeout(t.Context(), time.Second)
	defer stop()
	a.rejected(ctx, second)
	if ctx.Err() == nil || a.client.currentCredential() != second {
		t.Error("it joined again at once")
	}
}
