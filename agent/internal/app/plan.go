package app

import (
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"millionrps/agent/internal/control"
	"millionrps/agent/internal/tuning"
)

// PlanOptions ask for a tuning.
type PlanOptions struct {
	Tuning     string // the file with what is asked; - for stdin
	TargetCPUs string // a choice; "" for every CPU
	Address    string // that the load goes to, which tells the NIC; "" for the NIC of the default route
	JSON       bool
}

// Plan shows what would be changed, and touches nothing.
func Plan(o PlanOptions, to io.Writer) error {
	request, err := o.request()
	if err != nil {
		return err
	}
	tuner, err := lookingTuner()
	if err != nil {
		return err
	}
	plan, err := tuner.Plan(request)
	switch {
	case err != nil:
		return err
	case o.JSON:
		return writeJSON(to, control.PlanOf(plan))
	}
	return writePlan(to, plan)
}

func (o PlanOptions) request() (request tuning.Request, err error) {
	name, text := o.Tuning, []byte(nil)
	if name == "-" {
		name = "stdin"
		text, err = io.ReadAll(os.Stdin)
	} else {
		text, err = os.ReadFile(name)
	}
	if err != nil {
		return request, fmt.Errorf("the tuning cannot be read: %w", err)
	}
	asked, err := control.ParseTuning(text)
	if err != nil {
		return request, fmt.Errorf("%s is no tuning: %w", name, err)
	}
	return control.RequestOf(asked, o.TargetCPUs, o.Address)
}

// writePlan is for people: what would change, what would not, and what cannot.
func writePlan(to io.Writer, plan tuning.Plan) error {
	table := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "KEY\tNOW\tTO BE WRITTEN\tWHY")
	counts, collateral := map[tuning.Status]int{}, 0
	for _, c := range plan.Changes {
		if c.Status == tuning.ToChange && c.Asked == nil {
			collateral++
		} else {
			counts[c.Status]++
		}
		why, none := c.Why, "(unreadable)"
		if c.Status == tuning.NotChangeable {
			why, none = "cannot be changed: "+c.Reason, "-"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", c.Key, valueOr(c.Before, none), toBeWritten(c), why)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, warning := range plan.Warnings {
		fmt.Fprintf(to, "\nNote: %s", warning)
	}
	_, err := fmt.Fprintf(to, "\n%d to change%s, %d as asked already, %d cannot be changed. Nothing was touched.\n",
		counts[tuning.ToChange], resetToo(collateral), counts[tuning.Unchanged], counts[tuning.NotChangeable])
	return err
}

func toBeWritten(c tuning.Change) string {
	switch {
	case c.Status == tuning.NotChangeable:
		return "-"
	case c.Status == tuning.Unchanged:
		return "(as it is)"
	}
	return valueOr(c.Asked, "(reset by another)")
}

func valueOr(value *string, other string) string {
	if value == nil {
		return other
	}
	return *value
}

// resetToo says how many knobs the settings reset besides.
func resetToo(collateral int) string {
	if collateral == 0 {
		return ""
	}
	return fmt.Sprintf(" (and %d that this resets, put back with it)", collateral)
}
