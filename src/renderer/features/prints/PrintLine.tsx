import { useMemo } from 'react';
import { printsOf, usePrints } from '../../state/prints.ts';
import { JobBox } from './JobBox.tsx';

/** What became of a sale's newest print, beside the print button; it asks nothing of anybody who is in a hurry. */
export function PrintLine({ saleId, brief = false }: { saleId: string; brief?: boolean }) {
  const byId = usePrints((state) => state.byId);
  const job = useMemo(() => printsOf(byId, saleId)[0] ?? null, [byId, saleId]);
  return (
    <output tabIndex={-1} data-focus-home className="block min-h-11 shrink-0 outline-none">
      {job ? <JobBox key={job.id} job={job} brief={brief} /> : null}
    </output>
  );
}
