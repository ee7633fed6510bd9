import { readFileSync } from 'node:fs';

/** Files beside the connections. */
const spare = 200;

/** As many connections as were wanted, or as a process may have; says so when these are fewer. */
export function possibleConnections(wanted: number): number {
  const allowed = openFilesAllowed() - spare;
  if (allowed >= wanted) return wanted;
  console.log(`! a process may have ${allowed + spare} files open: ${allowed} polls instead of ${wanted} (ulimit -n)`);
  return allowed;
}

/** The hard limit: Node raises the soft one to it by itself. */
function openFilesAllowed(): number {
  try {
    const [, , hard] = /^Max open files\s+(\S+)\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return hard === undefined || hard === 'unlimited' ? Number.POSITIVE_INFINITY : Number(hard);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Says so where the kernel's queue in front of a server is shorter than so many clients that come at once. */
export function sayShortQueue(clients: number): void {
  try {
    const most = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
    if (most < clients)
      console.log(`! net.core.somaxconn is ${most}: ${clients} clients at once may overflow the queue`);
  } catch {
    // Elsewhere it is called otherwise.
  }
}

/** How many connections this machine's kernel turned away because a server's queue was full; null where it does not tell. */
export function listenOverflows(): number | null {
  try {
    const [names = '', values = ''] = readFileSync('/proc/net/netstat', 'utf8').split('\n');
    const at = names.split(' ').indexOf('ListenOverflows');
    return at === -1 ? null : Number(values.split(' ')[at]);
  } catch {
    return null;
  }
}
