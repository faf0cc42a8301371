package loadgen

// Streams are the concurrent HTTP/2 streams that connections really had: the requested number, or fewer if the target
// allowed fewer.
type Streams struct {
	// Least is the number on the connection with the fewest, Most on the one with the most.
	Least, Most int
	// TakenBack are requests that the target said it had not handled; no other figure counts them.
	TakenBack int64
}

// volleyStreams is volley's report of them.
type volleyStreams struct {
	PerConnection     *int  `json:"perConnection"`
	MostPerConnection *int  `json:"mostPerConnection"`
	TakenBack         int64 `json:"takenBack"`
}

func (v *volleyStreams) used() *Streams {
	if v == nil || v.PerConnection == nil || v.MostPerConnection == nil {
		return nil
	}
	return &Streams{Least: *v.PerConnection, Most: *v.MostPerConnection, TakenBack: v.TakenBack}
}
