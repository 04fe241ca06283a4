import type { Pass } from '../inline/pass.ts'
import { replaceMatches } from '../inline/piece.ts'
import { inline, type Node } from '../tree.ts'
import { codeOf, emojiCodeOf, extraEmoji, namesOf } from './unicode.ts'

/** `:name:`, regardless of the surrounding text. */
export const shortcodes: Pass = {
  trigger: /:.+:/,
  apply: (piece, { session: { context } }) =>
    replaceMatches(piece, /:([\p{L}\p{N}_+-]+):/gu, ([, name = '']) => {
      const picture = context.customEmoji(name) ?? extraEmoji.get(name)
      if (picture !== undefined) return pictureEmoji(name, picture)
      const code = emojiCodeOf(name)
      return code === undefined ? undefined : characterEmoji(name, code)
    }),
}

const faces: Record<string, string> = {
  ':)': 'smile',
  '(:': 'smile',
  ':(': 'frown',
  '<3': 'heart',
  ':|': 'neutral',
  ':/': 'confused',
  ';)': 'wink',
  ':D': 'grinning',
  ':o': 'open_mouth',
  ':O': 'open_mouth',
  ':p': 'stuck_out_tongue',
  ':P': 'stuck_out_tongue',
}
const around = String.raw`[^,.;?!()[\]"' \n\t]`
const face = new RegExp(String.raw`(?<!${around})(?:[:;]\)|\(:|:[(|/DoOpP]|<3)(?!${around})`, 'g')

/** For senders who enabled it. */
export const emoticons: Pass = {
  trigger: /[:;]|<3/,
  apply: (piece, { session: { context } }) =>
    !context.emoticons
      ? piece
      : replaceMatches(piece, face, ([typed]) => {
          const name = faces[typed] ?? ''
          const code = emojiCodeOf(name)
          return code === undefined ? undefined : characterEmoji(name, code)
        }),
}

// Everything that could be one emoji: flags, keycaps, and joined characters, with their modifiers.
const character = String.raw`\p{Emoji}(?:\p{Emoji_Modifier}|\u{fe0f}\u{20e3}?)?(?:[\u{e0020}-\u{e007e}]+\u{e007f})?`
const sequence = new RegExp(String.raw`\p{Regional_Indicator}{2}|${character}(?:\u{200d}${character})*`, 'gu')

export const unicodeEmoji: Pass = {
  trigger: /[^\u0000-\u00a8]/,
  apply: (piece) =>
    replaceMatches(piece, sequence, ([typed]) => {
      // A single character is an emoji only if it has emoji presentation by default: not ©, not a digit.
      if (/^\p{Emoji}$/u.test(typed) && !/^\p{Emoji_Presentation}$/u.test(typed)) return undefined
      const code = codeOf(typed)
      const [name] = namesOf(code)
      return name === undefined ? undefined : characterEmoji(name, code)
    }),
}

function characterEmoji(name: string, code: string): Node {
  const title = name.replaceAll('_', ' ')
  return inline('span', [`:${name}:`], {
    'aria-label': title,
    class: `emoji emoji-${code}`,
    role: 'img',
    title,
  })
}

const pictureEmoji = (name: string, src: string): Node =>
  inline('img', [], { alt: `:${name}:`, class: 'emoji', src, title: name.replaceAll('_', ' ') })
