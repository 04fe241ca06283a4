import type { Directory, User } from '../directory/directory.ts'
import { languageOf, languageOfOrganization } from './reader.ts'
import { type Language, type Translate, translator } from './texts.ts'

/** Texts of messages that the server posts. Markup is not translated: callers insert mentions, links and quotes. */
export const noticesIn = (language: Language): Translate =>
  translator('notices', language, {}, { numbers: { useGrouping: false } })

/** For everyone in a channel. */
export const noticesOf = (directory: Directory): Translate => noticesIn(languageOfOrganization(directory))

/** For one user. */
export const noticesFor = (user: User): Translate => noticesIn(languageOf(user))
