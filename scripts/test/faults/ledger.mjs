// @ts-check
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * What has been tried, kept in a file after every cell: a long run that is broken off goes on where it was.
 *
 * @typedef {import('./try-cell.mjs').Result} Result
 * @typedef {Result & import('./try-cell.mjs').Lengths & { commit: string, atMs: number }} Try
 */
export class Ledger {
  /** @param {string | null} file null: nothing is kept */
  constructor(file) {
    this.file = file;
    /** @type {Try[]} */
    this.tries = file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  }

  /** @param {string} cell */
  of(cell) {
    return this.tries.filter((one) => one.cell === cell);
  }

  /** @param {Try} one */
  add(one) {
    this.tries.push(one);
    if (!this.file) return;
    mkdirSync(path.dirname(this.file), { recursive: true });
    writeFileSync(`${this.file}.partial`, JSON.stringify(this.tries));
    renameSync(`${this.file}.partial`, this.file);
  }
}
