'use client';

import { TERMS, type TermKey } from '@rules/words/terms';
import { Absent, Measured } from '@/ui/absent';
import { useHydrated } from '@/ui/browser/hydrated';
import { useNowUs } from '@/ui/browser/now';
import { Figure } from '@/ui/figure';
import { Term } from '@/ui/term';
import { Until, Used, When } from '@/ui/when';
import { Line, Room, Specimen } from './specimen';

const HOUR_US = 3.6e9;

export function Figures() {
  return (
    <Room id="figures" title="Figures">
      <Specimen of="figure">
        <dl className="flex flex-wrap gap-8">
          <Figure label="Throughput" value="1.34 M" unit="req/s" note="mean of 3 steps" />
          <Figure label="p99 latency" value="2.73" unit="ms" note="closed loop" />
          <Figure label="Server CPU" value="8.7" unit="µs/req" />
        </dl>
      </Specimen>
      <Specimen of="absent">
        <p className="text-sm">
          p99.9 <Absent why="The tool gives no percentile beyond p99" />, p99{' '}
          <Measured value={2.73} why="Not measured">
            {(value) => `${value} ms`}
          </Measured>
        </p>
      </Specimen>
      <Specimen of="when">
        <Times />
      </Specimen>
      <Specimen of="term">
        <Line>
          {(Object.keys(TERMS) as TermKey[]).map((key) => (
            <Term key={key} of={key}>
              {TERMS[key].name}
            </Term>
          ))}
        </Line>
      </Specimen>
      <Specimen of="term-note">
        <Line>
          <Term of="knee">Open a note</Term>
        </Line>
      </Specimen>
    </Room>
  );
}

/** Around the present moment, which the server that drew the page first does not share. */
function Times() {
  const hydrated = useHydrated();
  const nowUs = useNowUs(60_000);
  if (!hydrated) return <p className="text-sm">…</p>;
  return (
    <p className="text-sm">
      <When atUs={nowUs - HOUR_US} /> · <Used atUs={nowUs - 3 * HOUR_US} never="never used" /> ·{' '}
      <Used atUs={null} never="never used" /> · <Until atUs={nowUs + 2 * HOUR_US} />
    </p>
  );
}
