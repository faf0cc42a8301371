// @ts-check
// Walls first: they are told on a host that nothing has been tuned on yet.
import './walls.mjs';
import './tuned-run.mjs';
