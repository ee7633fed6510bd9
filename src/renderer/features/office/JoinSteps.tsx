import type { OfficeState } from '../../../shared/contract/office.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { showSettings } from '../../state/router.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Check, Store } from '../../ui/icons.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { nextStep } from './counter-look.ts';

const steps = ['mailbox', 'key', 'connect', 'ship'] as const;

/** How the office gets to see the counters, and how far it has come. */
export function JoinSteps({ office }: { office: OfficeState }) {
  const { t } = useTranslation();
  const next = nextStep(office);
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-4 p-6">
      <div className="flex items-center gap-3">
        <Store aria-hidden="true" className="size-10 shrink-0 text-ink-soft" strokeWidth={1.5} />
        <div>
          <h3 className="text-title font-semibold text-balance">{t('office.join.title')}</h3>
          <p className="text-ink-soft">{t('office.join.lead')}</p>
        </div>
      </div>
      {office.relay === 'no_office' ? (
        <Notice tone="failed" title={t('office.join.notOffice')} lines={[t('office.join.notOfficeDo')]} />
      ) : office.relay === 'unreachable' ? (
        <Notice tone="unknown" title={t('office.join.away')} lines={[t('office.join.awayDo')]} />
      ) : null}
      <ol className="flex flex-col gap-2">
        {steps.map((step, at) => (
          <li
            key={step}
            aria-current={at === next ? 'step' : undefined}
            className={classes(
              'flex gap-4 rounded-box border p-4',
              at === next ? 'border-accent bg-accent-soft' : 'border-line bg-surface',
            )}
          >
            <span
              aria-hidden="true"
              className={classes(
                'flex size-8 shrink-0 items-center justify-center rounded-full border font-semibold',
                at < next ? 'border-success text-success' : 'border-line-strong',
              )}
            >
              {at < next ? <Check className="size-5" strokeWidth={2.75} /> : at + 1}
            </span>
            <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
              <p className="text-large font-semibold">
                {t(`office.join.${step}.title`)}
                {at < next ? <span className="sr-only"> ({t('office.join.done')})</span> : null}
              </p>
              <p>{t(`office.join.${step}.do`)}</p>
              {step === 'connect' && at >= next ? (
                <Button
                  className="mt-2"
                  look={at === next || next === 0 ? 'primary' : 'plain'}
                  onClick={() => showSettings('connection')}
                >
                  {t('office.join.open')}
                </Button>
              ) : null}
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
