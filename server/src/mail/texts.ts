import type { Directory, User } from '../directory/directory.ts'
import { languageOf } from '../texts/reader.ts'
import { type Language, written } from '../texts/texts.ts'

type Values = Readonly<Record<string, string | number>>

/**
 * Puts a text of the mails into the language of the reader, with values for its `{names}`. Where there is a `count`, the
 * text has a form for each way in which the language counts: `id.one`, `id.other`.
 */
export type MailText = (id: string, values?: Values) => string

export const mailTextsIn =
  (language: Language, known: Values = {}): MailText =>
  (id, values = {}) => {
    const { count } = values
    const form = typeof count === 'number' ? `.${new Intl.PluralRules(language).select(count)}` : ''
    const numbers = new Intl.NumberFormat(language)
    return written('mails', language, id + form, (name) => {
      const value = values[name] ?? known[name] ?? ''
      return typeof value === 'number' ? numbers.format(value) : value
    })
  }

/** What a letter is written with. Its texts can name the `{organization}` and its `{url}` without being told. */
export interface Pen {
  language: Language
  text: MailText
}

export function penIn(language: Language, { realm, url }: Directory, known: Values = {}): Pen {
  return { language, text: mailTextsIn(language, { organization: realm.name, url, ...known }) }
}

/** For somebody with an account, whose `{name}` and `{email}` its texts know too. */
export const penFor = (directory: Directory, user: User): Pen =>
  penIn(languageOf(user), directory, { name: user.fullName, email: user.deliveryEmail })
