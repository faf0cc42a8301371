import { AppError } from '../platform/app-error.ts';
import type { ProgramFile, Shelf } from './programs.ts';

const BUILD_LOOK_MS = 250;

/** Programs that may have to be built first, which is waited for at most waitMs. Throws why there are none, or not yet. */
export async function awaitPrograms<Name extends string>(
  shelf: Shelf<Name>,
  waitMs: number,
): Promise<Record<Name, ProgramFile>> {
  const endsMs = performance.now() + waitMs;
  for (;;) {
    const stock = await shelf.get();
    if (stock.state === 'ready') return stock.programs;
    if (stock.state === 'failed') throw new AppError('no-program', stock.why);
    if (performance.now() > endsMs)
      throw new AppError('conflict', `The instance builds the ${shelf.title}; try again in a minute.`);
    await new Promise((resolve) => setTimeout(resolve, BUILD_LOOK_MS));
  }
}
