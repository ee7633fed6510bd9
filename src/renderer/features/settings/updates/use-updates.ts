import { useEffect, useState } from 'react';
import type { KonterError, Result } from '../../../../shared/contract/errors.ts';
import type { UpdatesState } from '../../../../shared/contract/updates.ts';
import { call } from '../../../host/call.ts';
import { subscribe } from '../../../host/events.ts';

interface Shown {
  state: UpdatesState | null;
  error: KonterError | null;
}

/** How it stands with newer releases, followed while it is looked at; `run` asks for something and shows what comes of it. */
export function useUpdates() {
  const [shown, setShown] = useState<Shown>({ state: null, error: null });
  useEffect(() => {
    let wanted = true;
    const stop = subscribe((event) => {
      if (event.type === 'updates') setShown(({ error }) => ({ state: event.updates, error }));
    });
    const read = async (): Promise<void> => {
      const answer = await call('updates.state');
      if (wanted) setShown(answer.ok ? { state: answer.value, error: null } : { state: null, error: answer.error });
    };
    void read();
    return () => {
      wanted = false;
      stop();
    };
  }, []);
  const run = async (asked: Promise<Result<UpdatesState>>): Promise<void> => {
    const answer = await asked;
    setShown(({ state }) => (answer.ok ? { state: answer.value, error: null } : { state, error: answer.error }));
  };
  return { ...shown, run };
}
