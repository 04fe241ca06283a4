import type { App } from '../../../app.ts'
import { isBot, type User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { welcomeBot } from '../../../realms/system.ts'
import { noticesFor, noticesIn } from '../../../texts/notices.ts'
import { allLanguages, type Translate } from '../../../texts/texts.ts'
import { findConversation, hasSaid } from './conversation-store.ts'
import { sendDirectNotice } from './notices.ts'
import { participantsOf, personReferences } from './parse-to.ts'
import type { SendRequest } from './send.ts'

/** What it knows something about. Of those that somebody names, the first counts. */
const subjects = ['help', 'channels', 'topics', 'direct', 'mentions', 'formatting', 'search'] as const
type Subject = (typeof subjects)[number]

const notUnderstood = (text: Translate) => `${text('welcome.notUnderstood')} ${text('welcome.help')}`

/** Whether one of the words is in what somebody wrote; `*` stands for any ending. */
function names(content: string, words: string): boolean {
  const endings = words.split(' ').map((word) => word.replace('*', '[\\p{L}\\p{N}_]*'))
  const word = `(?<![\\p{L}\\p{N}_])(${endings.join('|')})(?![\\p{L}\\p{N}_])`
  return new RegExp(word, 'iu').test(content)
}

/** In their language it understands people, and in English. */
function subjectOf(content: string, by: User): Subject | undefined {
  if (/^\s*\?/.test(content)) return 'help'
  const understood = [noticesIn('en'), noticesFor(by)]
  return subjects.find((subject) => understood.some((text) => names(content, text(`words.${subject}`))))
}

/** Answers somebody who writes to the bot that welcomes people. That it did not understand it says only once. */
export async function answerAsWelcomeBot(
  app: App,
  realm: Realm,
  sender: User,
  request: SendRequest,
): Promise<void> {
  if (isBot(sender) || (request.type !== 'direct' && request.type !== 'private')) return
  const bot = welcomeBot(realm.directory)
  const people = participantsOf(realm.directory, sender, personReferences(request.to))
  if (people.length !== 2 || !people.includes(bot)) return
  const subject = subjectOf(request.content, sender)
  if (subject === undefined) await sayOnceAsWelcomeBot(app, realm, sender, notUnderstood)
  else await sendDirectNotice(app, realm, sender, (text) => text(`welcome.${subject}`), bot)
}

/** Says something to somebody, unless it has been said before, in whatever language. */
export async function sayOnceAsWelcomeBot(
  app: App,
  realm: Realm,
  user: User,
  write: (text: Translate) => string,
): Promise<void> {
  const bot = welcomeBot(realm.directory)
  const contents = allLanguages.map((language) => write(noticesIn(language)))
  if (!(await hasBeenSaid(app, bot, user, contents))) await sendDirectNotice(app, realm, user, write, bot)
}

async function hasBeenSaid(app: App, bot: User, user: User, contents: readonly string[]): Promise<boolean> {
  const ids = [bot.id, user.id].sort((a, b) => a - b)
  const conversation = await findConversation(app.database.db, ids)
  return conversation !== undefined && (await hasSaid(app.database.db, conversation.id, bot.id, contents))
}
