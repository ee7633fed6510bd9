// Apart from bridge.ts: a module that both preload scripts used would become a chunk, which a sandboxed preload cannot load.

/** Electron's channel for views, to the display's window alone. */
export const displayChannel = 'konter:display';

/** The customer display's bridge to its host. Free of zod, because a preload bundle is built from it. */
export interface KonterDisplay {
  /** Receives the views, the current one first. The display can do nothing else. */
  subscribe(listener: (view: unknown) => void): () => void;
}

/** Keeps the newest view, so that a listener that subscribes late gets it too. */
export function displayBridge(follow: (publish: (view: unknown) => void) => void): KonterDisplay {
  const listeners = new Set<(view: unknown) => void>();
  let newest: { view: unknown } | null = null;
  follow((view) => {
    newest = { view };
    for (const listener of listeners) listener(view);
  });
  return {
    subscribe(listener) {
      const own = (view: unknown): void => listener(view);
      listeners.add(own);
      if (newest) own(newest.view);
      return () => void listeners.delete(own);
    },
  };
}
