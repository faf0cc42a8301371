/** A statement is prepared at this use: PostgreSQL need not keep what is asked rarely. */
const OFTEN = 20;
/** Longer statements insert many rows. Prepared, they would take memory in every connection. */
const CHARACTERS_MOST = 4_000;
/**
 * What reads samples that are not packed yet. This table is emptied as it goes, and has thousands of rows seconds after it had none. A plan that was
 * made for the empty table would be kept for about a minute.
 */
const READS_FRAMES = /\b(?:FROM|JOIN)\s+(?:"public"\.)?"Frame"/;
/** Texts whose uses are counted. Lists of different lengths make texts without end. */
const COUNTED_MOST = 1_000;
/** PostgreSQL keeps each, and its plan, in every connection. */
const NAMED_MOST = 100;

/**
 * Names the statements that are asked often: PostgreSQL parses and plans a named one a few times per connection, and not at each
 * request.
 */
export class StatementNames {
  private readonly uses = new Map<string, number>();
  private readonly names = new Map<string, string>();
  /** Whether connections are sessions of PostgreSQL; null before the first one. */
  private own: boolean | null = null;

  /**
   * As each connection says. Behind a pooler the next request may reach a session that knows no such name, and one connection that leads there
   * is enough: no statement chooses its connection.
   */
  noteConnection({ own }: { own: boolean }): void {
    this.own = own && this.own !== false;
  }

  /** Empty: PostgreSQL forgets the statement at once. */
  nameOf(sql: string): string {
    if (!this.own || sql.length > CHARACTERS_MOST) return '';
    const known = this.names.get(sql);
    if (known) return known;
    const uses = (this.uses.get(sql) ?? 0) + 1;
    if (uses < OFTEN || this.names.size >= NAMED_MOST || READS_FRAMES.test(sql)) {
      if (this.uses.size >= COUNTED_MOST) this.uses.clear();
      this.uses.set(sql, uses);
      return '';
    }
    this.uses.delete(sql);
    const name = `often_${this.names.size}`;
    this.names.set(sql, name);
    return name;
  }
}
