import type { Directory } from './directory.ts';
import { tokenFits } from './token.ts';

/** Whether the token is the mailbox's. Nobody is turned away for what was known a moment ago. */
export async function admit(directory: Directory, ask: { mailbox: string; token: string }): Promise<boolean> {
  const found = await directory.find(ask.mailbox);
  if (tokenFits(ask.token, found?.tokenHash ?? null)) return true;
  const now = await directory.findNow(ask.mailbox);
  return now !== found && tokenFits(ask.token, now?.tokenHash ?? null);
}
