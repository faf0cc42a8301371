// @ts-check
import { startBridgedInstance } from './bridged-lab.mjs';

/**
 * One instance for all files of the suite, which they find by `inject('bridgedInstance')`.
 *
 * @param {import('vitest/node').TestProject} project
 */
export default async function setup(project) {
  const { stop, ...reached } = await startBridgedInstance();
  project.provide('bridgedInstance', reached);
  return stop;
}
