import { Popover } from 'radix-ui';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { PrintJob } from '../../../shared/domain/print-job.ts';
import { call } from '../../host/call.ts';
import { errorWords, plural } from '../../i18n/i18n.ts';
import { ageOf, shortWhen } from '../../i18n/time-text.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useNow } from '../../state/clock.ts';
import { restoreFocus, useKeys } from '../../state/keys.ts';
import { usePeople } from '../../state/people.ts';
import { trayOf, usePrints } from '../../state/prints.ts';
import { showReceipt, showSettings } from '../../state/router.ts';
import { useSettings, useShopZone } from '../../state/settings.ts';
import { toast } from '../../state/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { classes, toneText } from '../../ui/classes.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import type { LucideIcon } from '../../ui/icon.tsx';
import { CircleMinus, CircleX, Loader, TriangleAlert, X } from '../../ui/icons.tsx';
import { CirclePause, Printer, PrinterCheck } from '../../ui/later-icons.tsx';
import { SupervisorPinForm } from '../staff/index.ts';
import { answerPin, stopAsking, tryPrintersNow, useAskSupervisor } from './ask-print.ts';
import { AskWhetherPrinted, JobActions } from './PrintsMade.tsx';
import {
  jobName,
  lookOf,
  printLabel,
  printReasonText,
  showTray,
  stateWord,
  trayCounts,
  usePrinterName,
  useTrayOpen,
} from './print-job-text.ts';

/**
 * The state of printing, in the top bar. A press or F7 opens the list of jobs that wait or need a decision; it never opens by
 * itself.
 */
export function PrintTray() {
  const { t } = useTranslation();
  const { open, before } = useTrayOpen();
  const { byId, read } = usePrints();
  const jobs = useMemo(() => trayOf({ byId, read }), [byId, read]);
  const hasPrinter = useSettings((state) => (state.view?.settings.printers.length ?? 0) > 0);
  const isVisible = hasPrinter || jobs.length > 0 || open;
  useKeys(
    isVisible && !open ? [{ key: 'F7', label: t('printing.tray.key'), run: () => showTray(true), quiet: true }] : [],
    { frame: true },
  );
  if (!isVisible) return null;
  return (
    <Popover.Root open={open} onOpenChange={showTray}>
      <Popover.Trigger className="flex min-h-11 shrink-0 items-center gap-1.5 rounded-box px-2 text-small hover:bg-sunken">
        <TrayWords jobs={jobs} />
      </Popover.Trigger>
      <Popover.Portal>
        <Tray before={before}>
          <TrayContent jobs={jobs} onClose={() => showTray(false)} />
        </Tray>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Tray({ before, children }: { before: Element | null; children: ReactNode }) {
  const { t } = useTranslation();
  const content = useRef<HTMLDivElement>(null);
  // An Enter meant for the tray must reach no button of the screen below.
  useKeys([], { modal: true });
  useEffect(() => content.current?.focus(), []);
  // A button whose job is through is gone, with its focus: the keys are the tray's again.
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) content.current?.focus();
  });
  return (
    <Popover.Content
      ref={content}
      tabIndex={-1}
      align="end"
      sideOffset={4}
      collisionPadding={8}
      aria-label={t('printing.tray.title')}
      data-focus-home
      onOpenAutoFocus={(event) => event.preventDefault()}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        restoreFocus(before);
      }}
      className="z-30 flex max-h-[80vh] w-[36rem] max-w-[95vw] flex-col rounded-box border border-line-strong bg-surface text-ink outline-none"
    >
      {children}
    </Popover.Content>
  );
}

/** As many as anybody reads; the rest is counted. */
const rowsAtFirst = 30;

/** Jobs that wait, are blocked or need a decision, oldest first, and the actions for the printers. */
function TrayContent({ jobs, onClose }: { jobs: readonly PrintJob[]; onClose: () => void }) {
  const { t } = useTranslation();
  const rest = jobs.length - rowsAtFirst;
  return (
    <>
      <header className="flex items-center justify-between gap-3 border-b border-line py-1 pr-2 pl-4">
        <h2 className="text-large font-semibold">{t('printing.tray.title')}</h2>
        <Button look="quiet" aria-label={t('common.close')} className="min-w-11 px-0" onClick={onClose}>
          <X aria-hidden="true" className="size-5" />
        </Button>
      </header>
      {jobs.length === 0 ? (
        <div className="flex items-center gap-3 px-4 py-5">
          <PrinterCheck aria-hidden="true" className="size-6 shrink-0 text-ink-soft" />
          <div>
            <p className="font-semibold">{t('printing.tray.empty')}</p>
            <p className="text-small text-ink-soft">{t('printing.tray.emptyDo')}</p>
          </div>
        </div>
      ) : (
        <ul tabIndex={0} aria-label={t('printing.tray.title')} className="min-h-0 flex-1 overflow-y-auto">
          {jobs.slice(0, rowsAtFirst).map((job) => (
            <TrayJob key={job.id} job={job} onLeave={onClose} />
          ))}
        </ul>
      )}
      {rest > 0 ? <p className="px-4 py-2 text-small">{t('printing.tray.more', plural(rest))}</p> : null}
      <Footer blocked={jobs.some(({ state }) => state === 'blocked')} onClose={onClose} />
    </>
  );
}

function Footer({ blocked, onClose }: { blocked: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const settings = useSettings((state) => state.view?.settings);
  const usual = settings?.printers.find(({ id }) => id === settings.defaultPrinter);
  const openDrawer = async (): Promise<void> => {
    const answer = await call('printers.openDrawer');
    if (answer.ok) toast('success', t('printing.tray.drawerTaken'));
    else toast('failed', errorWords(t, answer.error).lines.join(' '));
  };
  return (
    <footer className="flex flex-wrap justify-end gap-2 border-t border-line p-2">
      <Button
        look="quiet"
        className="mr-auto"
        onClick={() => {
          onClose();
          showSettings('printers');
        }}
      >
        {t('printing.tray.settings')}
      </Button>
      {usual && usual.drawer !== 'none' ? (
        <Button onClick={() => void openDrawer()}>{t('printing.tray.drawer')}</Button>
      ) : null}
      {blocked ? (
        <Button look="primary" onClick={() => void tryPrintersNow()}>
          {t('printing.tray.tryNow')}
        </Button>
      ) : null}
    </footer>
  );
}

/** One job of the tray. @param onLeave its sale is opened below */
function TrayJob({ job, onLeave }: { job: PrintJob; onLeave: () => void }) {
  const { t } = useTranslation();
  const nameOf = usePrinterName();
  const { tone, icon: Icon } = lookOf(job);
  const why = printReasonText(t, job);
  const { saleId, receiptNo } = job;
  return (
    <li className={classes('relative border-b border-line py-3 pr-4 pl-5 last:border-b-0')}>
      {tone === 'unknown' ? <span aria-hidden="true" className="doubt-edge absolute inset-y-0 left-0 w-2" /> : null}
      <div className="flex gap-3">
        <Icon aria-hidden="true" className={classes('mt-0.5 size-6 shrink-0', toneText[tone])} strokeWidth={2.5} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <p className={classes('font-semibold', toneText[tone])}>{stateWord(t, job)}</p>
            <Since job={job} />
          </div>
          <p className="break-words">
            {printLabel(t, job)}
            {saleId !== null && receiptNo !== null ? (
              <>
                {' · '}
                <button
                  type="button"
                  aria-label={t('printing.tray.open', { receipt: receiptNo })}
                  onClick={() => {
                    onLeave();
                    showReceipt(saleId);
                  }}
                  className="-my-2.5 min-h-11 font-mono text-small underline underline-offset-4"
                >
                  {receiptNo}
                </button>
              </>
            ) : null}
            {' · '}
            {nameOf(job.printer)}
          </p>
          {why === null ? null : <p className="text-small">{why}</p>}
          <div className="flex flex-wrap items-center gap-2 pt-2 empty:hidden">
            <div className="w-full text-small empty:hidden">
              <AskWhetherPrinted job={job} />
            </div>
            <JobActions job={job} named={jobName(t, job)} />
          </div>
        </div>
      </div>
    </li>
  );
}

/** When the job entered its present state. */
function Since({ job }: { job: PrintJob }) {
  const { t } = useTranslation();
  const now = useNow();
  const zone = useShopZone();
  const at = job.state === 'queued' || job.state === 'checking' ? job.createdAt : job.updatedAt;
  const age = ageOf(now - Date.parse(at));
  return (
    <p className="text-small text-ink-soft">
      {t('printing.tray.since', { time: shortWhen(at, now, zone), age: t(`appShell.age.${age.unit}`, { n: age.n }) })}
    </p>
  );
}

interface Segment {
  icon: LucideIcon;
  colour: string;
  word: string;
}

/** The state of printing by shape, word, count and colour; the worst comes first. */
function TrayWords({ jobs }: { jobs: readonly PrintJob[] }) {
  const { t } = useTranslation();
  const hasUsual = useSettings((state) => (state.view?.settings.defaultPrinter ?? null) !== null);
  const { moving, held, blocked, unknown, failed } = trayCounts(jobs);
  const parts: Segment[] = [
    ...(unknown > 0
      ? [{ icon: TriangleAlert, colour: 'text-unknown', word: t('printing.tray.unknown', plural(unknown)) }]
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
    ...(failed > 0 ? [{ icon: CircleX, colour: 'text-failed', word: t('printing.tray.failed', plural(failed)) }] : []),
    ...(moving > 0 ? [{ icon: Loader, colour: 'text-pending', word: t('printing.tray.moving', plural(moving)) }] : []),
  ];
  const idle: Segment = {
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

/** Asks the supervisor for one copy more than the owner allows. */
export function CopiesPin() {
  const { t } = useTranslation();
  const asking = useAskSupervisor((state) => state.asking);
  const limit = useSettings((state) => state.view?.settings.copiesLimit ?? 0);
  const asksReason = usePeople(({ state }) => state?.exist ?? false);
  if (asking === null) return null;
  const form = { go: t('printing.pin.print'), error: asking.error, onPin: answerPin, onClose: stopAsking };
  return (
    <Dialog title={t('printing.pin.title')} lead={t('printing.pin.lead', plural(limit))} onClose={stopAsking}>
      {(settled) => <SupervisorPinForm settled={settled} asksReason={asksReason} {...form} />}
    </Dialog>
  );
}
