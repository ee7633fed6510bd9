import { Check, Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UpdatesState } from '../../../../shared/contract/updates.ts';
import { call } from '../../../host/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Confirm } from '../../../ui/Confirm.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { dateTimeText } from '../../../ui/time-text.ts';
import { errorWords } from '../../../words/error-words.ts';
import { useUpdates } from './use-updates.ts';

/** Which program this is, what is newer, and putting that in place. @param url the saved address */
export function UpdateState({ url, zone }: { url: string | null; zone: string }) {
  const { t } = useTranslation();
  const { state, error, run } = useUpdates();
  const [asking, setAsking] = useState(false);
  if (!state) return error ? <Notice tone="failed" live="alert" {...errorWords(t, error)} /> : null;
  const { phase, release } = state;
  const waiting = phase === 'waiting' && release !== null;
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-large font-semibold">{t('updates.present', { version: state.version })}</p>
      <How state={state} zone={zone} asked={url !== null} />
      {error ? <Notice tone="failed" live="alert" {...errorWords(t, error)} className="w-full" /> : null}
      {state.hindrance !== null || url === null ? null : waiting ? (
        <Button
          look="primary"
          icon={<Download aria-hidden="true" className="size-5" />}
          onClick={() => setAsking(true)}
        >
          {t('updates.install')}
        </Button>
      ) : phase === 'idle' || phase === 'checking' ? (
        <Button aria-disabled={phase === 'checking'} onClick={() => void run(call('updates.check'))}>
          {t(phase === 'checking' ? 'updates.checking' : 'updates.check')}
        </Button>
      ) : null}
      {asking && release ? (
        <Confirm
          title={t('updates.installAsk', { version: release.version })}
          lead={t('updates.installWhy')}
          stop={t('common.cancel')}
          go={{
            label: t('updates.install'),
            run: () => {
              setAsking(false);
              void run(call('updates.install'));
            },
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
}

function How({ state, zone, asked }: { state: UpdatesState; zone: string; asked: boolean }) {
  const { t } = useTranslation();
  const { hindrance, problem, phase, release, checkedAt, waitsFor, percent } = state;
  if (hindrance !== null) return <p>{t(`updates.hindrance.${hindrance}`)}</p>;
  const when = checkedAt ? t('updates.checkedAt', { time: dateTimeText(checkedAt, zone) }) : t('updates.neverChecked');
  return (
    <>
      {problem ? (
        <Notice tone="failed" live="status" title={t('updates.money')} lines={[t(`updates.problem.${problem}`)]} />
      ) : null}
      {phase === 'downloading' && release ? (
        <p>{t('updates.downloading', { version: release.version, percent })}</p>
      ) : null}
      {phase === 'installing' ? <output>{t('updates.installing')}</output> : null}
      {phase === 'waiting' && release ? (
        <Notice
          tone="success"
          icon={Check}
          live="status"
          title={t('updates.waiting', { version: release.version })}
          lines={[waitsFor ? t(`updates.waitsFor.${waitsFor}`) : t('updates.soon'), release.notes]}
          className="w-full"
        />
      ) : null}
      {phase === 'idle' && !problem && asked ? (
        <p>
          {checkedAt && !release ? `${t('updates.newest')} ` : ''}
          {when}
        </p>
      ) : null}
    </>
  );
}
