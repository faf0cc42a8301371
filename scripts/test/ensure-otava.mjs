// @ts-check
import { ensurePythonPackage, ensurePythonSource } from './python-packages.mjs';

/** Before the tests of the project: the package, and the series of its tests. */
export default () => {
  ensurePythonPackage('apache-otava', (line) => console.log(line));
  ensurePythonSource('apache-otava');
};
