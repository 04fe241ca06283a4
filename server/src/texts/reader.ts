import { type Directory, type User, userSetting } from '../directory/directory.ts'
import { matchLanguage } from './offered.ts'
import type { Language } from './texts.ts'

/** The language of an account. English if its language is not supported, as in the web app. */
export const languageOf = (user: User): Language =>
  matchLanguage(userSetting(user, 'default_language')) ?? 'en'

/** The language for readers without an account, and for a whole organization. */
export const languageOfOrganization = (directory: Directory): Language =>
  matchLanguage(directory.setting('default_language')) ?? 'en'
