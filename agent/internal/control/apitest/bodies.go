package apitest

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"millionrps/agent/internal/contract"
)

// FileBody is a body of requests that agents can fetch from now on.
func (a *API) FileBody(content string) *contract.RequestBody {
	a.t.Helper()
	sum := fmt.Sprintf("%x", sha256.Sum256([]byte(content)))
	a.Locked(func() { a.bodies[sum] = []byte(content) })
	var body contract.RequestBody
	err := body.FromFileBody(contract.FileBody{Kind: contract.File, FileName: "body.bin", Sha256: sum, SizeBytes: int64(len(content))})
	if err != nil {
		a.t.Fatal(err)
	}
	return &body
}

func (a *API) body(w http.ResponseWriter, r *http.Request) {
	a.mu.Lock()
	content, ok := a.bodies[r.PathValue("sha256")]
	a.mu.Unlock()
	if !ok {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	_, _ = w.Write(content)
}

// Said is everything that the agent has told: hellos, signs of life, reports and artifacts.
func (a *API) Said() string {
	a.t.Helper()
	a.mu.Lock()
	defer a.mu.Unlock()
	var all strings.Builder
	encoder := json.NewEncoder(&all)
	encoder.SetEscapeHTML(false)
	for _, said := range []any{a.hellos, a.beats, a.streams} {
		if err := encoder.Encode(said); err != nil {
			a.t.Fatal(err)
		}
	}
	for _, blob := range a.blobs {
		all.Write(blob)
	}
	return all.String()
}
