import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** For a server that is to tell what it holds; it must be one that `talks`. */
export const tellsMemory = ['--expose-gc', '--import', join(import.meta.dirname, 'memory-reporter.ts')];

const Told = z.object({ heapUsed: z.number(), rss: z.number() });

/** Bytes, after a collection. */
export async function memoryOf(child: ChildProcess): Promise<z.infer<typeof Told>> {
  child.send('memory');
  const [told] = await once(child, 'message');
  return Told.parse(told);
}

/** What a process holds in memory now, and the most it ever held, in bytes; null where there is no /proc. */
export function residentOf(pid: number): { now: number; most: number } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const bytes = (name: string): number =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1024;
    return { now: bytes('VmRSS'), most: bytes('VmHWM') };
  } catch {
    return null;
  }
}
