import type { WaitReason } from '../../../shared/domain/catalogue/work.ts';
import { askProduct } from './ask-product.ts';
import type { WorkParts } from './keeper.ts';
import { type WalkParts, walk } from './walk.ts';

/** A walk that goes on beside everything else. */
export interface Running {
  /** ends a wait at once */
  hurry(): void;
  /** Gives it up; resolves when nothing of it is under way any more. */
  stop(): Promise<void>;
}

interface Steps extends Pick<WalkParts, 'next' | 'took'> {
  waits(reason: WaitReason | null): Promise<void>;
  /** it came to its end by itself, or cannot go on */
  end(state: 'done' | 'stopped', reason: WaitReason | null): Promise<void>;
}

/** Begins a walk. What the disk does not take stops it, and is told of; nothing is thrown. */
export function runWalk(parts: WorkParts, steps: Steps): Running {
  const stopping = new AbortController();
  let hurrying = new AbortController();
  const work = async (): Promise<void> => {
    const { provider } = parts;
    if (!provider) return steps.end('stopped', 'not_configured');
    let telling: Promise<void> = Promise.resolve();
    const ended = await walk({
      ...steps,
      ask: (code) => askProduct(provider, code),
      waits(reason) {
        telling = steps.waits(reason);
        telling.catch(() => undefined);
      },
      clock: parts.clock,
      pace: parts.pace,
      signal: stopping.signal,
      hurry: () => hurrying.signal,
    });
    await telling;
    if (ended.kind === 'done') return steps.end('done', null);
    return ended.kind === 'stopped' ? steps.end('stopped', ended.reason) : undefined;
  };
  const ended = work().catch((error: unknown) => {
    parts.log.warn('the catalogue could not be asked about', { error: error instanceof Error ? error.name : '' });
    return steps.end('stopped', 'disk').catch(() => undefined);
  });
  return {
    hurry() {
      hurrying.abort();
      hurrying = new AbortController();
    },
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}
