// Package chartcheck reads the Helm chart as `helm lint` and `helm template` do, by Helm's own packages, and holds what
// comes out against Kubernetes' schemas. No cluster is asked. `npm test -- chart` runs it.
package chartcheck

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/chart/common/util"
	"helm.sh/helm/v4/pkg/chart/v2/lint"
	"helm.sh/helm/v4/pkg/chart/v2/lint/support"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
	"helm.sh/helm/v4/pkg/engine"
	"sigs.k8s.io/yaml"
)

const (
	chartFolder = "../../deploy/helm/millionrps"
	release     = "lab"
	namespace   = "bench"
)

// Lint answers what `helm lint` warns of.
func Lint(values map[string]any) []string {
	var problems []string
	for _, message := range lint.RunAll(chartFolder, values, namespace).Messages {
		if message.Severity > support.InfoSev {
			problems = append(problems, message.Error())
		}
	}
	return problems
}

// Render answers the documents that `helm template` prints, in the order of their files; the error is the chart's own.
func Render(values map[string]any) ([]Manifest, error) {
	chart, err := loader.Load(chartFolder)
	if err != nil {
		return nil, err
	}
	options := common.ReleaseOptions{Name: release, Namespace: namespace, Revision: 1, IsInstall: true}
	all, err := util.ToRenderValues(chart, values, options, common.DefaultCapabilities)
	if err != nil {
		return nil, err
	}
	files, err := engine.Render(chart, all)
	if err != nil {
		return nil, err
	}
	var manifests []Manifest
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if !strings.HasSuffix(name, ".yaml") {
			continue
		}
		for _, text := range strings.Split(files[name], "\n---\n") {
			var object map[string]any
			if err := yaml.UnmarshalStrict([]byte(text), &object); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			if len(object) > 0 {
				manifests = append(manifests, Manifest{text, object})
			}
		}
	}
	return manifests, nil
}

// Manifest is one document that Kubernetes would be given.
type Manifest struct {
	Text   string
	Object map[string]any
}

// Kind is what it makes, such as DaemonSet.
func (m Manifest) Kind() string { return fmt.Sprint(m.Object["kind"]) }

// Name is what it is called in its namespace.
func (m Manifest) Name() string { return fmt.Sprint(m.At("metadata", "name")) }

// At answers what stands there, nil where nothing does.
func (m Manifest) At(path ...any) any {
	var value any = m.Object
	for _, key := range path {
		switch key := key.(type) {
		case string:
			object, _ := value.(map[string]any)
			value = object[key]
		case int:
			list, _ := value.([]any)
			if key >= len(list) {
				return nil
			}
			value = list[key]
		}
	}
	return value
}

// pod is the template of a workload's pods, nil where it makes none.
func (m Manifest) pod() map[string]any {
	pod, _ := m.At("spec", "template", "spec").(map[string]any)
	return pod
}
