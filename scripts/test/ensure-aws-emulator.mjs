// @ts-check
import { ensureAwsEmulator } from './aws-emulator.mjs';

/** Before the tests of a project: each file of it then starts an emulator of its own. */
export default () => ensureAwsEmulator((line) => console.log(line));
