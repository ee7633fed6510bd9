/** For threads that live as long as the counter: they hold a row at a time, and by themselves would keep up to 50 MB for it. */
export const workerMemoryLimits = { maxYoungGenerationSizeMb: 4 };
