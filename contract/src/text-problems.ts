/** Checks of translations against English, shared by the server and the build of the web app. */

type Catalog = Readonly<Record<string, string>>

const form = /\.(zero|one|two|few|many|other)$/

/**
 * Plural forms that a language needs. Forms only for fractions or millions are not needed: the form `other` stands for them.
 * `given`: numbers with a text of their own.
 */
export function neededForms(
  language: string,
  given: readonly number[] = [],
  type: Intl.PluralRuleType = 'cardinal',
): string[] {
  const rules = new Intl.PluralRules(language, { type })
  const counts = Array.from({ length: 201 }, (_, count) => count).filter((count) => !given.includes(count))
  return [...new Set([...counts.map((count) => rules.select(count)), 'other'])]
}

/** Whether a text has several words. Single words, such as names and technical terms, are often the same as in English. */
export const isSentence = (text: string): boolean =>
  (text.replace(/\{[^{}]*\}|https?:\S+/g, '').match(/\p{L}{2,}/gu) ?? []).length > 1

const valuesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()

/**
 * Problems of texts with `{names}`, as `id: problem`. Texts with a count have one entry per plural form (`id.one`, `id.other`), which
 * may omit the count.
 */
export function textProblems(language: string, english: Catalog, own: Catalog): string[] {
  const forms = neededForms(language)
  const counted = new Set(Object.keys(english).flatMap((id) => (form.test(id) ? [id.replace(form, '')] : [])))
  const wanted = [
    ...Object.keys(english).filter((id) => !form.test(id)),
    ...[...counted].flatMap((id) => forms.map((category) => `${id}.${category}`)),
  ]
  return [
    ...wanted.flatMap((id) => {
      const isCounted = form.test(id)
      const original = english[isCounted ? id.replace(form, '.other') : id] ?? ''
      const problem = problemOf(original, own[id], isCounted)
      return problem === undefined ? [] : [`${id}: ${problem}`]
    }),
    ...superfluous(own, (id) => id in english || (form.test(id) && counted.has(id.replace(form, '')))),
  ]
}

export const superfluous = (own: Catalog, isKnown: (id: string) => boolean): string[] =>
  Object.keys(own)
    .filter((id) => !isKnown(id))
    .map((id) => `${id}: superfluous`)

function problemOf(english: string, text: string | undefined, isCounted: boolean): string | undefined {
  if (text === undefined) return 'missing'
  if (text.trim() === '' && english.trim() !== '') return 'empty'
  const names = (one: string) => valuesIn(one).filter((name) => !isCounted || name !== '{count}')
  if (names(text).join() !== names(english).join())
    return `has other values than ${valuesIn(english).join(' ')}`
  return text === english && isSentence(text) ? 'not translated' : undefined
}
