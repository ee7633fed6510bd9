import { type ComponentType, lazy, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { loadLaterMessages } from '../i18n/i18n.ts';

/** The component, once its messages are there too. */
async function withMessages<Props>(load: () => Promise<ComponentType<Props>>): Promise<ComponentType<Props>> {
  const [component] = await Promise.all([load(), loadLaterMessages()]);
  return component;
}

/** A whole screen, or what few shops open: loaded with its messages when it is mounted, below a Suspense. */
export const onDemand = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await withMessages(load) }));

/** A component whose code and messages the first screen does not load. */
class DeferredCode<Props> {
  readonly #load: () => Promise<ComponentType<Props>>;
  #loading: Promise<void> | null = null;
  #component: ComponentType<Props> | null = null;
  readonly #listeners = new Set<() => void>();

  constructor(load: () => Promise<ComponentType<Props>>) {
    this.#load = load;
  }

  /** Loads the code once. A load that failed is tried again by the next call. */
  load(): Promise<void> {
    this.#loading ??= this.#store().catch(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  async #store(): Promise<void> {
    this.#component = await withMessages(this.#load);
    for (const listener of this.#listeners) listener();
  }

  readonly current = (): ComponentType<Props> | null => this.#component;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
}

const deferredCodes = new Set<{ load: () => Promise<void> }>();

/** Loads the code of every deferred component, one after the other: the page is painted and idle by then. */
export async function loadDeferred(): Promise<void> {
  for (const code of deferredCodes) await code.load();
}

/**
 * A component whose code is loaded once the first screen is painted, or when it is mounted before that. From then on it renders
 * at once: unlike React.lazy it never shows its fallback for a moment when the code is there.
 * @param Fallback what stands in its place until the code is there
 */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props> | null = null,
): (props: Props) => ReactNode {
  const code = new DeferredCode(load);
  deferredCodes.add(code);
  return function Deferred(props) {
    const Loaded = useSyncExternalStore(code.subscribe, code.current);
    useEffect(() => void code.load(), []);
    const Current = Loaded ?? Fallback;
    return Current && <Current {...props} />;
  };
}
