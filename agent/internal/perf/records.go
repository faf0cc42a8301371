package perf

import (
	"encoding/binary"

	"golang.org/x/sys/unix"
)

// sampleType is what each sample has, in the order of perf_event_open(2): thread, CPU and stack.
const sampleType = unix.PERF_SAMPLE_TID | unix.PERF_SAMPLE_CPU | unix.PERF_SAMPLE_CALLCHAIN

// Kinds of records, and the flag of a COMM that an exec made.
const (
	recordLost   = unix.PERF_RECORD_LOST
	recordComm   = unix.PERF_RECORD_COMM
	recordSample = unix.PERF_RECORD_SAMPLE
	commOfExec   = 1 << 13 // PERF_RECORD_MISC_COMM_EXEC
)

// framesMost is more than kernel.perf_event_max_stack allows by default, markers included.
const framesMost = 256

// Markers in a stack: what follows is of the kernel, or of the program. All markers lie above this.
const (
	markersFrom  = ^uint64(4095) + 1 // PERF_CONTEXT_MAX is -4095
	kernelMarker = ^uint64(128) + 1  // PERF_CONTEXT_KERNEL
	userMarker   = ^uint64(512) + 1  // PERF_CONTEXT_USER
)

// sample is one moment on a CPU. Frames are the innermost first.
type sample struct {
	pid, cpu     uint32
	kernel, user []byte // frames of 8 bytes each, in the order of this machine
}

func parseSample(body []byte) (sample, bool) {
	if len(body) < 24 {
		return sample{}, false
	}
	found := sample{pid: binary.NativeEndian.Uint32(body), cpu: binary.NativeEndian.Uint32(body[8:])}
	count := binary.NativeEndian.Uint64(body[16:])
	frames := body[24:]
	if count > framesMost || uint64(len(frames)) < 8*count {
		return sample{}, false
	}
	frames = frames[:8*count]
	var into *[]byte
	for at := 0; at < len(frames); at += 8 {
		switch frame := binary.NativeEndian.Uint64(frames[at:]); {
		case frame == kernelMarker:
			into = &found.kernel
		case frame == userMarker:
			into = &found.user
		case frame >= markersFrom:
			into = nil
		case into != nil:
			*into = extend(*into, frames[at:at+8])
		}
	}
	return found, true
}

// extend grows within the record: the frames of one marker follow each other.
func extend(frames, frame []byte) []byte {
	if frames == nil {
		return frame[:8:cap(frame)]
	}
	return frames[:len(frames)+8]
}

func parseLost(body []byte) uint64 {
	if len(body) < 16 {
		return 0
	}
	return binary.NativeEndian.Uint64(body[8:])
}

// parseComm says whether the process became another program.
func parseComm(r record) (pid uint32, exec bool) {
	if len(r.body) < 8 || r.misc&commOfExec == 0 {
		return 0, false
	}
	return binary.NativeEndian.Uint32(r.body), true
}
