import { AppError } from '../platform/app-error.ts';
import type { Architecture, Programs, ReadyStock } from './programs.ts';

const BUILD_LOOK_MS = 250;

/**
 * The programs for an architecture. In a checkout they may have to be built first, which is waited for at most waitMs. Throws why there are
 * none, or not yet.
 */
export async function awaitPrograms(
  programs: Programs,
  architecture: Architecture,
  waitMs: number,
): Promise<ReadyStock> {
  const endsMs = performance.now() + waitMs;
  for (;;) {
    const stock = await programs.of(architecture);
    if (stock.state === 'ready') return stock;
    if (stock.state === 'failed') throw new AppError('no-program', stock.why);
    if (performance.now() > endsMs)
      throw new AppError(
        'conflict',
        `The instance builds the programs for linux-${architecture}; try again in a minute.`,
      );
    await new Promise((resolve) => setTimeout(resolve, BUILD_LOOK_MS));
  }
}
