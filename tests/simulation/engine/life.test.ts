import { expect, test, vi } from 'vitest';
import { chanceOf } from './chance.ts';
import { createLife } from './life.ts';
import { createSchedule } from './schedule.ts';

const killedLife = () => {
  const life = createLife(createSchedule(chanceOf('schedule')), chanceOf('life'), 0);
  life.kill();
  return life;
};

test('what fails for a process that was killed is no unhandled error, and is never delivered', async () => {
  const unhandled = vi.fn<() => void>();
  process.on('unhandledRejection', unhandled);
  const received = vi.fn<() => void>();
  killedLife()
    .deliver(Promise.reject(new Error('the database was closed')))
    .then(received, received);
  await new Promise((resolve) => void setImmediate(resolve));
  await new Promise((resolve) => void setImmediate(resolve));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
  expect(received).not.toHaveBeenCalled();
});

test('a process that is killed while it waits gets no failure either', async () => {
  const life = createLife(createSchedule(chanceOf('schedule')), chanceOf('life'), 0);
  const coming = Promise.withResolvers<void>();
  const received = vi.fn<() => void>();
  life.deliver(coming.promise).then(received, received);
  life.kill();
  coming.reject(new Error('the database was closed'));
  await new Promise((resolve) => void setImmediate(resolve));
  expect(received).not.toHaveBeenCalled();
});
