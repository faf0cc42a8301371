import type { Run } from '@contract/run';
import type { ReactNode } from 'react';
import { HeroLimit } from './hero-limit';
import { HeroNumber } from './hero-number';
import { HeroPicture } from './hero-picture';

interface HeroProps {
  run: Run;
  strip: ReactNode;
  canPrepare: boolean;
}

/** The result of the run at a glance: the number, the bottleneck, what to do next, and one picture. */
export function Hero({ run, strip, canPrepare }: HeroProps) {
  return (
    <section
      aria-label="Result"
      className="grid min-w-0 divide-line rounded-panel border border-line bg-panel max-lg:divide-y lg:grid-cols-2 xl:grid-cols-[minmax(13rem,1fr)_minmax(18rem,1.45fr)_minmax(24rem,2.1fr)] xl:divide-x"
    >
      <HeroNumber run={run} />
      <HeroLimit run={run} canPrepare={canPrepare} />
      <div className="min-w-0 border-line px-4 py-4 max-sm:order-3 max-sm:border-t max-sm:py-3 sm:px-5 lg:max-xl:col-span-2 lg:max-xl:border-t">
        <HeroPicture run={run} strip={strip} />
      </div>
    </section>
  );
}
