'use client';

import type { SettingEffect } from '@contract/tuning';
import { termNamed } from '@rules/words/terms';
import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import type { Mark, SettingRow, Told } from '@/lib/tuning-rows';
import { classNames } from '@/ui/class-names';
import { Marked } from '@/ui/mark';
import { TermMark } from '@/ui/term';
import { KnobTable } from './knob-table';

/** One line on wide windows, a block of four stages on narrow ones. */
export const STAGES =
  'lg:grid lg:grid-cols-[minmax(11rem,1fr)_repeat(2,minmax(0,1.1fr))_minmax(0,1.5fr)_minmax(0,1fr)] lg:gap-x-4';

interface SettingItemProps {
  row: SettingRow;
  open: boolean;
  onToggle: () => void;
}

export function SettingItem({ row, open, onToggle }: SettingItemProps) {
  const id = useId();
  const term = termNamed(row.label);
  const hasMore = row.knobs.length > 0 || row.effects.length > 0;
  return (
    <li className="min-w-0 border-t border-line">
      <div className={classNames('px-4 py-2.5 text-sm sm:px-5', STAGES)}>
        <h4 className="min-w-0 font-medium">
          {hasMore ? (
            <button
              type="button"
              aria-expanded={open}
              aria-controls={id}
              onClick={onToggle}
              className="-ml-1 inline-flex items-start gap-1 rounded-control pr-1 text-left hover:text-accent"
            >
              <ChevronRight
                aria-hidden
                className={classNames('mt-[0.2rem] size-3.5 shrink-0 text-muted', open && 'rotate-90')}
              />
              {row.label}
            </button>
          ) : (
            <span className="ml-[0.875rem]">{row.label}</span>
          )}
          {term && (
            <span className="ml-1.5 text-xs font-normal text-muted">
              <TermMark of={term} />
            </span>
          )}
        </h4>
        <dl className="mt-1.5 grid grid-cols-2 gap-x-4 gap-y-2 pl-3.5 lg:contents">
          <Stage name="Asked">
            {row.asked === null ? (
              <span className="text-muted">not asked for</span>
            ) : (
              <span className={classNames('[overflow-wrap:anywhere]', !open && 'lg:line-clamp-3')}>{row.asked}</span>
            )}
          </Stage>
          <Stage name="Read back">
            <ToldStage told={row.readBack} />
          </Stage>
          <Stage name="Effective">
            <ToldStage told={row.effect} />
          </Stage>
          <Stage name="Restored">
            <ToldStage told={row.restored} />
          </Stage>
        </dl>
      </div>
      {hasMore && (
        <div id={id} hidden={!open} className="border-t border-line bg-bg/50">
          {open && <Details row={row} />}
        </div>
      )}
    </li>
  );
}

function Stage({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted lg:sr-only">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

/** Details as short as this stand beside the word. */
const SHORT = 16;

function ToldStage({ told: { mark, word, detail } }: { told: Told }) {
  const beside = detail !== null && detail.length <= SHORT;
  return (
    <>
      <Marked mark={mark}>
        <span className={classNames('inline-flex flex-wrap gap-x-1.5', beside && 'whitespace-nowrap')}>
          {word}
          {beside && <span className="text-xs font-normal leading-5 text-muted">{detail}</span>}
        </span>
      </Marked>
      {detail !== null && !beside && (
        <p className="lg:line-clamp-4 pl-5 text-xs text-muted [overflow-wrap:anywhere]">{detail}</p>
      )}
    </>
  );
}

const VERDICTS: Record<SettingEffect['verdict'], { mark: Mark; word: string }> = {
  effective: { mark: 'ok', word: 'effective' },
  'without-effect': { mark: 'bad', word: 'without effect' },
  'cannot-tell': { mark: 'none', word: 'unknown' },
};

function Details({ row }: { row: SettingRow }) {
  return (
    <>
      {row.effects.length > 0 && (
        <ul aria-label={`Effect of ${row.label} in each step`} className="grid gap-1.5 px-5 py-3 text-sm">
          {row.effects.map(({ stepIndex, verdict, sentence }) => (
            <li
              key={`${stepIndex} ${sentence}`}
              className="grid gap-x-4 sm:grid-cols-[4rem_8.5rem_minmax(0,1fr)] [overflow-wrap:anywhere]"
            >
              <span className="text-muted">step {stepIndex + 1}</span>
              <Marked mark={VERDICTS[verdict].mark}>{VERDICTS[verdict].word}</Marked>
              <span>{sentence}</span>
            </li>
          ))}
        </ul>
      )}
      {row.knobs.length > 0 && <KnobTable knobs={row.knobs} label={row.label} />}
    </>
  );
}
