import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { isSentence, neededForms, superfluous } from '@loquat/contract/text-problems'

type Catalog = Readonly<Record<string, string>>

/** Problems of the texts of the app (ICU messages) in a language, as `id: problem`. `allowed`: the same as in English. */
export function messageProblems(
  language: string,
  english: Catalog,
  own: Catalog,
  allowed: readonly string[] = [],
): string[] {
  return [
    ...Object.entries(english).flatMap(([id, original]) => {
      const problem = problemOf(language, original, own[id], allowed.includes(original))
      return problem === undefined ? [] : [`${id}: ${problem}`]
    }),
    ...superfluous(own, (id) => id in english),
  ]
}

function problemOf(language: string, english: string, text: string | undefined, mayBeEqual: boolean) {
  if (text === undefined) return 'missing'
  if (text.trim() === '' && english.trim() !== '') return 'empty'
  let parts: MessageFormatElement[]
  try {
    parts = parse(text, { ignoreTag: true })
  } catch (error) {
    return `malformed, ${(error as Error).message}`
  }
  const [wanted, found] = [namesOf(english), namesIn(parts)]
  if (found !== wanted) return `has the values ${found || 'none'} instead of ${wanted || 'none'}`
  if (tagsIn(text) !== tagsIn(english)) return `has other tags than ${tagsIn(english) || 'none'}`
  const forms = missingForms(language, parts, / (one|few|many) \{/.test(english))
  if (forms.length > 0) return `has no text for ${forms.join(', ')}`
  const isEqual = text === english && !mayBeEqual
  return isEqual && literalsIn(parts).some(isSentence) ? 'not translated' : undefined
}

/** Kept, because every language is compared with the same English texts. */
const englishNames = new Map<string, string>()
function namesOf(english: string): string {
  const names = englishNames.get(english) ?? namesIn(parse(english, { ignoreTag: true }))
  englishNames.set(english, names)
  return names
}

const childrenOf = (part: MessageFormatElement): MessageFormatElement[] =>
  part.type === TYPE.plural || part.type === TYPE.select
    ? Object.values(part.options).flatMap(({ value }) => value)
    : []
const allOf = (parts: readonly MessageFormatElement[]): MessageFormatElement[] =>
  parts.flatMap((part) => [part, ...allOf(childrenOf(part))])

const literalsIn = (parts: readonly MessageFormatElement[]) =>
  allOf(parts).flatMap((part) => (part.type === TYPE.literal ? [part.value] : []))

/** Names of values; those of choices with their options, which the code provides. */
function namesIn(parts: readonly MessageFormatElement[]): string {
  const names = allOf(parts).flatMap((part) => {
    if (part.type === TYPE.literal || part.type === TYPE.pound || part.type === TYPE.tag) return []
    return part.type === TYPE.select
      ? [`${part.value}(${Object.keys(part.options).sort().join('|')})`]
      : [part.value]
  })
  return [...new Set(names)].sort().join(', ')
}

const tagsIn = (text: string) => [...new Set(text.match(/<\/?\w+>/g))].sort().join(' ')

/** A text that is the same for all numbers in English may be so in other languages. */
function missingForms(
  language: string,
  parts: readonly MessageFormatElement[],
  isCounted: boolean,
): string[] {
  return allOf(parts).flatMap((part) => {
    if (part.type !== TYPE.plural) return []
    const options = Object.keys(part.options)
    if (!isCounted && options.every((one) => one === 'other' || one.startsWith('='))) return []
    const given = options.filter((one) => one.startsWith('=')).map((one) => Number(one.slice(1)))
    const type = part.pluralType ?? 'cardinal'
    return neededForms(language, given, type).filter((one) => !options.includes(one))
  })
}
