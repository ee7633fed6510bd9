import type { LinePayload } from '../printer-line.ts';
import { drawerKick } from './render.ts';

/** Change is counted within a minute of the payment; whoever stands at the drawer later is somebody else, or nobody. */
const drawerWithinMs = 60_000;

/** The slip without the command to open the drawer, which stands before it, when it waited for too long. @param waitedMs since it was asked for */
export function stripDrawerKick(payload: LinePayload, waitedMs: number): LinePayload {
  if (payload.format === 'page' || waitedMs <= drawerWithinMs) return payload;
  const kick = drawerKick(payload.format);
  const kicks = kick.every((byte, at) => payload.bytes[at] === byte);
  return kicks ? { ...payload, bytes: payload.bytes.subarray(kick.length) } : payload;
}
