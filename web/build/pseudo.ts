import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'

/**
 * Pseudo-languages generated from English to find problems of localization: `en-XA` has accents and is about 40 % longer, `ar-XB` is
 * right to left. Text without their marks is not from the catalog.
 */
export const pseudoLanguages = ['en-XA', 'ar-XB'] as const
export type PseudoLanguage = (typeof pseudoLanguages)[number]

const plain = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const accented = [...'ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž']
const letters = new Map([...plain].map((letter, n) => [letter, accented[n] ?? letter]))

/** Doubles vowels, which makes texts as long as in verbose languages. */
const stretch = (text: string) =>
  [...text]
    .map((letter) => {
      const drawn = letters.get(letter) ?? letter
      return /[aeiou]/i.test(letter) ? drawn + drawn.toLowerCase() : drawn
    })
    .join('')

/** Renders words from right to left. Spaces stay outside, so that lines can break. */
const mirror = (text: string) => text.replace(/\S+/g, (word) => `\u202e${word}\u202c`)

const marks = { 'en-XA': ['⟦', '⟧', stretch], 'ar-XB': ['\u200f', '\u200f', mirror] } as const

/** Converts an English text. Values, plural and select keys, and tags are unchanged. */
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
