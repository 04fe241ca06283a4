import { createRequire } from 'node:module'

/** A Unicode emoji: its code (`1f44d`, `1f1fa-1f1f8`) and its names, the canonical one first. */
export interface UnicodeEmoji {
  code: string
  names: string[]
}

/** Emoji outside Unicode: URLs of their pictures by name. */
export const extraEmoji: ReadonlyMap<string, string> = new Map([
  ['chat', '/static/generated/emoji/images/emoji/unicode/chat.png'],
])

export const unicodeEmojiByName = (name: string): UnicodeEmoji | undefined => data().byName.get(name)
export const emojiCodeOf = (name: string): string | undefined => data().byName.get(name)?.code
/** All names of a code, the canonical one first; empty for unknown codes. */
export const namesOf = (code: string): readonly string[] => data().byCode.get(code)?.names ?? []

export interface EmojiCategory {
  category: string
  /** In the usual order of emoji pickers. `tags` are descriptive words that are not names. */
  emoji: (UnicodeEmoji & { tags: readonly string[] })[]
}

/** All emoji, as pickers show them. */
export function emojiByCategory(): EmojiCategory[] {
  const categories = new Map<string, EmojiCategory>()
  for (const { emoji, category, tags } of load()) {
    const known = data().byCode.get(codeOf(emoji))
    if (known === undefined) continue
    const entry = categories.get(category) ?? { category, emoji: [] }
    categories.set(category, entry)
    entry.emoji.push({ ...known, tags: tags.filter((tag) => !known.names.includes(tag)) })
  }
  addNewer([...categories.values()])
  return [...categories.values()]
}

/** Appends emoji newer than the category table to the category of their first character. */
function addNewer(categories: readonly EmojiCategory[]): void {
  const categoryOf = new Map(
    categories.flatMap((category) => category.emoji.map(({ code }) => [code, category])),
  )
  for (const [code, { names }] of data().byCode) {
    const [first = ''] = code.split('-')
    if (!categoryOf.has(code)) categoryOf.get(first)?.emoji.push({ code, names, tags: [] })
  }
}

/** The code of a typed emoji, without variation selectors. */
export const codeOf = (emoji: string) =>
  Array.from(emoji, (character) => character.codePointAt(0) ?? 0)
    .filter((point) => point !== 0xfe0f)
    .map((point) => point.toString(16).padStart(4, '0'))
    .join('-')

interface Data {
  byName: Map<string, UnicodeEmoji>
  byCode: Map<string, UnicodeEmoji>
}

let loaded: Data | undefined

/**
 * Loaded on first use: nearly two thousand emoji that many servers never need. Names of the protocol take precedence
 * over those that other programs use for another emoji.
 */
function data(): Data {
  if (loaded !== undefined) return loaded
  const gemoji = load()
  const byName = new Map<string, UnicodeEmoji>()
  const byCode = new Map<string, UnicodeEmoji>()
  const name = (code: string, names: readonly string[]) => {
    const emoji = byCode.get(code) ?? { code, names: [] }
    byCode.set(code, emoji)
    for (const one of names) {
      if (byName.has(one)) continue
      byName.set(one, emoji)
      emoji.names.push(one)
    }
  }
  for (const [code, names] of Object.entries(protocolNames())) name(code, names)
  for (const { emoji, names } of gemoji) name(codeOf(emoji), names)
  // Last, so that a description never takes the name of another emoji.
  for (const { emoji, description } of gemoji) name(codeOf(emoji), [asName(description)])
  loaded = { byName, byCode }
  return loaded
}

/** The names that clients of this protocol use, by code, the canonical one first. */
export const protocolNames = () =>
  createRequire(import.meta.url)('./names.json') as Record<string, readonly string[]>

const load = () => (createRequire(import.meta.url)('gemoji') as typeof import('gemoji')).gemoji

/** `flag: São Tomé & Príncipe` as `flag_sao_tome_principe`. */
const asName = (description: string) =>
  description
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
