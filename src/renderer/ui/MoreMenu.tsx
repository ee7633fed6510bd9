import { DropdownMenu } from 'radix-ui';
import { useRef } from 'react';
import { IconButton } from './Button.tsx';
import { classes } from './classes.ts';
import type { LucideIcon } from './icon.tsx';
import { Ellipsis } from './later-icons.tsx';

export interface MenuItem {
  icon: LucideIcon;
  label: string;
  run: () => void;
}

/** What is done rarely, behind one button. An item that opens a dialog gives the focus back to the button. */
export function MoreMenu({
  label,
  items,
  className,
}: {
  label: string;
  items: readonly MenuItem[];
  className?: string;
}) {
  const trigger = useRef<HTMLButtonElement>(null);
  const acted = useRef(false);
  if (items.length === 0) return null;
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton ref={trigger} label={label} className={classes('border border-line-strong bg-surface', className)}>
          <Ellipsis aria-hidden="true" className="size-5" />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="z-40 rounded-box border border-line-strong bg-surface p-1 text-ink"
          onCloseAutoFocus={(event) => {
            if (acted.current) event.preventDefault();
            acted.current = false;
          }}
        >
          {items.map(({ icon: Icon, label, run }) => (
            <DropdownMenu.Item
              key={label}
              onSelect={() => {
                acted.current = true;
                trigger.current?.focus();
                run();
              }}
              className="flex min-h-11 items-center gap-3 rounded-key px-3 outline-none select-none data-highlighted:bg-accent-soft"
            >
              <Icon aria-hidden="true" className="size-5" />
              {label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
