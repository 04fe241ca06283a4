import { create } from 'zustand'
import { ownStorage } from '../device/shared-computer.ts'
import { characters } from './emoji-characters.ts'

/** Unicode modifier codes, lightest first. The empty one is the default yellow. */
export const skinTones = ['', '1f3fb', '1f3fc', '1f3fd', '1f3fe', '1f3ff'] as const
export type SkinTone = (typeof skinTones)[number]

const storageKey = 'emoji.tone'
const stored = (): SkinTone => {
  const kept = typeof window === 'undefined' ? null : ownStorage().getItem(storageKey)
  return skinTones.find((tone) => tone === kept) ?? ''
}

const useTone = create<{ tone: SkinTone }>(() => ({ tone: stored() }))

/** The skin tone chosen on this device. */
export const useSkinTone = (): SkinTone => useTone((state) => state.tone)
export const skinTone = (): SkinTone => useTone.getState().tone

export function setSkinTone(tone: SkinTone): void {
  ownStorage().setItem(storageKey, tone)
  useTone.setState({ tone })
}

/** The code of an emoji in a skin tone. Only emoji of one person or hand have tones. */
export function tonedCode(code: string, tone: SkinTone): string {
  if (tone === '') return code
  const points = code.split('-')
  const bases = points.filter(takesTone)
  return bases.length === 1
    ? points.map((point) => (takesTone(point) ? `${point}-${tone}` : point)).join('-')
    : code
}

/** The family is a modifier base in Unicode, but no font has it in a tone. */
const family = '1f46a'
const takesTone = (point: string) => point !== family && /^\p{Emoji_Modifier_Base}/u.test(characters(point))

interface EmojiInput {
  name: string
  code: string
  type: string
}

/** The markup of an emoji: its name, or its characters if it has a skin tone. */
export function emojiText({ name, code, type }: EmojiInput, tone: SkinTone): string {
  const toned = type === 'unicode_emoji' ? tonedCode(code, tone) : code
  return toned === code ? `:${name}:` : characters(toned)
}
