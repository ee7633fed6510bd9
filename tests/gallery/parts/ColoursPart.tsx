const grounds = ['bg-canvas', 'bg-surface', 'bg-sunken', 'bg-accent-soft'] as const;
const tones = [
  ['success', 'bg-success-soft text-success'],
  ['pending', 'bg-pending-soft text-pending'],
  ['unknown', 'bg-unknown-soft text-unknown'],
  ['failed', 'bg-failed-soft text-failed'],
  ['disputed', 'bg-disputed-soft text-disputed'],
  ['quiet', 'bg-quiet-soft text-quiet'],
  ['accent', 'bg-accent text-accent-ink'],
  ['training', 'bg-training text-training-ink'],
  ['paper', 'bg-paper text-paper-ink'],
] as const;

export function ColoursPart() {
  return (
    <div className="grid grid-cols-4 gap-3">
      {grounds.map((ground) => (
        <div key={ground} className={`rounded-box border border-line p-3 ${ground}`}>
          <p className="font-semibold">{ground.slice(3)}</p>
          <p className="text-ink-soft">Rp52.500</p>
        </div>
      ))}
      {tones.map(([name, look]) => (
        <div key={name} className={`rounded-box border border-line p-3 ${look}`}>
          <p className="font-semibold">{name}</p>
          <p>Rp52.500</p>
        </div>
      ))}
    </div>
  );
}
