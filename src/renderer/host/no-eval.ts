import { z } from 'zod';

// The page's policy forbids eval, which zod would otherwise try for speed. Imported before any schema is made.
z.config({ jitless: true });
