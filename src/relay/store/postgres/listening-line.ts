import { Client } from 'pg';
import type { Lines } from './lines.ts';
import { channel, type Notice, readNotice } from './notices.ts';
import { lineTo } from './pool.ts';

const againAfterMs = { first: 100, most: 5_000 };

/** A line of its own that hears notices, and is made again whenever it breaks. */
export interface ListeningLine {
  /** Cuts it where it stands, so that a new one is made: it was found deaf. */
  renew(): void;
  close(): Promise<void>;
}

/**
 * @param told.listening a line stands from now on; what was said before it was not heard
 * @param told.broke why there is none at the moment
 */
export function listenOn(
  { url, lines }: { url: string; lines: Lines },
  told: { notice: (notice: Notice) => void; listening: () => void; broke: (error: unknown) => void },
): ListeningLine {
  let closed = false;
  let pauseMs = againAfterMs.first;
  let line: Client | null = null;
  let stands = false;
  let timer: NodeJS.Timeout | undefined;

  const open = async (): Promise<void> => {
    const client = new Client(lineTo(url, lines));
    line = client;
    client.on('notification', ({ payload = '' }) => {
      const notice = readNotice(payload);
      if (notice) told.notice(notice);
    });
    // It says "error" and then "end", or only one of them.
    client.once('error', (error) => lost(client, error));
    client.on('error', () => undefined);
    client.once('end', () => lost(client, new Error('the line was closed')));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch (error) {
      lost(client, error);
      return;
    }
    pauseMs = againAfterMs.first;
    stands = true;
    told.listening();
  };
  const lost = (client: Client, error: unknown): void => {
    if (closed || line !== client) return;
    line = null;
    stands = false;
    void client.end().catch(() => undefined);
    told.broke(error);
    timer = setTimeout(() => void open(), pauseMs);
    timer.unref();
    pauseMs = Math.min(pauseMs * 2, againAfterMs.most);
  };

  void open();
  return {
    renew: () => {
      if (line && stands) lost(line, new Error('notices did not come'));
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await line?.end();
    },
  };
}
