package sampler

// waitedFor is what the children of a process used that it has waited for. The kernel adds to it the whole time of a child, with what that
// child had waited for itself, before the child is gone from /proc (wait_task_zombie, kernel/exit.c). It adds nothing for a child that
// nobody waits for, because SIGCHLD is ignored or because it was given to init.
//
// Most of that was counted already while the children lived. So what counts is the rise of the kernel's figure beyond what children that
// ended are known to have used.
type waitedFor struct {
	figureUs  int64 // the kernel's, as last read
	countedUs int64 // the same, as last counted
	dueUs     int64 // known of children that ended, and not in the figure yet
	newUs     int64 // the same, of children that were gone only after the figure was read, or just before
}

// waitedRoundingUs is how far a rise may stay behind: user and system time are cut to ticks of 10 ms each.
const waitedRoundingUs = 20_000

// begin counts from here.
func (w *waitedFor) begin() { w.countedUs = w.figureUs }

// read never goes back: of a process that is being buried the kernel tells 0.
func (w *waitedFor) read(figureUs int64) { w.figureUs = max(w.figureUs, figureUs) }

// known is what the figure holds, and will hold, of what has been counted.
func (w *waitedFor) known() int64 { return w.countedUs + w.dueUs + w.newUs }

// count returns what children used that no sample saw. What was due before this reading and is not in it never will be, rounding aside.
func (w *waitedFor) count() (unseenUs int64) {
	dueUs := w.dueUs + w.newUs - (w.figureUs - w.countedUs)
	unseenUs = max(0, -dueUs)
	w.dueUs = min(max(0, dueUs), w.newUs+waitedRoundingUs)
	w.countedUs, w.newUs = w.figureUs, 0
	return unseenUs
}
