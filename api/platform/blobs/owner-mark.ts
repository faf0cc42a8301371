import { StoreAway } from './blob-store.ts';

/** Another instance keeps its files there. */
export class OthersBucket extends StoreAway {}

/** How the mark is read and written. */
export interface MarkAt {
  /** Of the object, for people. */
  address: string;
  read(): Promise<string | null>;
  write(mark: string): Promise<void>;
}

/**
 * Whose the files of a bucket are. Two instances with one prefix would remove each other's files, which no row of their own
 * database names. So the first one leaves its id there, and any other is refused.
 */
export class OwnerMark {
  private readonly own: string;
  private readonly at: MarkAt;
  private isOwn = false;

  constructor(own: string, at: MarkAt) {
    this.own = own;
    this.at = at;
  }

  /** Throws OthersBucket, or StoreAway where that cannot be read. Of two that come at once the one that writes last is the owner. */
  async claim(): Promise<void> {
    let mark = await this.at.read();
    if (mark === null) {
      await this.at.write(this.own);
      mark = await this.at.read();
    }
    this.isOwn = mark === this.own;
    if (!this.isOwn) throw new OthersBucket(sentence(this.at.address));
  }

  /** Enough for what is written: what removes files that nothing refers to looks anew. */
  async claimOnce(): Promise<void> {
    if (!this.isOwn) await this.claim();
  }
}

const sentence = (address: string): string =>
  'The S3 prefix of MILLIONRPS_BLOBS has the files of another instance: set a prefix of its own for this one, or, if the other one is ' +
  `gone for good, delete the object ${address}.`;
