package loadgen

// Result is what the tool itself said, in our units.
type Result struct {
	Requests int64
	// StartedAtUs is when load began, by the clock of this host since the epoch; 0 where the tool does not say.
	StartedAtUs int64
	DurationUs  int64
	// Workers are the threads or processes of the tool that made the requests; 0 where the tool does not say.
	Workers                 int
	RequestsPerSecond       float64
	RequestsPerSecondStddev *float64
	RequestsPerSecondMax    *float64
	BytesPerSecond          float64
	LatencyMs               LatencyMs
	// Histogram is nil where the tool has none, or no request succeeded.
	Histogram *Histogram
	// SucceededBySecond counts from the start; nil where the tool does not say.
	SucceededBySecond []int64
	// OfferedPerSecond is the rate that was asked of an open loop, else nil.
	OfferedPerSecond *float64
	// Unsent are requests of an open loop that were due and never sent; nil in a closed loop and where the tool does not say.
	Unsent *int64
	Errors Errors
}

// LatencyMs holds nil where the tool has no such figure, or no request succeeded.
type LatencyMs struct {
	Mean, Stddev, P50, P90, P95, P97_5, P99, P99_9, P99_99, Max *float64

	// Loop is the label: closed, synthetic or open.
	Loop         string
	ResolutionUs int64
}

// Errors are failed requests by kind. What was no proper response is under Mismatch, as is one of the wrong length.
type Errors struct {
	Connection, Timeout, Reset, Non2xx, Mismatch int64
}

// Total is how many failed.
func (e Errors) Total() int64 { return e.Connection + e.Timeout + e.Reset + e.Non2xx + e.Mismatch }

// offered is the rate of an open loop.
func (l Load) offered() *float64 {
	if l.Loop != Open {
		return nil
	}
	rate := float64(l.RequestsPerSecond)
	return &rate
}

// unsent is what an open loop owes when it ends after having sent so many.
func (l Load) unsent(sent int64) *int64 {
	if l.Loop != Open {
		return nil
	}
	owed := max(0, int64(l.RequestsPerSecond)*int64(l.DurationSeconds)-sent)
	return &owed
}
