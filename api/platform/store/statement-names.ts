/** Uses after which a statement is prepared: what is asked rarely stays with nobody. */
const OFTEN = 20;
/** Texts whose uses are counted. Lists of different lengths make texts without end. */
const COUNTED_MOST = 1_000;
/** PostgreSQL keeps the plan of each in every connection. */
const NAMED_MOST = 100;

/**
 * Names the statements that are asked often: PostgreSQL parses and plans a named one once per connection, and not at each
 * request.
 */
export class StatementNames {
  private readonly uses = new Map<string, number>();
  private readonly names = new Map<string, string>();
  private generation = 1;
  /** Behind a pooler the next request may reach a session that knows no such name. */
  private allowed = false;

  /** As each connection tells anew whether it leads to a session of its own. */
  allow(allowed: boolean): void {
    this.allowed = allowed;
  }

  /** Empty: PostgreSQL forgets the statement at once. */
  nameOf(sql: string): string {
    if (!this.allowed) return '';
    const known = this.names.get(sql);
    if (known) return known;
    const uses = (this.uses.get(sql) ?? 0) + 1;
    if (uses < OFTEN || this.names.size >= NAMED_MOST) {
      if (this.uses.size >= COUNTED_MOST) this.uses.clear();
      this.uses.set(sql, uses);
      return '';
    }
    this.uses.delete(sql);
    const name = `often_${this.generation}_${this.names.size}`;
    this.names.set(sql, name);
    return name;
  }

  /** Nothing that is prepared is used again: a migration may have changed the columns that it answers. */
  renew(): void {
    this.generation += 1;
    this.names.clear();
  }
}
