import { readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import './stop-with-npm.mjs';

// Plain JavaScript on purpose: this must run, and explain itself, on any Node. 78 is "a configuration error" (sysexits.h), and
// the exit code of nothing else here; a service manager can be set not to restart after it.
const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const needed = engines.node.replace('>=', '');
const [major, minor] = process.versions.node.split('.').map(Number);
const [leastMajor, leastMinor] = needed.split('.').map(Number);
if (major < leastMajor || (major === leastMajor && minor < leastMinor)) {
  console.error(
    `Konter needs Node ${needed} or newer, and this is Node ${process.versions.node}: start it with "npm run" after "npm ci", which brings one for Linux, Windows and Intel Macs unless optional packages are left out, or install Node.`,
  );
  process.exit(78);
}

// What Node has stripped and compiled once is there for the next start.
module.enableCompileCache?.(fileURLToPath(new URL('../node_modules/.cache/konter-compiled', import.meta.url)));
