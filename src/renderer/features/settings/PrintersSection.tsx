import { useState } from 'react';
import type { Result } from '../../../shared/contract/errors.ts';
import type { SettingsView } from '../../../shared/contract/settings.ts';
import type { PrintJob } from '../../../shared/domain/print-job.ts';
import type { PrinterSetting } from '../../../shared/domain/printer.ts';
import { call } from '../../host/call.ts';
import { errorWords, plural } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { mergePrints, usePrints } from '../../state/prints.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Dialog.tsx';
import { Choice } from '../../ui/Field.tsx';
import { Star } from '../../ui/icons.tsx';
import { Printer } from '../../ui/later-icons.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { JobBox } from '../prints/index.ts';
import { PrinterForm } from './PrinterForm.tsx';
import { columnCounts, withChanged, withoutPrinter } from './printer-draft.ts';
import { type SectionProps, SettingsForm } from './SettingsForm.tsx';
import { choose, saveAtOnce } from './settings-form.ts';

/** The shop's printers, when they print by themselves, and how many copies. */
export function PrintersSection({ view }: SectionProps) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const { settings, locked } = view;
  const fixed = locked.includes('printers');
  const hasUsual = settings.printers.some(({ id }) => id === settings.defaultPrinter);
  return (
    <div className="flex flex-col gap-6">
      <p>{t('printers.lead')}</p>
      {fixed ? <Notice tone="quiet" title={t('printers.locked')} /> : null}
      {settings.printers.length === 0 ? (
        <Notice tone="quiet" icon={Printer} title={t('printers.none')} lines={[t('printers.noneDo')]} />
      ) : (
        <ul className="flex flex-col gap-3">
          {settings.printers.map((printer) => (
            <PrinterCard key={printer.id} view={view} printer={printer} locked={fixed} />
          ))}
        </ul>
      )}
      {settings.printers.length > 0 && !hasUsual ? <Notice tone="unknown" title={t('printers.noUsual')} /> : null}
      {fixed ? null : (
        <div>
          <Button look="primary" onClick={() => setAdding(true)}>
            {t('printers.add')}
          </Button>
        </div>
      )}
      <div>
        <Choice
          label={t('printers.auto')}
          value={settings.autoPrint ? 'on' : 'off'}
          choices={(['on', 'off'] as const).map((value) => ({ value, label: t(`printers.autoChoice.${value}`) }))}
          onValue={(value) => void choose({ autoPrint: value === 'on' })}
        />
        <p className="pt-1 text-small text-ink-soft">{t('printers.autoHint')}</p>
      </div>
      <SettingsForm view={view} form="copies" title={t('printers.copies')} lead={<p>{t('printers.copiesLead')}</p>}>
        {(form) =>
          String(form.watch('copiesLimit')).trim() !== '' && !view.secrets.supervisorPin ? (
            <p className="font-semibold text-unknown">{t('printers.copiesNoPin')}</p>
          ) : null
        }
      </SettingsForm>
      {hasUsual ? null : (
        <details>
          <summary className="flex min-h-11 items-center font-medium underline underline-offset-4">
            {t('printers.host')}
          </summary>
          <SettingsForm view={view} form="hostPrinter" className="pt-2" />
        </details>
      )}
      {adding ? <PrinterForm view={view} printer={null} onClose={() => setAdding(false)} /> : null}
    </div>
  );
}

interface PrinterCardProps {
  view: SettingsView;
  printer: PrinterSetting;
  locked: boolean;
}

/** One printer of the shop: where it is, and what may be done with it. */
function PrinterCard({ view, printer, locked }: PrinterCardProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'form' | 'remove' | null>(null);
  const close = (): void => setOpen(null);
  const { id, name, transport, columns } = printer;
  const usual = view.settings.defaultPrinter === id;
  const of = (act: string): string => t('printers.of', { act, name });
  return (
    <li className="flex flex-col gap-3 rounded-box border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start gap-3">
        <Printer aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-ink-soft" />
        <div className="min-w-0 flex-1">
          <p className="text-large font-semibold break-words">{name}</p>
          <p className="text-small break-words text-ink-soft">
            {t(`printers.kind.${transport.kind}`)} · <span className="font-mono">{addressOf(transport)}</span>
            {transport.kind === 'system-graphic' ? '' : ` · ${t('printers.columns', plural(columns))}`}
          </p>
        </div>
        {usual ? (
          <p className="flex items-center gap-1.5 rounded-key bg-accent-soft px-2 py-0.5 text-small font-semibold">
            <Star aria-hidden="true" className="size-4" />
            {t('printers.usual')}
          </p>
        ) : null}
      </div>
      {transport.kind === 'system' && !printer.tested && !locked ? (
        <Notice tone="unknown" compact title={t('printers.untested')} lines={[t('printers.untestedDo')]} />
      ) : null}
      <PrinterTrials printer={printer} locked={locked} />
      {locked ? null : (
        <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-3">
          <Button
            look="danger"
            className="mr-auto"
            aria-label={of(t('printers.remove'))}
            onClick={() => setOpen('remove')}
          >
            {t('printers.remove')}
          </Button>
          {usual ? null : (
            <Button aria-label={of(t('printers.makeUsual'))} onClick={() => void saveAtOnce({ defaultPrinter: id })}>
              {t('printers.makeUsual')}
            </Button>
          )}
          <Button aria-label={of(t('printers.edit'))} onClick={() => setOpen('form')}>
            {t('printers.edit')}
          </Button>
        </div>
      )}
      {open === 'form' ? <PrinterForm view={view} printer={printer} onClose={close} /> : null}
      {open === 'remove' ? (
        <Confirm
          title={t('printers.removeTitle', { name })}
          lead={t('printers.removeAsk')}
          stop={t('common.cancel')}
          go={{
            label: t('printers.remove'),
            run: () => {
              close();
              void saveAtOnce((now) => withoutPrinter(now, id));
            },
          }}
          onClose={close}
        />
      ) : null}
    </li>
  );
}

function addressOf(transport: PrinterSetting['transport']): string {
  if (transport.kind === 'tcp') return `${transport.host}:${transport.port}`;
  return transport.kind === 'device' ? transport.path : transport.name;
}

interface PrinterTrialsProps {
  printer: PrinterSetting;
  locked: boolean;
}

/** Tests a printer: a page, the ruler, the drawer. The result shows below, in words. */
function PrinterTrials({ printer, locked }: PrinterTrialsProps) {
  const { t } = useTranslation();
  const [result, setResult] = useState<Result<{ job?: PrintJob }> | null>(null);
  const { id, name, drawer, transport } = printer;
  const roll = transport.kind !== 'system-graphic';
  const tried = async (request: Promise<Result<{ job?: PrintJob }>>): Promise<void> => {
    const answer = await request;
    if (answer.ok && answer.value.job) mergePrints([answer.value.job]);
    setResult(answer);
  };
  const trial = (act: string, send: () => Promise<Result<{ job?: PrintJob }>>) => (
    <Button aria-label={t('printers.of', { act, name })} onClick={() => void tried(send())}>
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
        {result === null ? null : !result.ok ? (
          <Notice tone="failed" compact {...errorWords(t, result.error)} />
        ) : result.value.job ? (
          <Tried key={result.value.job.id} id={result.value.job.id} />
        ) : (
          <Notice tone="success" compact title={t('printers.drawerTaken')} />
        )}
      </output>
      {result?.ok && result.value.job && !locked ? (
        <>
          {result.value.job.kind === 'test' ? <TestAnswer key={result.value.job.id} printer={printer} /> : null}
          {roll ? <RulerAnswer printer={printer} /> : null}
        </>
      ) : null}
    </div>
  );
}

/** How far the page is now. */
function Tried({ id }: { id: string }) {
  const job = usePrints((state) => state.byId[id]);
  return job ? <JobBox job={job} /> : null;
}

const testAnswers = ['whole', 'noQr', 'nothing'] as const;

/** What came out of the printer, as only a person can say; it takes effect at once. */
function TestAnswer({ printer }: { printer: PrinterSetting }) {
  const { t } = useTranslation();
  const [answer, setAnswer] = useState<(typeof testAnswers)[number] | null>(null);
  const isPicture = printer.qr === 'picture';
  const [wasPicture] = useState(isPicture);
  const advice =
    answer === 'nothing'
      ? t(printer.transport.kind === 'system' ? 'printers.testNothingSystem' : 'printers.testNothing')
      : answer === 'noQr'
        ? t(wasPicture ? 'printers.testNoPicture' : 'printers.testNoQr')
        : answer === 'whole'
          ? t('printers.testWhole')
          : '';
  return (
    <div>
      <Choice
        label={t('printers.testAsk')}
        value={answer}
        choices={testAnswers.map((value) => ({ value, label: t(`printers.testAnswers.${value}`) }))}
        onValue={(value) => {
          setAnswer(value);
          const qr = value === 'noQr' ? ({ qr: 'picture' } as const) : {};
          void saveAtOnce((now) => withChanged(now, printer.id, { ...qr, tested: value !== 'nothing' }));
        }}
      />
      <output className="block pt-1 text-small text-ink-soft">{advice}</output>
    </div>
  );
}

/** The width read off the printed ruler; it takes effect at once. */
function RulerAnswer({ printer }: { printer: PrinterSetting }) {
  const { t } = useTranslation();
  return (
    <div>
      <Choice
        label={t('printers.rulerAsk')}
        value={String(printer.columns)}
        choices={columnCounts.map((n) => ({ value: String(n), label: String(n) }))}
        onValue={(value) => {
          const columns = columnCounts.find((n) => String(n) === value);
          if (columns) void saveAtOnce((now) => withChanged(now, printer.id, { columns }));
        }}
      />
      <p className="pt-1 text-small text-ink-soft">{t('printers.rulerNone')}</p>
    </div>
  );
}
