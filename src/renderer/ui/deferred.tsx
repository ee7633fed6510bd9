import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { loadLaterMessages } from '../i18n/i18n.ts';
import { useStatus } from '../state/status.ts';

const retryMs = 3000;
const failedLoads = new Set<unknown>();

/** What a dynamic import loads. One that failed is said by app/Notices.tsx and tried until it succeeds. */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  const loaded = await load().catch(async () => {
    failedLoads.add(load);
    noteFailed();
    await new Promise((resolve) => void setTimeout(resolve, retryMs));
    return await untilLoaded(load);
  });
  if (failedLoads.delete(load)) noteFailed();
  return loaded;
}

const noteFailed = (): void => useStatus.setState({ isCodeMissing: failedLoads.size > 0 });

/** A component whose code and messages the first screen does not load. */
class DeferredCode<Props> {
  readonly #load: () => Promise<ComponentType<Props>>;
  #loading: Promise<void> | null = null;
  #component: ComponentType<Props> | null = null;
  readonly #listeners = new Set<() => void>();

  constructor(load: () => Promise<ComponentType<Props>>) {
    this.#load = load;
  }

  /** Loads the code once. */
  load(): Promise<void> {
    this.#loading ??= this.#store();
    return this.#loading;
  }

  async #store(): Promise<void> {
    // With its messages: it is drawn once both are there.
    [this.#component] = await untilLoaded(() => Promise.all([this.#load(), loadLaterMessages()]));
    for (const listener of this.#listeners) listener();
  }

  readonly current = (): ComponentType<Props> | null => this.#component;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
}

export interface DeferredComponent<Props> {
  (props: Props): ReactNode;
  /** loads its code before it is mounted */
  load: () => Promise<void>;
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
): DeferredComponent<Props> {
  const code = new DeferredCode(load);
  deferredCodes.add(code);
  return componentOf(code, Fallback);
}

/** The same of a whole screen, or of what few shops open: loaded when it is mounted. */
export const onDemand = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props> | null = null,
): DeferredComponent<Props> => componentOf(new DeferredCode(load), Fallback);

function componentOf<Props extends object>(
  code: DeferredCode<Props>,
  Fallback: ComponentType<Props> | null,
): DeferredComponent<Props> {
  function Deferred(props: Props): ReactNode {
    const Current = useSyncExternalStore(code.subscribe, code.current) ?? Fallback;
    useEffect(() => void code.load(), []);
    return Current && <Current {...props} />;
  }
  return Object.assign(Deferred, { load: () => code.load() });
}
