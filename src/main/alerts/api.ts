import { join } from 'node:path';
import { z } from 'zod';
import { BotChat, BotToken } from '../../shared/contract/alerts.ts';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import { RelayUrl } from '../../shared/domain/addresses.ts';
import { defineFeature, type ModeContext } from '../base/feature.ts';
import { jsonFile } from '../base/json-file.ts';
import { readSecretJson, type Secrets } from '../base/secrets.ts';
import type { Transport } from '../base/system.ts';
import type { Office } from '../office/index.ts';
import { readAlertFacts } from './alert-facts.ts';
import { alertMessage, trialMessage } from './alert-words.ts';
import { PhoneAlerts } from './phone-alerts.ts';
import { findChats, sendMessage } from './telegram.ts';

/** As the secret keeps it: its token writes as the bot. */
const StoredBot = z.object({ url: RelayUrl, token: BotToken, chat: BotChat, since: z.number() });

export interface OpenAlerts {
  alerts: PhoneAlerts;
  saveBot(bot: z.output<typeof StoredBot> | null): Promise<void>;
  transport(): Transport;
  now(): number;
}

export interface Needed {
  secrets: Secrets;
  office: Office | null;
}

export interface Deps {
  runtime(): { phone: OpenAlerts | null };
}

async function openAlerts({ office, ...context }: ModeContext & Needed): Promise<{ phone: OpenAlerts | null }> {
  if (office === null) return { phone: null };
  const { secrets, settings, system, folder, log, onClose } = context;
  const { clock, network } = system;
  const transport = (): Transport => network.transport({ proxy: settings().provider.proxy });
  const alerts = await PhoneAlerts.open({
    // Locked secrets are named in the settings; no alert is sent meanwhile.
    bot: await readSecretJson(secrets, 'alertBot', StoredBot).catch(() => null),
    readFacts: (since) =>
      readAlertFacts(office, { now: clock.now(), depositWarning: settings().depositWarning, since, log }),
    message: (facts) => alertMessage(settings(), facts),
    trial: () => trialMessage(settings()),
    send: (bot, text, signal) => sendMessage(transport(), bot, text, signal),
    file: jsonFile(join(folder, 'alerts.json'), z.array(z.string())),
    clock,
    log,
  });
  onClose(() => alerts.stop());
  const saveBot: OpenAlerts['saveBot'] = async (bot) => {
    await secrets.write({ alertBot: bot && JSON.stringify(bot) });
    await alerts.use(bot);
  };
  return { phone: { alerts, saveBot, transport, now: () => clock.now() } };
}

const noToken = (): Result<never> => fail('invalid_input', 'There is no bot’s token.', { fields: ['token'] });

type AlertProcedure = 'alerts.get' | 'alerts.save' | 'alerts.try' | 'alerts.chats';

/** alerts.* */
export function alertHandlers({ runtime }: Deps): Pick<Handlers, AlertProcedure> {
  const atOffice = async <T>(work: (phone: OpenAlerts) => Promise<Result<T>>): Promise<Result<T>> => {
    const { phone } = runtime();
    return phone ? work(phone) : fail('not_allowed', 'This is no office.', { reason: 'no_office' });
  };
  return {
    'alerts.get': () => atOffice(async ({ alerts }) => ok(alerts.view())),
    'alerts.save': ({ bot }) =>
      atOffice(async ({ alerts, saveBot, now }) => {
        const before = alerts.bot();
        // A token is sent to no other address than the one that it was typed for.
        const token = bot?.token ?? (bot?.url === before?.url ? before?.token : undefined);
        if (bot !== null && token === undefined) return noToken();
        await saveBot(bot && { chat: bot.chat, url: bot.url, token: token ?? '', since: before?.since ?? now() });
        return ok(alerts.view());
      }),
    'alerts.try': () =>
      atOffice(async ({ alerts }) => {
        const outcome = await alerts.try();
        return outcome === null ? noToken() : ok({ outcome });
      }),
    'alerts.chats': ({ token: typed, url }) =>
      atOffice(async ({ alerts, transport }) => {
        const saved = alerts.bot();
        const token = typed ?? (saved?.url === url ? saved.token : undefined);
        return token === undefined ? noToken() : ok(await findChats(transport(), { url, token }));
      }),
  };
}

export const alertsFeature = defineFeature({ open: openAlerts, handlers: alertHandlers });
