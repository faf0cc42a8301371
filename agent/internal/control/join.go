package control

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"time"

	"millionrps/agent/internal/contract"
)

// enrolment is what the data folder keeps of a join.
type enrolment struct {
	HostID     string `json:"hostId"`
	AgentID    string `json:"agentId"`
	Credential string `json:"credential"`
	// Fingerprint is of the API's key; "" where its certificate is checked as usual.
	Fingerprint string `json:"fingerprint,omitempty"`
}

// CredentialFile is where a data folder keeps what its host got when it joined.
const CredentialFile = "credential.json"

// KnownFingerprint is what a data folder keeps of the API's key, "" for nothing.
func KnownFingerprint(file string) string {
	var e enrolment
	content, err := os.ReadFile(file)
	if err != nil || json.Unmarshal(content, &e) != nil {
		return ""
	}
	return e.Fingerprint
}

// enrol reads the credential, or joins until the API lets us.
func (a *Agent) enrol(ctx context.Context) error {
	content, err := os.ReadFile(a.Folder.Path(CredentialFile))
	if err == nil {
		var e enrolment
		if err = json.Unmarshal(content, &e); err == nil && e.Credential != "" {
			return a.resume(e)
		}
		file := a.Folder.Path(CredentialFile)
		if a.JoinToken == "" {
			return fmt.Errorf("the credential in %s is empty or damaged: put the file back from a copy, or give --join-token or MILLIONRPS_JOIN_TOKEN a join token of the hosts page and remove the old host there", file)
		}
		a.Log.Warn("the credential is empty or damaged, so this host joins as a new one: remove the old one on the hosts page", "file", file, "error", err)
	} else if !os.IsNotExist(err) {
		return fmt.Errorf("reading the credential: %w", err)
	}
	if a.JoinToken == "" {
		return fmt.Errorf("this host has not joined yet; create a join token on the hosts page and give it with --join-token or MILLIONRPS_JOIN_TOKEN")
	}
	if err := a.checkWay(); err != nil {
		return err
	}
	if err := a.client.pin(a.Fingerprint); err != nil {
		return err
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

// resume works with the credential that is there. A fingerprint of the command line replaces the one that was kept.
func (a *Agent) resume(e enrolment) error {
	switch a.Fingerprint {
	case "", e.Fingerprint:
		a.Fingerprint = e.Fingerprint
	default:
		e.Fingerprint = a.Fingerprint
		if err := a.keep(e); err != nil {
			return err
		}
	}
	a.client.setCredential(e.Credential)
	return a.client.pin(a.Fingerprint)
}

func (a *Agent) keep(e enrolment) error {
	content, err := json.Marshal(e)
	if err != nil {
		return err
	}
	return a.Folder.WriteFile(CredentialFile, content)
}

// checkWay keeps the join token from being sent where others can read it.
func (a *Agent) checkWay() error {
	host := a.API.Hostname()
	ip := net.ParseIP(host)
	if a.API.Scheme == "https" || a.InsecureHTTP || host == "localhost" || ip != nil && ip.IsLoopback() {
		return nil
	}
	return fmt.Errorf("the join token is not sent to %s in the clear: give --url an https address, or insist with --insecure-http", a.API)
}

func (a *Agent) join(ctx context.Context) error {
	request := contract.JoinRequest{JoinToken: a.JoinToken, IncarnationId: a.Stream.Incarnation, Name: a.Name, AgentVersion: a.Version, Facts: a.facts()}
	var reply contract.JoinReply
	if err := a.client.post(ctx, callTimeout, "join", request, &reply); err != nil {
		return err
	}
	e := enrolment{HostID: reply.HostId, AgentID: reply.AgentId, Credential: reply.Credential, Fingerprint: a.Fingerprint}
	if err := a.keep(e); err != nil {
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
	if a.JoinToken == "" || a.checkWay() != nil {
		a.Log.Error("the API rejects this host's credential; create a join token on the hosts page and start the agent with it", "nextTry", a.SlowRetry.String())
		sleep(ctx, a.SlowRetry)
		return
	}
	if since := time.Since(a.rejoinedAt); since < a.SlowRetry {
		a.Log.Error("the API rejects a credential that it gave just now", "nextTry", (a.SlowRetry - since).String())
		if !sleep(ctx, a.SlowRetry-since) {
			return
		}
	}
	a.client.setCredential("")
	err := a.join(ctx)
	if err == nil {
		a.rejoinedAt = time.Now()
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
