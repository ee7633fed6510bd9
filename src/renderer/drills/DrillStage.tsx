import { DrillCard } from './DrillCard.tsx';
import { DrillList } from './DrillList.tsx';
import { DrillResult } from './DrillResult.tsx';
import { useDrills } from './drill-store.ts';
import { useDrillWords } from './drill-words.ts';

/** The card of the drill under way, and what was opened of the drills. */
export default function DrillStage() {
  const isSaid = useDrillWords();
  const run = useDrills((state) => state.run);
  const shown = useDrills((state) => state.shown);
  if (!isSaid) return null;
  return (
    <>
      {run ? <DrillCard run={run} /> : null}
      {shown === 'list' ? <DrillList /> : null}
      {shown === 'result' && run ? <DrillResult run={run} /> : null}
    </>
  );
}
