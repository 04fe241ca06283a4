import { createRequire } from 'node:module'
import { refuse } from '@loquat/contract'
import type { Directory } from '../../../directory/directory.ts'
import { trim } from '../../../text.ts'

/**
 * Why the organization does not take people with an address; undefined if it does. For whoever comes new and for another
 * address alike. What is no address at all is for others to refuse.
 */
export function checkAddress(directory: Directory, email: string): string | undefined {
  const address = trim(email).toLowerCase()
  const at = address.lastIndexOf('@')
  if (at < 0) return undefined
  const domain = address.slice(at + 1)
  if (directory.setting('emails_restricted_to_domains')) {
    const isListed = directory.realm.domains.some(
      (listed) =>
        domain === listed.domain || (listed.allow_subdomains && domain.endsWith(`.${listed.domain}`)),
    )
    if (!isListed) return 'Only email addresses from certain domains are allowed here.'
    // One mailbox would be any number of people.
    return address.slice(0, at).includes('+')
      ? "Email addresses containing + aren't allowed here."
      : undefined
  }
  return directory.setting('disallow_disposable_email_addresses') && isThrowAway(domain)
    ? "Disposable email addresses aren't allowed here."
    : undefined
}

export function assertWelcome(directory: Directory, email: string): void {
  const reason = checkAddress(directory, email)
  if (reason !== undefined) throw refuse('BadRequest', `email: ${reason}`)
}

let throwAway: Set<string> | undefined

/** Whether anybody can have an address there without being found again. The subdomains of such a domain are no better. */
function isThrowAway(domain: string): boolean {
  throwAway ??= new Set(
    createRequire(import.meta.url)(
      'disposable-email-domains-js/dist/dict/disposable_email_blocklist.json',
    ) as string[],
  )
  for (let rest = domain; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1)) {
    if (throwAway.has(rest)) return true
  }
  return false
}

const longestDomain = 255
const domainForm = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/

/** A domain as it is stored. */
export function checkedDomain(directory: Directory, sent: string): string {
  const domain = trim(sent).toLowerCase()
  if (domain.length > longestDomain || !domainForm.test(domain)) {
    throw refuse('BadRequest', 'domain: this is not the name of a domain.')
  }
  if (directory.realm.domains.some((listed) => listed.domain === domain)) {
    throw refuse('BadRequest', 'domain: this one is listed already.')
  }
  return domain
}
