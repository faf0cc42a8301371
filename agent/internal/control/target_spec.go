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
			Pick: string(target.Pick), Port: intOf(target.Port), TLS: target.Tls,
			Database: databaseOf(target.Database), Cache: cacheOf(target.Cache), Downstream: downstreamOf(target.Downstream),
		}, nil
	case contract.NamedTarget:
		named := runner.NamedTarget{Name: target.Name, TLS: target.Tls, Revision: textOf(target.Revision), Parameters: map[string]string{}}
		for _, p := range target.Parameters {
			named.Parameters[p.Name] = p.Value
		}
		return named, nil
	case contract.ListeningTarget:
		if target.Port < 1 || target.Port > 65535 {
			return nil, fmt.Errorf("%d is no port", target.Port)
		}
		return runner.ListeningTarget{Port: int(target.Port), TLS: target.Tls}, nil
	case contract.ExternalTarget:
		return runner.ExternalTarget{Origin: target.Origin}, nil
	}
	return nil, fmt.Errorf("it knows no %T", value)
}

func databaseOf(d *contract.DatabaseSettings) *runner.DatabaseSettings {
	if d == nil {
		return nil
	}
	return &runner.DatabaseSettings{PoolSize: int(d.PoolSize), Prepared: d.Prepared, Batch: int(d.Batch), SynchronousCommit: d.SynchronousCommit}
}

func cacheOf(c *contract.CacheSettings) *runner.CacheSettings {
	if c == nil {
		return nil
	}
	return &runner.CacheSettings{PoolSize: int(c.PoolSize)}
}

func downstreamOf(d *contract.DownstreamSettings) *runner.DownstreamSettings {
	if d == nil {
		return nil
	}
	return &runner.DownstreamSettings{
		TimeoutMs: int(d.TimeoutMs), Retries: int(d.Retries), FailPercent: float64(d.FailPercent), DelayMs: int(d.DelayMs),
	}
}
