package sampler

import "millionrps/agent/internal/kernel"

// source is one group of columns.
type source interface {
	// read takes new figures; changed says that the columns are not those of the last read that worked.
	read(refresh scope) (changed bool, err error)
	columns(columns []string) []string
	values(values []int64) []int64
	close()
}

// section is a source with how often it is read and what became of its last read. One that failed has no columns until it works again.
type section struct {
	source
	cadence scope
	err     error
}

// openSections puts the columns in order.
func (s *Sampler) openSections(fs kernel.FS, nics []string) error {
	table, err := openProcessTable(fs, &s.buffer)
	if err != nil {
		return err
	}
	s.observer.own = fs.Own()
	if s.observer.table, err = openProcessTable(fs, &s.observed); err != nil {
		return err
	}
	stat := &statSource{heldFile: holdOneRecord(fs, kernel.StatFile), buffer: &s.buffer}
	s.nics = &netDevSource{heldFile: hold(fs, kernel.NetDevFile), buffer: &s.buffer, wanted: nics}
	s.irqs = &interruptSource{fs: fs, nics: nics, buffer: &s.buffer, stat: stat, table: hold(fs, kernel.InterruptsFile), rediscover: true}
	s.processes = &processSource{table: table, stat: stat, unseen: fs.Unseen()}
	s.requests = &requestSource{fd: -1}
	s.figures = &figureSource{}
	s.disk = &diskSource{heldFile: hold(fs, ""), buffer: &s.buffer}
	for _, source := range []source{ // stat comes first: others ask it which CPUs are online
		stat,
		s.nics,
		s.irqs,
		&softnetSource{heldFile: hold(fs, kernel.SoftnetFile), buffer: &s.buffer, stat: stat},
		s.processes,
		s.figures,
		s.disk,
		s.requests, // asked first, answered last
	} {
		s.sections = append(s.sections, &section{source: source, cadence: everySample})
	}
	s.openSlowSections(fs, nics, stat)
	return nil
}

// openSlowSections comes last, as some may have to wait for a lock.
func (s *Sampler) openSlowSections(fs kernel.FS, nics []string, stat *statSource) {
	tcp, tcpExt := tcpTable(), tcpExtTable() // a third of a sample's cost: the kernel adds up 190 counters over all CPUs and prints them
	own := fs.Own()                          // what only a system call can tell is asked of the machine we run on
	for _, source := range []source{
		&paceSource{&s.pace},
		&protocolSource{heldFile: holdOneRecord(fs, tcp.File), buffer: &s.buffer, table: tcp},
		&protocolSource{heldFile: holdOneRecord(fs, tcpExt.File), buffer: &s.buffer, table: tcpExt},
		&cgroupSource{heldFiles: heldFiles{fs: fs, buffer: &s.buffer}},
		&pressureSource{heldFiles: heldFiles{fs: fs, buffer: &s.buffer}},
		&ethtoolSource{own: own, nics: nics},
	} {
		s.sections = append(s.sections, &section{source: source, cadence: everySecond})
	}
	for _, source := range []source{
		&softirqSource{heldFile: holdOneRecord(fs, kernel.SoftirqsFile), buffer: &s.buffer, stat: stat},
		&qdiscSource{own: own, nics: nics, fd: -1},
		&frequencySource{heldFiles: heldFiles{fs: fs, buffer: &s.buffer}},
		&numaSource{heldFiles: heldFiles{fs: fs, buffer: &s.buffer}},
	} {
		s.sections = append(s.sections, &section{source: source, cadence: everyFiveSeconds})
	}
}

func (s *Sampler) readSections(refresh scope) (changed bool) {
	for _, section := range s.sections {
		if section.cadence > refresh {
			continue
		}
		failedBefore := section.err != nil
		sectionChanged, err := section.read(refresh)
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
	if unseen := s.processes.unseen; unseen != "" {
		layout.Missing = append(layout.Missing, "other processes of the host cannot be seen "+unseen)
	}
	return layout
}
