package volley

import (
	"math/rand/v2"
	"strconv"

	"millionrps/agent/internal/requests"
)

// values are what variables are drawn to be, by one loop of one client. Drawing allocates nothing once the longest value was drawn.
type values struct {
	variables []variable
	text      [][]byte // of the request that is written now, by variable
}

type variable struct {
	requests.Variable
	random *rand.Rand
	next   int64 // of a counter, or the place in a sample that is taken in turn
	stride int64
	values [][]byte
	digits []byte
}

// newValues gives every loop of every client numbers of its own: counters of one loop are `stride` apart, which is how many loops there are at
// all clients, and nobody else's random numbers begin as its own do. The same numbers come again for the same seed, draw, client and loop.
func newValues(o *Options, loop int) values {
	clients := max(1, o.Clients)
	v := values{variables: make([]variable, len(o.Variables)), text: make([][]byte, len(o.Variables))}
	for i, asked := range o.Variables {
		one := variable{
			Variable: asked, next: asked.From + int64(o.Client+clients*loop), stride: int64(clients * o.Loops),
			random: rand.New(rand.NewPCG(uint64(o.DrawSeed)<<32|uint64(uint32(o.Draw)), uint64(o.Client)<<40|uint64(loop)<<8|uint64(i))),
		}
		for _, value := range asked.Values {
			one.values = append(one.values, []byte(value))
		}
		if asked.Kind == requests.Sample {
			// Everybody takes all of it in turn, each from a place of its own.
			one.next, one.stride = int64((o.Client+clients*loop)*len(asked.Values)/(clients*o.Loops)), 1
		}
		v.variables[i] = one
	}
	return v
}

// draw gives each of these variables its next value.
func (v *values) draw(which []int) {
	for _, i := range which {
		v.text[i] = v.variables[i].draw()
	}
}

func (v *variable) draw() []byte {
	switch v.Kind {
	case requests.Counter:
		v.digits = strconv.AppendInt(v.digits[:0], v.next, 10)
		v.next += v.stride
	case requests.Random:
		v.digits = strconv.AppendInt(v.digits[:0], v.Least+int64(v.random.Uint64N(uint64(v.Most-v.Least)+1)), 10)
	default:
		if v.Order == requests.AtRandom {
			return v.values[v.random.IntN(len(v.values))]
		}
		value := v.values[v.next%int64(len(v.values))]
		v.next += v.stride
		return value
	}
	return v.digits
}
