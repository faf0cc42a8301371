package workload

import (
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// Degradation makes a server fail on demand: a part of its answers are refusals, each comes late, or both.
type Degradation struct {
	// Failing is from 0 to 1.
	Failing float64
	Delay   time.Duration
	// Seed decides which answers fail: the same ones of a process at each start.
	Seed uint64
}

// Wanted says whether there is anything to do.
func (d Degradation) Wanted() bool { return d.Failing > 0 || d.Delay > 0 }

// ParsePercent reads a number from 0 to 100 with a percent sign as a part of 1.
func ParsePercent(text string) (float64, error) {
	number, found := strings.CutSuffix(text, "%")
	percent, err := strconv.ParseFloat(number, 64)
	if !found || err != nil || math.IsNaN(percent) || percent < 0 || percent > 100 {
		return 0, fmt.Errorf("must be a percentage from 0%% to 100%%, such as 1%%, not %q", text)
	}
	return percent / 100, nil
}

var failing = []byte("This server was asked to fail.")

// Degrade returns the routes with their answers delayed and some of them refused. What is not counted, such as /health, stays as it is.
func Degrade(routes []Route, d Degradation, worker int) []Route {
	var answers atomic.Uint64
	seed := splitmix64(d.Seed ^ splitmix64(uint64(worker)))
	degraded := make([]Route, len(routes))
	for i, route := range routes {
		degraded[i] = route
		if route.Uncounted {
			continue
		}
		degraded[i].Body, degraded[i].Append = nil, nil
		degraded[i].Ask = func(to []byte) ([]byte, int) {
			number := answers.Add(1)
			time.Sleep(d.Delay)
			if fails(seed, number, d.Failing) {
				return append(to, failing...), http.StatusServiceUnavailable
			}
			return route.answer(to, number)
		}
	}
	return degraded
}

// fails takes the upper 53 bits of a hash for a number from 0 to below 1.
func fails(seed, number uint64, part float64) bool {
	return float64(splitmix64(seed^number)>>11)/(1<<53) < part
}

func (r Route) answer(to []byte, number uint64) ([]byte, int) {
	switch {
	case r.Ask != nil:
		return r.Ask(to)
	case r.Append != nil:
		return r.Append(to, 0, number), http.StatusOK
	}
	return append(to, r.Body(0, number)...), http.StatusOK
}
