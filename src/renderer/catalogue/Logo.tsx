import { useEffect } from 'react';
import type { CatalogueItem } from '../../shared/domain/catalogue.ts';
import { classes } from '../ui/classes.ts';
import { initialsOf } from './initials.ts';
import { useLogos, wantLogo } from './logos.ts';

interface Props {
  item: Pick<CatalogueItem, 'logo' | 'brand' | 'productName' | 'productCode'>;
  className?: string;
}

/** A brand's picture as it is kept on this machine; its initials where there is none. Readers hear the name beside it. */
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
