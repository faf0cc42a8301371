// Package apitest is an API of tests: it speaks the contract over real HTTP, because what breaks between an agent and its API breaks in
// timeouts, retries and lost answers. It complains about every call that the real one would not take.
package apitest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"millionrps/agent/internal/contract"
)

// JoinToken is the one that the API takes, any number of times.
const JoinToken = "join-token"

// API is an instance with one host.
type API struct {
	URL string

	t  *testing.T
	mu sync.Mutex
	// changed is closed and replaced whenever something was received.
	changed chan struct{}

	credential string
	away       bool
	loseReply  bool
	lease      *contract.LeaseTerms
	heartbeat  time.Duration
	ahead      time.Duration
	refuse     func(entry map[string]any) bool
	// refusedBlob is a name that is turned down, with this status.
	refusedBlob   string
	refusedStatus int

	hellos   []contract.HelloRequest
	beats    []contract.HeartbeatRequest
	issued   []issued
	streams  map[string]*Stream
	blobs    map[string][]byte
	bodies   map[string][]byte // of requests, which agents fetch
	calls    map[string]int
	answered map[string]bool

	raw     []json.RawMessage   // commands that are sent once, whatever they are
	tasks   []contract.HostTask // that no agent has taken yet
	answers map[string]contract.HostTaskAnswer
	// loseAnswers breaks so many connections that bring an answer.
	loseAnswers int
}

type issued struct {
	id   string
	body json.RawMessage
	// resend makes the API forget that the agent holds it.
	resend bool
}

// Stream is what one life of the agent reported.
type Stream struct {
	Acknowledged int64
	Entries      []map[string]any
	Outcomes     []contract.Outcome
	Exits        []contract.TargetExitedEntry
	Frames       []contract.FrameEntry
	Layouts      map[string][]string
	Snapshots    []contract.SnapshotEntry
	Restores     []contract.RestoredEntry
}

// New serves until the test ends.
func New(t *testing.T) *API { return serve(t, (*httptest.Server).Start) }

// NewTLS is an API with a certificate for which no authority vouches, and the SHA-256 of its key.
func NewTLS(t *testing.T) (*API, [sha256.Size]byte) {
	var key [sha256.Size]byte
	api := serve(t, func(server *httptest.Server) {
		server.Config.ErrorLog = log.New(io.Discard, "", 0)
		server.StartTLS()
		key = sha256.Sum256(server.Certificate().RawSubjectPublicKeyInfo)
	})
	return api, key
}

func serve(t *testing.T, start func(*httptest.Server)) *API {
	api := &API{
		t: t, changed: make(chan struct{}), credential: "credential-1", heartbeat: 100 * time.Millisecond,
		streams: map[string]*Stream{}, blobs: map[string][]byte{}, bodies: map[string][]byte{}, calls: map[string]int{}, answered: map[string]bool{},
		answers: map[string]contract.HostTaskAnswer{},
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/v1/agent/join", api.join)
	mux.HandleFunc("GET /api/v1/health", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("POST /api/v1/agent/hello", api.agent(api.hello))
	mux.HandleFunc("POST /api/v1/agent/heartbeat", api.agent(api.beat))
	mux.HandleFunc("POST /api/v1/agent/poll", api.agent(api.poll))
	mux.HandleFunc("POST /api/v1/agent/tasks/{id}", api.agent(api.answer))
	mux.HandleFunc("POST /api/v1/agent/reports", api.agent(api.reports))
	mux.HandleFunc("PUT /api/v1/agent/blobs/{sha256}", api.agent(api.blob))
	mux.HandleFunc("GET /api/v1/agent/bodies/{sha256}", api.agent(api.body))
	server := httptest.NewUnstartedServer(mux)
	start(server)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	api.URL = server.URL
	return api
}

// agent checks the credential and, while the API is away, breaks the connection.
func (a *API) agent(handle http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		a.mu.Lock()
		a.calls[r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]]++
		away, known := a.away, r.Header.Get("Authorization") == "Bearer "+a.credential
		a.mu.Unlock()
		switch {
		case away:
			panic(http.ErrAbortHandler)
		case !known:
			problem(w, http.StatusUnauthorized, "not-signed-in", "Unknown credential.")
		default:
			handle(w, r)
		}
	}
}

func problem(w http.ResponseWriter, status int, code, detail string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(contract.Problem{Status: int64(status), Code: code, Detail: detail, Fields: []contract.ProblemField{}})
}

// read decodes strictly, as the contract's strictObject does.
func (a *API) read(w http.ResponseWriter, r *http.Request, into any) bool {
	content, err := io.ReadAll(r.Body)
	if err == nil {
		decoder := json.NewDecoder(bytes.NewReader(content))
		decoder.DisallowUnknownFields()
		err = decoder.Decode(into)
	}
	if err != nil {
		if r.Context().Err() == nil {
			a.t.Errorf("%s got what is not in the contract: %v", r.URL.Path, err)
		}
		problem(w, http.StatusUnprocessableEntity, "invalid-input", "Not in the contract.")
		return false
	}
	return true
}

func reply(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(body)
}

// note wakes whoever waits; the lock is held.
func (a *API) note() {
	close(a.changed)
	a.changed = make(chan struct{})
}

func (a *API) join(w http.ResponseWriter, r *http.Request) {
	var request contract.JoinRequest
	if !a.read(w, r, &request) {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.calls["join"]++
	if a.away {
		panic(http.ErrAbortHandler)
	}
	if request.JoinToken != JoinToken {
		problem(w, http.StatusForbidden, "join-token-invalid", "The join token is unknown, used, revoked or expired.")
		return
	}
	w.WriteHeader(http.StatusCreated)
	reply(w, contract.JoinReply{HostId: uuid.NewString(), AgentId: uuid.NewString(), Credential: a.credential})
	a.note()
}

func (a *API) hello(w http.ResponseWriter, r *http.Request) {
	var request contract.HelloRequest
	if !a.read(w, r, &request) {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.hellos = append(a.hellos, request)
	if a.streams[request.IncarnationId] == nil {
		a.streams[request.IncarnationId] = &Stream{Layouts: map[string][]string{}}
	}
	reply(w, a.terms())
	a.note()
}

func (a *API) beat(w http.ResponseWriter, r *http.Request) {
	var request contract.HeartbeatRequest
	if !a.read(w, r, &request) {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.beats = append(a.beats, request)
	terms := a.terms()
	terms.HelloWanted = a.streams[request.IncarnationId] == nil
	reply(w, terms)
	a.note()
}

func (a *API) terms() contract.HeartbeatReply {
	return contract.HeartbeatReply{ServerTimeUs: time.Now().Add(a.ahead).UnixMicro(), HeartbeatMs: a.heartbeat.Milliseconds(), Lease: a.lease}
}

func (a *API) poll(w http.ResponseWriter, r *http.Request) {
	var request contract.PollRequest
	if !a.read(w, r, &request) {
		return
	}
	holding := map[string]bool{}
	for _, id := range request.Holding {
		holding[id] = true
	}
	timeout := time.After(time.Duration(request.WaitMs) * time.Millisecond)
	for {
		a.mu.Lock()
		due, tasks, changed := append(a.takeRaw(), a.due(holding)...), a.takeTasks(), a.changed
		a.mu.Unlock()
		if len(due) == 0 && len(tasks) == 0 {
			select {
			case <-changed:
				continue
			case <-timeout:
			case <-r.Context().Done():
				return
			}
		}
		reply(w, contract.PollReply{Commands: due, Tasks: tasks})
		return
	}
}

func (a *API) due(holding map[string]bool) []contract.Command {
	commands := []contract.Command{}
	for i := range a.issued {
		c := &a.issued[i]
		if c.resend || !holding[c.id] && !a.answered[c.id] {
			c.resend = false
			var command contract.Command
			_ = command.UnmarshalJSON(c.body)
			commands = append(commands, command)
		}
	}
	return commands
}

func (a *API) blob(w http.ResponseWriter, r *http.Request) {
	if r.ContentLength < 0 {
		problem(w, http.StatusUnprocessableEntity, "invalid-input", "An upload states its Content-Length.")
		return
	}
	content, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	sum := sha256.Sum256(content)
	if got := hex.EncodeToString(sum[:]); got != r.PathValue("sha256") {
		a.t.Errorf("a blob named %s has the hash %s", r.PathValue("sha256"), got)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if r.PathValue("sha256") == a.refusedBlob {
		problem(w, a.refusedStatus, "refused", "It is turned down.")
		return
	}
	a.blobs[r.PathValue("sha256")] = content
	w.WriteHeader(http.StatusNoContent)
}
