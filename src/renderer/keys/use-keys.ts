import { useLayoutEffect } from 'react';
import { create } from 'zustand';
import { activeBindings, type Binding, type FocusKind, type KeyLayer, match } from './match.ts';
import { createScanEar } from './scan.ts';

interface Layers {
  layers: readonly KeyLayer[];
}

const useLayers = create<Layers>(() => ({ layers: [] }));

/**
 * Offers keys while the component is on screen. Give a list that changes only when its meaning does (useMemo).
 * A layout effect: a key that is pressed right after a frame is painted means what that frame shows.
 */
export function useKeys(bindings: readonly Binding[], { modal = false, frame = false } = {}): void {
  useLayoutEffect(() => {
    const layer: KeyLayer = { modal, frame, bindings };
    useLayers.setState(({ layers }) => ({ layers: [...layers, layer] }));
    return () => useLayers.setState(({ layers }) => ({ layers: layers.filter((each) => each !== layer) }));
  }, [bindings, modal, frame]);
}

/** The keys that work now, the screen's own first. */
export const useActiveBindings = (): Binding[] => activeBindings(useLayers((state) => state.layers));

function focusKind(target: EventTarget | null): FocusKind {
  if (!(target instanceof HTMLElement)) return 'none';
  if (target.dataset['takes'] === 'digits') return 'digits';
  if (target.closest('input, textarea, select, [contenteditable]')) return 'text';
  return target.closest('button, a, summary, [role="option"], [role="tab"]') ? 'control' : 'none';
}

/** The one listener of the page. Answers the function that ends it. */
export function startKeys(): () => void {
  const scans = createScanEar();
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return;
    const press = {
      key: event.key,
      repeat: event.repeat,
      modified: event.ctrlKey || event.altKey || event.metaKey,
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
