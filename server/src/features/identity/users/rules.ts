import { apiError, changeRoleDenial, type Role, role as roleSchema } from '@loquat/contract'
import type { Directory, User } from '../../../directory/directory.ts'
import { badCharacterAt, firstCharacters, isLongerThan, trim } from '../../../text.ts'

const minNameLength = 2
const maxNameLength = 100

/** Validates a full name and returns it as stored. */
export function checkedFullName(directory: Directory, fullName: string, self?: User): string {
  const name = trim(fullName)
  if (firstCharacters(name, minNameLength - 1) === name) throw apiError('user-name-too-short')
  if (isLongerThan(name, maxNameLength)) throw apiError('user-name-too-long', { max: maxNameLength })
  if (badCharacterAt(name) !== undefined || /[*`\\>"@]/.test(name) || /\|\d+$/.test(name)) {
    throw apiError('user-name-invalid')
  }
  if (directory.setting('require_unique_names')) {
    const folded = fold(name)
    for (const other of directory.users.values()) {
      if (other.id !== self?.id && fold(other.fullName) === folded) {
        throw apiError('user-name-taken')
      }
    }
  }
  return name
}

/** Upper case first, so that ß equals SS. */
const fold = (name: string) => name.normalize('NFKC').toUpperCase().toLowerCase()

/** By the request parameter at fault. The address of a bot follows from its short name. */
const emailReasons = {
  email: { invalid: 'email-address-invalid', taken: 'email-address-taken' },
  short_name: { invalid: 'bot-short-name-invalid', taken: 'bot-short-name-taken' },
} as const

/** Validates an email address and returns it as stored, with the domain in lower case. */
export function checkedEmail(
  directory: Directory,
  email: string,
  param: keyof typeof emailReasons = 'email',
): string {
  const address = parseEmail(email)
  if (address === undefined) throw apiError(emailReasons[param].invalid)
  if (directory.userByEmail(address) !== undefined) {
    throw apiError(emailReasons[param].taken)
  }
  return address
}

/** The normalized address, or undefined if the text is not an email address. */
export function parseEmail(email: string): string | undefined {
  const parts = /^([^\s@"(),:;<>[\]\\]+)@([A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?)$/.exec(trim(email))
  return parts === null || email.length > 254 ? undefined : `${parts[1]}@${parts[2]?.toLowerCase()}`
}

const maxCommentLength = 2_000

/** The comment for the email. Empty: send an email without a comment. Undefined: send no email. */
export function checkedComment(sent: string | undefined): string | undefined {
  const comment = sent === undefined ? undefined : trim(sent)
  if (comment !== undefined && isLongerThan(comment, maxCommentLength)) {
    throw apiError('deactivation-comment-too-long', { max: maxCommentLength })
  }
  return comment
}

/** Validates a role change; undefined if nothing changes. */
export function checkedRole(
  directory: Directory,
  caller: User,
  target: User,
  requestedRole: number,
): Role | undefined {
  const parsed = roleSchema.safeParse(requestedRole)
  if (!parsed.success) throw apiError('role-not-found')
  const role = parsed.data
  if (role === target.role) return undefined
  const denial = changeRoleDenial(caller, target, role)
  if (denial === 'owners-only') {
    throw apiError('role-change-of-owner-denied')
  }
  if (denial === 'administrators-only') throw apiError('role-change-denied')
  if (target.role === 100 && isOnlyOwner(directory, target)) {
    throw apiError('role-change-of-last-owner-denied')
  }
  return role
}

export function isOnlyOwner(directory: Directory, user: User): boolean {
  const others = [...directory.activeUsers()].filter(
    (other) => other.role === 100 && other.botType === null && other.id !== user.id,
  )
  return user.role === 100 && user.botType === null && others.length === 0
}
