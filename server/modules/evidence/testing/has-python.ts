import { execFileSync } from 'node:child_process';

/** Returns whether the second verifier can run: Python 3 and OpenSSL 3 are no dependencies of the product. */
export function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    if (execFileSync('openssl', ['version'], { encoding: 'utf8' }).startsWith('OpenSSL 3')) return true;
  } catch {
    // Reported below.
  }
  process.stderr.write('SKIPPED: the verifier in Python, because python3 or OpenSSL 3 is not installed.\n');
  return false;
}
