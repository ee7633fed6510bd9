import { Client } from 'pg';
import type { Complaints } from '../../core/ports.ts';
import type { Ears } from '../../core/store.ts';
import type { Since } from '../since.ts';
import type { Lines } from './lines.ts';
import { type Copy, channel, type Notice, readNotice, type Taken } from './notices.ts';
import { lineTo } from './pool.ts';

const againAfterMs = { first: 100, most: 5_000 };

/**
 * Hears of the other copies by notice, and looks for itself once the line was made anew, where a notice is missing before
 * another, and every few seconds. Notices come in the order of places, the copy's own among them: that is how a missing
 * one shows, and a line that has gone deaf.
 * @param parts.start the last place and the version when the database was opened
 * @param parts.everyMs how often it looks though nothing was heard
 */
export function listenToCopies(
  parts: {
    url: string;
    lines: Lines;
    copy: Copy;
    since: Since;
    start: { place: number; version: number };
    everyMs: number;
    complaints: Complaints;
    readElsewhere: () => Promise<Taken[]>;
  },
  ears: Ears,
): () => Promise<void> {
  const { url, lines, copy, since, everyMs, complaints, readElsewhere } = parts;
  /** what was told, by notice or after a look: everything up to this place, and up to this version */
  const told = { ...parts.start };
  /** up to where notices came without a gap, or the line was made later */
  let heard = parts.start.place;
  let lastAtTick = parts.start.place;

  const look = async (): Promise<{ place: number }> => {
    const [place, version] = await Promise.all([since.last(), since.version()]);
    const missed = place > told.place ? await since.mailboxes(told.place) : [];
    if (version > told.version) ears.changed();
    if (missed.length > 0) ears.came(missed);
    told.place = Math.max(told.place, place);
    told.version = Math.max(told.version, version);
    return { place };
  };

  let looking: Promise<void> | null = null;
  let wanted: Array<(place: number) => void> = [];
  /** One look at a time; who asks during one is served by the next, which sees what was committed by now. */
  const wantLook = (then: (place: number) => void): void => {
    wanted.push(then);
    looking ??= lookWhileWanted();
  };
  const lookWhileWanted = async (): Promise<void> => {
    while (wanted.length > 0) {
      const served = wanted;
      wanted = [];
      const place = await look().then(
        (seen) => seen.place,
        (error: unknown) => complaints.failed('the database could not be asked what came', error),
      );
      if (place !== undefined) for (const then of served) then(place);
    }
    looking = null;
  };

  const whoReads = askWhoReads({ readElsewhere, ears, complaints });
  const hear = (notice: Notice): void => {
    const isOwn = notice.by === copy;
    if (notice.kind === 'changed') {
      if (!isOwn) ears.changed();
      return;
    }
    if (notice.kind === 'took') {
      if (!isOwn) ears.taken(notice.taken);
      return;
    }
    if (notice.kind === 'unverified') {
      if (!isOwn) ears.unverified?.(notice.mailbox, notice.webhooks, notice.by);
      return;
    }
    if (!isOwn) ears.came(notice.mailboxes);
    if (notice.after > told.place) wantLook(() => undefined);
    else told.place = Math.max(told.place, notice.to);
    heard = Math.max(heard, notice.to);
  };

  const line = listenOn(
    { url, lines },
    {
      notice: hear,
      listening: () => {
        whoReads.lineStands();
        // What came before it stood is not its fault.
        heard = Math.max(heard, lastAtTick);
        wantLook((place) => {
          heard = Math.max(heard, place);
        });
      },
      broke: (error) => {
        whoReads.lineBroke();
        complaints.failed('the line that hears of other copies broke; it is made again', error);
      },
    },
  );
  const timer = setInterval(() => {
    whoReads.nowAndThen();
    wantLook((place) => {
      if (heard < lastAtTick) line.renew();
      lastAtTick = place;
    });
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await line.close();
    await looking;
  };
}

/** Asks what other copies read where notices of it may have been missed: once a line stands, and now and then while none does. */
interface WhoReads {
  lineStands(): void;
  lineBroke(): void;
  nowAndThen(): void;
}

export function askWhoReads(parts: {
  readElsewhere: () => Promise<Taken[]>;
  ears: Ears;
  complaints: Complaints;
}): WhoReads {
  const { readElsewhere, ears, complaints } = parts;
  let stands = false;
  let missed = true;
  const look = async (): Promise<void> => {
    // What is taken from now on a line that stands will tell.
    missed = !stands;
    try {
      ears.taken(await readElsewhere());
    } catch (error) {
      missed = true;
      complaints.failed('the database could not be asked who reads', error);
    }
  };
  return {
    lineStands: () => {
      stands = true;
      void look();
    },
    lineBroke: () => {
      stands = false;
      missed = true;
    },
    nowAndThen: () => {
      if (missed) void look();
    },
  };
}

/** A line of its own that hears notices, and is made again whenever it breaks. */
interface ListeningLine {
  /** Cuts it where it stands, so that a new one is made: it was found deaf. */
  renew(): void;
  close(): Promise<void>;
}

/**
 * @param told.listening a line stands from now on; what was said before it was not heard
 * @param told.broke why there is none at the moment
 */
function listenOn(
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
