import { z } from 'zod';
import { RelayUrl } from '../domain/addresses.ts';
import { nothing, procedure } from './procedure.ts';

/** Of Telegram itself; a shop may run a Bot API server of its own. */
export const telegramUrl = 'https://api.telegram.org';

/** As BotFather hands it out. A secret: who has it reads and writes as the bot. */
export const BotToken = z
  .string()
  .trim()
  .regex(/^\d{3,20}:[A-Za-z0-9_-]{20,100}$/);

/** A person, a group (below zero) or a channel. */
export const BotChat = z
  .string()
  .trim()
  .regex(/^(-?\d{1,20}|@[A-Za-z]\w{3,31})$/);

/** What became of a message. "unreachable": no whole answer came, so that it may have arrived. */
export const AlertOutcome = z.enum(['sent', 'unreachable', 'wrong_token', 'wrong_chat', 'too_many', 'bad_answer']);
export type AlertOutcome = z.infer<typeof AlertOutcome>;

export const AlertsView = z.object({
  /** null: no alerts are sent */
  bot: z.object({ chat: BotChat, url: RelayUrl }).nullable(),
  /** of the message that was tried last since the start; null: none was */
  last: z.object({ outcome: AlertOutcome, at: z.iso.datetime() }).nullable(),
});
export type AlertsView = z.infer<typeof AlertsView>;

/** docs/adr/0036-alerts.md. At a counter: not_allowed, "no_office" */
export const alerts = {
  'alerts.get': procedure({
    input: nothing,
    output: AlertsView,
    needs: 'settingsConnection',
    extendsSession: false,
    office: 'own',
  }),
  /** bot null: no alerts from now on, and the token is forgotten. A token that is left out stays; invalid_input: there is none */
  'alerts.save': procedure({
    input: z.strictObject({
      bot: z.strictObject({ token: BotToken.optional(), chat: BotChat, url: RelayUrl }).nullable(),
    }),
    output: AlertsView,
    needs: 'settingsConnection',
    office: 'own',
  }),
  /** sends a trial message now */
  'alerts.try': procedure({
    input: nothing,
    output: z.object({ outcome: AlertOutcome }),
    needs: 'settingsConnection',
    office: 'own',
  }),
  /** who wrote to the bot lately, the newest first. @param token absent: the saved one */
  'alerts.chats': procedure({
    input: z.strictObject({ token: BotToken.optional(), url: RelayUrl }),
    output: z.object({
      outcome: AlertOutcome.exclude(['sent', 'wrong_chat']).or(z.literal('found')),
      chats: z.array(z.object({ chat: BotChat, name: z.string() })),
    }),
    needs: 'settingsConnection',
    office: 'own',
  }),
};
