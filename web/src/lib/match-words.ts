import { caseless } from '@loquat/contract/light'

/** Whether every word of the filter is a prefix of a word of the name. Hyphens, slashes, colons and dots separate words. */
export function matchesWords(name: string, filter: string): boolean {
  const words = caseless(name).split(/[\s\-_/:.]+/)
  return caseless(filter)
    .split(/\s+/)
    .every((wanted) => wanted === '' || words.some((word) => word.startsWith(wanted)))
}
