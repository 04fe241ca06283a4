import { type Role, refuse, role as roleSchema } from '@loquat/contract'
import type { Directory, User } from '../../directory/directory.ts'
import { badCharacterAt, firstCharacters, isLongerThan, trim } from '../../text.ts'

const shortest = 2
const longest = 100

/** A display name as it is stored. */
export function checkedFullName(directory: Directory, fullName: string, self?: User): string {
  const name = trim(fullName)
  if (firstCharacters(name, shortest - 1) === name)
    throw refuse('BadRequest', 'full_name: a name has at least two characters.')
  if (isLongerThan(name, longest))
    throw refuse('BadRequest', `full_name: a name has at most ${longest} characters.`)
  if (badCharacterAt(name) !== undefined || /[*`\\>"@]/.test(name) || /\|\d+$/.test(name)) {
    throw refuse('BadRequest', 'full_name: the name contains a character that names may not have.')
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

/** Upper case first: there ß is SS. */
const fold = (name: string) => name.normalize('NFKC').toUpperCase().toLowerCase()

/** An address as it is stored: the part after the @ in lower case. */
export function checkedEmail(directory: Directory, email: string): string {
  const parts = /^([^\s@"(),:;<>[\]\\]+)@([A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?)$/.exec(trim(email))
  if (parts === null || email.length > 254) throw refuse('BadRequest', 'email: this is not an email address.')
  const address = `${parts[1]}@${parts[2]?.toLowerCase()}`
  if (directory.userByEmail(address) !== undefined) {
    throw refuse('BadRequest', 'email: this address already has an account.')
  }
  return address
}

/** Where anybody can have an address without being found again. A few of the best known. */
const throwAwayDomains = new Set([
  '10minutemail.com',
  'discard.email',
  'dispostable.com',
  'fakeinbox.com',
  'getnada.com',
  'guerrillamail.com',
  'mailcatch.com',
  'maildrop.cc',
  'mailinator.com',
  'mailnesia.com',
  'mintemail.com',
  'sharklasers.com',
  'spamgourmet.com',
  'temp-mail.org',
  'tempmail.com',
  'throwawaymail.com',
  'trashmail.com',
  'yopmail.com',
])

/** Whether the organization takes people with such an address. What is no address is refused elsewhere. */
export function assertWelcome(directory: Directory, email: string): void {
  const domain = trim(email).toLowerCase().split('@').at(-1) ?? ''
  if (directory.setting('disallow_disposable_email_addresses') && throwAwayDomains.has(domain)) {
    throw refuse('BadRequest', 'email: addresses of this domain are not accepted here.')
  }
}

const longestComment = 2_000

export function assertGoodComment(comment: string | undefined): void {
  if (comment !== undefined && isLongerThan(trim(comment), longestComment)) {
    throw refuse(
      'BadRequest',
      `deactivation_notification_comment: a comment has at most ${longestComment} characters.`,
    )
  }
}

/** The role somebody may give somebody; undefined when nothing changes. */
export function checkedRole(
  directory: Directory,
  caller: User,
  target: User,
  wanted: number,
): Role | undefined {
  const parsed = roleSchema.safeParse(wanted)
  if (!parsed.success) throw refuse('BadRequest', 'role: there is no such role.')
  const role = parsed.data
  if (role === target.role) return undefined
  if ((role === 100 || target.role === 100) && caller.role !== 100) {
    throw refuse('UnauthorizedPrincipal', 'Only owners may make or unmake owners.')
  }
  if (caller.role > 200) throw refuse('UnauthorizedPrincipal', 'Only administrators may change roles.')
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
