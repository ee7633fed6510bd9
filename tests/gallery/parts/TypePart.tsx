const sizes = ['text-small', 'text-body', 'text-large', 'text-title', 'text-giant'] as const;

export function TypePart() {
  return (
    <dl className="grid grid-cols-[auto_1fr_1fr] items-baseline gap-x-6 gap-y-2">
      {sizes.map((size) => (
        <div key={size} className="contents">
          <dt className="text-small text-ink-soft">{size.slice(5)}</dt>
          <dd className={`${size} font-semibold`}>Rp1.234.567</dd>
          <dd className={`${size} font-mono`}>0812 3456 7890</dd>
        </div>
      ))}
    </dl>
  );
}
