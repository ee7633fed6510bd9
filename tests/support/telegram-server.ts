import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenLocally } from './local-server.ts';

export const botToken = '123456789:AAFmadeUpTokenOfTests-0123456789';

/** What it does with a message instead of answering as it should: takes it and hangs up, is somebody else's page, or has had too many. */
type BotFault = 'lost' | 'html' | 'too_many';

/** Telegram's Bot API as its pages describe it, over HTTP: one bot, which may write to chat 42 and to group -100. */
export class TelegramServer {
  /** what arrived at phones */
  readonly messages: Array<{ chat: string; text: string }> = [];
  /** every request's path */
  readonly paths: string[] = [];
  readonly faults: BotFault[] = [];
  /** that have written to it, the oldest first */
  updates: object[] = [];
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  async listen(port = 0): Promise<string> {
    return `http://127.0.0.1:${await listenLocally(this.#server, port)}`;
  }

  close = async (): Promise<void> => {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  };

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body: { chat_id?: string; text?: string } = JSON.parse(await text(request));
    const path = request.url ?? '';
    this.paths.push(path);
    const say = (status: number, answer: object): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    const refuse = (status: number, description: string): void =>
      say(status, { ok: false, error_code: status, description });
    const fault = this.faults.shift();
    if (fault === 'html') return void response.writeHead(200).end('<html>Internet Positif</html>');
    if (fault === 'too_many') return refuse(429, 'Too Many Requests: retry after 30');
    if (!path.startsWith(`/bot${botToken}/`)) return refuse(401, 'Unauthorized');
    if (path.endsWith('/getUpdates')) return say(200, { ok: true, result: this.updates });
    if (body.chat_id === '7') return refuse(403, 'Forbidden: bot was blocked by the user');
    if (body.chat_id !== '42' && body.chat_id !== '-100') return refuse(400, 'Bad Request: chat not found');
    this.messages.push({ chat: body.chat_id, text: body.text ?? '' });
    if (fault === 'lost') request.socket.destroy();
    else say(200, { ok: true, result: { message_id: this.messages.length } });
  }
}
