package ethtool

import (
	"fmt"
	"unsafe"
)

// Feature is what the kernel says of one of an interface's features. Available: a person may turn it on or off.
type Feature struct{ Available, Active, NeverChanged bool }

// featureWords is room for 1024 features; the kernel knows some 64.
const featureWords = 32

// featuresAnswer is struct ethtool_gfeatures.
type featuresAnswer struct {
	command, size uint32
	words         [featureWords]struct{ available, requested, active, neverChanged uint32 }
}

// featuresRequest is struct ethtool_sfeatures.
type featuresRequest struct {
	command, size uint32
	words         [featureWords]struct{ valid, requested uint32 }
}

// Features are those of the kernel by their names (netdev_features_strings, net/ethtool/common.c).
func (s *Socket) Features(nic string) (map[string]Feature, error) {
	names, words, err := s.featureNames(nic)
	if err != nil {
		return nil, err
	}
	answer := &featuresAnswer{command: getFeatures, size: words}
	if err := s.ask(nic, unsafe.Pointer(answer)); err != nil {
		return nil, err
	}
	features := make(map[string]Feature, len(names))
	for i, name := range names {
		word, bit := answer.words[i/32], uint32(1)<<(i%32)
		features[name] = Feature{word.available&bit != 0, word.active&bit != 0, word.neverChanged&bit != 0}
	}
	return features, nil
}

// SetFeatures turns features on and off, and leaves all others. What came of it has to be read: the kernel changes what it can.
func (s *Socket) SetFeatures(nic string, wanted map[string]bool) error {
	names, words, err := s.featureNames(nic)
	if err != nil {
		return err
	}
	request, known := &featuresRequest{command: setFeatures, size: words}, 0
	for i, name := range names {
		on, asked := wanted[name]
		if !asked {
			continue
		}
		known++
		bit := uint32(1) << (i % 32)
		request.words[i/32].valid |= bit
		if on {
			request.words[i/32].requested |= bit
		}
	}
	if known < len(wanted) {
		return fmt.Errorf("this kernel does not know all features of %v", wanted)
	}
	return s.ask(nic, unsafe.Pointer(request))
}

// featureNames are in the order of their bits, which take that many words.
func (s *Socket) featureNames(nic string) (names []string, words uint32, err error) {
	count, err := s.countStrings(nic, featureStrings, &stringCount{}, s.ask)
	if err != nil {
		return nil, 0, err
	}
	if count > featureWords*32 {
		return nil, 0, fmt.Errorf("this kernel has %d features, more than can be read", count)
	}
	names, err = s.strings(nic, featureStrings, count, make([]byte, stringsHeader+count*stringBytes))
	return names, uint32(count+31) / 32, err
}
