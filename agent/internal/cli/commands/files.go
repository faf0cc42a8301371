package commands

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"millionrps/agent/internal/cli/api"
	"millionrps/agent/internal/cli/terminal"
)

var exportFormats = []string{"json", "csv", "markdown", "script"}

func (s *session) exportCommand() *cobra.Command {
	var format, output string
	command := &cobra.Command{
		Use: "export ID...", Short: "Write a run, an experiment or a comparison to a file",
		Long:    "Writes a run or an experiment to a file, or with several ids the comparison of these runs; the first is its baseline.",
		Example: "  millionrps export 0198c5d2-0000-7000-8000-000000000001 --format csv -o run.csv",
		Args:    cobra.RangeArgs(1, 8),
		RunE: func(command *cobra.Command, arguments []string) error {
			if !slices.Contains(exportFormats, format) {
				return usage(fmt.Errorf("--format is one of %s", strings.Join(exportFormats, ", ")))
			}
			if s.json && (output == "" || output == "-") {
				return usage(errors.New("--json prints what became of the export: write the file elsewhere, with --output"))
			}
			remote, err := s.enter()
			if err != nil {
				return err
			}
			ids, err := idsOf(arguments)
			if err != nil {
				return err
			}
			bytes, err := exported(command.Context(), remote, ids, format)
			if err != nil {
				return err
			}
			return s.writeTo(output, bytes)
		},
	}
	command.Flags().StringVar(&format, "format", "json", strings.Join(exportFormats, ", ")+"; a script repeats the run by hand")
	command.Flags().StringVarP(&output, "output", "o", "", "the `file`; stdout without")
	return command
}

func exported(ctx context.Context, remote *api.Remote, ids []string, format string) ([]byte, error) {
	if len(ids) > 1 {
		response, err := remote.ExportComparison(ctx, &api.ExportComparisonParams{Runs: strings.Join(ids, ","), Format: api.ExportFormat(format)})
		return api.Bytes(remote, response, err)
	}
	response, err := remote.ExportRun(ctx, ids[0], &api.ExportRunParams{Format: api.ExportFormat(format)})
	bytes, err := api.Bytes(remote, response, err)
	if !notFound(err) {
		return bytes, err
	}
	response, err = remote.ExportExperiment(ctx, ids[0], &api.ExportExperimentParams{Format: api.ExportFormat(format)})
	return api.Bytes(remote, response, err)
}

func (s *session) importCommand() *cobra.Command {
	var joinAs, source string
	var dryRun bool
	command := &cobra.Command{
		Use: "import FILE...", Short: "Import results bundles, exports, or raw outputs of load tools", Args: cobra.MinimumNArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			remote, err := s.enter()
			if err != nil {
				return err
			}
			input := api.CreateImport{DryRun: dryRun, JoinAs: given(joinAs), Source: given(source)}
			for _, name := range arguments {
				bytes, err := os.ReadFile(name)
				if err != nil {
					return usage(err)
				}
				input.Files = append(input.Files, api.ImportFile{Name: filepath.Base(name), Content: base64.StdEncoding.EncodeToString(bytes)})
			}
			result, err := imported(command.Context(), remote, input)
			if err != nil {
				return err
			}
			s.showImport(remote, result, dryRun)
			return nil
		},
	}
	flags := command.Flags()
	flags.StringVar(&joinAs, "join-as", "", "make one run of this `name`, with a step for each file")
	flags.StringVar(&source, "source", "", "where the figures are from")
	flags.BoolVar(&dryRun, "dry-run", false, "tell what would be imported, and store nothing")
	return command
}

func given(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// imported asks until the import is done: the instance answers long ones later.
func imported(ctx context.Context, remote *api.Remote, input api.CreateImport) (api.ImportResult, error) {
	response, err := remote.CreateImport(ctx, input)
	for {
		working := err == nil && response.StatusCode == http.StatusAccepted
		var bytes []byte
		if bytes, err = api.Bytes(remote, response, err); err != nil {
			return api.ImportResult{}, err
		}
		if !working {
			var result api.ImportResult
			err := json.Unmarshal(bytes, &result)
			return result, err
		}
		var underWay api.ImportUnderWay
		if err := json.Unmarshal(bytes, &underWay); err != nil {
			return api.ImportResult{}, err
		}
		select {
		case <-ctx.Done():
			return api.ImportResult{}, context.Cause(ctx)
		case <-time.After(200 * time.Millisecond):
		}
		response, err = remote.GetImport(ctx, underWay.ImportId)
	}
}

func (s *session) showImport(remote *api.Remote, result api.ImportResult, dryRun bool) {
	s.result.Body = result
	rows := make([][]string, 0, len(result.Runs))
	for _, run := range result.Runs {
		state, link := "imported", ""
		switch {
		case run.Known:
			state = "was here"
		case dryRun:
			state = "would be imported"
		}
		if run.RunId != nil {
			link = remote.URL + runKind.path + *run.RunId
		}
		rows = append(rows, []string{run.Name, string(run.Format), state, link})
	}
	if !s.json && !s.quiet {
		terminal.Table(s.Out, []string{"run", "format", "state", "page"}, rows)
	}
}

// manCommand writes what --help says as man pages, of the same source.
func (s *session) manCommand() *cobra.Command {
	return &cobra.Command{
		Use: "man FOLDER", Short: "Write the man pages to a folder", Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			header := &doc.GenManHeader{Section: "1", Source: "millionrps " + s.release, Manual: "millionrps"}
			command.Root().DisableAutoGenTag = true
			return doc.GenManTree(command.Root(), header, arguments[0])
		},
	}
}
