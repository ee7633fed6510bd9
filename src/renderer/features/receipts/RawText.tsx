/** Bytes as they were said, never read or tidied. */
export function RawText({ label, text }: { label: string; text: string }) {
  return (
    <figure className="pb-2">
      <figcaption className="text-small font-medium text-ink-soft">{label}</figcaption>
      <pre className="rounded-box border border-line bg-sunken p-2 font-mono text-small break-all whitespace-pre-wrap select-text">
        {text}
      </pre>
    </figure>
  );
}
