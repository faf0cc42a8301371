'use client';

import type { KeptSpec } from '@contract/spec';
import { sourceOf } from '@rules/spec/revision-words';
import { CommitList } from '@/features/hosts/commit-list';
import { useHosts } from '@/features/hosts/hosts-query';
import { TextField } from '@/ui/inputs/field';

interface CommitFieldProps {
  id: string;
  label: string;
  hint: string;
  /** Of a target that its host builds. */
  spec: KeptSpec;
  value: string;
  error: string | undefined;
  onChange: (commit: string) => void;
}

/** A commit of the target that a spec measures: pasted, or one of its branch. */
export function CommitField({ spec, value, onChange, ...field }: CommitFieldProps) {
  const hosts = useHosts();
  const { server, target } = spec;
  const host = hosts.data?.hosts.find(({ id }) => id === server?.hostId);
  const name = target.kind === 'named' ? target.name : '';
  const source = sourceOf(host?.facts, name);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <TextField
        className="font-mono"
        placeholder="SHA of a commit"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        {...field}
      />
      {host && source && (
        <CommitList hostId={host.id} target={name} branch={source.branch} chosen={value.trim()} onChoose={onChange} />
      )}
    </div>
  );
}
