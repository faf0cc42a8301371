package profiles

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
)

const (
	// unpackedMost bounds a profile without its compression, in bytes. Those of large programs have some ten MiB.
	unpackedMost = 64 << 20
	// recordsMost bounds what is made of it in memory: a record of two bytes becomes some three hundred.
	recordsMost = 1_000_000
	// nameMost bounds a name that is reported, in bytes.
	nameMost = 1000
)

// unpacked takes the compression off. A target can have it grow a thousandfold, and the rest once more when it is parsed.
func unpacked(encoded []byte) ([]byte, error) {
	plain := encoded
	if isGzip(encoded) {
		reader, err := gzip.NewReader(bytes.NewReader(encoded))
		if err == nil {
			plain, err = io.ReadAll(io.LimitReader(reader, unpackedMost+1))
		}
		if err != nil {
			return nil, fmt.Errorf("what came is no profile: %w", err)
		}
	}
	if len(plain) > unpackedMost {
		return nil, fmt.Errorf("what came has more than %d MiB when it is unpacked", unpackedMost>>20)
	}
	if records(plain, true) > recordsMost {
		return nil, fmt.Errorf("what came has more than %d records", recordsMost)
	}
	return plain, nil
}

func isGzip(encoded []byte) bool { return bytes.HasPrefix(encoded, []byte{0x1f, 0x8b}) }

// Fields of a profile that hold records themselves, and lists of numbers, of which one becomes up to sixteen bytes. See profile.proto of pprof.
const (
	sampleField   = 2
	locationField = 4
	numbersAsOne  = 16
)

// records counts those of a message in protocol buffers, as far as it can be read: the parser says what is wrong with the rest.
func records(message []byte, whole bool) (count int) {
	for len(message) > 0 && count <= recordsMost {
		tag, n := binary.Uvarint(message)
		if n <= 0 {
			return count
		}
		message = message[n:]
		size := uint64(0)
		switch tag & 7 {
		case 0:
			if _, n = binary.Uvarint(message); n <= 0 {
				return count
			}
			size = uint64(n)
		case 1:
			size = 8
		case 5:
			size = 4
		case 2:
			if size, n = binary.Uvarint(message); n <= 0 {
				return count
			}
			message = message[n:]
		default:
			return count
		}
		if size > uint64(len(message)) {
			return count
		}
		count++
		switch field := tag >> 3; {
		case tag&7 != 2:
		case whole && (field == sampleField || field == locationField):
			count += records(message[:size], false)
		case !whole:
			count += int(size) / numbersAsOne
		}
		message = message[size:]
	}
	return count
}
