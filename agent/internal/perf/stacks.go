package perf

import (
	"encoding/binary"
	"unsafe"
)

// keptBytes bounds the stacks that are kept apart: some hundred thousand. Further ones count under their process alone.
const keptBytes = 64 << 20

// stacks counts samples with the same process, CPU and stack. Addresses are told by name at the end.
type stacks struct {
	counts    map[string]uint64
	room      int    // bytes that further stacks may take
	merged    uint64 // samples whose stack was not kept
	key       []byte
	processes map[uint32]*process // by pid, those that run that program now
	seen      []*process
}

func newStacks() *stacks {
	return &stacks{counts: map[string]uint64{}, room: keptBytes, processes: map[uint32]*process{}}
}

// stack is the key of a count, taken apart.
type stack struct {
	process, cpu int
	kernel, user []uint64 // the innermost first
}

// add looks at a process when it is first seen, while it lives.
func (s *stacks) add(one sample) {
	p := s.processes[one.pid]
	if p == nil {
		p = lookAt(int(one.pid), len(s.seen))
		s.processes[one.pid] = p
		s.seen = append(s.seen, p)
	}
	s.key = binary.NativeEndian.AppendUint32(s.key[:0], uint32(p.number))
	s.key = binary.NativeEndian.AppendUint32(s.key, one.cpu)
	s.key = binary.NativeEndian.AppendUint32(s.key, uint32(len(one.kernel)/frameBytes))
	short := len(s.key)
	s.key = append(append(s.key, one.kernel...), one.user...)
	if count, known := s.counts[string(s.key)]; known {
		s.counts[string(s.key)] = count + 1
		return
	}
	if len(s.key) > s.room {
		s.merged++
		s.key = s.key[:short]
		clear(s.key[8:])
	} else {
		s.room -= len(s.key)
	}
	s.counts[string(s.key)]++
}

// forget is for a process that became another program: what is seen of it from now on is another one's.
func (s *stacks) forget(pid uint32) { delete(s.processes, pid) }

// lookAgain is for what processes have loaded since they were first seen.
func (s *stacks) lookAgain() {
	for _, p := range s.processes {
		p.lookAgain()
	}
}

const frameBytes = int(unsafe.Sizeof(uint64(0)))

func stackOf(key string) stack {
	bytes := []byte(key)
	kernel := int(binary.NativeEndian.Uint32(bytes[8:]))
	frames := make([]uint64, (len(bytes)-12)/frameBytes)
	for i := range frames {
		frames[i] = binary.NativeEndian.Uint64(bytes[12+frameBytes*i:])
	}
	return stack{
		process: int(binary.NativeEndian.Uint32(bytes)), cpu: int(binary.NativeEndian.Uint32(bytes[4:])),
		kernel: frames[:kernel], user: frames[kernel:],
	}
}
