// Package composecheck reads docker-compose.yml and the Dockerfiles as the tools that build them do, and says what
// would not work. No image is built. `npm test -- compose` runs it.
package composecheck

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/template"
	"github.com/compose-spec/compose-go/v2/types"
)

// noHealthcheck is the field of a service that has no health to ask for: the reason, as a sentence.
const noHealthcheck = "x-no-healthcheck"

var secretName = regexp.MustCompile(`PASSWORD|SECRET|TOKEN`)

// Load reads the files as `docker compose config` does with just these variables; its error is Compose's own.
func Load(folder string, variables []string, files ...string) (*types.Project, error) {
	options, err := optionsFor(folder, files, cli.WithEnv(variables))
	if err != nil {
		return nil, err
	}
	return options.LoadProject(context.Background())
}

// Variables are the names that the files interpolate, with their defaults and whether they must be set.
func Variables(folder string, files ...string) (map[string]template.Variable, error) {
	options, err := optionsFor(folder, files, cli.WithInterpolation(false))
	if err != nil {
		return nil, err
	}
	model, err := options.LoadModel(context.Background())
	if err != nil {
		return nil, err
	}
	return template.ExtractVariables(model, template.DefaultPattern), nil
}

func optionsFor(folder string, files []string, with ...cli.ProjectOptionsFn) (*cli.ProjectOptions, error) {
	paths := []string{}
	for _, file := range files {
		paths = append(paths, filepath.Join(folder, file))
	}
	return cli.NewProjectOptions(paths, append(with, cli.WithWorkingDirectory(folder))...)
}

// Problems are sentences about what Compose accepts and we do not; none when all is well.
func Problems(project *types.Project) []string {
	problems := []string{}
	for _, name := range slices.Sorted(slices.Values(project.ServiceNames())) {
		service := project.Services[name]
		problems = append(problems, healthProblems(project, service)...)
		problems = append(problems, portProblems(service)...)
		if service.Build == nil {
			continue
		}
		if !slices.Contains(service.CapDrop, "ALL") || !slices.Contains(service.SecurityOpt, "no-new-privileges:true") || !service.ReadOnly {
			problems = append(problems, name+" is not confined: it needs read_only, cap_drop: [ALL] and no-new-privileges")
		}
		problems = append(problems, buildProblems(name, *service.Build)...)
	}
	return problems
}

func healthProblems(project *types.Project, service types.ServiceConfig) []string {
	problems := []string{}
	reason, _ := service.Extensions[noHealthcheck].(string)
	if service.HealthCheck == nil && reason == "" {
		problems = append(problems, fmt.Sprintf("%s has neither a healthcheck nor %s with the reason", service.Name, noHealthcheck))
	}
	for _, name := range slices.Sorted(slices.Values(service.GetDependencies())) {
		condition := service.DependsOn[name].Condition
		if condition == types.ServiceConditionHealthy && project.Services[name].HealthCheck == nil {
			problems = append(problems, fmt.Sprintf("%s waits for %s to be healthy, which has no healthcheck", service.Name, name))
		}
	}
	return problems
}

func portProblems(service types.ServiceConfig) []string {
	problems := []string{}
	for _, port := range service.Ports {
		if service.Name != "api" {
			problems = append(problems, fmt.Sprintf("%s publishes port %s; only the api does", service.Name, port.Published))
		}
		if port.HostIP != "127.0.0.1" {
			problems = append(problems, fmt.Sprintf("%s publishes port %s on %q, not on 127.0.0.1", service.Name, port.Published, port.HostIP))
		}
	}
	return problems
}

// SecretProblems are secrets that have a default, may be left out, or stand in the files themselves.
func SecretProblems(project *types.Project, variables map[string]template.Variable, values []string) []string {
	problems := []string{}
	for name, variable := range variables {
		if secretName.MatchString(name) && (!variable.Required || variable.DefaultValue != "") {
			problems = append(problems, fmt.Sprintf("${%s} may be left out; write ${%s:?sentence}", name, name))
		}
	}
	for _, service := range project.Services {
		for key, value := range service.Environment {
			if secretName.MatchString(key) && value != nil && !slices.Contains(values, *value) {
				problems = append(problems, fmt.Sprintf("%s of %s does not come from the environment", key, service.Name))
			}
		}
	}
	slices.Sort(problems)
	return problems
}

func buildProblems(service string, build types.BuildConfig) []string {
	dockerfile := filepath.Join(build.Context, build.Dockerfile)
	text, err := os.Open(dockerfile)
	if err != nil {
		return []string{fmt.Sprintf("%s is built by %s, which cannot be read: %v", service, build.Dockerfile, err)}
	}
	defer text.Close()
	problems := []string{}
	found, err := dockerfileProblems(text, build.Context, build.Target, build.Args)
	if err != nil {
		found = []string{err.Error()}
	}
	for _, problem := range found {
		problems = append(problems, fmt.Sprintf("%s of %s: %s", build.Dockerfile, service, problem))
	}
	return problems
}
