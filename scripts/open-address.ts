import open from 'open';
import { say } from './say.ts';
import { hasScreen } from './screen.ts';

/** Opens the browser of this machine, or says that the person has to. Never fails: the counter runs either way. */
export async function openAddress(url: string): Promise<void> {
  const byHand = 'No browser could be opened here: open the address above by hand, on this machine.';
  if (!hasScreen()) {
    say(byHand);
    return;
  }
  try {
    const opener = await open(url);
    opener.once('error', () => say(byHand));
    opener.once('exit', (code) => {
      if (code !== null && code !== 0) say(byHand);
    });
  } catch {
    say(byHand);
  }
}
