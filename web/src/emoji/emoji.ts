import type { SkinTone } from '@loquat/contract'
import { useEffect } from 'react'
import { create } from 'zustand'
import { ownStorage } from '../device/shared-computer.ts'
import { isRecord } from '../lib/json.ts'
import { memoized } from '../lib/memoized.ts'
import { parseJson } from '../lib/parse.ts'
import { org, useOrg } from '../session/session.ts'
import { byFrequency, type EmojiUse } from './frequency.ts'

/** An emoji as reactions and messages name it. */
export interface EmojiChoice {
  name: string
  code: string
  type: 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji'
  /** Chosen for this one; otherwise the reader's default applies. */
  tone?: SkinTone | '' | undefined
}

export interface EmojiEntry extends EmojiChoice {
  /** All names, the canonical one first; `tags` are words that describe it. */
  names: readonly string[]
  tags: string
}

export interface EmojiSection {
  category: string
  emoji: readonly EmojiEntry[]
}

const useUnicode = create<{ sections: readonly EmojiSection[] | undefined }>(() => ({ sections: undefined }))
let loading: Promise<void> | undefined

/** Loads the names of all emoji, once. */
export function loadEmoji(): Promise<void> {
  loading ??= import('virtual:emoji').then(({ default: categories }) => {
    const sections = categories.map(({ category, emoji }) => ({
      category,
      emoji: emoji.map(([code, joined, tags]): EmojiEntry => {
        const names = joined.split(' ')
        return { name: names[0] ?? code, names, code, type: 'unicode_emoji', tags }
      }),
    }))
    useUnicode.setState({ sections })
  })
  return loading
}

const customOf = memoized(
  (state) => [state.realm_emoji],
  ({ realm_emoji: all = {} }): readonly EmojiEntry[] =>
    Object.values(all)
      .filter(({ deactivated }) => !deactivated)
      .map(({ id, name }) => ({ name, names: [name], code: id, type: 'realm_emoji' as const, tags: '' })),
)
export const customEmoji = (): readonly EmojiEntry[] => customOf(org())

/** All emoji that can be picked. `sections` is undefined while it is loading. */
export function useEmoji(): { custom: readonly EmojiEntry[]; sections: readonly EmojiSection[] | undefined } {
  useEffect(() => void loadEmoji(), [])
  const custom = useOrg(customOf)
  const sections = useUnicode((state) => state.sections)
  return { custom, sections }
}

export const loadedEmoji = (): readonly EmojiEntry[] => {
  const own = customEmoji()
  // A custom emoji hides the Unicode one of the same name.
  const hidden = new Set(own.map(({ name }) => name))
  const others = (useUnicode.getState().sections ?? []).flatMap(({ emoji }) => emoji)
  return [...own, ...others.filter(({ name }) => !hidden.has(name))]
}

/** Finds an emoji by any of its names; undefined while the names are loading. */
export function emojiNamed(name: string): EmojiEntry | undefined {
  return loadedEmoji().find(({ names }) => names.includes(name))
}

const usesStorageKey = 'emoji.uses'
const maxRememberedUses = 200

const isUse = (value: unknown): value is EmojiUse =>
  isRecord(value) && typeof value.count === 'number' && typeof value.at === 'number'

function readUses(): Record<string, EmojiUse> {
  const value = parseJson(ownStorage().getItem(usesStorageKey))
  if (!isRecord(value)) return {}
  const uses: Record<string, EmojiUse> = {}
  for (const [name, use] of Object.entries(value)) if (isUse(use)) uses[name] = use
  return uses
}

/** Usage counts on this device, by name. */
export const emojiUses = (): ReadonlyMap<string, number> =>
  new Map(Object.entries(readUses()).map(([name, { count }]) => [name, count]))

export function noteEmojiUse(name: string): void {
  const uses = readUses()
  uses[name] = { count: (uses[name]?.count ?? 0) + 1, at: Date.now() }
  const kept = Object.entries(uses)
    .sort(([, a], [, b]) => b.at - a.at)
    .slice(0, maxRememberedUses)
  ownStorage().setItem(usesStorageKey, JSON.stringify(Object.fromEntries(kept)))
}

/** Names of frequently used emoji, on this device. */
export const frequentEmoji = (most = 30): string[] => byFrequency(readUses(), Date.now()).slice(0, most)

/** Whether the names are loaded; re-renders when they are. */
export const useEmojiLoaded = (): boolean => useUnicode((state) => state.sections !== undefined)
