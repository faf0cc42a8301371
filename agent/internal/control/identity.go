package control

import (
	"millionrps/agent/internal/backend"
	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/identity"
	"millionrps/agent/internal/revisions"
)

func identityOf(i *identity.Identity) *contract.TargetIdentity {
	if i == nil {
		return nil
	}
	of := contract.TargetIdentity{
		Files: mapped(i.Files, fileOf), ArgvHmac: said(i.ArgvHMAC), EnvironmentNames: append([]string{}, i.EnvironmentNames...),
		EnvironmentHmac: said(i.EnvironmentHMAC), Version: said(i.Version), Unit: said(i.Unit), Container: said(i.Container),
		Unread: mapped(i.Unread, func(u identity.Unread) contract.UnreadPart {
			return contract.UnreadPart{Path: u.Path, Reason: u.Reason}
		}),
	}
	if i.Binary != nil {
		binary := fileOf(*i.Binary)
		of.Binary = &binary
	}
	return &of
}

// builtOf is nil for a target that was not built for the run.
func builtOf(b *revisions.Built) *contract.BuiltRevision {
	if b == nil {
		return nil
	}
	return &contract.BuiltRevision{Commit: b.Commit, Sha256: b.SHA256, FromCache: b.FromCache, BuildSeconds: b.BuildSeconds}
}

// servicesOf is nil if there were none; agents that do not report services send the same.
func servicesOf(all []backend.Identity) *[]contract.ServiceIdentity {
	if len(all) == 0 {
		return nil
	}
	services := mapped(all, func(one backend.Identity) contract.ServiceIdentity {
		i := identityOf(&one.Identity)
		return contract.ServiceIdentity{
			Name: one.Name, Settings: mapped(one.Settings, func(s backend.Setting) contract.ServiceSetting { return contract.ServiceSetting(s) }),
			Binary: i.Binary, Files: i.Files, ArgvHmac: i.ArgvHmac, EnvironmentNames: i.EnvironmentNames, EnvironmentHmac: i.EnvironmentHmac,
			Version: i.Version, Unit: i.Unit, Container: i.Container, Unread: i.Unread,
		}
	})
	return &services
}

func fileOf(f identity.File) contract.IdentifiedFile {
	return contract.IdentifiedFile{Path: f.Path, Sha256: f.SHA256, SizeBytes: f.SizeBytes, Declared: f.Declared, FilledFrom: said(f.FilledFrom)}
}

func portsOf(ports []int) *[]int64 {
	all := mapped(ports, func(port int) int64 { return int64(port) })
	return &all
}
