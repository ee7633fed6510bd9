import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../../shared/contract/errors.ts';
import type { SettingsView } from '../../../../shared/contract/settings.ts';
import type { PrintJob } from '../../../../shared/domain/print-job.ts';
import type { PrinterSetting } from '../../../../shared/domain/printer.ts';
import { call } from '../../../host/call.ts';
import { mergePrints, usePrints } from '../../../state/prints.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { errorWords } from '../../../words/error-words.ts';
import { JobBox } from '../../prints/JobBox.tsx';
import { RulerAnswer } from './RulerAnswer.tsx';

interface Props {
  view: SettingsView;
  printer: PrinterSetting;
  locked: boolean;
}

/** Tries a printer out: a page, the ruler, the drawer. What came of it is said below, in words. */
export function PrinterTrials({ view, printer, locked }: Props) {
  const { t } = useTranslation();
  const [told, setTold] = useState<Result<{ job?: PrintJob }> | null>(null);
  const { id, name, drawer, transport } = printer;
  const roll = transport.kind !== 'system-graphic';
  const tried = async (asked: Promise<Result<{ job?: PrintJob }>>): Promise<void> => {
    const answer = await asked;
    if (answer.ok && answer.value.job) mergePrints([answer.value.job]);
    setTold(answer);
  };
  const trial = (act: string, ask: () => Promise<Result<{ job?: PrintJob }>>) => (
    <Button aria-label={t('printers.of', { act, name })} onClick={() => void tried(ask())}>
      {act}
    </Button>
  );
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {trial(t('printers.test'), () => call('printers.test', { printer: id }))}
        {roll ? trial(t('printers.ruler'), () => call('printers.ruler', { printer: id })) : null}
        {roll && drawer !== 'none'
          ? trial(t('printers.drawer'), () => call('printers.openDrawer', { printer: id }))
          : null}
      </div>
      <output tabIndex={-1} data-focus-home className="flex flex-col gap-2 outline-none empty:hidden">
        {told === null ? null : !told.ok ? (
          <Notice tone="failed" compact {...errorWords(t, told.error)} />
        ) : told.value.job ? (
          <Tried key={told.value.job.id} id={told.value.job.id} />
        ) : (
          <Notice tone="success" compact title={t('printers.drawerTaken')} />
        )}
      </output>
      {told?.ok && told.value.job?.kind === 'ruler' && !locked ? <RulerAnswer view={view} printer={printer} /> : null}
    </div>
  );
}

/** How far the page is now. */
function Tried({ id }: { id: string }) {
  const job = usePrints((state) => state.byId[id]);
  return job ? <JobBox job={job} /> : null;
}
