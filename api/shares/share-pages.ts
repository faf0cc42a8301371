import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** What a link shows, ready to be sent. */
export interface SharePage {
  json: Buffer;
  gzipped: Buffer;
}

/** Bounds all kept pages together. */
const BYTES_MAX = 64 * 1024 * 1024;
const zip = promisify(gzip);

/**
 * Pages of shares that were opened lately, the longest unopened first out. A link may be opened by anyone, as often as they
 * like: its page is made once, and one page at a time.
 */
export class SharePages {
  private readonly pages = new Map<string, SharePage>();
  private bytes = 0;
  private last: Promise<unknown> = Promise.resolve();

  async page(key: string, make: () => Promise<Buffer>): Promise<SharePage> {
    const known = this.known(key);
    if (known) return known;
    const made = this.last.then(async () => this.known(key) ?? this.keep(key, await compressed(await make())));
    this.last = made.catch(() => {});
    return made;
  }

  private known(key: string): SharePage | undefined {
    const page = this.pages.get(key);
    if (!page) return undefined;
    this.pages.delete(key);
    this.pages.set(key, page);
    return page;
  }

  private keep(key: string, page: SharePage): SharePage {
    if (sizeOf(page) > BYTES_MAX) return page;
    this.pages.set(key, page);
    this.bytes += sizeOf(page);
    for (const [oldest, other] of this.pages) {
      if (this.bytes <= BYTES_MAX) break;
      this.pages.delete(oldest);
      this.bytes -= sizeOf(other);
    }
    return page;
  }
}

const sizeOf = ({ json, gzipped }: SharePage): number => json.length + gzipped.length;

async function compressed(json: Buffer): Promise<SharePage> {
  return { json, gzipped: await zip(json, { level: 6 }) };
}
