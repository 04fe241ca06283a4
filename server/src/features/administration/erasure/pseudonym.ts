import type { ErasedIdentity } from '../../../db/tables/erasure.ts'

export interface Pseudonym {
  name: string
  email: string
}

/** The number is the ID of the user, so that conversations can still be followed. `.invalid` has no mailboxes. */
export const pseudonymOf = (userId: number): Pseudonym => ({
  name: `Deleted user ${userId}`,
  email: `deleted-user-${userId}@erased.invalid`,
})

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
const inHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll("'", '&#39;')

/**
 * Replaces a person's names and addresses in Markdown, HTML and plain text. Mentions with the user's ID are replaced whatever name they have.
 */
export function createReplacer(userId: number, { names, emails, plainNames }: ErasedIdentity) {
  const { name, email } = pseudonymOf(userId)
  const rules: [RegExp, string][] = [
    [new RegExp(`(@_?\\*\\*)[^*|\\n]{1,200}(\\|${userId}\\*\\*)`, 'gu'), `$1${name}$2`],
    [
      new RegExp(
        `(<span class="user-mention[^"]{0,100}" data-user-id="${userId}">@?)[^<]{0,600}(</span>)`,
        'gu',
      ),
      `$1${name}$2`,
    ],
    ...emails.map((one): [RegExp, string] => [
      new RegExp(`(?<![\\w.+-])${escaped(one)}(?![\\w-])`, 'giu'),
      email,
    ]),
    // A mention without an ID means the only user of that name.
    ...names
      .filter((one) => plainNames.includes(one))
      .map((one): [RegExp, string] => [
        new RegExp(`(@_?\\*\\*)${escaped(one)}(\\*\\*)`, 'giu'),
        `$1${name}|${userId}$2`,
      ]),
    ...plainNames
      .filter(isDistinctive)
      .flatMap((one) =>
        [...new Set([one, inHtml(one)])].map((form): [RegExp, string] => [
          new RegExp(`(?<![\\p{L}\\p{N}])${escaped(form)}(?![\\p{L}\\p{N}])`, 'giu'),
          name,
        ]),
      ),
  ]
  return (text: string): string => rules.reduce((result, [pattern, by]) => result.replace(pattern, by), text)
}

export type Replace = ReturnType<typeof createReplacer>

/** One word may be an ordinary one, such as "May": only mentions of it are replaced. */
const isDistinctive = (name: string) => /\S\s+\S/.test(name)

/** Replaces in all texts of a JSON value. */
export function replaceInJson(value: unknown, replace: Replace): unknown {
  if (typeof value === 'string') return replace(value)
  if (Array.isArray(value)) return value.map((one) => replaceInJson(one, replace))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaceInJson(one, replace)]))
}

/** Patterns of `ilike` that find every text in which something would be replaced, and perhaps others. */
export function patternsFor(userId: number, { names, emails }: ErasedIdentity): string[] {
  const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const forms = [...names, ...names.map(inHtml), ...emails]
  return [
    ...new Set([...forms, `|${userId}**`, `data-user-id="${userId}"`, `data-user-id=\\"${userId}\\"`]),
  ].map(like)
}
