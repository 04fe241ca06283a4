/** Constants and small functions without schemas, so that browsers can load them without the schema library. */

/** A user's visibility policies for topics. `inherit` uses the setting of the channel. */
export const visibility = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const

/** Role codes of the protocol. */
export const roles = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const

/** The roles in a sign-in policy, by their names. */
export const policyRoles = ['owner', 'administrator', 'moderator', 'member', 'guest'] as const
export type PolicyRole = (typeof policyRoles)[number]

/** Whether passwords are off: for nobody, for everybody, or for everybody except owners. */
export const singleSignOnModes = ['off', 'everyone', 'except_owners'] as const

/** Bot type codes of the protocol. */
export const botTypes = { generic: 1, incomingWebhook: 2, outgoingWebhook: 3, embedded: 4 } as const

/** Maximum number of drafts in a register response. */
export const maxDraftsFetched = 1_000
export const maxSnippetTitleLength = 60

/** Login methods that an organization can enable, by their names in the settings. */
export const authenticationMethods = ['Email', 'LDAP', 'OpenID Connect', 'SAML'] as const
export type AuthenticationMethod = (typeof authenticationMethods)[number]

/** Password flags derived from the enabled login methods, for clients that read only these. */
export function passwordRights(methods: Readonly<Record<string, { enabled: boolean; available: boolean }>>) {
  const works = (name: AuthenticationMethod) => methods[name]?.enabled === true && methods[name].available
  return {
    realm_email_auth_enabled: works('Email'),
    realm_password_auth_enabled: works('Email') || works('LDAP'),
  }
}

/** Lengths in code points. The server silently truncates longer text, so clients enforce the limits themselves. */
export const maxMessageLength = 10_000
export const maxTopicLength = 60

/** Maximum length of a deliverable email address. */
export const maxEmailLength = 254
