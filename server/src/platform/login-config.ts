/** An OpenID Connect identity provider. */
export interface OpenIdProvider {
  /** As it appears in URLs. */
  name: string
  displayName: string
  issuer: string
  clientId: string
  clientSecret: string | undefined
  iconUrl: string | undefined
  /** Creates accounts for everyone who can log in there, even if the organization requires invitations. */
  autoSignup: boolean
}

/** An LDAP server. */
export interface LdapServer {
  url: string
  startTls: boolean
  /** Account for searches; anonymous if undefined. */
  bindDn: string | undefined
  bindPassword: string
  baseDn: string
  /** With `%s` for the login name. */
  filter: string
  nameAttribute: string
  emailAttribute: string
  autoSignup: boolean
  /** Timeout per response. */
  timeoutMs: number
}

export interface LoginConfig {
  openIdProviders: readonly OpenIdProvider[]
  ldap: LdapServer | undefined
  /** Allows everyone to log in as anyone. For development only. */
  devLogin: boolean
  /** Secret with which a trusted application signs tokens that log in any user. */
  jwtSecret: string | undefined
}

type Env = Readonly<Record<string, string | undefined>>

interface Reader {
  env: Env
  problems: string[]
}

export function loginConfigFrom(env: Env, problems: string[]): LoginConfig {
  const reader = { env, problems }
  const jwtSecret = optional(reader, 'LOQUAT_JWT_SECRET')
  if (jwtSecret !== undefined && Buffer.byteLength(jwtSecret) < minSecretLength) {
    problems.push(`LOQUAT_JWT_SECRET must have at least ${minSecretLength} characters.`)
  }
  return {
    openIdProviders: providersIn(reader),
    ldap: ldapIn(reader),
    devLogin: isOn(reader, 'LOQUAT_DEV_LOGIN'),
    jwtSecret,
  }
}

/** Minimum length: as many bits as the signature. */
const minSecretLength = 32

const optional = ({ env }: Reader, name: string) => env[name]?.trim() || undefined

function required(reader: Reader, name: string, because: string): string {
  const value = optional(reader, name)
  if (value === undefined) reader.problems.push(`${name} is missing: ${because}.`)
  return value ?? ''
}

function isOn(reader: Reader, name: string): boolean {
  const value = optional(reader, name) ?? 'off'
  if (value !== 'on' && value !== 'off')
    reader.problems.push(`${name} must be "on" or "off", not "${value}".`)
  return value === 'on'
}

function providersIn(reader: Reader): OpenIdProvider[] {
  const listed = (optional(reader, 'LOQUAT_OIDC_PROVIDERS') ?? '').split(',').map((name) => name.trim())
  const names = listed.filter((name) => name !== '')
  for (const name of names) {
    if (!/^[a-z0-9][a-z0-9-]*$/.test(name)) {
      reader.problems.push(
        `LOQUAT_OIDC_PROVIDERS: names have small letters, digits and hyphens only, not "${name}".`,
      )
    }
  }
  if (new Set(names).size < names.length) reader.problems.push('LOQUAT_OIDC_PROVIDERS has a name twice.')
  return names.map((name) => providerIn(reader, name))
}

function providerIn(reader: Reader, name: string): OpenIdProvider {
  const prefix = `LOQUAT_OIDC_${name.toUpperCase().replaceAll('-', '_')}`
  const because = `LOQUAT_OIDC_PROVIDERS lists "${name}"`
  const issuer = required(reader, `${prefix}_ISSUER`, because)
  if (issuer !== '' && !isSafe(issuer)) {
    reader.problems.push(`${prefix}_ISSUER must be an https address, not "${issuer}".`)
  }
  return {
    name,
    displayName: optional(reader, `${prefix}_NAME`) ?? name,
    issuer,
    clientId: required(reader, `${prefix}_CLIENT_ID`, because),
    clientSecret: optional(reader, `${prefix}_CLIENT_SECRET`),
    iconUrl: optional(reader, `${prefix}_ICON_URL`),
    autoSignup: isOn(reader, `${prefix}_AUTO_SIGNUP`),
  }
}

/** Whether the connection is encrypted or local. */
function isSafe(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
}

export const isLoopback = (host: string) =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host)

function ldapIn(reader: Reader): LdapServer | undefined {
  const url = optional(reader, 'LOQUAT_LDAP_URL')
  if (url === undefined) return undefined
  const because = 'LOQUAT_LDAP_URL is set'
  if (!/^ldaps?:\/\/[^/]+\/?$/.test(url) || !URL.canParse(url)) {
    reader.problems.push(
      `LOQUAT_LDAP_URL must be an address like ldaps://directory.example.com, not "${url}".`,
    )
  }
  const startTls = isOn(reader, 'LOQUAT_LDAP_START_TLS')
  if (startTls && url.startsWith('ldaps:')) {
    reader.problems.push('LOQUAT_LDAP_START_TLS is for ldap:// addresses; ldaps:// is encrypted already.')
  }
  const filter = optional(reader, 'LOQUAT_LDAP_FILTER') ?? '(mail=%s)'
  if (!/^\(.*%s.*\)$/.test(filter)) {
    reader.problems.push(`LOQUAT_LDAP_FILTER must be a filter like (mail=%s), not "${filter}".`)
  }
  const seconds = Number(optional(reader, 'LOQUAT_LDAP_TIMEOUT_SECONDS') ?? '5')
  if (!(seconds > 0 && seconds <= 60)) {
    reader.problems.push('LOQUAT_LDAP_TIMEOUT_SECONDS must be a number from 1 to 60.')
  }
  return {
    url,
    startTls,
    bindDn: optional(reader, 'LOQUAT_LDAP_BIND_DN'),
    bindPassword: reader.env.LOQUAT_LDAP_BIND_PASSWORD ?? '',
    baseDn: required(reader, 'LOQUAT_LDAP_BASE_DN', because),
    filter,
    nameAttribute: optional(reader, 'LOQUAT_LDAP_NAME_ATTRIBUTE') ?? 'cn',
    emailAttribute: optional(reader, 'LOQUAT_LDAP_EMAIL_ATTRIBUTE') ?? 'mail',
    autoSignup: isOn(reader, 'LOQUAT_LDAP_AUTO_SIGNUP'),
    timeoutMs: seconds * 1_000,
  }
}
