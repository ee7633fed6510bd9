import { useState } from 'react';
import { z } from 'zod';
import { type AlertsView, BotChat, BotToken, telegramUrl } from '../../../shared/contract/alerts.ts';
import type { KonterError, Result } from '../../../shared/contract/errors.ts';
import type { Output } from '../../../shared/contract/registry.ts';
import { RelayUrl } from '../../../shared/domain/addresses.ts';
import { call, useAnswer } from '../../host/call.ts';
import { dateTimeText } from '../../i18n/time-text.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useShopZone } from '../../state/settings.ts';
import { toast } from '../../state/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
import { Send } from '../../ui/icons.tsx';
import { ErrorNotice, Notice, Skeleton } from '../../ui/Notice.tsx';
import { SaveBar, SecretField, type SectionProps, SettingsForm } from './SettingsForm.tsx';

const read = () => call('alerts.get');

/** At an office: the bot that writes to the owner's phone. Off until a token and a recipient are saved. */
export function AlertsSection({ view }: SectionProps) {
  const { t } = useTranslation();
  const [changed, setChanged] = useState<AlertsView | null>(null);
  const answer = useAnswer(read, 'alerts', changed)?.answer;
  if (answer === undefined) return <Skeleton className="h-40" />;
  if (!answer.ok) return <ErrorNotice error={answer.error} />;
  const { bot } = answer.value;
  return (
    <div className="flex flex-col gap-6">
      <p>{t('alerts.lead')}</p>
      {bot ? <State alerts={answer.value} onChange={setChanged} /> : <Steps />}
      <BotForm key={bot?.chat} bot={bot} onSaved={setChanged} />
      <SettingsForm view={view} form="deposit" title={t('alerts.deposit')} />
    </div>
  );
}

function Steps() {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-2">
      <p className="font-semibold">{t('alerts.off')}</p>
      <ol className="list-decimal pl-5">
        {(['bot', 'write', 'chat'] as const).map((step) => (
          <li key={step}>{t(`alerts.steps.${step}`)}</li>
        ))}
      </ol>
    </div>
  );
}

interface ChangeProps {
  onChange: (alerts: AlertsView) => void;
}

/** What became of the last message, and what can be done with the bot that is saved. */
function State({ alerts: { last }, onChange }: { alerts: AlertsView } & ChangeProps) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const [isBusy, setBusy] = useState(false);
  const [stopping, setStopping] = useState(false);
  const [error, setError] = useState<KonterError | null>(null);
  const act = async (work: () => Promise<Result<unknown>>): Promise<void> => {
    setBusy(true);
    const done = await work();
    const answer = await read();
    if (answer.ok) onChange(answer.value);
    setError(done.ok ? (answer.ok ? null : answer.error) : done.error);
    setBusy(false);
  };
  const trial = (): Promise<void> =>
    act(async () => {
      const answer = await call('alerts.try');
      if (answer.ok && answer.value.outcome === 'sent') toast('success', t('alerts.tried'));
      return answer;
    });
  return (
    <div className="flex flex-col gap-3">
      <p className="font-semibold">
        {t('alerts.on')}
        {last?.outcome === 'sent' ? ` ${t('alerts.lastSent', { time: dateTimeText(last.at, zone) })}` : null}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="primary" icon={Send} disabled={isBusy} onClick={() => void trial()}>
          {t('alerts.try')}
        </Button>
        <Button disabled={isBusy} onClick={() => setStopping(true)}>
          {t('alerts.stop')}
        </Button>
      </div>
      <ErrorNotice compact error={error} />
      {last === null || last.outcome === 'sent' ? null : <Problem outcome={last.outcome} />}
      {stopping ? (
        <Confirm
          title={t('alerts.stopAsk')}
          lead={t('alerts.stopLead')}
          stop={t('common.cancel')}
          go={{
            label: t('alerts.stop'),
            run: () => {
              setStopping(false);
              void act(() => call('alerts.save', { bot: null }));
            },
          }}
          onClose={() => setStopping(false)}
        />
      ) : null}
    </div>
  );
}

type ChatList = Output<'alerts.chats'>;

function Problem({ outcome }: { outcome: Exclude<NonNullable<AlertsView['last']>['outcome'], 'sent'> }) {
  const { t } = useTranslation();
  return (
    <Notice
      compact
      tone="failed"
      live="alert"
      title={t(`alerts.problem.${outcome}`)}
      lines={[t(`alerts.problemDo.${outcome}`)]}
    />
  );
}

function BotForm({ bot, onSaved }: { bot: AlertsView['bot']; onSaved: ChangeProps['onChange'] }) {
  const { t } = useTranslation();
  const [chatList, setChatList] = useState<ChatList | null>(null);
  const form = useZodForm({
    schema: z.object({ token: BotToken.or(z.literal('')), chat: BotChat, url: RelayUrl }),
    defaults: { token: '', chat: bot?.chat ?? '', url: bot?.url ?? telegramUrl },
    clears: { token: '' },
    async send({ token, ...rest }) {
      const answer = await call('alerts.save', { bot: { ...rest, ...(token === '' ? {} : { token }) } });
      if (!answer.ok) return answer.error;
      onSaved(answer.value);
      toast('success', t('alerts.saved'));
      return null;
    },
  });
  const find = (): Promise<void> =>
    form.attempt(async () => {
      const token = form.watch('token').trim();
      const answer = await call('alerts.chats', { url: form.watch('url'), ...(token === '' ? {} : { token }) });
      setChatList(answer.ok ? answer.value : null);
      return answer.ok ? null : answer.error;
    });
  return (
    <form {...form.props} className="flex flex-col gap-3">
      <SecretField
        label={t('alerts.token')}
        hint={t('alerts.tokenBad')}
        isSet={bot !== null}
        locked={false}
        maxLength={130}
        {...form.field('token', t('alerts.tokenBad'))}
      />
      <div className="flex items-start gap-2">
        <TextField
          mono
          className="flex-1"
          label={t('alerts.chat')}
          hint={t('alerts.chatHint')}
          maxLength={40}
          {...form.field('chat', t('alerts.chatBad'))}
        />
        <Button className="mt-6" disabled={form.busy} onClick={() => void find()}>
          {t('alerts.find')}
        </Button>
      </div>
      {chatList === null ? null : (
        <Recipients list={chatList} onChoose={(chat) => form.setValue('chat', chat, { shouldDirty: true })} />
      )}
      <TextField
        mono
        label={t('alerts.url')}
        hint={t('alerts.urlHint')}
        maxLength={200}
        {...form.field('url', t('alerts.urlBad'))}
      />
      <SaveBar {...form} />
    </form>
  );
}

/** Who wrote to the bot: one of them is the owner. */
function Recipients({ list: { outcome, chats }, onChoose }: { list: ChatList; onChoose: (chat: string) => void }) {
  const { t } = useTranslation();
  if (outcome !== 'found') return <Problem outcome={outcome} />;
  if (chats.length === 0) return <Notice compact tone="unknown" live="status" title={t('alerts.noChats')} />;
  return (
    <div className="flex flex-wrap gap-2">
      {chats.map(({ chat, name }) => (
        <Button key={chat} onClick={() => onChoose(chat)}>
          {name}
        </Button>
      ))}
    </div>
  );
}
