import { expect, it } from 'vitest';
import { everyPage } from './every-page';

it('reads page after page until there is none', async () => {
  const pages = [['a', 'b'], [], ['c']];
  const asked: (string | undefined)[] = [];
  const ask = async (cursor: string | undefined) => {
    asked.push(cursor);
    const at = Number(cursor ?? 0);
    return { runs: pages[at] ?? [], nextCursor: at + 1 < pages.length ? String(at + 1) : null };
  };
  expect(await everyPage(ask)).toEqual(['a', 'b', 'c']);
  expect(asked).toEqual([undefined, '1', '2']);
});
