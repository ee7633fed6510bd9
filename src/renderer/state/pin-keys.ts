import { type KeyPress, nextFrame, pressKey } from './early-keys.ts';

/** A PIN with its correction and its end, the person whose PIN it is, and the key that locks. */
const pinKey = /^(\d|Backspace|ArrowUp|ArrowDown|Enter|F12)$/;

let isHeld = false;

/** Whether keys wait for a PIN field. */
export const arePinKeysHeld = (): boolean => isHeld;

/**
 * Takes every key from now on, and types those of a PIN into the next PIN field that gets the focus. Its dialog is loaded first: a PIN
 * that is typed at once would go into the field below, for everybody to read.
 * @param onEscape the dialog is given up
 * @returns ends it, and drops the keys
 */
export function holdPinKeys(onEscape: () => void): () => void {
  const queue: KeyPress[] = [];
  let isReplaying = false;
  const onKey = (event: KeyboardEvent): void => {
    const { key, repeat, ctrlKey, altKey, metaKey, timeStamp: at } = event;
    if (isReplaying || ctrlKey || altKey || metaKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (key === 'Escape') onEscape();
    // What follows the PIN's Enter belongs to the person who is at the counter then.
    else if (!repeat && pinKey.test(key) && queue.at(-1)?.key !== 'Enter')
      queue.push({ key, repeat, modified: false, at });
  };
  const replay = async (): Promise<void> => {
    // Not within the render that sets the focus: the field would be put back to its former value.
    await nextFrame();
    for (let press = queue.shift(); press !== undefined; press = queue.shift()) {
      isReplaying = true;
      const outcome = pressKey(press);
      isReplaying = false;
      if (outcome === 'handled') await nextFrame();
    }
    end();
  };
  const onFocus = ({ target }: FocusEvent): void => {
    if (target instanceof HTMLInputElement && target.type === 'password') void replay();
  };
  const end = (): void => {
    isHeld = false;
    queue.length = 0;
    window.removeEventListener('keydown', onKey, { capture: true });
    window.removeEventListener('focusin', onFocus);
  };
  isHeld = true;
  window.addEventListener('keydown', onKey, { capture: true });
  window.addEventListener('focusin', onFocus);
  return end;
}

const listeners = new Set<() => void>();

/** Called when a question with a PIN field appears: what was typed just before may be the PIN. */
export const onPinQuestion = (listener: () => void): void => void listeners.add(listener);

export function reportPinQuestion(): void {
  for (const listener of listeners) listener();
}
