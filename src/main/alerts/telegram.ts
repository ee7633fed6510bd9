import { z } from 'zod';
import { type AlertOutcome, BotChat } from '../../shared/contract/alerts.ts';
import type { Output } from '../../shared/contract/registry.ts';
import { parseProviderJson } from '../../shared/wire/fields.ts';
import type { Transport } from '../base/system.ts';

/** A bot of Telegram, and whom it writes to. */
export interface Bot {
  url: string;
  token: string;
  chat: string;
}

/** Its longest message. */
const maxText = 4096;
const limits = { connectTimeoutMs: 10_000, answerTimeoutMs: 20_000, maxAnswerBytes: 1024 * 1024 };
const maxChats = 5;

const Answer = z.object({ ok: z.boolean(), result: z.unknown().optional() });
const Chat = z.object({
  id: z.int(),
  title: z.string().optional(),
  first_name: z.string().optional(),
  username: z.string().optional(),
});
const Update = z.object({
  message: z.object({ chat: Chat }).optional(),
  my_chat_member: z.object({ chat: Chat }).optional(),
});

/** One call of the Bot API. Its address holds the token: nothing of a call is ever logged. Never rejects. */
async function callBot(
  transport: Transport,
  { url, token }: Pick<Bot, 'url' | 'token'>,
  { method, body, signal }: { method: 'sendMessage' | 'getUpdates'; body: object; signal?: AbortSignal },
): Promise<{ outcome: AlertOutcome; result: unknown }> {
  const outcome = await transport.exchange({
    method: 'POST',
    url: `${url}/bot${token}/${method}`,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(body)),
    ...limits,
    ...(signal ? { signal } : {}),
  });
  if (outcome.kind !== 'answered') return { outcome: 'unreachable', result: null };
  const { data } = Answer.safeParse(parsed(outcome.body));
  if (outcome.status === 200 && data?.ok === true) return { outcome: 'sent', result: data.result };
  // A page of somebody else on the way says nothing of the bot.
  if (data?.ok !== false) return { outcome: 'bad_answer', result: null };
  return { outcome: refusals.get(outcome.status) ?? 'bad_answer', result: null };
}

const refusals: ReadonlyMap<number, AlertOutcome> = new Map([
  [401, 'wrong_token'],
  [404, 'wrong_token'],
  [400, 'wrong_chat'],
  [403, 'wrong_chat'],
  [429, 'too_many'],
]);

function parsed(body: Uint8Array): unknown {
  try {
    return parseProviderJson(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}

export async function sendMessage(
  transport: Transport,
  bot: Bot,
  text: string,
  signal?: AbortSignal,
): Promise<AlertOutcome> {
  const body = { chat_id: bot.chat, text: text.slice(0, maxText), disable_web_page_preview: true };
  return (await callBot(transport, bot, { method: 'sendMessage', body, ...(signal ? { signal } : {}) })).outcome;
}

/** Who wrote to the bot lately, the newest first. */
export async function findChats(
  transport: Transport,
  bot: Pick<Bot, 'url' | 'token'>,
): Promise<Output<'alerts.chats'>> {
  const body = { offset: -50, limit: 50, allowed_updates: ['message', 'my_chat_member'] };
  const { outcome, result } = await callBot(transport, bot, { method: 'getUpdates', body });
  if (outcome !== 'sent') return { outcome: outcome === 'wrong_chat' ? 'bad_answer' : outcome, chats: [] };
  const updates = z.array(z.unknown()).safeParse(result).data ?? [];
  const chats = new Map<string, string>();
  for (const update of updates.toReversed()) {
    const { data } = Update.safeParse(update);
    const chat = data?.message?.chat ?? data?.my_chat_member?.chat;
    const id = BotChat.safeParse(String(chat?.id)).data;
    if (id !== undefined && !chats.has(id)) chats.set(id, chat?.title ?? chat?.first_name ?? chat?.username ?? id);
  }
  return { outcome: 'found', chats: [...chats].slice(0, maxChats).map(([chat, name]) => ({ chat, name })) };
}
