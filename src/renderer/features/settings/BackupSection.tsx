import { useId, useState } from 'react';
import { z } from 'zod';
import type { ListedBackup, LostByRestore } from '../../../shared/contract/backups.ts';
import type { KonterError, Result } from '../../../shared/contract/errors.ts';
import { Pin } from '../../../shared/contract/procedure.ts';
import { BackupPassphrase } from '../../../shared/contract/setting-table.ts';
import type { SettingsView } from '../../../shared/contract/settings.ts';
import { call, useAnswer } from '../../host/call.ts';
import { backupErrorText, plural } from '../../i18n/i18n.ts';
import { dateTimeText } from '../../i18n/time-text.ts';
import { type TFunction, useTranslation } from '../../i18n/translation.ts';
import { useLanguage, useShopZone } from '../../state/settings.ts';
import { useStatus } from '../../state/status.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Confirm, Dialog } from '../../ui/Dialog.tsx';
import { PinField, TextField } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
import { Check, DatabaseBackup } from '../../ui/icons.tsx';
import { Notice, Skeleton } from '../../ui/Notice.tsx';
import { backupWords, bytesText } from './book-text.ts';
import { SaveBar, SecretField, type SectionProps, SettingsForm } from './SettingsForm.tsx';
import { saveSettings } from './settings-form.ts';

/** The backups' folder, their state, and restoring one. Training is not backed up. */
export function BackupSection({ view }: SectionProps) {
  const { t } = useTranslation();
  const lastVerifiedAt = useStatus((state) => state.status?.backup.lastVerifiedAt ?? null);
  const [backupCount, setBackupCount] = useState(0);
  const live = view.mode === 'live';
  return (
    <div className="flex flex-col gap-6">
      <p>{t('backup.lead')}</p>
      {live ? (
        <>
          <BackupState />
          <MakeBackup onMade={() => setBackupCount((before) => before + 1)} />
          <BackupList
            view={view}
            version={`${backupCount} ${lastVerifiedAt ?? ''} ${view.settings.backup.folder ?? ''}`}
          />
          <ShippedBackup view={view} />
        </>
      ) : (
        <Notice tone="quiet" title={t('backup.live')} />
      )}
      <SettingsForm view={view} form="backup" />
      <BackupPassphraseForm view={view} />
    </div>
  );
}

// It is hidden while it is typed, and a typing mistake would make every backup unreadable elsewhere.
const passphraseForm = z
  .object({ passphrase: BackupPassphrase, again: z.string().trim() })
  .refine(({ passphrase, again }) => passphrase === again, { path: ['again'] });
const noPassphrase = { passphrase: '', again: '' };

/** With a passphrase, backups are encrypted. */
function BackupPassphraseForm({ view: { secrets, locked } }: SectionProps) {
  const { t } = useTranslation();
  const form = useZodForm({
    schema: passphraseForm,
    defaults: noPassphrase,
    clears: noPassphrase,
    send: ({ passphrase }) => saveSettings({ secrets: { backupPassphrase: passphrase } }),
  });
  const passphrase = form.field('passphrase', t('backup.passphraseBad'));
  const again = form.field('again', t('backup.passphraseDiffers'));
  return (
    <form {...form.props} className="flex flex-col gap-3">
      <SecretField
        label={t('backup.passphrase')}
        hint={t('backup.passphraseHint')}
        removeAsk={t('backup.passphraseRemoveAsk')}
        secret="backupPassphrase"
        isSet={secrets.backupPassphrase}
        locked={locked.includes('backupPassphrase')}
        {...passphrase}
      />
      {form.watch('passphrase') === '' ? null : (
        <TextField
          label={t('backup.passphraseAgain')}
          type="password"
          mono
          {...again}
          fault={passphrase.fault === null ? again.fault : null}
        />
      )}
      <SaveBar {...form} />
    </form>
  );
}

/** The last whole backup, the present error, and whether this database was restored. */
function BackupState() {
  const { t } = useTranslation();
  const zone = useShopZone();
  const status = useStatus((state) => state.status);
  if (!status) return null;
  const { backup, restored } = status;
  const when = (at: string | null): string => (at === null ? t('backup.never') : dateTimeText(at, zone));
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        <dt className="text-ink-soft">{t('backup.lastVerified')}</dt>
        <dd className="font-semibold">{when(backup.lastVerifiedAt)}</dd>
        <dt className="text-ink-soft">{t('backup.lastTry')}</dt>
        <dd>{when(backup.lastAt)}</dd>
      </dl>
      {backup.error === null ? null : (
        <Notice tone="unknown" live="alert" title={t('backup.notMade')} lines={[backupErrorText(t, backup.error)]} />
      )}
      {restored === null ? null : (
        <Notice
          tone="pending"
          title={t(`integrity.restored.${restored.reason}`, { time: dateTimeText(restored.at, zone) })}
          lines={[t('integrity.restored.why'), t('integrity.restored.do')]}
        />
      )}
    </>
  );
}

/** Makes a backup now; selling goes on meanwhile. */
function MakeBackup({ onMade }: { onMade: () => void }) {
  const { t } = useTranslation();
  const [making, setMaking] = useState(false);
  const [answer, setAnswer] = useState<Result<unknown> | null>(null);
  const make = async (): Promise<void> => {
    if (making) return;
    setMaking(true);
    const result = await call('backups.make');
    setAnswer(result);
    setMaking(false);
    if (result.ok) onMade();
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <Button icon={DatabaseBackup} aria-disabled={making} onClick={() => void make()}>
        {making ? t('backup.making') : t('backup.make')}
      </Button>
      {answer === null || making ? null : answer.ok ? (
        <Notice tone="success" icon={Check} live="status" title={t('backup.made')} className="w-full" />
      ) : (
        <Notice
          tone="failed"
          live="alert"
          title={t('backup.notMade')}
          lines={backupWords(t, answer.error)}
          className="w-full"
        />
      )}
    </div>
  );
}

/** The forms below stay within reach; older backups are one press away. */
const newestListed = 5;

const listBackups = () => call('backups.list');

/** The backups in the folder, newest first, each of which can be restored. */
function BackupList({ view, version }: { view: SettingsView; version: string }) {
  const { t } = useTranslation();
  const heading = useId();
  const zone = useShopZone();
  const [chosen, setChosen] = useState<ListedBackup | null>(null);
  const [all, setAll] = useState(false);
  const answer = useAnswer(listBackups, 'backups', version)?.answer;
  if (!answer) return <Skeleton className="h-32" />;
  if (!answer.ok) {
    return <Notice tone="failed" live="alert" title={t('backup.unread')} lines={backupWords(t, answer.error)} />;
  }
  const { folder, error, files } = answer.value;
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-2">
      <h4 id={heading} className="text-large font-semibold">
        {t('backup.list')}
      </h4>
      <p className="font-mono text-small break-all text-ink-soft select-text">{folder}</p>
      {error === null ? null : <Notice tone="unknown" title={t('backup.unread')} lines={[backupErrorText(t, error)]} />}
      {files.length === 0 && error === null ? <p>{t('backup.empty')}</p> : null}
      <ul className="flex flex-col gap-2">
        {files.slice(0, all ? files.length : newestListed).map((file) => (
          <Copy key={file.file} file={file} onRestore={() => setChosen(file)} />
        ))}
      </ul>
      {all || files.length <= newestListed ? null : (
        <Button className="self-start" onClick={() => setAll(true)}>
          {t('backup.all', plural(files.length))}
        </Button>
      )}
      {chosen ? (
        <RestoreDialog
          title={t('backup.ask.title', { time: dateTimeText(chosen.madeAt, zone) })}
          at={chosen.madeAt}
          rows={chosen.events}
          lost={chosen.lost}
          going={t('backup.ask.going')}
          restore={(pin) => call('backups.restore', { file: chosen.file, pin })}
          view={view}
          onClose={() => setChosen(null)}
        />
      ) : null}
    </section>
  );
}

function Copy({ file, onRestore }: { file: ListedBackup; onRestore: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const time = dateTimeText(file.madeAt, useShopZone());
  return (
    <li className="flex items-center justify-between gap-4 rounded-box border border-line bg-surface p-3">
      <div>
        <p className="font-semibold">{time}</p>
        <p className="text-small text-ink-soft">
          {t('backup.terminal', { terminal: file.terminal })} · {t('backup.events', plural(file.events))} ·{' '}
          {bytesText(file.bytes, language)}
          {file.file.endsWith('.age') ? ` · ${t('backup.encrypted')}` : ''}
        </p>
      </div>
      <Button aria-label={t('backup.restoreOf', { time })} onClick={onRestore}>
        {t('backup.restore')}
      </Button>
    </li>
  );
}

const askShipped = () => call('backups.shipped');

/** The ledger that a counter of a shop ships to the relay. Nothing where the counter is in no shop. */
function ShippedBackup({ view }: { view: SettingsView }) {
  const { t } = useTranslation();
  const heading = useId();
  const zone = useShopZone();
  const [isAsking, setIsAsking] = useState(false);
  const answer = useAnswer(askShipped, 'shipped', '')?.answer;
  if (!answer?.ok || answer.value.state === 'off') return null;
  const { state, events, snapshotAt, lastRowAt, lost } = answer.value;
  const isWrong = state === 'differs' || state === 'other';
  const text = t(`backup.shipped.state.${state}`, { events: t('backup.events', plural(events)) });
  return (
    <section aria-labelledby={heading} className="flex flex-col items-start gap-2">
      <h4 id={heading} className="text-large font-semibold">
        {t('backup.shipped.title')}
      </h4>
      {isWrong ? (
        <Notice tone={state === 'differs' ? 'failed' : 'unknown'} title={text} className="w-full" />
      ) : (
        <p>{state === 'matches' && events === 0 ? t('backup.shipped.empty') : text}</p>
      )}
      {snapshotAt === null ? null : (
        <>
          <p className="text-small text-ink-soft">
            {t('backup.shipped.snapshot', { time: dateTimeText(snapshotAt, zone) })}
          </p>
          <Button onClick={() => setIsAsking(true)}>{t('backup.shipped.restore')}</Button>
        </>
      )}
      {isAsking ? (
        <RestoreDialog
          title={t('backup.shipped.ask')}
          at={lastRowAt}
          rows={events}
          lost={lost}
          going={t('backup.shipped.fetching')}
          restore={(pin) => call('backups.restoreShipped', { pin })}
          view={view}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </section>
  );
}

/** What a restore would lose: only where it would lose any is it said that sales or records disappear. */
function lostTexts(t: TFunction, lost: LostByRestore): string[] {
  if (lost === null) return [t('backup.ask.lostUnknown')];
  const { sales, records } = lost;
  const texts: string[] = [];
  if (sales > 0)
    texts.push(t(sales > maxNamed ? 'backup.ask.lostMany' : 'backup.ask.lost', plural(Math.min(sales, maxNamed))));
  if (records > 0)
    texts.push(
      t(records > maxNamed ? 'backup.ask.recordsMany' : 'backup.ask.records', plural(Math.min(records, maxNamed))),
    );
  return texts.length === 0 ? [t('backup.ask.lostNone')] : texts;
}

/** Main counts one more at most. */
const maxNamed = 100;

interface RestoreDialogProps {
  title: string;
  /** when the last row of the backup was written; null: unknown */
  at: string | null;
  /** how many rows it has */
  rows: number;
  lost: LostByRestore;
  /** shown while it is restored */
  going: string;
  restore: (pin: string) => Promise<Result<unknown>>;
  view: SettingsView;
  onClose: () => void;
}

/** Explains what a restore changes, and starts it with the supervisor's PIN. Enter goes back until a PIN is typed. */
function RestoreDialog({ title, at, rows, lost, going, restore, view, onClose }: RestoreDialogProps) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const [pin, setPin] = useState('');
  const [isGoing, setIsGoing] = useState(false);
  const [error, setError] = useState<KonterError | null>(null);
  const start = async (): Promise<void> => {
    if (isGoing) return;
    if (!Pin.safeParse(pin).success) {
      setError({ code: 'not_allowed', message: '', reason: 'pin_needed' });
      return;
    }
    setIsGoing(true);
    const answer = await restore(pin);
    // After a success the page reloads by itself.
    if (answer.ok) return;
    setIsGoing(false);
    setPin('');
    setError(answer.error);
  };
  if (isGoing) {
    return (
      <Dialog title={title} onClose={() => {}}>
        {() => <output className="text-large">{going}</output>}
      </Dialog>
    );
  }
  const canRestore = view.secrets.supervisorPin;
  return (
    <Confirm
      title={title}
      lead={
        at === null
          ? t('backup.ask.leadRows', { rows: t('backup.rows', plural(rows)) })
          : t('backup.ask.lead', { time: dateTimeText(at, zone), rows: t('backup.rows', plural(rows)) })
      }
      stop={t('common.cancel')}
      go={canRestore ? { label: t('backup.ask.go'), run: () => void start() } : null}
      onClose={onClose}
    >
      {lostTexts(t, lost).map((text) => (
        <p
          key={text}
          className={classes('font-semibold', (lost === null || lost.sales + lost.records > 0) && 'text-failed')}
        >
          {text}
        </p>
      ))}
      <ul className="flex list-disc flex-col gap-1 pl-5 text-small">
        {t.list('backup.ask.what').map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </ul>
      {canRestore ? (
        <PinField label={t('backup.ask.pin')} value={pin} onChange={(event) => setPin(event.currentTarget.value)} />
      ) : (
        <Notice tone="unknown" title={t('backup.ask.noPin')} />
      )}
      {error ? (
        <Notice tone="failed" live="alert" compact title={t('backup.ask.failed')} lines={backupWords(t, error)} />
      ) : null}
    </Confirm>
  );
}
