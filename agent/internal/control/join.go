package control

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"millionrps/agent/internal/contract"
)

const credentialFile = "credential.json"

// enrolment is what the data folder keeps of a join.
type enrolment struct {
	HostID     string `json:"hostId"`
	AgentID    string `json:"agentId"`
	Credential string `json:"credential"`
}

// enrol reads the credential, or joins until the API lets us.
func (a *Agent) enrol(ctx context.Context) error {
	content, err := os.ReadFile(a.Folder.Path(credentialFile))
	if err == nil {
		var e enrolment
		if err = json.Unmarshal(content, &e); err == nil && e.Credential != "" {
			a.client.setCredential(e.Credential)
			return nil
		}
		file := a.Folder.Path(credentialFile)
		if a.JoinToken == "" {
			return fmt.Errorf("the credential in %s is damaged; create a join token on the hosts page and give it with --join-token or MILLIONRPS_JOIN_TOKEN", file)
		}
		a.Log.Warn("the credential is damaged, so this host joins anew", "file", file, "error", err)
	} else if !os.IsNotExist(err) {
		return fmt.Errorf("reading the credential: %w", err)
	}
	if a.JoinToken == "" {
		return fmt.Errorf("this host has not joined yet; create a join token on the hosts page and give it with --join-token or MILLIONRPS_JOIN_TOKEN")
	}
	for ctx.Err() == nil {
		err := a.persist(ctx, "join", a.join)
		if err == nil {
			return nil
		}
		a.Log.Error("the API does not let this host join", "error", err)
		sleep(ctx, a.SlowRetry)
	}
	return ctx.Err()
}

func (a *Agent) join(ctx context.Context) error {
	request := contract.JoinRequest{JoinToken: a.JoinToken, IncarnationId: a.Stream.Incarnation, Name: a.Name, AgentVersion: a.Version, Facts: FactsOf(a.Facts())}
	var reply contract.JoinReply
	if err := a.client.post(ctx, callTimeout, "join", request, &reply); err != nil {
		return err
	}
	content, err := json.Marshal(enrolment{HostID: reply.HostId, AgentID: reply.AgentId, Credential: reply.Credential})
	if err != nil {
		return err
	}
	if err := a.Folder.WriteFile(credentialFile, content); err != nil {
		// The token is spent; without its credential the next start could not come back, but this life can work.
		a.Log.Error("the credential could not be kept", "error", err)
	}
	a.client.setCredential(reply.Credential)
	a.Log.Info("joined", "hostId", reply.HostId, "name", a.Name)
	return nil
}

// rejected handles a credential that the API does not know, and returns when it is time to try again.
func (a *Agent) rejected(ctx context.Context, credential string) {
	select {
	case a.rejoining <- struct{}{}:
		defer func() { <-a.rejoining }()
	case <-ctx.Done(): // Another loop may hold this for a minute while it delivers.
		return
	}
	if a.client.currentCredential() != credential {
		return
	}
	// The host's work, if any, went to another host.
	a.Runner.Abandon()
	if a.JoinToken == "" {
		a.Log.Error("the API rejects this host's credential; create a join token on the hosts page and start the agent with it", "nextTry", a.SlowRetry.String())
		sleep(ctx, a.SlowRetry)
		return
	}
	a.client.setCredential("")
	err := a.join(ctx)
	if err == nil {
		a.wantHello.Store(true)
		a.beatNow()
		return
	}
	a.client.setCredential(credential)
	if refusalOf(err) == nil {
		sleep(ctx, backoffMost)
		return
	}
	a.Log.Error("the API rejects this host's credential and does not let it join anew", "error", err, "nextTry", a.SlowRetry.String())
	sleep(ctx, a.SlowRetry)
}

// DefaultSlowRetry is how long an agent that was turned away waits.
const DefaultSlowRetry = 30 * time.Second
