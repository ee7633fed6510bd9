import { z } from 'zod';
import { Text } from './text.ts';
import { told } from './told.ts';

/** Spec, Brand object. */
export const Brand = z.looseObject({ name: told(Text), logo: told(Text) });

/** Spec, Category object. */
export const Category = z.looseObject({ name: told(Text) });
