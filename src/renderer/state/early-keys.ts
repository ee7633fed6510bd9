/** One key press, as a KeyboardEvent reports it. */
export interface KeyPress {
  key: string;
  repeat: boolean;
  /** Ctrl, Alt or Meta is held */
  modified: boolean;
  /** milliseconds since the page's time origin */
  at: number;
}

/** Recorded keys expire this long after the last of them. */
export const maxAgeMs = 5_000;
/** Time limit for a screen to focus a field. A screen loads its code from this machine. */
const maxWaitMs = 1_000;

/** Keys that open a screen or the change of person, clear the field or edit it. No key that prints or confirms is recorded. */
const recordedKey = /^(F[1-49]|F1[12]|Escape|Backspace|.)$/u;

/** A queue of the keys that are pressed before the first screen is mounted. */
export class EarlyKeys {
  #queue: KeyPress[] = [];
  #isFinal = false;

  /**
   * Returns whether the queue consumes the key. Enter confirms what is on the screen, so an early Enter is not recorded:
   * the queue keeps the keys before it and ignores the keys after it.
   */
  record(press: KeyPress): boolean {
    this.#dropExpired(press.at);
    if (press.modified) return false;
    if (press.key === 'Enter') {
      this.#isFinal ||= this.#queue.length > 0;
      return true;
    }
    if (!recordedKey.test(press.key)) return false;
    if (!this.#isFinal) this.#queue.push(press);
    return true;
  }

  next(now: number): KeyPress | null {
    this.#dropExpired(now);
    return this.#queue.shift() ?? null;
  }

  /** Drops all keys together: a part of a number is a different number. */
  #dropExpired(now: number): void {
    const last = this.#queue.at(-1);
    if (last === undefined || now - last.at <= maxAgeMs) return;
    this.#queue = [];
    this.#isFinal = false;
  }
}

let stopRecording: (() => void) | null = null;
const earlyKeys = new EarlyKeys();

/** Records keys until replayEarlyKeys() ends. Runs before the counter's code is loaded. */
export function recordEarlyKeys(): void {
  const onKey = (event: KeyboardEvent): void => {
    // Replayed keys are not trusted.
    if (!event.isTrusted) return;
    const modified = event.ctrlKey || event.altKey || event.metaKey;
    if (!earlyKeys.record({ key: event.key, repeat: event.repeat, modified, at: event.timeStamp })) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', onKey, { capture: true });
  stopRecording = () => window.removeEventListener('keydown', onKey, { capture: true });
}

/**
 * Types the recorded keys into the first screen, in order.
 * @param isLocked true while a person has to sign in: the keys are then dropped, since a PIN belongs to the person on screen
 * @param isHeld true while something takes every key, whatever has the focus
 */
export async function replayEarlyKeys(isLocked: () => boolean, isHeld: () => boolean): Promise<void> {
  const hasFocus = (): boolean => document.activeElement !== null && document.activeElement !== document.body;
  if (!isLocked()) await waitUntil(hasFocus);
  for (;;) {
    const press = isLocked() ? null : earlyKeys.next(performance.now());
    if (press === null) break;
    if (press.key.length === 1 && !(await waitUntil(() => isHeld() || focusedField() !== null))) break;
    // A screen that a key opens is mounted in the next frame.
    if (pressKey(press) === 'handled') await nextFrame();
  }
  stopRecording?.();
}

/** Dispatches the key and performs its default action: a browser performs none for an event that a script dispatches. */
export function pressKey({ key, repeat }: KeyPress): 'handled' | 'typed' {
  const event = new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true });
  if (!(document.activeElement ?? document.body).dispatchEvent(event)) return 'handled';
  const field = focusedField();
  const { selectionStart: start = null, selectionEnd: end = null } = field ?? {};
  if (field === null || start === null || end === null) return 'typed';
  if (key === 'Enter') field.form?.requestSubmit();
  if (key === 'Backspace') field.setRangeText('', start === end ? Math.max(0, start - 1) : start, end, 'end');
  else if (key.length === 1) field.setRangeText(key, start, end, 'end');
  else return 'typed';
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  return 'typed';
}

function focusedField(): HTMLInputElement | null {
  return document.activeElement instanceof HTMLInputElement ? document.activeElement : null;
}

export const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

/** Resolves to whether the condition became true within the time limit. */
async function waitUntil(condition: () => boolean): Promise<boolean> {
  const startedAt = performance.now();
  while (!condition() && performance.now() - startedAt < maxWaitMs) await nextFrame();
  return condition();
}
