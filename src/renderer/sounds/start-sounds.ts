import type { KonterError } from '../../shared/contract/errors.ts';
import { listen } from '../host/listen.ts';
import { useBill } from '../screens/bills/bill-store.ts';
import { useSell } from '../screens/sell/sell-store.ts';
import { useSettings } from '../store/settings.ts';
import { useStatus } from '../store/status.ts';
import type { Cue } from './cues.ts';
import { playCue, readySounds } from './player.ts';
import { resultCues } from './result-cues.ts';

/** Sounds what the screen says anyway, wherever the cashier is looking. */
export function startSounds(sound: (cue: Cue) => void = soundAsSet): void {
  readySounds();
  const cueOf = resultCues();
  listen((event) => {
    if (event.type !== 'transaction') return;
    const cue = cueOf(event.transaction, Date.now() + useStatus.getState().clockAhead);
    if (cue) sound(cue);
  });
  const refused = (now: Refusable, before: Refusable): void => {
    const isNew =
      (now.fault !== null && now.fault !== before.fault) || (isHere(now.problem) && now.problem !== before.problem);
    if (isNew) sound('keyError');
  };
  useSell.subscribe(refused);
  useBill.subscribe(refused);
}

interface Refusable {
  fault: unknown;
  problem: KonterError | null;
}

/** A result has a cue of its own; everything else that stands in the way was not sent. */
const isHere = (problem: KonterError | null): boolean => problem !== null && problem.transaction === undefined;

/** Silent until the settings are read. */
function soundAsSet(cue: Cue): void {
  const sounds = useSettings.getState().view?.settings.sounds;
  if (sounds?.on) playCue(cue, sounds.volume);
}
