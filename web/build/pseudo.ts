import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'

/**
 * Languages that nobody speaks, made from English to find what a real one would trip over: `en-XA` has accents and is
 * about 40 % longer, `ar-XB` runs from right to left. What is not marked on screen did not come from the catalogue.
 */
export const pseudoLanguages = ['en-XA', 'ar-XB'] as const
export type PseudoLanguage = (typeof pseudoLanguages)[number]

const plain = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const accented = [...'ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž']
const letters = new Map([...plain].map((letter, n) => [letter, accented[n] ?? letter]))

/** Vowels are written twice: that is how much longer than English others are. */
const stretch = (text: string) =>
  [...text]
    .map((letter) => {
      const drawn = letters.get(letter) ?? letter
      return /[aeiou]/i.test(letter) ? drawn + drawn.toLowerCase() : drawn
    })
    .join('')

/** Letters are drawn from right to left, as if their script were. Spaces stay outside, for lines to break there. */
const mirror = (text: string) => text.replace(/\S+/g, (word) => `\u202e${word}\u202c`)

const marks = { 'en-XA': ['⟦', '⟧', stretch], 'ar-XB': ['\u200f', '\u200f', mirror] } as const

/** An English text as one of these languages would have it. Values, the words that choose, and tags stay as they are. */
export function pseudo(
  message: string | readonly MessageFormatElement[],
  language: PseudoLanguage,
): string | MessageFormatElement[] {
  const [begin, end, change] = marks[language]
  if (typeof message === 'string') return begin + outsideTags(message, change) + end
  const literal = (value: string): MessageFormatElement => ({ type: TYPE.literal, value })
  return [literal(begin), ...message.map((part) => changeElement(part, change)), literal(end)]
}

const outsideTags = (text: string, change: (text: string) => string) =>
  text.replace(/(<[^>]*>)|[^<]+|</g, (part, tag: string | undefined) => tag ?? change(part))

function changeElement(part: MessageFormatElement, change: (text: string) => string): MessageFormatElement {
  const all = (parts: MessageFormatElement[]) => parts.map((one) => changeElement(one, change))
  if (part.type === TYPE.literal) return { ...part, value: outsideTags(part.value, change) }
  if (part.type === TYPE.tag) return { ...part, children: all(part.children) }
  if (part.type !== TYPE.plural && part.type !== TYPE.select) return part
  const options = Object.entries(part.options).map(([key, { value }]) => [key, { value: all(value) }])
  return { ...part, options: Object.fromEntries(options) }
}
