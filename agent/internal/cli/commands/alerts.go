package commands

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"millionrps/agent/internal/cli/api"
	"millionrps/agent/internal/cli/ending"
	"millionrps/agent/internal/cli/terminal"
)

// underWay are the states of alerts that are not over.
var underWay = []api.AlertState{"suspected", "confirming", "confirmed", "acknowledged", "muted"}

func (s *session) alertsCommand() *cobra.Command {
	var states []string
	var all bool
	command := &cobra.Command{
		Use: "alerts [NAME]", Short: "List changes of benchmarks, and say what becomes of them",
		Long: `Lists the alerts of all benchmarks, or of the one that is named, the last changed first: those that are suspected or being confirmed, and those that an
experiment has shown and that are neither fixed nor expected.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			remote, err := s.enter()
			if err != nil {
				return err
			}
			params := &api.ListAlertsParams{}
			if len(arguments) > 0 {
				benchmark, err := findBenchmark(command.Context(), remote, arguments[0])
				if err != nil {
					return err
				}
				params.BenchmarkId = &benchmark.Id
				s.subject(remote, benchmark.Id, benchmark.Name)
			}
			if !all {
				wanted := states
				if len(wanted) == 0 {
					for _, state := range underWay {
						wanted = append(wanted, string(state))
					}
				}
				params.States = given(strings.Join(wanted, ","))
			}
			response, err := remote.ListAlerts(command.Context(), params)
			list, err := api.Into[api.AlertList](remote, response, err)
			if err != nil {
				return err
			}
			s.listAlerts(list.Alerts, !all && len(states) == 0)
			return nil
		},
	}
	command.Flags().StringSliceVar(&states, "state", nil, "only those in these `states`, such as confirmed,muted")
	command.Flags().BoolVar(&all, "all", false, "those in every state, the newest 500")
	command.MarkFlagsMutuallyExclusive("state", "all")
	command.AddCommand(
		s.alertCommand("ack", "Say that somebody works on it", acknowledging),
		s.alertCommand("expect", "Say that a change is meant to be so", expecting),
		s.alertCommand("mute", "Tell nobody of it until a time", muting),
		s.alertCommand("reopen", "Take the last of these back", reopening),
	)
	return command
}

// listAlerts: open, of those alone that are not over.
func (s *session) listAlerts(alerts []api.Alert, open bool) {
	s.result.Body = alerts
	rows := make([][]string, 0, len(alerts))
	for _, alert := range alerts {
		if s.quiet {
			s.printf("%s\n", alert.Id)
		}
		rows = append(rows, []string{alert.Id, string(alert.State), alert.BenchmarkName, moment(alert.ChangedAtUs), alert.Sentence})
	}
	switch {
	case s.json || s.quiet:
	case len(rows) == 0 && !open:
		s.printf("No alerts in these states.\n")
	case len(rows) == 0:
		s.printf("No alerts. --all lists those that are over.\n")
	default:
		terminal.Table(s.Out, []string{"id", "state", "benchmark", "changed", "what changed"}, rows)
	}
}

// acting makes the request of a command; `until` is of mute alone.
type acting func(reason string, untilUs int64) (api.ChangeAlert, error)

func acknowledging(reason string, _ int64) (change api.ChangeAlert, err error) {
	err = change.FromAcknowledgeAlert(api.AcknowledgeAlert{Reason: reason})
	return change, err
}

func expecting(reason string, _ int64) (change api.ChangeAlert, err error) {
	err = change.FromExpectAlert(api.ExpectAlert{Reason: reason})
	return change, err
}

func muting(reason string, untilUs int64) (change api.ChangeAlert, err error) {
	err = change.FromMuteAlert(api.MuteAlert{Reason: reason, UntilUs: untilUs})
	return change, err
}

func reopening(reason string, _ int64) (change api.ChangeAlert, err error) {
	err = change.FromReopenAlert(api.ReopenAlert{Reason: reason})
	return change, err
}

func (s *session) alertCommand(verb, short string, act acting) *cobra.Command {
	var reason, until string
	command := &cobra.Command{
		Use: verb + " ID", Short: short, Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			id, err := idOf(arguments[0])
			if err != nil {
				return err
			}
			var untilUs int64
			if until != "" {
				if untilUs, err = later("--until", until, time.Now()); err != nil {
					return err
				}
			}
			if strings.TrimSpace(reason) == "" {
				return usage(errors.New("say why: --reason"))
			}
			change, err := act(reason, untilUs)
			if err != nil {
				return err
			}
			remote, err := s.enter()
			if err != nil {
				return err
			}
			response, err := remote.ChangeAlert(command.Context(), id, change)
			alert, err := api.Into[api.Alert](remote, response, err)
			if err != nil {
				return err
			}
			s.showAlert(remote, alert)
			return nil
		},
	}
	command.Flags().StringVar(&reason, "reason", "", "why, in a sentence; it stays with the alert")
	required(command, "reason")
	if verb == "mute" {
		command.Flags().StringVar(&until, "until", "", "until when, such as 7d, 12h or 2027-01-31")
		required(command, "until")
	}
	return command
}

func required(command *cobra.Command, flag string) {
	if err := command.MarkFlagRequired(flag); err != nil {
		panic(err)
	}
}

func (s *session) showAlert(remote *api.Remote, alert api.Alert) {
	s.subject(remote, alert.BenchmarkId, alert.BenchmarkName)
	s.result.ID, s.result.State, s.result.Body = alert.Id, string(alert.State), alert
	sentence := fmt.Sprintf("The alert is %s.", alert.State)
	if alert.MutedUntilUs != nil {
		sentence = fmt.Sprintf("The alert is muted until %s.", moment(*alert.MutedUntilUs))
	}
	s.result.Finish(ending.Done, sentence)
	if s.quiet {
		s.printf("%s\n", alert.Id)
		return
	}
	s.printf("%s\n%s\n%s\n", sentence, alert.Sentence, s.result.URL)
}
