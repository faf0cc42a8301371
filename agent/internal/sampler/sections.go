package sampler

// source is one group of columns.
type source interface {
	// read takes new figures; changed says that the columns are not those of the last read that worked.
	read() (changed bool, err error)
	columns(columns []string) []string
	values(values []int64) []int64
	close()
}

// section is a source with what became of its last read. One that failed has no columns until it works again.
type section struct {
	source
	err error
}

// openSections puts the columns in order.
func (s *Sampler) openSections(root string, nics []string) error {
	table, err := openProcessTable(root, &s.buffer)
	if err != nil {
		return err
	}
	stat := &statSource{file: hold(root, procStat), buffer: &s.buffer}
	s.nics = &netDevSource{file: hold(root, procNetDev), buffer: &s.buffer, wanted: nics}
	s.irqs = &interruptSource{root: root, nics: nics, buffer: &s.buffer, stat: stat, table: hold(root, procInterrupts), rediscover: true}
	s.processes = &processSource{table: table, stat: stat}
	s.requests = &requestSource{fd: -1}
	tcp, tcpExt := tcpTable(), tcpExtTable()
	for _, source := range []source{ // stat comes first: others ask it which CPUs are online
		stat,
		s.nics,
		s.irqs,
		&softnetSource{file: hold(root, procNetSoftnetStat), buffer: &s.buffer, stat: stat},
		&protocolSource{file: hold(root, tcp.name), buffer: &s.buffer, table: tcp},
		&protocolSource{file: hold(root, tcpExt.name), buffer: &s.buffer, table: tcpExt},
		s.processes,
		s.requests, // asked first, answered last
	} {
		s.sections = append(s.sections, &section{source: source})
	}
	return nil
}

func (s *Sampler) readSections() (changed bool) {
	for _, section := range s.sections {
		failedBefore := section.err != nil
		sectionChanged, err := section.read()
		if section.source == source(s.nics) && sectionChanged {
			s.irqs.rediscover = true
		}
		section.err = err
		changed = changed || sectionChanged || failedBefore != (err != nil)
	}
	return changed
}

func (s *Sampler) newLayout() *Layout {
	layout := &Layout{}
	for _, section := range s.sections {
		if section.err != nil {
			layout.Missing = append(layout.Missing, section.err.Error())
			continue
		}
		layout.Columns = section.columns(layout.Columns)
	}
	return layout
}
