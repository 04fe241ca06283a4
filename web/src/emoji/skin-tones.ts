import {
  hasSkinTones,
  type SkinTone as Modifier,
  skinTones as modifiers,
  tonedCode,
} from '@loquat/contract/light'
import { org, useOrg } from '../session/session.ts'
import { changeSetting } from '../settings/settings-actions.ts'
import { showProblemToast } from '../shell/error-toasts.ts'
import { characters } from './emoji-characters.ts'

export { tonedCode }

/** Unicode modifier codes, lightest first. The empty one is the default yellow. */
export const skinTones = ['', ...modifiers] as const
export type SkinTone = Modifier | ''

/** The default skin tone of the reader. */
export const useSkinTone = (): SkinTone => useOrg((state) => state.user_settings?.emoji_skin_tone ?? '')
export const skinTone = (): SkinTone => org().user_settings?.emoji_skin_tone ?? ''

export async function setSkinTone(tone: SkinTone): Promise<void> {
  showProblemToast(await changeSetting('emoji_skin_tone', tone))
}

interface EmojiInput {
  name: string
  code: string
  type: string
  /** The tone of this one, in place of the default. */
  tone?: SkinTone | undefined
}

export const takesTone = ({ code, type }: { code: string; type: string }): boolean =>
  type === 'unicode_emoji' && hasSkinTones(code)

/** The markup of an emoji: its name, or its characters if it has a skin tone. */
export function emojiText({ name, code, type, tone }: EmojiInput, standard: SkinTone): string {
  const toned = type === 'unicode_emoji' ? tonedCode(code, tone ?? standard) : code
  return toned === code ? `:${name}:` : characters(toned)
}

/** The field of a reaction with its skin tone, if it has one. */
export function toneOfReaction(emoji: Omit<EmojiInput, 'name'>): { skin_tone?: Modifier } {
  const tone = emoji.tone ?? skinTone()
  return tone === '' || !takesTone(emoji) ? {} : { skin_tone: tone }
}
