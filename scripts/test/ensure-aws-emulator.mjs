// @ts-check
import { ensurePythonPackage } from './python-packages.mjs';

/** Before the tests of a project: each file of it then starts an emulator of its own. */
export default () => ensurePythonPackage('moto', (line) => console.log(line));
