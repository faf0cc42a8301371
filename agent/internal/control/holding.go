package control

import "sync"

// holdingMax is the contract's bound.
const holdingMax = 1000

// holding are the commands that were taken and whose outcome the API has not acknowledged.
type holding struct {
	mu sync.Mutex
	// outcomes maps a command to the sequence of its outcome, 0 while it has none.
	outcomes map[string]int64
	// forgotten says that a command was forgotten, which the API asks for again.
	forgotten bool
}

// take answers false once there are as many as a poll can name: a run has far fewer.
func (h *holding) take(commandID string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, known := h.outcomes[commandID]; !known {
		if len(h.outcomes) >= holdingMax {
			h.forgotten = true
			return false
		}
		h.outcomes[commandID] = 0
	}
	return true
}

func (h *holding) answer(commandID string, sequence int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.outcomes[commandID] = sequence
}

func (h *holding) acknowledge(sequence int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, outcome := range h.outcomes {
		if outcome != 0 && outcome <= sequence {
			delete(h.outcomes, id)
		}
	}
}

// forget has the API ask again: the outcome could not be spooled, but the journal may have it.
func (h *holding) forget(commandID string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.outcomes, commandID)
	h.forgotten = true
}

// forgot answers whether a command was forgotten since it was asked last.
func (h *holding) forgot() (forgot bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	forgot, h.forgotten = h.forgotten, false
	return forgot
}

// refuse holds on to a command whose outcome the API refused: asking again would bring the same outcome for ever.
func (h *holding) refuse(sequence int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, outcome := range h.outcomes {
		if outcome == sequence {
			h.outcomes[id] = 0
		}
	}
}

func (h *holding) list() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	ids := make([]string, 0, len(h.outcomes))
	for id := range h.outcomes {
		if len(ids) < holdingMax {
			ids = append(ids, id)
		}
	}
	return ids
}
