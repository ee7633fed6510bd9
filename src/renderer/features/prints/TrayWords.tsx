import { CircleMinus, CirclePause, CircleX, Loader, type LucideIcon, Printer, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PrintJob } from '../../../shared/domain/print-job.ts';
import { useSettings } from '../../state/settings.ts';
import { classes } from '../../ui/classes.ts';
import { trayCounts } from './tray-counts.ts';

interface Part {
  icon: LucideIcon;
  colour: string;
  word: string;
}

/** How printing stands, by shape, word, count and colour; the worst comes first. */
export function TrayWords({ jobs }: { jobs: readonly PrintJob[] }) {
  const { t } = useTranslation();
  const hasUsual = useSettings((state) => (state.view?.settings.defaultPrinter ?? null) !== null);
  const { moving, held, blocked, unknown, failed } = trayCounts(jobs);
  const parts: Part[] = [
    ...(unknown > 0
      ? [{ icon: TriangleAlert, colour: 'text-unknown', word: t('printing.tray.unknown', { n: unknown }) }]
      : []),
    ...(blocked === null
      ? []
      : [
          {
            icon: CirclePause,
            colour: 'text-unknown',
            word: t('printing.tray.blocked', { why: t(`printing.short.${blocked}`), n: held }),
          },
        ]),
    ...(failed > 0 ? [{ icon: CircleX, colour: 'text-failed', word: t('printing.tray.failed', { n: failed }) }] : []),
    ...(moving > 0 ? [{ icon: Loader, colour: 'text-pending', word: t('printing.tray.moving', { n: moving }) }] : []),
  ];
  const idle: Part = {
    icon: hasUsual ? Printer : CircleMinus,
    colour: 'text-ink-soft',
    word: t('printing.tray.idle'),
  };
  return (
    <>
      <span className="sr-only">{t('printing.tray.label')}</span>
      {(parts.length === 0 ? [idle] : parts.slice(0, 2)).map(({ icon: Icon, colour, word }, at) => (
        <span key={word} className={classes('flex items-center gap-1.5 font-semibold', at > 0 && 'pl-2', colour)}>
          <Icon aria-hidden="true" className="size-5" strokeWidth={2.5} />
          {at === 0 ? (
            <span aria-hidden="true" className="font-normal text-ink-soft">
              {t('printing.tray.label')}
            </span>
          ) : null}
          {word}
        </span>
      ))}
    </>
  );
}
