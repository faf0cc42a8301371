package control

import (
	"fmt"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/runner"
)

func targetOf(t contract.TargetSpec) (runner.TargetSpec, error) {
	value, err := t.ValueByDiscriminator()
	if err != nil {
		return nil, fmt.Errorf("its target cannot be read (%w); a newer agent may", err)
	}
	switch target := value.(type) {
	case contract.ReferenceTarget:
		if !target.Framework.Valid() || !target.Pick.Valid() {
			return nil, fmt.Errorf("it has no reference server with the framework %q that picks %q", target.Framework, target.Pick)
		}
		return runner.ReferenceTarget{
			Framework: string(target.Framework), Prefork: target.Prefork, Workers: intOf(target.Workers),
			Pick: string(target.Pick), Port: intOf(target.Port),
		}, nil
	case contract.NamedTarget:
		return runner.NamedTarget{Name: target.Name}, nil
	case contract.ListeningTarget:
		if target.Port < 1 || target.Port > 65535 {
			return nil, fmt.Errorf("%d is no port", target.Port)
		}
		return runner.ListeningTarget{Port: int(target.Port)}, nil
	}
	return nil, fmt.Errorf("it knows no %T", value)
}
