package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/control"
	"millionrps/agent/internal/tuning"
)

// tuningFlags ask for a tuning: those of plan.
type tuningFlags struct {
	tuning, targetCPUs, address string
	asJSON                      bool
}

func planCommand(arguments []string) error {
	var o tuningFlags
	flags := newFlags("plan")
	flags.StringVar(&o.tuning, "tuning", "", "`file` with what is asked, as JSON with the fields of tuning.server of a run; - reads stdin")
	flags.StringVar(&o.targetCPUs, "target-cpus", "", "CPUs of the target: a `list` such as 0-3,8, or all, nic-local, last 4, first 4; default: all")
	flags.StringVar(&o.address, "address", "", "IP `address` that the load goes to, which tells the NIC; default: the NIC of the default route")
	flags.BoolVar(&o.asJSON, "json", false, "print the plan as JSON")
	if err := parse(flags, arguments); err != nil {
		return err
	}
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
	case o.asJSON:
		return writeJSON(os.Stdout, control.PlanOf(plan))
	}
	return writePlan(os.Stdout, plan)
}

func (o tuningFlags) request() (tuning.Request, error) {
	if o.tuning == "" {
		return tuning.Request{}, usageError{errors.New("--tuning is missing: the file with what is asked, or - for stdin")}
	}
	asked, err := readTuning(o.tuning)
	if err != nil {
		return tuning.Request{}, err
	}
	request := contract.PlanRequest{Tuning: asked}
	if o.targetCPUs != "" {
		request.TargetCpus = &o.targetCPUs
	}
	if o.address != "" {
		request.Address = &o.address
	}
	return control.RequestOf(request)
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

// resetToo tells of what nobody asked for, and what is asked for resets.
func resetToo(collateral int) string {
	if collateral == 0 {
		return ""
	}
	return fmt.Sprintf(" (and %d that this resets, put back with it)", collateral)
}

func writeJSON(to io.Writer, value any) error {
	encoder := json.NewEncoder(to)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}
