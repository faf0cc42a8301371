package drain

// records follows the records of TLS (RFC 8446, section 5.1): five bytes of head, of which the last two are the length of what follows.
type records struct {
	head [5]byte
	got  int // of the head
	left int // of what follows
}

func (r *records) pass(read []byte) {
	for len(read) > 0 {
		if r.left > 0 {
			n := min(r.left, len(read))
			r.left -= n
			read = read[n:]
			continue
		}
		n := copy(r.head[r.got:], read)
		read = read[n:]
		if r.got += n; r.got == len(r.head) {
			r.got, r.left = 0, int(r.head[3])<<8|int(r.head[4])
		}
	}
}

func (r *records) boundary() bool { return r.got == 0 && r.left == 0 }
