import { caseless } from '@loquat/contract/light'

/** What a filter of words finds: each begins a word of the name, also after a hyphen, a slash or the like. */
export function matchesWords(name: string, filter: string): boolean {
  const words = caseless(name).split(/[\s\-_/:.]+/)
  return caseless(filter)
    .split(/\s+/)
    .every((wanted) => wanted === '' || words.some((word) => word.startsWith(wanted)))
}
