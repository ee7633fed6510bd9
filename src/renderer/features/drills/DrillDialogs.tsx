import { Check, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type DrillDone, type DrillName, drillNames } from '../../../shared/contract/drills.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { plural } from '../../i18n/i18n.ts';
import { useShopZone } from '../../state/settings.ts';
import { useNow } from '../../state/status.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { shortWhen } from '../../ui/time-text.ts';
import { curriculum } from './curriculum.ts';
import type { Run } from './drill.ts';
import { startDrill, stopDrill } from './drill-runner.ts';
import { refreshDrillsDone, showDrills, useDrills, useDrillWords } from './drill-store.ts';

/** The open dialog of the drills. */
export default function DrillDialogs() {
  const hasWords = useDrillWords();
  const run = useDrills((state) => state.run);
  const shown = useDrills((state) => state.shown);
  if (!hasWords) return null;
  return shown === 'result' && run ? <DrillResult run={run} /> : shown === 'list' ? <DrillList /> : null;
}

const noneDone: readonly DrillDone[] = [];

/** The drills, and who has completed them. */
function DrillList() {
  const { t } = useTranslation();
  const done = useDrills((state) => state.done) ?? noneDone;
  useEffect(() => void refreshDrillsDone(), []);
  return (
    <Dialog title={t('drills.title')} lead={t('drills.lead')} onClose={() => showDrills(null)} wide>
      {(settled) => (
        <>
          <ul className="flex flex-col divide-y divide-line">
            {drillNames.map((name) => (
              <Row key={name} name={name} done={done.filter(({ drill }) => drill === name)} settled={settled} />
            ))}
          </ul>
          <DialogFooter reverse>
            <Button onClick={() => showDrills(null)}>{t('common.close')}</Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}

function Row({ name, done, settled }: { name: DrillName; done: readonly DrillDone[]; settled: boolean }) {
  const { t } = useTranslation();
  const running = useDrills((state) => state.run?.drill === name);
  const title = t(`drills.name.${name}.title`);
  return (
    <li className="flex items-center gap-4 py-2">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h3 className="font-semibold">{title}</h3>
          <p className="text-small text-ink-soft">{running ? t('drills.running') : <DoneBy done={done} />}</p>
        </div>
        <p>{t(`drills.name.${name}.lead`)}</p>
      </div>
      <Button
        aria-label={`${t(done.length > 0 || running ? 'drills.again' : 'drills.start')}: ${title}`}
        disabled={!settled}
        onClick={() => void startDrill(name)}
      >
        {t(done.length > 0 || running ? 'drills.again' : 'drills.start')}
      </Button>
    </li>
  );
}

const maxNamed = 4;

function DoneBy({ done }: { done: readonly DrillDone[] }) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const now = useNow();
  if (done.length === 0) return t('drills.notDone');
  const parts = done.slice(0, maxNamed).map(({ at, by, wrong }) => {
    const when = shortWhen(at, now, zone);
    const who = by === null ? t('drills.done', { when }) : t('drills.doneBy', { name: by, when });
    return `${who} (${wrong === 0 ? t('drills.clean') : t('drills.wrongMoves', plural(wrong))})`;
  });
  if (done.length > maxNamed) parts.push(t('drills.more', plural(done.length - maxNamed)));
  return parts.join(' · ');
}

/** The result of a run: its right moves, and the moves that would have cost money in a real shop. */
function DrillResult({ run }: { run: Run }) {
  const { t } = useTranslation();
  const total = useDrills((state) => state.subjectTotal);
  const close = (): void => {
    stopDrill();
    showDrills(null);
  };
  const others = (): void => {
    stopDrill();
    showDrills('list');
  };
  return (
    <Dialog
      title={t(`drills.name.${run.drill}.title`)}
      {...(total === null ? {} : { lead: t('drills.atStake', { amount: formatRupiah(total) }) })}
      onClose={close}
      wide
    >
      {(settled) => (
        <>
          {run.wrong.length > 0 ? (
            <Part title={t('drills.wouldCost')}>
              {run.wrong.map((name) => (
                <li key={name} className="flex gap-2 font-medium text-unknown">
                  <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" strokeWidth={2.5} />
                  {t(`drills.wrongs.${name}`)}
                </li>
              ))}
            </Part>
          ) : null}
          <Part title={t('drills.wasRight')}>
            {curriculum[run.drill].steps.slice(0, run.at).map(({ name }) => (
              <li key={name} className="flex gap-2">
                <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-success" strokeWidth={2.5} />
                {t(`drills.steps.${name}.means`)}
              </li>
            ))}
          </Part>
          <DialogFooter reverse>
            <Button look="primary" disabled={!settled} onClick={others}>
              {t('drills.others')}
            </Button>
            <Button onClick={close}>{t('common.close')}</Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-large font-semibold">{title}</h3>
      <ul className="flex flex-col gap-2">{children}</ul>
    </section>
  );
}
