import { useEffect, useState } from 'react';
import { create } from 'zustand';
import type { DrillDone } from '../../../shared/contract/drills.ts';
import type { Language } from '../../../shared/domain/preferences.ts';
import { call } from '../../host/call.ts';
import { addMessages } from '../../i18n/i18n.ts';
import { useLanguage } from '../../state/settings.ts';
import { untilLoaded } from '../../ui/deferred.tsx';
import type { Run } from './drill.ts';

interface DrillStore {
  /** null while no drill runs */
  run: Run | null;
  /** the sale that the run is about; null until it was sent */
  subjectTotal: number | null;
  /** only its first line is shown */
  folded: boolean;
  /** the dialog that is open, by a person's press and never by itself */
  view: 'list' | 'result' | null;
  /** the page was reloaded during a drill, and none was started since */
  brokenOff: boolean;
  /** completed drills, newest first; null while they are read */
  done: readonly DrillDone[] | null;
}

/** A drill exists in the page only: a reload ends it, and the page says so. */
const key = 'konter.drill';

export const noteDrill = (): void => globalThis.window?.sessionStorage.setItem(key, 'running');
export const forgetDrill = (): void => globalThis.window?.sessionStorage.removeItem(key);

/** Once after the page was loaded: whether it broke a drill off. */
function wasBrokenOff(): boolean {
  const running = globalThis.window?.sessionStorage.getItem(key) === 'running';
  forgetDrill();
  return running;
}

export const useDrills = create<DrillStore>(() => ({
  run: null,
  subjectTotal: null,
  folded: false,
  view: null,
  brokenOff: wasBrokenOff(),
  done: null,
}));

export const showDrills = (view: DrillStore['view']): void => useDrills.setState({ view });
export const foldDrill = (folded: boolean): void => useDrills.setState({ folded });

export async function refreshDrillsDone(): Promise<void> {
  const answer = await call('drills.list');
  if (answer.ok) useDrills.setState({ done: answer.value.done });
}

/** Loaded with the first drill only. */
const wordsOf = {
  id: async () => (await import('../../i18n/id/drills.json')).default,
  en: async () => (await import('../../i18n/en/drills.json')).default,
} as const satisfies Record<Language, unknown>;

/** Whether the drills' messages are loaded in the screen's language. */
export function useDrillWords(): boolean {
  const language = useLanguage();
  const [read, setRead] = useState<Language | null>(null);
  useEffect(() => {
    const bring = async (): Promise<void> => {
      await addMessages(language, await wordsOf[language]());
      setRead(language);
    };
    void untilLoaded(bring);
  }, [language]);
  return read === language;
}
