import { useEffect, useId, useRef, useState } from 'react';
import { z } from 'zod';
import type { Result } from '../../../shared/contract/errors.ts';
import type { FoundPrinter } from '../../../shared/contract/printing.ts';
import type { Output } from '../../../shared/contract/registry.ts';
import type { SettingsView } from '../../../shared/contract/settings.ts';
import { Paper, type PrinterSetting } from '../../../shared/domain/printer.ts';
import { call } from '../../host/call.ts';
import { errorWords } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { Button, FileButton } from '../../ui/Button.tsx';
import { FormDialog } from '../../ui/Dialog.tsx';
import { Choice, TextField } from '../../ui/Field.tsx';
import { useZodForm, type ZodForm } from '../../ui/form.ts';
import { Notice } from '../../ui/Notice.tsx';
import {
  columnCounts,
  draftOf,
  freshId,
  type Logo,
  logoOf,
  logoPicture,
  logoSize,
  newDraft,
  type PrinterDraft,
  readDraft,
  typedTransport,
  withFreshTest,
  withPrinter,
} from './printer-draft.ts';
import { saveSettings } from './settings-form.ts';

interface Props {
  view: SettingsView;
  /** the one to change; null: a new one */
  printer: PrinterSetting | null;
  onClose: () => void;
}

const printerForm = (id: string) =>
  z.custom<PrinterDraft>().transform((draft, context): PrinterSetting => {
    const read = readDraft(draft, id);
    if ('printer' in read) return read.printer;
    for (const field of read.faults) context.addIssue({ code: 'custom', path: [field], message: 'not right yet' });
    return z.NEVER;
  });

/** One printer, new or changed. */
export function PrinterForm({ view: { settings }, printer, onClose }: Props) {
  const { t } = useTranslation();
  const form = useZodForm({
    schema: printerForm(printer?.id ?? freshId(settings.printers)),
    defaults: printer ? draftOf(printer) : newDraft,
    send: (read) => saveSettings(withPrinter(settings, withFreshTest(read, printer))),
    done() {
      // Jobs that were blocked by the old transport continue on the new one.
      void call('printers.tryNow');
      onClose();
    },
  });
  return (
    <FormDialog
      wide
      title={t(printer ? 'printers.form.editTitle' : 'printers.form.addTitle')}
      form={form}
      submit={t('printers.form.save')}
      onClose={onClose}
    >
      <TextField
        label={t('printers.form.name')}
        hint={t('printers.form.nameHint')}
        maxLength={60}
        {...form.field('name', t('printers.form.bad.name'))}
      />
      <TransportFields form={form} findsAtOnce={printer === null} />
      {form.watch('kind') === 'system-graphic' ? null : <RollFields form={form} />}
    </FormDialog>
  );
}

const kinds = ['tcp', 'device', 'system', 'system-graphic'] as const;

/** The way to the printer. */
function TransportFields({ form, findsAtOnce }: { form: ZodForm<PrinterDraft>; findsAtOnce: boolean }) {
  const { t } = useTranslation();
  const kind = form.control('kind');
  const onPick = ({ transport, name }: FoundPrinter): void => {
    const { host, port, path, system } = typedTransport(transport);
    if (host !== undefined) form.setValue('host', host);
    if (port !== undefined) form.setValue('port', port);
    if (path !== undefined) form.setValue('path', path);
    if (system !== undefined) form.setValue('system', system);
    // A printer of the system stays the kind of one that was chosen.
    if (transport.kind !== 'system' || kind.value !== 'system-graphic') kind.onValue(transport.kind);
    if (form.watch('name') === '') form.setValue('name', name);
  };
  return (
    <>
      <Choice
        label={t('printers.form.how')}
        choices={kinds.map((value) => ({ value, label: t(`printers.kind.${value}`) }))}
        {...kind}
      />
      <p className="text-small text-ink-soft">{t(`printers.kindHint.${kind.value}`)}</p>
      <FindPrinters atOnce={findsAtOnce} onPick={onPick} />
      {kind.value === 'tcp' ? (
        <div className="grid grid-cols-[1fr_8rem] gap-3">
          <TextField
            label={t('printers.form.host')}
            hint={t('printers.form.hostHint')}
            mono
            {...form.field('host', t('printers.form.bad.host'))}
          />
          <TextField
            label={t('printers.form.port')}
            inputMode="numeric"
            mono
            {...form.field('port', t('printers.form.bad.port'))}
          />
        </div>
      ) : kind.value === 'device' ? (
        <TextField label={t('printers.form.path')} mono {...form.field('path', t('printers.form.bad.path'))} />
      ) : (
        <TextField label={t('printers.form.system')} {...form.field('system', t('printers.form.bad.system'))} />
      )}
      {kind.value === 'system-graphic' ? (
        <Choice
          label={t('printers.form.paper')}
          choices={Paper.options.map((value) => ({ value, label: t(`slip.paper.${value}`) }))}
          {...form.control('paper')}
        />
      ) : null}
    </>
  );
}

const languages = ['escpos', 'starprnt'] as const;
const codePages = ['cp437', 'cp858', 'windows1252', 'ascii'] as const;
const cuts = ['partial', 'full', 'none'] as const;
const qrWays = ['command', 'picture'] as const;
const drawers = ['none', 'by_hand', 'with_receipt', 'with_cash'] as const;

/** A roll printer's abilities: its language and columns, and the rarer settings, collapsed. */
function RollFields({ form }: { form: ZodForm<PrinterDraft> }) {
  const { t } = useTranslation();
  const columns = form.control('columns');
  const feed = form.field('feed', t('printers.form.bad.feed'));
  const logo = form.control('logo');
  return (
    <>
      <div>
        <Choice
          label={t('printers.form.columns')}
          value={String(columns.value)}
          choices={columnCounts.map((n) => ({ value: String(n), label: String(n) }))}
          onValue={(value) => columns.onValue(columnCounts.find((n) => String(n) === value) ?? columns.value)}
        />
        <p className="pt-1 text-small text-ink-soft">{t('printers.form.columnsHint')}</p>
      </div>
      <Choice
        label={t('printers.form.language')}
        choices={languages.map((value) => ({ value, label: t(`printers.form.languages.${value}`) }))}
        {...form.control('language')}
      />
      <details open={feed.fault !== null || undefined}>
        <summary className="flex min-h-11 items-center font-medium underline underline-offset-4">
          {t('printers.form.more')}
        </summary>
        <div className="flex flex-col gap-3 pt-2">
          <Choice
            label={t('printers.form.codePage')}
            choices={codePages.map((value) => ({ value, label: t(`printers.form.codePages.${value}`) }))}
            {...form.control('codePage')}
          />
          <Choice
            label={t('printers.form.qr')}
            choices={qrWays.map((value) => ({ value, label: t(`printers.form.qrWays.${value}`) }))}
            {...form.control('qr')}
          />
          <Choice
            label={t('printers.form.cut')}
            choices={cuts.map((value) => ({ value, label: t(`printers.form.cuts.${value}`) }))}
            {...form.control('cut')}
          />
          <TextField label={t('printers.form.feed')} inputMode="numeric" {...feed} />
          <Choice
            label={t('printers.form.drawer')}
            choices={drawers.map((value) => ({ value, label: t(`printers.form.drawers.${value}`) }))}
            {...form.control('drawer')}
          />
          <LogoField logo={logo.value} columns={columns.value} onLogo={logo.onValue} />
        </div>
      </details>
    </>
  );
}

/**
 * Searches for printers, for a new one at once; address by address in the shop's network only on request. A press on one fills
 * in the form.
 */
function FindPrinters({ atOnce, onPick }: { atOnce: boolean; onPick: (printer: FoundPrinter) => void }) {
  const { t } = useTranslation();
  const [looking, setLooking] = useState(false);
  const [answer, setAnswer] = useState<Result<Output<'printers.find'>> | null>(null);
  const look = async (network: boolean): Promise<void> => {
    if (looking) return;
    setLooking(true);
    setAnswer(await call('printers.find', { network }));
    setLooking(false);
  };
  useEffect(() => {
    const find = async (): Promise<void> => {
      const result = await call('printers.find', { network: false });
      // What was asked for by hand since is the better answer.
      if (result.ok && result.value.found.length > 0) setAnswer((now) => now ?? result);
    };
    if (atOnce) void find();
  }, [atOnce]);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button aria-disabled={looking} onClick={() => void look(false)}>
          {t('printers.find.here')}
        </Button>
        <Button aria-disabled={looking} onClick={() => void look(true)}>
          {t('printers.find.network')}
        </Button>
        <output className="text-small text-ink-soft">{looking ? t('printers.find.looking') : ''}</output>
      </div>
      {answer === null || looking ? null : !answer.ok ? (
        <Notice tone="failed" live="alert" compact {...errorWords(t, answer.error)} />
      ) : answer.value.found.length === 0 ? (
        <output>{t('printers.find.none')}</output>
      ) : (
        <ul aria-label={t('printers.find.found')} className="flex flex-wrap gap-2">
          {answer.value.found.map((printer) => (
            <li key={`${printer.transport.kind} ${printer.name}`}>
              <Button onClick={() => onPick(printer)}>
                <span className="font-mono">{printer.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface LogoFieldProps {
  logo: Logo | null;
  columns: number;
  onLogo: (logo: Logo | null) => void;
}

/** The shop's logo, seen here as the printer will burn it: black or not. */
function LogoField({ logo, columns, onLogo }: LogoFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const [bad, setBad] = useState(false);
  const read = async (picked: File): Promise<void> => {
    const logo = await logoFromFile(picked, columns).catch(() => null);
    setBad(logo === null);
    if (logo !== null) onLogo(logo);
  };
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-small font-medium text-ink-soft">
        {t('printers.form.logo')}
      </label>
      <div className="flex flex-wrap items-center gap-2">
        <FileButton
          id={id}
          label={t('printers.form.logoPick')}
          accept="image/png,image/jpeg"
          onFile={(picked) => void read(picked)}
        />
        {logo ? <Button onClick={() => onLogo(null)}>{t('printers.form.logoRemove')}</Button> : null}
      </div>
      <p className={bad ? 'text-small font-medium text-failed' : 'text-small text-ink-soft'}>
        {t(bad ? 'printers.form.logoBad' : 'printers.form.logoHint')}
      </p>
      {logo ? <LogoShown logo={logo} /> : null}
    </div>
  );
}

function LogoShown({ logo }: { logo: Logo }) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    pen?.putImageData(new ImageData(logoPicture(logo), logo.width, logo.height), 0, 0);
  }, [logo]);
  return (
    <figure className="flex flex-col gap-1">
      <canvas
        ref={canvas}
        width={logo.width}
        height={logo.height}
        className="max-h-40 max-w-full self-start border border-paper-edge"
      />
      <figcaption className="text-small text-ink-soft">{t('printers.form.logoShown')}</figcaption>
    </figure>
  );
}

async function logoFromFile(picked: File, columns: number): Promise<Logo | null> {
  const picture = await createImageBitmap(picked);
  const { width, height } = logoSize(picture.width, picture.height, columns);
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d');
  if (pen === null) return null;
  pen.drawImage(picture, 0, 0, width, height);
  return logoOf(pen.getImageData(0, 0, width, height).data, width, height);
}
