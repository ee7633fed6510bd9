import { useEffect, useState } from 'react';
import type { Status } from '../../shared/contract/events.ts';
import { wallClock } from '../../shared/domain/zone.ts';
import { call } from '../host/call.ts';
import { backupErrorText, errorWords } from '../i18n/i18n.ts';
import { useTranslation } from '../i18n/translation.ts';
import { useNow } from '../state/clock.ts';
import { useKeys } from '../state/keys.ts';
import { isLocked, showPersonSwitch, useMay, usePeople } from '../state/people.ts';
import { showSettings } from '../state/router.ts';
import { useSettings, useShopZone } from '../state/settings.ts';
import { useServes, useStatus } from '../state/status.ts';
import { toast } from '../state/toast.ts';
import { Kbd } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { deferred } from '../ui/deferred.tsx';
import type { LucideIcon } from '../ui/icon.tsx';
import {
  CircleCheck,
  CircleDashed,
  CircleMinus,
  CircleX,
  DatabaseBackup,
  GraduationCap,
  Loader,
  TriangleAlert,
  UserRound,
} from '../ui/icons.tsx';
import { KeysWithheld, Skeleton } from '../ui/Notice.tsx';

const Confirm = deferred(async () => (await import('../ui/Dialog.tsx')).Confirm, KeysWithheld);
/** Loaded after the first screen, into room of the title: nothing else moves. */
const PrintTray = deferred(async () => (await import('../features/prints/PrintTray.tsx')).PrintTray);

export function TopBar() {
  const { t } = useTranslation();
  const shop = useSettings((state) => state.view?.settings.shop.name);
  const status = useStatus((state) => state.status);
  const locked = usePeople(isLocked);
  const sells = useServes('order');
  return (
    <div className="flex h-12 shrink-0 items-center gap-6 max-2xl:gap-3 border-b border-line bg-surface px-4 zoomed:h-auto zoomed:min-h-12 zoomed:flex-wrap zoomed:gap-y-0">
      <h1 className="min-w-0 flex-1 truncate text-large font-semibold zoomed:min-w-48">
        {shop === undefined ? (
          <Skeleton className="h-6 w-40" />
        ) : (
          shop || status?.shop?.name || t('appShell.shopUnnamed')
        )}
        {sells ? null : <span className="font-normal text-ink-soft"> · {t('office.name')}</span>}
      </h1>
      {status ? (
        <>
          <BackupWarning />
          {locked ? null : <PrintTray />}
          {sells ? (
            <ConnectionState
              label={t('appShell.provider.label')}
              word={t(`appShell.provider.${status.provider.state}`)}
              look={providerLook[status.provider.state]}
            />
          ) : null}
          <ConnectionState
            label={t(sells ? 'appShell.relay.label' : 'office.relay')}
            word={t(`appShell.relay.${status.relay.state}`)}
            look={relayLook[status.relay.state]}
          />
        </>
      ) : (
        <Skeleton className="h-6 w-72" />
      )}
      {status?.mode === 'live' && sells && !locked ? <TrainingButton /> : null}
      <WhoIsHere />
      <ShopClock />
    </div>
  );
}

function ShopClock() {
  const { t } = useTranslation();
  const zone = useShopZone();
  const { time } = wallClock(useNow(), zone);
  return (
    <time aria-label={t('appShell.clock')} className="text-large font-semibold">
      {time.slice(0, 5)}
    </time>
  );
}

/** The state of one connection, by shape, word and colour. */
function ConnectionState({ label, word, look }: { label: string; word: string; look: ConnectionLook }) {
  const Icon = look.icon;
  return (
    <p className="flex shrink-0 items-center gap-1.5 text-small">
      <Icon aria-hidden="true" className={classes('size-5', look.colour)} strokeWidth={2.5} />
      <span className="text-ink-soft">{label}</span>
      <span className={classes('font-semibold', look.colour)}>{word}</span>
    </p>
  );
}

interface ConnectionLook {
  icon: LucideIcon;
  /** text colour; shape and word say the same */
  colour: string;
}

const good: ConnectionLook = { icon: CircleCheck, colour: 'text-success' };
const idle: ConnectionLook = { icon: CircleDashed, colour: 'text-ink-soft' };
const busy: ConnectionLook = { icon: Loader, colour: 'text-pending' };
const unset: ConnectionLook = { icon: CircleMinus, colour: 'text-ink-soft' };
const down: ConnectionLook = { icon: TriangleAlert, colour: 'text-unknown' };
const wrong: ConnectionLook = { icon: CircleX, colour: 'text-failed' };

const providerLook: Readonly<Record<Status['provider']['state'], ConnectionLook>> = {
  not_configured: unset,
  untried: idle,
  reachable: good,
  unreachable: wrong,
};

const relayLook: Readonly<Record<Status['relay']['state'], ConnectionLook>> = {
  not_configured: unset,
  starting: busy,
  listening: good,
  deaf: down,
  refused: wrong,
  taken: wrong,
};

/** Failed backups show here, without a dialog: selling goes on. */
function BackupWarning() {
  const { t } = useTranslation();
  const error = useStatus((state) => state.status?.backup.error ?? null);
  if (error === null) return null;
  return (
    <button
      type="button"
      title={backupErrorText(t, error)}
      onClick={() => showSettings('backup')}
      className="flex min-h-11 shrink-0 items-center gap-1.5 rounded-box px-2 text-small font-semibold text-unknown underline underline-offset-4"
    >
      <DatabaseBackup aria-hidden="true" className="size-5" strokeWidth={2.5} />
      {t('backup.failed')}
    </button>
  );
}

/** From live to training with one press and one question; the page then reloads by itself. */
function TrainingButton() {
  const { t } = useTranslation();
  const maySwitch = useMay('modeSwitch');
  const [asking, setAsking] = useState(false);
  const go = async (): Promise<void> => {
    setAsking(false);
    const answer = await call('mode.switch', { mode: 'training' });
    if (!answer.ok) toast('failed', errorWords(t, answer.error).lines.join(' '));
  };
  if (!maySwitch) return null;
  return (
    <>
      <button
        type="button"
        aria-label={t('appShell.startTraining')}
        title={t('appShell.startTraining')}
        onClick={() => setAsking(true)}
        className="flex size-11 shrink-0 items-center justify-center rounded-box hover:bg-sunken"
      >
        <GraduationCap aria-hidden="true" className="size-6" />
      </button>
      {asking ? (
        <Confirm
          title={t('settings.mode.toTrainingTitle')}
          lead={t('settings.mode.toTrainingAsk')}
          stop={t('common.cancel')}
          go={{ label: t('settings.mode.toTraining'), run: () => void go(), danger: false }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

/** The person at the counter, and the way to change. Nothing while no person is set up. */
function WhoIsHere() {
  const { t } = useTranslation();
  const present = usePeople((people) => people.state?.present ?? null);
  const isHere = present !== null;
  useActivityReports(isHere);
  useKeys(
    isHere ? [{ key: 'F12', label: t('people.switch.key'), run: () => showPersonSwitch(true), quiet: true }] : [],
    { frame: true },
  );
  if (!present) return null;
  return (
    <button
      type="button"
      title={t('people.switch.key')}
      onClick={() => showPersonSwitch(true)}
      className="flex min-h-11 max-w-56 min-w-0 shrink-0 items-center gap-2 rounded-box px-2 font-semibold hover:bg-sunken"
    >
      <UserRound aria-hidden="true" className="size-5 shrink-0" strokeWidth={2.5} />
      <span className="truncate">{present.name}</span>
      <Kbd>F12</Kbd>
    </button>
  );
}

/** The lock counts whole minutes. */
const minIntervalMs = 20_000;

/** Reports activity to main now and then, where the counter locks by itself. */
function useActivityReports(isHere: boolean): void {
  const locks = useSettings((state) => (state.view?.settings.autoLockMinutes ?? null) !== null);
  useEffect(() => {
    if (!isHere || !locks) return;
    let reportedAt = Number.NEGATIVE_INFINITY;
    const touched = (event: Event): void => {
      if (event.timeStamp - reportedAt < minIntervalMs) return;
      reportedAt = event.timeStamp;
      void call('people.extendSession');
    };
    const kinds = ['keydown', 'pointerdown', 'wheel'] as const;
    for (const kind of kinds) window.addEventListener(kind, touched, { passive: true, capture: true });
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, touched, { capture: true });
    };
  }, [isHere, locks]);
}
