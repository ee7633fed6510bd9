import { describe } from 'vitest';

describe('the network', () => {});
