import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { create } from 'zustand';

/** One key and its action on this screen. */
export interface Binding {
  /** as KeyboardEvent.key names it: "F8", "/", "?", "Enter", "Escape"; for a listed key its label */
  key: string;
  /** its words, in the list of keys and the bar at the bottom */
  label: string;
  /** null: the field with the caret does it by itself, and it is only listed */
  run: (() => void) | null;
  /** not in the bar at the bottom, only in the list */
  quiet?: boolean;
}

/** Bindings that came together; a modal layer hides those below it. */
export interface KeyLayer {
  modal: boolean;
  /** of the app shell: it comes after the screen's own keys, in whatever order they were registered */
  frame?: boolean;
  bindings: readonly Binding[];
}

/** Where the focus is, as far as a key cares. "digits" are fields in which "/" and "?" mean nothing else. */
export type FocusKind = 'none' | 'digits' | 'text' | 'control';

interface Press {
  key: string;
  repeat: boolean;
  /** Ctrl, Alt or Meta is held */
  modified: boolean;
}

/** The bindings that count now, the topmost layer first; of modal layers only the last. */
export function activeBindings(layers: readonly KeyLayer[]): Binding[] {
  const modal = layers.findLast((layer) => layer.modal);
  const byNearness = layers
    .toReversed()
    .toSorted((one, other) => Number(one.frame ?? false) - Number(other.frame ?? false));
  const active: Binding[] = [];
  for (const layer of modal ? [modal] : byNearness) {
    active.push(...layer.bindings.filter((binding) => !active.some((upper) => upper.key === binding.key)));
  }
  return active;
}

/** Which binding a key press means, or null. A key that is held down means nothing. */
export function match(layers: readonly KeyLayer[], press: Press, focus: FocusKind): Binding | null {
  if (press.repeat || press.modified) return null;
  if (press.key.length === 1 && focus === 'text') return null;
  // A focused button or link takes Enter itself.
  if (press.key === 'Enter' && focus !== 'none') return null;
  return activeBindings(layers).find((binding) => binding.key === press.key && binding.run !== null) ?? null;
}

interface ScanPress {
  key: string;
  modified: boolean;
  focus: FocusKind;
  /** when the key went down, milliseconds on the page's clock */
  at: number;
}

/** A scanner's characters are a few milliseconds apart, over the air some tens; no hand follows a letter with Enter so fast. */
const scanPauseMs = 200;

/** Distinguishes a barcode scan from a person's Enter. */
interface ScannerDetector {
  /** a character that no field and no key of the screen took */
  stray(press: ScanPress): void;
  /** whether this Enter only ends a scan that no field took: no person pressed it */
  ends(press: ScanPress): boolean;
}

/**
 * A scanner types its text and Enter. Where no field takes the characters, the Enter would still submit the current entry,
 * though the cashier only meant to scan.
 */
export function createScannerDetector(): ScannerDetector {
  let strayAt = Number.NEGATIVE_INFINITY;
  return {
    stray({ key, modified, focus, at }) {
      if (key.length === 1 && !modified && (focus === 'none' || focus === 'control')) strayAt = at;
    },
    ends({ key, focus, at }) {
      return key === 'Enter' && (focus === 'none' || focus === 'control') && at - strayAt < scanPauseMs;
    },
  };
}

/** How long something dangerous must have been in sight before a key or a click may reach it, milliseconds. */
export const dialogSettles = 300;
/** The same for the number being read back, where two presses of Enter are the way a sale is made. */
export const readBackSettles = 200;

/** The same for a pointer, whose second click of a double click would land on what has just taken the first one's place. */
export const pointerSettles = 400;

/** Whether the element first painted at `shownAt` has been visible for long enough at `now`. */
export const hasSettled = (shownAt: number, now: number, wait: number): boolean => now - shownAt >= wait;

/**
 * False while an element has only just appeared, then true. Counted in painted frames, so that a slow machine that shows it
 * late also waits for it.
 * @param value changes whenever another element takes the same place
 */
export function useSettled(wait: number, value: unknown = null): boolean {
  const [settled, setSettled] = useState<{ value: unknown } | null>(null);
  useEffect(() => {
    let frame = 0;
    let shownAt: number | null = null;
    const look = (now: number): void => {
      shownAt ??= now;
      if (hasSettled(shownAt, now, wait)) setSettled({ value });
      else frame = requestAnimationFrame(look);
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [wait, value]);
  return settled !== null && settled.value === value;
}

interface Layers {
  layers: readonly KeyLayer[];
}

const useLayers = create<Layers>(() => ({ layers: [] }));

/**
 * Offers keys while the component is on screen. A layout effect: a key that is pressed right after a frame is painted means what
 * that frame shows.
 */
export function useKeys(bindings: readonly Binding[], { modal = false, frame = false } = {}): void {
  const latest = useRef(bindings);
  useLayoutEffect(() => {
    latest.current = bindings;
  });
  // A layer keeps its place while only the functions of its keys change.
  const signature = JSON.stringify(bindings.map(({ key, label, quiet, run }) => [key, label, quiet, run !== null]));
  useLayoutEffect(() => {
    const layer: KeyLayer = {
      modal,
      frame,
      bindings: latest.current.map(({ key, label, quiet = false, run }, at) => ({
        key,
        label,
        quiet,
        run: run && (() => latest.current[at]?.run?.()),
      })),
    };
    useLayers.setState(({ layers }) => ({ layers: [...layers, layer] }));
    return () => useLayers.setState(({ layers }) => ({ layers: layers.filter((each) => each !== layer) }));
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- stands for the bindings that are read by `latest`
  }, [signature, modal, frame]);
}

const keyNames: Readonly<Record<string, string>> = { Escape: 'Esc', ArrowDown: '↓', ArrowUp: '↑' };

/** A key as it is written on the keyboard. */
export const keyName = (key: string): string => keyNames[key] ?? key;

/** The keys that work now, the screen's own first. */
export const useActiveBindings = (): Binding[] => activeBindings(useLayers((state) => state.layers));

type KeyGroup = 'screen' | 'places' | 'everywhere';

/** The same by what they are for: the screen's own, those that open another screen, those that work on every screen. */
export function groupedBindings(layers: readonly KeyLayer[]): Array<readonly [KeyGroup, Binding[]]> {
  const isOfFrame = (binding: Binding): boolean =>
    layers.some(({ frame, bindings }) => frame === true && bindings.includes(binding));
  const groupOf = (binding: Binding): KeyGroup =>
    !isOfFrame(binding) ? 'screen' : /^(F\d+|Alt\+8)$/.test(binding.key) ? 'places' : 'everywhere';
  const active = activeBindings(layers);
  return (['screen', 'places', 'everywhere'] as const).flatMap((group) => {
    const bindings = active.filter((binding) => groupOf(binding) === group);
    return bindings.length === 0 ? [] : [[group, bindings] as const];
  });
}

/** Those of the screen below a dialog, such as the one that lists them. */
export const useGroupedBindings = (): Array<readonly [KeyGroup, Binding[]]> =>
  groupedBindings(useLayers((state) => state.layers).filter(({ modal }) => !modal));

function focusKind(target: EventTarget | null): FocusKind {
  if (!(target instanceof HTMLElement)) return 'none';
  if (target.dataset['takes'] === 'digits') return 'digits';
  if (target.closest('input, textarea, select, [contenteditable]')) return 'text';
  return target.closest('button, a, summary, [role="option"], [role="tab"]') ? 'control' : 'none';
}

/** The one listener of the page. Answers the function that ends it. */
export function startKeys(): () => void {
  const scans = createScannerDetector();
  /** Alt and a digit are a key of their own, whichever character the layout makes of them. */
  const altDigit = ({ altKey, ctrlKey, metaKey, code }: KeyboardEvent): string | null =>
    altKey && !ctrlKey && !metaKey && /^Digit\d$/.test(code) ? `Alt+${code.slice(-1)}` : null;
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return;
    const press = {
      key: altDigit(event) ?? event.key,
      repeat: event.repeat,
      modified: altDigit(event) === null && (event.ctrlKey || event.altKey || event.metaKey),
      focus: focusKind(event.target),
      at: event.timeStamp,
    };
    if (scans.ends(press)) return event.preventDefault();
    const binding = match(useLayers.getState().layers, press, press.focus);
    if (!binding) return scans.stray(press);
    event.preventDefault();
    binding.run?.();
  };
  window.addEventListener('keydown', onKey);
  return () => window.removeEventListener('keydown', onKey);
}

/**
 * Focuses the element that had the focus before a dialog. Where that is gone, it focuses the screen's main part, unless
 * something else has the focus already: the focus is never lost.
 */
export function restoreFocus(before: Element | null): void {
  const { activeElement, body } = document;
  if (activeElement !== null && activeElement !== body) return;
  const isConnected = before instanceof HTMLElement && before !== body && before.isConnected;
  // The text of a sale keeps the focus, also where it was mounted again beside the dialog.
  const reading = document.querySelector<HTMLElement>('main [data-reading], main [name="entry"]');
  (isConnected ? before : (reading ?? document.querySelector('main')))?.focus();
}

/** A dialog takes keys itself, or keeps the screen below as it is. */
export const isDialogOpen = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

/** Whether the number pad is on the screen: from the start where a finger is the pointer, elsewhere on demand. */
export const useNumberPad = create<{ isShown: boolean }>(() => ({
  isShown: globalThis.window?.matchMedia('(pointer: coarse)').matches ?? false,
}));

export const toggleNumberPad = (): void => useNumberPad.setState(({ isShown }) => ({ isShown: !isShown }));
