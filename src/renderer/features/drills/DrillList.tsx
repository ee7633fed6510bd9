import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type DrillDone, type DrillName, drillNames } from '../../../shared/domain/drill.ts';
import { plural } from '../../i18n/i18n.ts';
import { useNow } from '../../state/clock.ts';
import { useShopZone } from '../../state/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { shortWhen } from '../../ui/time-text.ts';
import { startDrill } from './conduct.ts';
import { refreshDrillsDone, showDrills, useDrills } from './drill-store.ts';

const noneDone: readonly DrillDone[] = [];

/** The drills, and who has done which. */
export function DrillList() {
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
          <DialogFooter>
            <div className="flex justify-end">
              <Button onClick={() => showDrills(null)}>{t('common.close')}</Button>
            </div>
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

const mostNamed = 4;

function DoneBy({ done }: { done: readonly DrillDone[] }) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const now = useNow();
  if (done.length === 0) return t('drills.notDone');
  const said = done.slice(0, mostNamed).map(({ at, by, wrong }) => {
    const when = shortWhen(at, now, zone);
    const who = by === null ? t('drills.done', { when }) : t('drills.doneBy', { name: by, when });
    return `${who} (${wrong === 0 ? t('drills.clean') : t('drills.wrongMoves', plural(wrong))})`;
  });
  if (done.length > mostNamed) said.push(t('drills.more', { n: done.length - mostNamed }));
  return said.join(' · ');
}
