package h2

// entry is a field that may come again. Its memory is used again for the next one in its place.
type entry struct{ name, value []byte }

func (e *entry) size() int { return len(e.name) + len(e.value) + entryExtra }

// table is the dynamic table (RFC 7541, section 2.3.2).
type table struct {
	entries     []entry // a ring
	first       int     // the newest
	count       int
	size, limit int // in bytes
}

const (
	tableSize  = 4096 // which holds unless a client says something else
	entryExtra = 32   // that each costs beside its texts
)

func newTable() table { return table{entries: make([]entry, tableSize/entryExtra), limit: tableSize} }

// add puts a field before all others. It may push some out, or all and itself.
func (t *table) add(name, value []byte) {
	size := len(name) + len(value) + entryExtra
	if t.shrink(t.limit - size); size > t.limit {
		return
	}
	if t.first--; t.first < 0 {
		t.first = len(t.entries) - 1
	}
	at := &t.entries[t.first]
	at.name, at.value = append(at.name[:0], name...), append(at.value[:0], value...)
	t.size += size
	t.count++
}

// shrink pushes out the oldest until no more than so many bytes are left.
func (t *table) shrink(most int) {
	for t.count > 0 && t.size > most {
		t.count--
		t.size -= t.at(t.count).size()
	}
}

// at is the n-th newest, from 0 on.
func (t *table) at(n int) *entry {
	if n += t.first; n >= len(t.entries) {
		n -= len(t.entries)
	}
	return &t.entries[n]
}
