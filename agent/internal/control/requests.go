package control

import (
	"encoding/json"
	"fmt"
	"math"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/requests"
	"millionrps/agent/internal/runner"
)

// askOf takes what is sent. A request's form on the wire is that of our own file of requests; what this agent does not know of it is refused, as it
// would not be done.
func askOf(d contract.DriveLoadCommand, action *runner.DriveLoad) error {
	file, err := askedRequests(d.Requests, d.Variables)
	if err != nil {
		return err
	}
	if err := file.Check(); err != nil {
		return err
	}
	// An older API sends no number of clients, and no variables that would differ by client.
	clients := max(1, d.ClientCount)
	if d.ClientIndex < 0 || d.ClientIndex >= clients {
		return fmt.Errorf("there is no client %d of %d", d.ClientIndex, clients)
	}
	if d.Seed < 0 || d.Seed > math.MaxUint32 {
		return fmt.Errorf("the seed %d has more than 32 bits", d.Seed)
	}
	action.Requests, action.Variables, action.Seed = file.Requests, file.Variables, uint32(d.Seed)
	action.ClientIndex, action.ClientCount = int(d.ClientIndex), int(clients)
	action.Cookies, action.RequestsPerConnection = d.Cookies, intOf(d.RequestsPerConnection)
	return nil
}

func askedRequests(specs []contract.RequestSpec, variables []contract.RequestVariable) (file requests.File, err error) {
	encoded, err := json.Marshal(map[string]any{"requests": specs, "variables": variables})
	if err == nil {
		err = json.Unmarshal(encoded, &file)
	}
	if err != nil {
		return file, fmt.Errorf("its requests cannot be read (%w); a newer agent may", err)
	}
	for _, r := range file.Requests {
		if r.Body != nil {
			r.Body.Path = "" // where a file lies is said by this host alone
		}
	}
	return file, nil
}
