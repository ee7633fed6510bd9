import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingsView } from '../../../shared/contract/settings.ts';
import { call, useAnswer } from '../../host/call.ts';
import { plural } from '../../i18n/i18n.ts';
import { useShopZone } from '../../state/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { dateTimeText } from '../../ui/time-text.ts';
import { RestoreDialog } from './RestoreDialog.tsx';

const ask = () => call('backups.shipped');

/** The ledger that a counter of a shop ships to the relay. Nothing where the counter is in no shop. */
export function ShippedBackup({ view }: { view: SettingsView }) {
  const { t } = useTranslation();
  const heading = useId();
  const zone = useShopZone();
  const [isAsking, setIsAsking] = useState(false);
  const answer = useAnswer(ask, 'shipped', '')?.answer;
  if (!answer?.ok || answer.value.state === 'off') return null;
  const { state, events, snapshotAt } = answer.value;
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
          going={t('backup.shipped.fetching')}
          restore={(pin) => call('backups.restoreShipped', { pin })}
          view={view}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </section>
  );
}
