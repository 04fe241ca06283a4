import { changeRoleDenial, type Role, refuse, role as roleSchema } from '@loquat/contract'
import type { Directory, User } from '../../../directory/directory.ts'
import { badCharacterAt, firstCharacters, isLongerThan, trim } from '../../../text.ts'

const minNameLength = 2
const maxNameLength = 100

/** Validates a full name and returns it as stored. */
export function checkedFullName(directory: Directory, fullName: string, self?: User): string {
  const name = trim(fullName)
  if (firstCharacters(name, minNameLength - 1) === name)
    throw refuse('BadRequest', 'full_name: names must be at least two characters.')
  if (isLongerThan(name, maxNameLength))
    throw refuse('BadRequest', `full_name: names must be at most ${maxNameLength} characters.`)
  if (badCharacterAt(name) !== undefined || /[*`\\>"@]/.test(name) || /\|\d+$/.test(name)) {
    throw refuse('BadRequest', 'full_name: the name contains invalid characters.')
  }
  if (directory.setting('require_unique_names')) {
    const folded = fold(name)
    for (const other of directory.users.values()) {
      if (other.id !== self?.id && fold(other.fullName) === folded) {
        throw refuse('BadRequest', 'full_name: this name is already in use.')
      }
    }
  }
  return name
}

/** Upper case first, so that ß equals SS. */
const fold = (name: string) => name.normalize('NFKC').toUpperCase().toLowerCase()

/**
 * Validates an email address and returns it as stored, with the domain in lower case. `param` names the
 * request parameter in errors.
 */
export function checkedEmail(directory: Directory, email: string, param = 'email'): string {
  const address = parseEmail(email)
  if (address === undefined) throw refuse('BadRequest', `${param}: this is not an email address.`)
  if (directory.userByEmail(address) !== undefined) {
    throw refuse('BadRequest', `${param}: this address already has an account.`)
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
    throw refuse(
      'BadRequest',
      `deactivation_notification_comment: a comment has at most ${maxCommentLength} characters.`,
    )
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
  if (!parsed.success) throw refuse('BadRequest', 'role: there is no such role.')
  const role = parsed.data
  if (role === target.role) return undefined
  const denial = changeRoleDenial(caller, target, role)
  if (denial === 'owners-only') {
    throw refuse('UnauthorizedPrincipal', 'Only owners may make or unmake owners.')
  }
  if (denial === 'administrators-only')
    throw refuse('UnauthorizedPrincipal', 'Only administrators may change roles.')
  if (target.role === 100 && isOnlyOwner(directory, target)) {
    throw refuse('BadRequest', 'The only owner of the organization must stay one.')
  }
  return role
}

export function isOnlyOwner(directory: Directory, user: User): boolean {
  const others = [...directory.activeUsers()].filter(
    (other) => other.role === 100 && other.botType === null && other.id !== user.id,
  )
  return user.role === 100 && user.botType === null && others.length === 0
}
