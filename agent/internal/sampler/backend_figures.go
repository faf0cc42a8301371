package sampler

// backendFigures are what the reference server tells of the services behind it, as its stats socket names them.
var backendFigures = [...]struct {
	name    string
	figures []string
}{
	{"database", poolFigures},
	{"writes", []string{"rows", "commits"}},
	{"cache", poolFigures},
	{"downstream", []string{"calls", "attempts", "timedOut", "refused", "unanswered", "exhausted", "inFlight"}},
}

var poolFigures = []string{"size", "open", "inUse", "waiting", "asked", "acquired", "failed", "waitUs", "heldUs"}

// figuresMost is the length of the longest list above.
const figuresMost = 9

// requestKeys are all that may stand in the answer of a stats socket.
var requestKeys = func() []string {
	keys := []string{"timeUs", "firstRequestTimeUs", "workers", "worker", "pid", "requests"}
	for _, of := range backendFigures {
		keys = append(append(keys, of.name), of.figures...)
	}
	return keys
}()

// toldApart says that the backends are others than before, so that their columns are.
func toldApart(a, b *requestCounters) bool {
	for i := range backendFigures {
		if a.backends[i].told != b.backends[i].told {
			return true
		}
	}
	return false
}

func (c *requestCounters) columns(columns []string) []string {
	for i, of := range backendFigures {
		if c.backends[i].told {
			for _, figure := range of.figures {
				columns = append(columns, "target/"+of.name+"/"+figure)
			}
		}
	}
	return columns
}

func (c *requestCounters) values(values []int64) []int64 {
	for i, of := range backendFigures {
		if c.backends[i].told {
			values = append(values, c.backends[i].figures[:len(of.figures)]...)
		}
	}
	return values
}
