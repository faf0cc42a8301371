// @ts-check Walls first: they need a host that nothing has been tuned on yet.
import './walls.mjs';
import './tuned-run.mjs';
