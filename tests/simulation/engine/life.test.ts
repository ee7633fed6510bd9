import { expect, test, vi } from 'vitest';
import { chanceOf } from './chance.ts';
import { createLife } from './life.ts';
import { createSchedule } from './schedule.ts';

const killedLife = () => {
  const life = createLife(createSchedule(chanceOf('schedule')), chanceOf('life'), 0);
  life.kill();
  return life;
};

test('what fails for a process that was killed is no unhandled error, and is never heard', async () => {
  const unhandled = vi.fn<() => void>();
  process.on('unhandledRejection', unhandled);
  const heard = vi.fn<() => void>();
  killedLife()
    .hear(Promise.reject(new Error('the database was closed')))
    .then(heard, heard);
  await new Promise((resolve) => void setImmediate(resolve));
  await new Promise((resolve) => void setImmediate(resolve));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
  expect(heard).not.toHaveBeenCalled();
});

test('a process that is killed while it waits hears no failure either', async () => {
  const life = createLife(createSchedule(chanceOf('schedule')), chanceOf('life'), 0);
  const coming = Promise.withResolvers<void>();
  const heard = vi.fn<() => void>();
  life.hear(coming.promise).then(heard, heard);
  life.kill();
  coming.reject(new Error('the database was closed'));
  await new Promise((resolve) => void setImmediate(resolve));
  expect(heard).not.toHaveBeenCalled();
});
