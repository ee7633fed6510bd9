import { load } from 'js-yaml';
import { z } from 'zod';
import type { Release } from '../../ports/installer.ts';

/** Three numbers: a test version is nothing for a shop. */
const ReleaseVersion = z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/);
const largestFile = 1024 ** 3;

/** As electron-builder writes it; of what it holds beside, nothing is used. */
const Feed = z.object({
  version: ReleaseVersion,
  files: z
    .array(
      z.object({
        // A plain name: what is brought lies beside the list, whatever the list says.
        url: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,120}$/),
        sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
        size: z.int().min(1).max(largestFile),
      }),
    )
    .min(1)
    .max(20),
  releaseDate: z.iso.datetime().optional(),
  releaseNotes: z.string().max(20_000).optional(),
  stagingPercentage: z.number().min(0).max(100).optional(),
});

/** Null where the text is no list of a release. */
export function parseFeed(text: string): Release | null {
  const feed = Feed.safeParse(yaml(text)).data;
  if (!feed) return null;
  return {
    version: feed.version,
    files: feed.files.map(({ url, sha512, size }) => ({ name: url, sha512, bytes: size })),
    releasedAt: feed.releaseDate ?? null,
    notes: feed.releaseNotes?.trim().slice(0, 2000) || null,
    stagedPercent: feed.stagingPercentage ?? 100,
  };
}

function yaml(text: string): unknown {
  try {
    return load(text);
  } catch {
    return null;
  }
}
