import { refuse, WireError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { isBot, type User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import type { Language } from '../../../texts/texts.ts'
import { parseEmail } from '../../identity/users/rules.ts'
import { checkAddress } from '../domains/rules.ts'
import { accept, findJoining, findJoiningOf, type Joining } from '../invitations/join.ts'
import { fittingName } from './names.ts'
import { accountOf, type Identity, storeIdentity } from './store.ts'

/** Somebody of whom another service has told us who they are. */
export interface Stranger extends Identity {
  /** Their address, if it is known to be theirs. */
  email: string | undefined
  /** What they may be called, best first. */
  names: readonly (string | undefined)[]
  /** What they want to be spoken to in. */
  language?: Language | undefined
  /** The service itself is reason enough for an account. */
  isTrusted: boolean
  /** Of an invitation that they bring. */
  key?: string | undefined
}

const notAdmitted = (reason: string) => refuse('AuthenticationFailed', reason)

export interface Admitted {
  user: User
  /** What they have joined just now; undefined for those who had an account. */
  joined?: Joining
}

/**
 * The account of somebody who logged in elsewhere: the one they had the last time, otherwise the one with their address,
 * otherwise a new one, if they may come in.
 */
export async function admit(app: App, realm: Realm, stranger: Stranger): Promise<Admitted> {
  const { subject, email, loginName } = stranger
  // The database takes every other character.
  if ([subject, email, loginName].some((text) => text?.includes('\0'))) {
    throw notAdmitted('Your profile contains an invalid character.')
  }
  await realm.follower.advance()
  const { directory } = realm
  const known = await accountOf(app.database.db, realm.id, stranger)
  const user = directory.users.get(known ?? 0) ?? accountWith(realm, email)
  if (user === undefined) return await createAccount(app, realm, stranger)
  if (directory.realm.deactivated) {
    throw refuse('RealmDeactivated', 'This organization has been deactivated.')
  }
  if (!user.isActive) throw refuse('UserDeactivated', 'This account has been deactivated.')
  await realm.transact((tx) => storeIdentity(tx, stranger, user.id, new Date(app.clock.now())))
  return { user }
}

/** Bots have addresses too, but nobody logs in as one. */
function accountWith({ directory }: Realm, email: string | undefined): User | undefined {
  const found = email === undefined ? undefined : directory.userByEmail(email)
  return found === undefined || isBot(found) ? undefined : found
}

async function createAccount(app: App, realm: Realm, stranger: Stranger): Promise<Admitted> {
  const { directory } = realm
  if (directory.realm.deactivated) {
    throw refuse('RealmDeactivated', 'This organization has been deactivated.')
  }
  const email = parseEmail(stranger.email ?? '')
  if (email === undefined) {
    throw notAdmitted("You don't have an account here, and we didn't receive your email address.")
  }
  try {
    const joining = await joiningFor(app, realm, stranger, email)
    const objection = checkAddress(directory, email)
    if (objection !== undefined) throw notAdmitted(objection)
    const user = await accept(app, realm, joining, {
      email,
      fullName: fittingName(directory, [...stranger.names, email.split('@')[0]]),
      passwordHash: null,
      language: stranger.language,
      within: (tx, user) => storeIdentity(tx, stranger, user.id, new Date(app.clock.now())),
    })
    return { user, joined: joining }
  } catch (error) {
    // They came twice at the same moment: who came first made the account of both.
    if (!(error instanceof WireError)) throw error
    await realm.follower.advance()
    const made = accountWith(realm, email)
    if (!made?.isActive) throw error
    return { user: made }
  }
}

async function joiningFor(app: App, realm: Realm, stranger: Stranger, email: string): Promise<Joining> {
  if (stranger.key !== undefined) {
    const joining = await findJoining(app, realm, stranger.key)
    if (joining.email !== undefined && joining.email.toLowerCase() !== email.toLowerCase()) {
      throw notAdmitted(`This invitation is for ${joining.email}, but you logged in as ${email}.`)
    }
    return joining
  }
  const joining = await findJoiningOf(app, realm, email, { isOpen: stranger.isTrusted })
  if (joining === undefined) {
    throw notAdmitted(`There is no account for ${email} here. Ask a member to invite you.`)
  }
  return joining
}
