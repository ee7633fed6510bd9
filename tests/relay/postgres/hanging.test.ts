import { expect, onTestFinished, test } from 'vitest';
import { body, hook, poll, startRelay } from '../../support/relay.ts';

test('stops in its time though the database answers nothing any more, not even a goodbye', async () => {
  const under = await startRelay();
  await hook(under, body('T1'));
  const servers = (
    await under.sql('select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()')
  ).map(({ pid }) => Number(pid));
  // One that appends, one that listens, and one at least that reads.
  expect(servers.length).toBeGreaterThan(2);
  const goOn = () => servers.forEach((pid) => void process.kill(pid, 'SIGCONT'));
  onTestFinished(goOn);
  for (const pid of servers) process.kill(pid, 'SIGSTOP');
  const waiting = poll(under, { wait: 1 }).catch(() => undefined);
  await under.relay.close();
  await waiting;
});
