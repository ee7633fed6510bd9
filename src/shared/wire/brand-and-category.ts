import { z } from 'zod';
import { told } from './told.ts';

/** Spec, Brand object. */
export const Brand = z.looseObject({ name: told(z.string()), logo: told(z.string()) });

/** Spec, Category object. */
export const Category = z.looseObject({ name: told(z.string()) });
