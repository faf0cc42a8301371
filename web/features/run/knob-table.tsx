'use client';

import { useState } from 'react';
import type { RunKnob } from '@/api/types';
import { Absent } from '@/components/absent';
import { Button } from '@/components/button';
import { Marked } from '@/components/mark';
import { WideTable } from '@/components/wide-table';
import { formatCount } from '@/lib/format';
import type { Mark } from '@/lib/tuning-rows';

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
  return (
    <>
      <WideTable label={`Knobs: ${label}`}>
        <table className="data-table">
          <thead>
            <tr>
              {['knob', 'before', 'asked', 'read back', 'restored', 'status'].map((head) => (
                <th key={head} scope="col" className="left">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((knob) => (
              <KnobRow key={knob.key} knob={knob} />
            ))}
          </tbody>
        </table>
      </WideTable>
      {knobs.length > shown.length && (
        <div className="px-5 pb-3 pt-2">
          <Button onClick={() => setAll(true)}>Show all {formatCount(knobs.length)} knobs</Button>
        </div>
      )}
    </>
  );
}

function KnobRow({ knob }: { knob: RunKnob }) {
  const { mark, word } = STATUS[knob.status];
  return (
    <tr>
      <th
        scope="row"
        className="!border-line !pl-5 !text-left !align-top !font-normal !text-ink max-w-[24rem] min-w-56 !whitespace-normal [overflow-wrap:anywhere]"
      >
        <code className="font-mono text-xs">{knob.key}</code>
        {knob.path !== knob.key && <code className="block font-mono text-xs text-muted">{knob.path}</code>}
        <span className="block text-xs font-normal text-muted">{knob.why}</span>
      </th>
      <Value text={knob.before} why="It could not be read" />
      <Value text={knob.asked} why="Not asked for: reset by another setting, and put back with it" />
      <Value text={knob.readBack} why="Not read back" />
      <Value text={knob.restored} why="Not read again" alarm={knob.restoredMatches === false} />
      <td className="left min-w-40 max-w-72 !whitespace-normal">
        <Marked mark={knob.asked === null && knob.status === 'applied' ? 'none' : mark}>
          {knob.asked === null ? 'reset alongside' : word}
        </Marked>
        {knob.reason !== null && <p className="text-xs text-muted">{knob.reason}</p>}
      </td>
    </tr>
  );
}

function Value({ text, why, alarm = false }: { text: string | null; why: string; alarm?: boolean }) {
  return (
    <td className="left max-w-56 !whitespace-normal [overflow-wrap:anywhere]">
      {text === null ? (
        <Absent why={why} />
      ) : (
        <code className="font-mono text-xs">{text === '' ? '(empty)' : text}</code>
      )}
      {alarm && (
        <Marked mark="bad" className="flex text-xs">
          not as before
        </Marked>
      )}
    </td>
  );
}
