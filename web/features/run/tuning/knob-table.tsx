'use client';

import type { RunKnob } from '@contract/tuning';
import { maskText } from '@rules/cpus/cpu-list';
import { formatCount } from '@rules/words/numbers';
import { useState } from 'react';
import type { Mark } from '@/lib/tuning-rows';
import { Absent } from '@/ui/absent';
import { Button } from '@/ui/button';
import { DataTable, words } from '@/ui/data-table';
import { KernelValue } from '@/ui/kernel-value';
import { Marked } from '@/ui/mark';

const FEW = 16;

const STATUS: Record<RunKnob['status'], { mark: Mark; word: string }> = {
  applied: { mark: 'ok', word: 'applied' },
  unchanged: { mark: 'ok', word: 'was so already' },
  differs: { mark: 'bad', word: 'reads differently' },
  'not-changeable': { mark: 'warn', word: 'not changeable' },
  failed: { mark: 'bad', word: 'refused' },
};

/** Single values of the kernel: what each was, was asked to be, read back as, and is again. */
export function KnobTable({ knobs, label }: { knobs: RunKnob[]; label: string }) {
  const [all, setAll] = useState(false);
  const shown = all ? knobs : knobs.slice(0, FEW);
  const reasons = new Set(knobs.map(({ why }) => why));
  const [common] = reasons.size === 1 && knobs.length > 1 ? reasons : [];
  return (
    <>
      {common !== undefined && <p className="px-5 pt-3 text-sm text-muted">Why: {common}</p>}
      <DataTable
        label={`Knobs: ${label}`}
        columns={words('knob', 'before', 'asked', 'read back', 'restored', 'status')}
      >
        {shown.map((knob) => (
          <KnobRow key={knob.key} knob={knob} why={common === undefined ? knob.why : null} />
        ))}
      </DataTable>
      {knobs.length > shown.length && (
        <div className="px-5 pb-3 pt-2">
          <Button onClick={() => setAll(true)}>Show all {formatCount(knobs.length)} knobs</Button>
        </div>
      )}
    </>
  );
}

function KnobRow({ knob, why }: { knob: RunKnob; why: string | null }) {
  const { mark, word } = STATUS[knob.status];
  return (
    <tr>
      <th
        scope="row"
        className="!border-line !pl-5 !text-left !align-top !font-normal !text-ink min-w-52 max-w-[30rem] sm:min-w-72 !whitespace-normal !py-2 [overflow-wrap:anywhere]"
      >
        <code className="font-mono text-xs">{knob.key}</code>
        {knob.path !== knob.key && <code className="block font-mono text-xs text-muted">{knob.path}</code>}
        {why !== null && <span className="block text-xs text-muted">{why}</span>}
      </th>
      <Value of={knob.key} text={knob.before} why="It could not be read" />
      <Value of={knob.key} text={knob.asked} why="Not asked for: reset by another setting, and put back with it" />
      <Value of={knob.key} text={knob.readBack} why="Not read back" />
      <Value of={knob.key} text={knob.restored} why="Not read again" alarm={knob.restoredMatches === false} />
      <td className="left min-w-40 max-w-72 !whitespace-normal">
        <Marked mark={knob.asked === null && knob.status === 'applied' ? 'none' : mark}>
          {knob.asked === null ? 'reset alongside' : word}
        </Marked>
        {knob.reason !== null && <p className="text-xs text-muted">{knob.reason}</p>}
      </td>
    </tr>
  );
}

interface ValueProps {
  of: string;
  text: string | null;
  why: string;
  alarm?: boolean;
}

function Value({ of, text, why, alarm = false }: ValueProps) {
  const meaning = maskText(of, text);
  return (
    <td className="left min-w-20 max-w-72 !whitespace-normal break-all">
      {text === null ? <Absent why={why} /> : <KernelValue text={text} />}
      {meaning !== null && <div className="text-xs text-muted">{meaning}</div>}
      {alarm && (
        <Marked mark="bad" className="flex text-xs">
          not as before
        </Marked>
      )}
    </td>
  );
}
