package control

import (
	"context"
	"os"
	"strings"
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

// A disk that was full when it was written leaves an empty one.
func TestADamagedCredentialIsSaidWithWhatToDoAndReplacedByAToken(t *testing.T) {
	for name, content := range map[string]string{"empty": "", "cut off": `{"hostId":"a","cred`, "without one": "{}", "of bytes": "\x00\xff"} {
		t.Run(name, func(t *testing.T) {
			a := connect(t, apitest.New(t), 1<<20)
			file := a.Folder.Path(CredentialFile)
			damage := func() {
				if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			damage()
			a.JoinToken = ""
			err := a.enrol(context.Background())
			if err == nil || !strings.Contains(err.Error(), file+" is empty or damaged: put the file back from a copy, or give --join-token") {
				t.Errorf("without a token it says: %v", err)
			}
			a.JoinToken = apitest.JoinToken
			if err := a.enrol(context.Background()); err != nil {
				t.Fatal(err)
			}
			kept, err := os.ReadFile(file)
			if err != nil || !strings.Contains(string(kept), a.client.currentCredential()) {
				t.Errorf("it keeps %q, with the error %v", kept, err)
			}
		})
	}
}
