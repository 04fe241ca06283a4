import type { Micros } from '../source-id.ts'

export const timeOf = (value: unknown): Micros | undefined =>
  value instanceof Date && value.valueOf() > 0 ? value.valueOf() * 1_000 : undefined
