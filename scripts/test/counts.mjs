// @ts-check
import path from 'node:path';
import { root } from '../start/settings.mjs';

/** What came of a suite. `failures`: a line for each test that failed. @typedef {{ passed: number, failures: string[] }} Count */

/** @type {Count} */
export const NOTHING = { passed: 0, failures: [] };

/** @param {Count[]} counts @returns {Count} */
export const sum = (...counts) => ({
  passed: counts.reduce((all, { passed }) => all + passed, 0),
  failures: counts.flatMap(({ failures }) => failures),
});

/** By vitest's reporter 'json'. @returns {Count} */
export function ofVitest({ numPassedTests, testResults }) {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file that cannot be read has no test that could fail.
    if (failed.length === 0 && status === 'failed') return [`${file}: ${firstLine(message)}`];
    return failed.map(({ fullName, failureMessages }) => `${file}: ${fullName}: ${firstLine(failureMessages[0])}`);
  });
  return { passed: numPassedTests, failures };
}

/** By Playwright's reporter 'json'. @returns {Count} */
export function ofPlaywright({ stats, suites, errors }) {
  const failures = specsOf(suites).flatMap(({ ok, file, line, title, tests }) => {
    const error = tests.flatMap(({ results }) => results.flatMap((result) => result.errors))[0];
    return ok ? [] : [`web/e2e/${file}:${line}: ${title}: ${firstLine(error?.message)}`];
  });
  return {
    passed: stats.expected + stats.flaky,
    failures: [...failures, ...errors.map(({ message }) => firstLine(message))],
  };
}

/** Of a reason: a script says last why it failed. */
const LINES_MOST = 8;

/** A command that counts as one test, by what it wrote to stderr. @param {string} name @param {number} status @param {string} told @returns {Count} */
export function ofCommand(name, status, told) {
  if (status === 0) return { passed: 1, failures: [] };
  const lines = told
    .replace(COLOUR, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const why = lines.slice(-LINES_MOST).map((line) => `\n    ${line.slice(0, 500)}`);
  return { passed: 0, failures: [`${name} ended with status ${status}${why.length > 0 ? `:${why.join('')}` : ''}`] };
}

const specsOf = (suites = []) => suites.flatMap((suite) => [...suite.specs, ...specsOf(suite.suites)]);

const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
/** @param {string | undefined} text */
const firstLine = (text = '') => text.replace(COLOUR, '').trim().split('\n')[0] ?? '';
