import { useEffect } from 'react';
import { create } from 'zustand';
import type { CatalogueItem } from '../../shared/domain/catalogue.ts';
import { call } from '../host/call.ts';
import type { MarkedItem } from './brand-mark.ts';
import { classes } from './classes.ts';
import { deferred } from './deferred.tsx';
import { splitName } from './number-text.ts';

/** Its place is there before its code is. */
const Mark = deferred(
  async () => (await import('./Mark.tsx')).Mark,
  ({ className }: { className: string }) => <span className={className} />,
);

interface Props {
  item: MarkedItem & Pick<CatalogueItem, 'logo'>;
  className?: string;
}

/** A brand's stored picture, or a mark of the counter's own. Screen readers read the name beside it. */
export function Logo({ item, className = 'size-10' }: Props) {
  const { logo } = item;
  const url = useLogos((logos) => (logo === null ? null : (logos[logo] ?? null)));
  useEffect(() => {
    if (logo !== null) wantLogo(logo);
  }, [logo]);
  const box = classes(
    'flex shrink-0 items-center justify-center overflow-hidden rounded-key border border-line',
    className,
  );
  if (url === null) return <Mark item={item} className={box} />;
  // Pictures are made for white paper.
  return (
    <span className={classes(box, 'bg-[#fff] p-0.5')}>
      <img src={url} alt="" className="max-h-full max-w-full object-contain" />
    </span>
  );
}

/** data: addresses by name; null: requested, but missing */
const useLogos = create<Readonly<Record<string, string | null>>>(() => ({}));

const most = 50;
const wanted = new Set<string>();

/** Has a picture brought from main, with all others that are wanted in this moment; each once. */
function wantLogo(name: string): void {
  if (Object.hasOwn(useLogos.getState(), name)) return;
  if (wanted.size === 0) queueMicrotask(() => void bring());
  wanted.add(name);
}

async function bring(): Promise<void> {
  const names = [...wanted].slice(0, most);
  for (const name of names) wanted.delete(name);
  if (wanted.size > 0) queueMicrotask(() => void bring());
  useLogos.setState(Object.fromEntries(names.map((name) => [name, null])));
  const answer = await call('catalogue.logos', { names });
  if (answer.ok) useLogos.setState(Object.fromEntries(answer.value.logos.map(({ name, url }) => [name, url])));
}

/**
 * A product's name on one line. Where the room is short its middle goes, never its nominal: "Telkom… 10.000" and "Telkom… 100.000"
 * are two products. The blank between both stays a part of the end, so that the text is read and copied as it was written.
 */
export function ProductName({ name }: { name: string }) {
  const [beginning, end] = splitName(name);
  return (
    <span className="flex max-w-full min-w-0 whitespace-pre">
      <span className="truncate">{beginning}</span>
      {end === '' ? null : <span className="shrink-0">{end}</span>}
    </span>
  );
}
