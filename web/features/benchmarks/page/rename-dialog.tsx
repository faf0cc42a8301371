'use client';

import type { Benchmark } from '@contract/benchmark';
import { MAX_NAME_CHARACTERS } from '@contract/limits';
import { type FormEvent, useState } from 'react';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { TextField } from '@/ui/inputs/field';
import { useChangeBenchmark } from '../benchmarks-query';

export function RenameDialog({ benchmark, onClose }: { benchmark: Benchmark; onClose: () => void }) {
  const [name, setName] = useState(benchmark.name);
  const change = useChangeBenchmark(benchmark.id);
  const wanted = name.trim();
  const save = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    if (wanted === benchmark.name) return onClose();
    if (wanted !== '' && !change.isPending) change.mutate({ name: wanted }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Rename"
      description="Its history stays; experiments that it made keep their names."
    >
      <form className="grid gap-3" onSubmit={save}>
        <TextField
          id="benchmark-name"
          label="Name"
          maxLength={MAX_NAME_CHARACTERS}
          value={name}
          error={wanted === '' ? 'A benchmark needs a name.' : change.error?.message}
          onChange={({ target }) => {
            change.reset();
            setName(target.value);
          }}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Keep the old one</Button>
          <Button type="submit" look="primary" disabled={wanted === '' || change.isPending}>
            {change.isPending ? 'Saving …' : 'Save name'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
