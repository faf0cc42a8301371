// @ts-check The line first: it leaves the host as it found it.
import './systemd-line.mjs';
import './systemd-user-data.mjs';
