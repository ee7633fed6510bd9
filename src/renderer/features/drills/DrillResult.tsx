import { Check, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { stopDrill } from './conduct.ts';
import { course } from './course/course.ts';
import type { Run } from './drill.ts';
import { showDrills, useDrills } from './drill-store.ts';

/** What was right in a run, and what would have cost money in earnest. */
export function DrillResult({ run }: { run: Run }) {
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
            {course[run.drill].steps.slice(0, run.at).map(({ name }) => (
              <li key={name} className="flex gap-2">
                <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-success" strokeWidth={2.5} />
                {t(`drills.steps.${name}.means`)}
              </li>
            ))}
          </Part>
          <DialogFooter>
            <div className="flex flex-row-reverse justify-between gap-3">
              <Button look="primary" disabled={!settled} onClick={others}>
                {t('drills.others')}
              </Button>
              <Button onClick={close}>{t('common.close')}</Button>
            </div>
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
