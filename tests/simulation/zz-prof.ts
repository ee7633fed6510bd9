import { runSeeds } from './run-seeds.ts';
await runSeeds(1, 200);
let min = Infinity; const all: number[] = [];
for (let k = 0; k < Number(process.argv[2] ?? 10); k++) {
  const c = process.cpuUsage();
  const t = await runSeeds(5001, 100);
  if (t.failures.length) { console.log(t.failures[0]); break; }
  const d = process.cpuUsage(c);
  const ms = (d.user + d.system) / 1000 / 100; all.push(ms); min = Math.min(min, ms);
}
all.sort((a,b)=>a-b);
console.log('cpu ms/seed min', min.toFixed(2), 'median', all[all.length>>1]!.toFixed(2));
