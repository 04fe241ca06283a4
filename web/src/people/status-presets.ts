import type { EmojiChoice } from '../emoji/emoji.ts'

/** Common statuses. Emoji have the names that the server uses. */
export const statusPresets = [
  { id: 'meeting', name: 'calendar', code: '1f4c5' },
  { id: 'commuting', name: 'bus', code: '1f68c' },
  { id: 'lunch', name: 'ramen', code: '1f35c' },
  { id: 'focus', name: 'direct_hit', code: '1f3af' },
  { id: 'home', name: 'house', code: '1f3e0' },
  { id: 'sick', name: 'sick', code: '1f912' },
  { id: 'holiday', name: 'palm_tree', code: '1f334' },
] as const

export const emojiOfPreset = ({ name, code }: (typeof statusPresets)[number]): EmojiChoice => ({
  name,
  code,
  type: 'unicode_emoji',
})
