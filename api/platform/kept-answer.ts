/** An answer as it is sent each time. */
export class KeptAnswer {
  /** JSON. */
  readonly bytes: Buffer;
  /** As an entity tag. */
  readonly tag: string;

  constructor(bytes: Buffer, tag: string) {
    this.bytes = bytes;
    this.tag = tag;
  }
}
