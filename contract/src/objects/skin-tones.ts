/** Unicode modifier codes of skin tones, lightest first. */
export const skinTones = ['1f3fb', '1f3fc', '1f3fd', '1f3fe', '1f3ff'] as const
export type SkinTone = (typeof skinTones)[number]

/** The family is a modifier base in Unicode, but no font has it in a tone. */
const family = '1f46a'
const takesTone = (point: string) =>
  point !== family &&
  /^[\da-f]{2,6}$/.test(point) &&
  /^\p{Emoji_Modifier_Base}/u.test(String.fromCodePoint(Math.min(Number.parseInt(point, 16), 0x10ffff)))

/** The code of an emoji in a skin tone; unchanged if it has none. Only emoji of one person or hand have tones. */
export function tonedCode(code: string, tone: SkinTone | ''): string {
  if (tone === '') return code
  const points = code.split('-')
  return points.filter(takesTone).length === 1
    ? points.map((point) => (takesTone(point) ? `${point}-${tone}` : point)).join('-')
    : code
}

export const hasSkinTones = (code: string): boolean => code.split('-').filter(takesTone).length === 1
