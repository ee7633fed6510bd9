import type { ComponentProps, ComponentType } from 'react';

/** An icon of 24 by 24 in the colour of the text; hidden from screen readers unless its props say otherwise. */
export type LucideIcon = ComponentType<ComponentProps<'svg'>>;

/** An icon of one path. */
export const icon =
  (path: string): LucideIcon =>
  (props) => (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={24}
      height={24}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...props}
    >
      <path d={path} />
    </svg>
  );
