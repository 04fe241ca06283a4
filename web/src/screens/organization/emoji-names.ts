/** A valid emoji name that resembles a file name: lowercase letters, digits, hyphens and underscores. */
export const suggestName = (fileName: string): string =>
  fileName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\.[^.]*$/, '')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-z0-9_-]+/g, '_')
    .replace(/^_+|[_-]+$/g, '')
    .slice(0, 100)

export const isEmojiName = (name: string): boolean => /^[a-z0-9_-]{0,99}[a-z0-9]$/.test(name)

/** The first of `name`, `name_2`, `name_3`, … that is not taken. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let n = 1; n <= 1_000; n++) {
    const candidate = n === 1 ? name : `${name}_${n}`
    if (!taken.has(candidate)) return candidate
  }
  return name
}
