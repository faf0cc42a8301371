package volley

// line is a queue of connections, each at most once.
type line struct {
	places        []int32
	first, length int
}

func (q *line) push(place int32) {
	at := q.first + q.length
	if at >= len(q.places) {
		at -= len(q.places)
	}
	q.places[at] = place
	q.length++
}

func (q *line) pop() (place int32) {
	place = q.places[q.first]
	if q.first++; q.first == len(q.places) {
		q.first = 0
	}
	q.length--
	return place
}
