package sampler

import (
	"slices"

	"millionrps/agent/internal/kernel"
)

type netDevSource struct {
	heldFile
	buffer *[]byte
	wanted []string
	row    kernel.NetDev
	nics   []string
}

func (s *netDevSource) read(scope) (changed bool, err error) {
	text, err := s.heldFile.read(s.buffer)
	if err != nil {
		return false, err
	}
	if err := kernel.ParseNetDev(text, s.wanted, &s.row); err != nil {
		return false, err
	}
	if slices.Equal(s.nics, s.row.NICs) {
		return false, nil
	}
	s.nics = append(s.nics[:0], s.row.NICs...)
	return true, nil
}

func (s *netDevSource) columns(columns []string) []string {
	for _, nic := range s.nics {
		for _, counter := range kernel.NetDevCounters {
			columns = append(columns, "nic/"+nic+"/"+counter.Name)
		}
	}
	return columns
}

func (s *netDevSource) values(values []int64) []int64 { return append(values, s.row.Counters...) }
