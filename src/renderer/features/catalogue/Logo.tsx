import { useEffect } from 'react';
import { create } from 'zustand';
import type { CatalogueItem } from '../../../shared/domain/catalogue.ts';
import { call } from '../../host/call.ts';
import { classes } from '../../ui/classes.ts';

interface Props {
  item: Pick<CatalogueItem, 'logo' | 'brand' | 'productName' | 'productCode'>;
  className?: string;
}

/** A brand's stored picture, or its initials. Screen readers read the name beside it. */
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
  // Pictures are made for white paper.
  if (url !== null) {
    return (
      <span className={classes(box, 'bg-white p-0.5')}>
        <img src={url} alt="" className="max-h-full max-w-full object-contain" />
      </span>
    );
  }
  return (
    <span aria-hidden="true" className={classes(box, 'bg-sunken text-small font-semibold text-ink-soft')}>
      {initialsOf(item)}
    </span>
  );
}

/** At most two letters or digits for a brand: of its first two words, else of its first. */
function initialsOf({
  brand,
  productName,
  productCode,
}: Pick<CatalogueItem, 'brand' | 'productName' | 'productCode'>): string {
  const name = [brand, productName, productCode].find((text) => /[\p{L}\p{N}]/u.test(text ?? '')) ?? '';
  const [first = '', second] = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const of = (word: string): string[] => word.match(/[\p{L}\p{N}]/gu) ?? [];
  const letters = second === undefined ? of(first).slice(0, 2) : [...of(first).slice(0, 1), ...of(second).slice(0, 1)];
  return letters.join('').toUpperCase();
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
