import type { InitialState } from '@loquat/contract'

/** Recomputes only when one of the selected parts of the state was replaced. */
export function memoized<T>(
  parts: (org: InitialState) => readonly unknown[],
  compute: (org: InitialState) => T,
): (org: InitialState) => T {
  let seen: readonly unknown[] | undefined
  let result: T
  return (org) => {
    const current = parts(org)
    if (seen === undefined || current.some((part, index) => part !== seen?.[index])) {
      seen = current
      result = compute(org)
    }
    return result
  }
}
