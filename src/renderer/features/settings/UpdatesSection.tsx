import { useEffect, useId, useState } from 'react';
import type { KonterError, Result } from '../../../shared/contract/errors.ts';
import type { UpdatesState } from '../../../shared/contract/updates.ts';
import { call, subscribe } from '../../host/call.ts';
import { errorWords } from '../../i18n/i18n.ts';
import { dateTimeText } from '../../i18n/time-text.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { copyText } from '../../state/share.ts';
import { toast } from '../../state/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Dialog.tsx';
import { Check } from '../../ui/icons.tsx';
import { Download } from '../../ui/later-icons.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { type SectionProps, SettingsForm } from './SettingsForm.tsx';

/** The program's version, newer releases and their source, and the licences. */
export function UpdatesSection({ view }: SectionProps) {
  const { t } = useTranslation();
  const { updates, timeZone } = view.settings;
  return (
    <div className="flex flex-col gap-6">
      <p>{t('updates.lead')}</p>
      <UpdateState url={updates.url} zone={timeZone} />
      <SettingsForm view={view} form="updates" />
      <Diagnostics />
      <Notices />
    </div>
  );
}

/** The program's version, a newer release, and its installation. @param url the saved address */
function UpdateState({ url, zone }: { url: string | null; zone: string }) {
  const { t } = useTranslation();
  const { state, error, run } = useUpdates();
  const [asking, setAsking] = useState(false);
  if (!state) return error ? <Notice tone="failed" live="alert" {...errorWords(t, error)} /> : null;
  const { phase, release } = state;
  const waiting = phase === 'waiting' && release !== null;
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-large font-semibold">{t('updates.present', { version: state.version })}</p>
      <UpdateDescription state={state} zone={zone} isRequested={url !== null} />
      {error ? <Notice tone="failed" live="alert" {...errorWords(t, error)} className="w-full" /> : null}
      {state.hindrance !== null || url === null ? null : waiting ? (
        <Button look="primary" icon={Download} onClick={() => setAsking(true)}>
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

function UpdateDescription({ state, zone, isRequested }: { state: UpdatesState; zone: string; isRequested: boolean }) {
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
        <p>{t('updates.downloading', { version: release.version, n: percent })}</p>
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
      {phase === 'idle' && !problem && isRequested ? (
        <p>
          {checkedAt && !release ? `${t('updates.newest')} ` : ''}
          {when}
        </p>
      ) : null}
    </>
  );
}

interface UpdatesView {
  state: UpdatesState | null;
  error: KonterError | null;
}

/** The state of the updates, followed while the section is open; `run` makes a request and shows its result. */
function useUpdates() {
  const [view, setView] = useState<UpdatesView>({ state: null, error: null });
  useEffect(() => {
    let wanted = true;
    const stop = subscribe((event) => {
      if (event.type === 'updates') setView(({ error }) => ({ state: event.updates, error }));
    });
    const read = async (): Promise<void> => {
      const answer = await call('updates.state');
      if (wanted) setView(answer.ok ? { state: answer.value, error: null } : { state: null, error: answer.error });
    };
    void read();
    return () => {
      wanted = false;
      stop();
    };
  }, []);
  const run = async (request: Promise<Result<UpdatesState>>): Promise<void> => {
    const answer = await request;
    setView(({ state }) => (answer.ok ? { state: answer.value, error: null } : { state, error: answer.error }));
  };
  return { ...view, run };
}

/** The licences of all parts of the program: a long text, fetched on request. */
function Notices() {
  const { t } = useTranslation();
  const [answer, setAnswer] = useState<Result<{ text: string }> | null>(null);
  const show = async (): Promise<void> => setAnswer(answer?.ok === true ? null : await call('about.notices'));
  return (
    <div className="flex flex-col items-start gap-3">
      <h4 className="text-large font-semibold">{t('updates.notices')}</h4>
      <Button aria-expanded={answer?.ok === true} onClick={() => void show()}>
        {t(answer?.ok ? 'updates.hideNotices' : 'updates.showNotices')}
      </Button>
      {answer === null ? null : answer.ok ? (
        <section
          aria-label={t('updates.notices')}
          tabIndex={0}
          className="max-h-96 w-full overflow-auto rounded-box border border-line bg-sunken p-3"
        >
          <pre className="font-mono text-small whitespace-pre-wrap">{answer.value.text}</pre>
        </section>
      ) : (
        <Notice tone="failed" live="alert" {...errorWords(t, answer.error)} className="w-full" />
      )}
    </div>
  );
}

/** Diagnostics for support, copied to the clipboard, and shown so that a person sees what leaves the shop. */
function Diagnostics() {
  const { t } = useTranslation();
  const heading = useId();
  const [gathering, setGathering] = useState(false);
  const [text, setText] = useState('');
  const [error, setError] = useState<KonterError | null>(null);
  const copy = async (): Promise<void> => {
    setGathering(true);
    const answer = await call('diagnostics.get');
    setGathering(false);
    setError(answer.ok ? null : answer.error);
    if (!answer.ok) return;
    setText(answer.value.text);
    const copied = await copyText(answer.value.text);
    toast(copied ? 'success' : 'failed', t(copied ? 'desktop.copied' : 'desktop.notCopied'));
  };
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3 border-t border-line pt-4">
      <h4 id={heading} className="text-large font-semibold">
        {t('desktop.diagnostics')}
      </h4>
      <p>{t('desktop.diagnosticsLead')}</p>
      <div>
        <Button disabled={gathering} onClick={() => void copy()}>
          {t(gathering ? 'desktop.gathering' : 'desktop.copy')}
        </Button>
      </div>
      {error ? <Notice tone="failed" live="alert" {...errorWords(t, error)} /> : null}
      {text === '' ? null : (
        <pre
          tabIndex={0}
          aria-label={t('desktop.text')}
          className="max-h-80 overflow-auto rounded-box border border-line bg-sunken p-3 font-mono text-small whitespace-pre-wrap"
        >
          {text}
        </pre>
      )}
    </section>
  );
}
