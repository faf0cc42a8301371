package perf

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
	"github.com/google/pprof/profile"

	"millionrps/agent/internal/profiles"
)

// builder makes a profile of counted stacks.
type builder struct {
	profile   *profile.Profile
	names     *namer
	locations map[frame]*profile.Location
	samples   map[string]*profile.Sample
	unknown   unknownIn // files of innermost frames without a name, with how many samples
	nameless  uint64
	total     uint64
	idle      bool // idle CPUs were sampled too
}

// taking is how samples were taken.
type taking struct {
	began       time.Time
	span        time.Duration
	hertz, cpus int
	lost        uint64
	withoutIdle bool
}

func newBuilder(names *namer, how taking) *builder {
	return &builder{
		idle: !how.withoutIdle, names: names, locations: map[frame]*profile.Location{}, samples: map[string]*profile.Sample{}, unknown: unknownIn{},
		profile: &profile.Profile{
			SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}}, DefaultSampleType: "cpu",
			PeriodType: &profile.ValueType{Type: "cpu", Unit: "nanoseconds"}, Period: int64(time.Second) / int64(how.hertz),
			TimeNanos: how.began.UnixNano(), DurationNanos: how.span.Nanoseconds(),
		},
	}
}

// sampled ends the sampling: every address gets its name.
func (s *stacks) sampled(how taking) (Sampled, error) {
	b := newBuilder(newNamer(), how)
	for key, count := range s.counts {
		b.add(s.seen, stackOf(key), count)
	}
	if b.total+how.lost == 0 {
		return Sampled{}, errors.New("no sample came: every CPU was idle, or the kernel's timer of perf events does not run")
	}
	if how.lost > 0 {
		b.count([]*profile.Location{b.location(frame{name: "[samples lost: the buffers were full]", file: profiles.ProcessFile})}, nil, -1, how.lost)
	}
	note := b.note(s, how)
	b.profile.Comments = []string{note}
	var encoded bytes.Buffer
	if err := b.profile.Write(&encoded); err != nil {
		return Sampled{}, fmt.Errorf("encoding it: %w", err)
	}
	return Sampled{Encoded: encoded.Bytes(), Note: note, Processes: b.processes()}, nil
}

func (b *builder) add(seen []*process, one stack, count uint64) {
	p := seen[one.process]
	frames := b.framesOf(p, one)
	if b.idle && p.pid == idleProcess && idles(frames) {
		return
	}
	b.total += count
	if len(frames) > 0 && !frames[0].known {
		b.nameless += count
		b.unknown[frames[0].file] += count
	}
	locations := make([]*profile.Location, 0, len(frames)+1)
	for _, f := range frames {
		locations = append(locations, b.location(f))
	}
	locations = append(locations, b.location(frame{name: p.name, file: profiles.ProcessFile, known: true}))
	b.count(locations, p, one.cpu, count)
}

// framesOf goes from the innermost out. A caller's address is where it goes on, so it is looked for a byte before.
func (b *builder) framesOf(p *process, one stack) []frame {
	frames := make([]frame, 0, len(one.kernel)+len(one.user))
	for i, address := range one.kernel {
		frames = append(frames, b.names.inKernel(address-uint64(min(i, 1))))
	}
	for i, address := range one.user {
		f, ok := b.names.inProgram(p, address-uint64(min(i, 1)))
		if !ok {
			if i == 0 {
				frames = append(frames, frame{name: "[unknown]", file: p.name})
			}
			break // not a frame pointer that was followed, but whatever stood there
		}
		frames = append(frames, f)
	}
	return frames
}

func (b *builder) location(f frame) *profile.Location {
	if known := b.locations[f]; known != nil {
		return known
	}
	function := &profile.Function{ID: uint64(len(b.profile.Function) + 1), Name: f.name, SystemName: f.name, Filename: f.file}
	location := &profile.Location{ID: function.ID, Line: []profile.Line{{Function: function}}}
	b.profile.Function = append(b.profile.Function, function)
	b.profile.Location = append(b.profile.Location, location)
	b.locations[f] = location
	return location
}

// count adds to the sample of this process, CPU and these functions.
func (b *builder) count(locations []*profile.Location, p *process, cpu int, count uint64) {
	var key strings.Builder
	number := -1
	if p != nil {
		number = p.number
	}
	fmt.Fprintf(&key, "%d/%d", number, cpu)
	for _, l := range locations {
		fmt.Fprintf(&key, "/%d", l.ID)
	}
	found := b.samples[key.String()]
	if found == nil {
		found = &profile.Sample{Location: locations, Value: []int64{0, 0}}
		if p != nil {
			// As text: of a number that is 0 the format keeps nothing.
			found.Label = map[string][]string{"process": {p.name}, "pid": {strconv.Itoa(p.pid)}, "cpu": {strconv.Itoa(cpu)}}
		}
		b.samples[key.String()] = found
		b.profile.Sample = append(b.profile.Sample, found)
	}
	found.Value[0] += int64(count)
	found.Value[1] += int64(count) * b.profile.Period
}

func (b *builder) processes() int {
	pids := map[string]bool{}
	for _, s := range b.profile.Sample {
		for _, pid := range s.Label["pid"] {
			pids[pid] = true
		}
	}
	return len(pids)
}

// note says how it was taken and what it lacks.
func (b *builder) note(s *stacks, how taking) string {
	sentences := []string{fmt.Sprintf("The whole host, sampled %d times a second on %s by perf events (cpu-clock), the kernel included: %s of %s.",
		how.hertz, english.Plural(how.cpus, "CPU", ""), counted(b.total, "sample"), english.Plural(b.processes(), "process", ""))}
	if how.lost > 0 {
		sentences = append(sentences, fmt.Sprintf("%s lost, as the buffers were full.", wereLost(how.lost)))
	}
	if s.merged > 0 {
		sentences = append(sentences, fmt.Sprintf("%s counted without a stack, as there were too many different ones.", wereLost(s.merged)))
	}
	if b.names.hidden {
		sentences = append(sentences, "Functions of the kernel have no names: it hides its addresses from the agent (kernel.kptr_restrict, kernel.perf_event_paranoid); CAP_SYSLOG shows them.")
	}
	if how.withoutIdle || b.names.hidden {
		sentences = append(sentences, "Softirqs that interrupted an idle CPU are missing: they could not be told from idling.")
	}
	if b.nameless > 0 {
		sentences = append(sentences, fmt.Sprintf("%s of the samples are in code without symbols, most in %s.",
			percent(b.nameless, b.total), english.WordSeries(b.unknown.most(3), "and")))
	}
	sentences = append(sentences, "Stacks follow frame pointers: those of programs built without them lack callers.")
	return strings.Join(sentences, " ")
}

// percent writes 0.031 %, 2.5 % or 87 %.
func percent(part, of uint64) string {
	share := 100 * float64(part) / float64(of)
	if share < 9.95 {
		return fmt.Sprintf("%.2g %%", share)
	}
	return fmt.Sprintf("%.0f %%", share)
}

func counted(count uint64, what string) string {
	return english.PluralWord(int(min(count, 2)), humanize.Comma(int64(count))+" "+what, humanize.Comma(int64(count))+" "+what+"s")
}

func wereLost(count uint64) string {
	return counted(count, "sample") + " " + english.PluralWord(int(min(count, 2)), "was", "were")
}
