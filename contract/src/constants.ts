/** Numbers and small rules that need no schema, so that a browser can have them without one. */

/** What somebody can make of a topic. Inherit: it is as its channel is. */
export const visibility = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const

/** Roles as the protocol numbers them. */
export const roles = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const

/** How many drafts a register call fetches. */
export const maxDraftsFetched = 1_000
export const maxSnippetTitleLength = 60

/** Ways to log in that an organization can allow, by the names that its settings know them by. */
export const authenticationMethods = ['Email', 'LDAP', 'OpenID Connect'] as const
export type AuthenticationMethod = (typeof authenticationMethods)[number]

/** What follows from the ways to log in, for clients that ask no further. */
export function passwordRights(methods: Readonly<Record<string, { enabled: boolean; available: boolean }>>) {
  const works = (name: AuthenticationMethod) => methods[name]?.enabled === true && methods[name].available
  return {
    realm_email_auth_enabled: works('Email'),
    realm_password_auth_enabled: works('Email') || works('LDAP'),
  }
}

/** Lengths in code points. What is longer is cut by the server without a word, so clients stop it before. */
export const maxMessageLength = 10_000
export const maxTopicLength = 60

/** No address that mail can reach is longer. */
export const maxEmailLength = 254
