import { optionsOf } from '../forms/profile-values.ts'

/** Options with an unchanged name keep their key, so that users' choices stay valid. */
export function optionsWithKeys(
  lines: string,
  before: string,
): Record<string, { text: string; order: string }> {
  const known = new Map(optionsOf(before).map(({ key, label }) => [label, key]))
  let free = Math.max(-1, ...[...known.values()].map(Number).filter(Number.isInteger)) + 1
  const names = [...new Set(lines.split('\n').map((line) => line.trim()))].filter(Boolean)
  return Object.fromEntries(
    names.map((name, index) => [known.get(name) ?? String(free++), { text: name, order: String(index + 1) }]),
  )
}
