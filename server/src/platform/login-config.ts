import {
  isOn,
  isSafe,
  numberIn,
  optional,
  providerNames,
  required,
  type SettingsReader,
  settingPrefix,
} from './login-settings.ts'
import { type LoginMapping, mappingIn, withoutCase } from './mapping-config.ts'
import { type SamlSettings, samlSettingsIn } from './saml-config.ts'

/** An OpenID Connect identity provider. */
export interface OpenIdProvider {
  /** As it appears in URLs. */
  name: string
  displayName: string
  issuer: string
  clientId: string
  clientSecret: string | undefined
  /** Requested scopes, separated by spaces. */
  scopes: string
  mapping: LoginMapping
  iconUrl: string | undefined
  /** Creates accounts for everyone who can log in there, even if the organization requires invitations. */
  autoSignup: boolean
  /** Asks the provider every hour whether users are still there; undefined if that is off. */
  sync: OpenIdSync | undefined
}

export interface OpenIdSync {
  /** For users whom the provider refuses. */
  ifGone: 'sign-out' | 'deactivate'
  maxDeactivatedShare: number
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
  mapping: LoginMapping
  autoSignup: boolean
  /** Compares accounts with the directory every hour; undefined if that is off. */
  sync: { maxDeactivatedShare: number } | undefined
  /** Timeout per response. */
  timeoutMs: number
}

export interface LoginConfig extends SamlSettings {
  openIdProviders: readonly OpenIdProvider[]
  ldap: LdapServer | undefined
  /** Allows everyone to log in as anyone. For development only. */
  devLogin: boolean
  /** Secret with which a trusted application signs tokens that log in any user. */
  jwtSecret: string | undefined
}

export function loginConfigFrom(env: SettingsReader['env'], problems: string[]): LoginConfig {
  const reader = { env, problems }
  const jwtSecret = optional(reader, 'LOQUAT_JWT_SECRET')
  if (jwtSecret !== undefined && Buffer.byteLength(jwtSecret) < minSecretLength) {
    problems.push(`LOQUAT_JWT_SECRET must have at least ${minSecretLength} characters.`)
  }
  return {
    openIdProviders: providerNames(reader, 'LOQUAT_OIDC_PROVIDERS').map((name) => providerIn(reader, name)),
    ldap: ldapIn(reader),
    ...samlSettingsIn(reader),
    devLogin: isOn(reader, 'LOQUAT_DEV_LOGIN'),
    jwtSecret,
  }
}

/** Minimum length: as many bits as the signature. */
const minSecretLength = 32

function providerIn(reader: SettingsReader, name: string): OpenIdProvider {
  const prefix = settingPrefix('OIDC', name)
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
    scopes: optional(reader, `${prefix}_SCOPES`) ?? 'openid email profile',
    mapping: mappingIn(reader, prefix),
    iconUrl: optional(reader, `${prefix}_ICON_URL`),
    autoSignup: isOn(reader, `${prefix}_AUTO_SIGNUP`),
    sync: openIdSyncIn(reader, prefix),
  }
}

function openIdSyncIn(reader: SettingsReader, prefix: string): OpenIdSync | undefined {
  const ifGone = optional(reader, `${prefix}_SYNC`) ?? 'off'
  const limits = { fallback: 10, min: 1, max: 100 }
  const maxDeactivatedShare = numberIn(reader, `${prefix}_SYNC_MAX_PERCENT`, limits) / 100
  if (ifGone === 'sign-out' || ifGone === 'deactivate') return { ifGone, maxDeactivatedShare }
  if (ifGone !== 'off')
    reader.problems.push(`${prefix}_SYNC must be "off", "sign-out" or "deactivate", not "${ifGone}".`)
  return undefined
}

function ldapIn(reader: SettingsReader): LdapServer | undefined {
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
  const percent = numberIn(reader, 'LOQUAT_LDAP_SYNC_MAX_PERCENT', { fallback: 10, min: 1, max: 100 })
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
    mapping: withoutCase(mappingIn(reader, 'LOQUAT_LDAP')),
    sync: isOn(reader, 'LOQUAT_LDAP_SYNC') ? { maxDeactivatedShare: percent / 100 } : undefined,
    autoSignup: isOn(reader, 'LOQUAT_LDAP_AUTO_SIGNUP'),
    timeoutMs: seconds * 1_000,
  }
}
