package loadgen

// Streams are those of HTTP/2 that connections really had at a time: what was asked, or the fewer that the target allowed.
type Streams struct {
	// Least is of the connection that had fewest, and Most of the one that had most.
	Least, Most int
	// TakenBack are requests that the target said it had not looked at; no other figure counts them.
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
