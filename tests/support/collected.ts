import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** What this process holds after a collection, in bytes: objects, and what stands in buffers. */
export function collected(): { objects: number; buffers: number } {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return { objects: heapUsed, buffers: arrayBuffers };
}
