import { type Part, parts } from './parts.ts'

type Parts = typeof parts
export type PartName = keyof Parts

/** The parts of the directory that an event changed, so that every process reloads only those. */
export type Touches = { [K in PartName]?: Parts[K] extends Part<infer Touch> ? Touch : never }

export const partNames = Object.keys(parts) as PartName[]

/** A part with its type erased, for use with the value of `Touches` that has the same name. */
export const partNamed = (name: PartName) => parts[name] as unknown as Part<unknown>

export function mergeTouches(all: readonly Touches[]): Touches {
  const merged: Partial<Record<PartName, unknown>> = {}
  for (const name of partNames) {
    const touched = partNamed(name).merge(all.flatMap((one) => (one[name] === undefined ? [] : [one[name]])))
    if (touched !== undefined) merged[name] = touched
  }
  return merged as Touches
}
