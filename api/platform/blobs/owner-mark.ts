import { StoreAway } from './blob-store.ts';

/** Another instance keeps its files there. */
export class OthersBucket extends StoreAway {}

/** How the mark is read and written. */
export interface MarkAt {
  /** Of the object, for people. */
  address: string;
  read(): Promise<string | null>;
  /** Leaves one that is there already, where the store can: then whoever reads it next sees that one. */
  writeFirst(mark: string): Promise<void>;
}

/** An instance that has lost its prefix goes on writing for so long at the most. */
const LOOK_AGAIN_MS = 60_000;

/**
 * Whose the files of a bucket are. Two instances with one prefix would remove each other's files, which no row of their own
 * database names. So the first one leaves its id there, and any other is refused.
 */
export class OwnerMark {
  private readonly own: string;
  private readonly at: MarkAt;
  private readonly nowMs: () => number;
  private seenMs = Number.NEGATIVE_INFINITY;

  constructor(own: string, at: MarkAt, nowMs: () => number) {
    this.own = own;
    this.at = at;
    this.nowMs = nowMs;
  }

  /** Throws OthersBucket, or StoreAway where that cannot be read. One that nobody has claimed stays so. */
  async look(): Promise<string | null> {
    const mark = await this.at.read();
    if (mark !== null && mark !== this.own) {
      this.seenMs = Number.NEGATIVE_INFINITY;
      throw new OthersBucket(sentence(this.at.address));
    }
    return mark;
  }

  /** The same, and takes it if nobody has. */
  async claim(): Promise<void> {
    if ((await this.look()) === null) {
      await this.at.writeFirst(this.own);
      await this.look();
    }
    this.seenMs = this.nowMs();
  }

  /** Before each write and removal: the mark is read once a minute. */
  async claimLately(): Promise<void> {
    if (this.nowMs() - this.seenMs >= LOOK_AGAIN_MS) await this.claim();
  }
}

const sentence = (address: string): string =>
  'The S3 prefix of MILLIONRPS_BLOBS has the files of another instance: set a prefix of its own for this one, or, if the other one is ' +
  `gone for good, delete the object ${address}.`;
