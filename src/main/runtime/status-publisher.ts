import type { KonterEvent, Status } from '../../shared/contract/events.ts';
import type { Clock } from '../base/system.ts';
import type { PinLock } from '../staff/index.ts';
import type { CounterRuntime } from './counter-runtime.ts';
import { readStatus } from './status.ts';

/** Tells the UI the status when it changes, at most once for what changes together, and now and then as time passes. */
export interface StatusPublisher {
  read(): Promise<Status>;
  changed(): void;
  stop(): void;
}

/** Ages grow and pending becomes overdue without anything happening. */
const everyMs = 15_000;

export function createStatusPublisher(
  clock: Clock,
  runtime: () => CounterRuntime,
  version: string,
  pin: PinLock,
  publish: (event: KonterEvent) => void,
): StatusPublisher {
  let told: 'idle' | 'telling' | 'again' | 'stopped' = 'idle';
  const read = async (): Promise<Status> => readStatus(runtime(), { version, supervisorPinSet: await pin.isSet() });
  const send = async (): Promise<void> => {
    try {
      publish({ type: 'status', status: await read() });
    } catch {
      // The journal is closing or failing: whoever asks for the status is told so.
    }
    if (told === 'again') {
      told = 'telling';
      await send();
    } else if (told === 'telling') told = 'idle';
  };
  const changed = (): void => {
    if (told === 'stopped') return;
    if (told !== 'idle') {
      told = 'again';
      return;
    }
    told = 'telling';
    void send();
  };
  const stopTimer = clock.every(everyMs, changed);
  return {
    read,
    changed,
    stop() {
      told = 'stopped';
      stopTimer();
    },
  };
}
