import { DrillList } from './DrillList.tsx';
import { DrillResult } from './DrillResult.tsx';
import { useDrills } from './drill-store.ts';
import { useDrillWords } from './drill-words.ts';

/** What a person opened of the drills. */
export default function DrillDialogs() {
  const isSaid = useDrillWords();
  const run = useDrills((state) => state.run);
  const shown = useDrills((state) => state.shown);
  if (!isSaid) return null;
  return shown === 'result' && run ? <DrillResult run={run} /> : shown === 'list' ? <DrillList /> : null;
}
