import type { Readable } from 'node:stream';

export class BlobMismatch extends Error {}
export class BlobTooLarge extends Error {}
export class NoRoom extends Error {}

/** A stored file is not what it was, or not where a row says. The message is one sentence for people. */
export class BlobDamaged extends Error {}

/** What keeps the bytes cannot be reached, or refuses. The message is one sentence for people, without keys and without addresses. */
export class StoreAway extends Error {}

/** More than any tool's output; a credential that leaked is not to fill the disk in one request. */
export const MAX_BLOB_BYTES = 256 * 1024 * 1024;

/** An agent uploads bytes moments before the report that refers to them: they count as stale a day after they came. */
export const LATELY_MS = 86_400_000;

export const SHA256 = /^[0-9a-f]{64}$/;

export interface OpenBlob {
  /** Of the whole blob, whatever part of it is read. */
  sizeBytes: number;
  bytes: Readable;
}

/** A part of a blob: bytes `from` up to, and without, `to`. */
export interface ByteRange {
  from: number;
  to: number;
}

export interface StoredBlob {
  sha256: string;
  sizeBytes: number;
}

/** How a browser gets a blob without the API between. */
export interface DownloadAs {
  fileName: string;
  mediaType: string;
}

/** A file that waited and is not brought; the others are. */
export interface Unbrought {
  sha256: string;
  error: unknown;
}

export interface StoreFault {
  /** For people. */
  sentence: string;
  /** Nothing more can be kept, not even elsewhere for the time being. */
  stops: boolean;
}

/** Bytes named by their SHA-256. Every call may throw StoreAway. */
export interface BlobStore {
  /** Where the bytes lie: `disk`, or the address of a bucket. */
  readonly place: string;

  /**
   * Keeps the bytes; throws BlobMismatch, and keeps nothing, when they are not what their name says, BlobTooLarge, or NoRoom when they
   * would leave too little for everything else. Putting the same again renews its age. With `inPlace` it throws StoreAway where it would
   * otherwise keep the bytes elsewhere for the time being.
   */
  put(sha256: string, bytes: Readable, sizeBytes: number, options?: { inPlace: boolean }): Promise<void>;

  /** Null: it is not here. */
  sizeOf(sha256: string): Promise<number | null>;

  /** Null: it is not here. Whoever opens it reads or destroys the bytes. */
  open(sha256: string, range?: ByteRange): Promise<OpenBlob | null>;

  /** An address that serves the blob as an attachment for a minute; null where only the API serves it. */
  downloadUrl(sha256: string, as: DownloadAs): Promise<string | null>;

  /**
   * The names of the next few blobs that were not put lately, so that all are seen within days at the most. What broken uploads left is
   * taken away on the way.
   */
  nextStale(): Promise<string[]>;

  /** Removes the bytes unless they were stored lately, because a reference to them may follow. */
  removeStale(sha256: string): Promise<void>;

  /** Removes the bytes, whatever refers to them. */
  remove(sha256: string): Promise<void>;

  list(): AsyncIterable<StoredBlob>;

  /** Brings to its place what was kept elsewhere while that could not be reached, a few at a time. Answers what it could not bring, once. */
  bringWaiting(): Promise<Unbrought[]>;

  /** How many files lie in the data folder although their place is a bucket, counted up to `most`; null where the bytes lie in one place. */
  countBeside(most: number): Promise<number | null>;

  /** Bytes that the disk of the data folder has room for; null: it knows of no disk. */
  freeBytes(): Promise<number | null>;

  /** What is wrong with the place; null while all is well. */
  fault(): Promise<StoreFault | null>;
}
