package sampler

import "millionrps/agent/internal/kernel"

type protocolSource struct {
	file   heldFile
	buffer *[]byte
	table  kernel.ProtocolTable
}

func (s *protocolSource) read(scope) (changed bool, err error) {
	text, err := s.file.read(s.buffer)
	if err != nil {
		return false, err
	}
	return s.table.Parse(text)
}

func (s *protocolSource) columns(columns []string) []string { return append(columns, s.table.Found...) }

func (s *protocolSource) values(values []int64) []int64 { return append(values, s.table.Counters...) }

func (s *protocolSource) close() { s.file.close() }
