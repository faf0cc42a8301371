// @ts-check
import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** @param {string} folder takes a certificate for shop.test and for 127.0.0.1, which is its own authority */
export function makeCertificate(folder) {
  const args = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=shop.test'.split(' ');
  const names = ['-addext', 'subjectAltName=DNS:shop.test,IP:127.0.0.1'];
  const files = ['-keyout', path.join(folder, 'key.pem'), '-out', path.join(folder, 'cert.pem')];
  execFileSync('openssl', [...args, ...names, ...files], { stdio: 'pipe' });
}
