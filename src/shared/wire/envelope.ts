import { z } from 'zod';
import { Text } from './text.ts';

/** Every answer of the service (spec, Envelope). `data` is read by the operation's own schema; a refusal may have none. */
export const Envelope = z.looseObject({
  /** "success" on success; nothing else is shown */
  status: z.string(),
  message: Text.catch(''),
  data: z.unknown().optional(),
});
export type Envelope = z.infer<typeof Envelope>;

export function saysSuccess(envelope: Envelope): boolean {
  return envelope.status.trim().toLowerCase() === 'success';
}
