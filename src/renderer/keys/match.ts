/** One key and what it does on this screen. */
export interface Binding {
  /** as KeyboardEvent.key says it: "F8", "/", "?", "Enter", "Escape"; of a listed one, its name */
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
  /** of the frame around every screen: it comes after the screen's own, whichever was there first */
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
