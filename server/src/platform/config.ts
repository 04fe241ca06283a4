import { resolve } from 'node:path'
import { type AuditConfig, auditConfigFrom } from './audit-config.ts'
import { type BackupConfig, backupConfigFrom } from './backup-config.ts'
import { type CallsConfig, callsConfigFrom } from './calls-config.ts'
import { type DatabaseConfig, databaseConfigFrom } from './database-config.ts'
import { type GifConfig, gifConfigFrom } from './gif-config.ts'
import { type InboundEmailConfig, inboundEmailConfigFrom } from './inbound-email-config.ts'
import { type LoginConfig, loginConfigFrom } from './login-config.ts'
import { type MasterKeyConfig, masterKeyConfigFrom } from './master-key.ts'
import { trustIn } from './proxies.ts'
import { type ReloadConfig, reloadConfigFrom } from './reload-config.ts'
import { withSecretFiles } from './secret-files.ts'
import { type SecretKeyConfig, secretKeyConfigFrom } from './secret-key.ts'
import { StartError } from './start-error.ts'
import { type TlsConfig, tlsConfigFrom } from './tls-config.ts'
import { type TracingConfig, tracingConfigFrom } from './tracing.ts'
import { type UploadConfig, uploadConfigFrom } from './upload-config.ts'

export interface Config
  extends AuditConfig,
    BackupConfig,
    CallsConfig,
    DatabaseConfig,
    GifConfig,
    InboundEmailConfig,
    LoginConfig,
    MasterKeyConfig,
    ReloadConfig,
    SecretKeyConfig,
    UploadConfig {
  host: string
  port: number
  dataDir: string
  /** The first owner, created on the first start. Without a password, one is generated and printed once. */
  owner: { email: string; password: string | undefined }
  organization: string
  /** IP addresses and networks of trusted proxies. */
  trustedProxies: string[]
  /** If unset, the server speaks plain HTTP, to a proxy or on this machine. */
  tls: TlsConfig | undefined
  /** The public URL, without a trailing slash. */
  url: string
  /** If unset, emails are written to the folder `outbox` of the data folder. */
  smtpUrl: string | undefined
  /** Sender of emails. */
  mailFrom: string
  /** Default lifetime of invitations. */
  invitationMinutes: number
  /** Daily limits of invitations by email: per organization, and per account that is not an administrator. */
  maxInvitationsPerDay: number
  maxInvitationsPerPersonPerDay: number
  rateLimits: boolean
  /** Long polls bypass `node:http`. */
  pollServer: boolean
  webPublicChannels: boolean
  /** Serves the web app at `/`, and builds it if it is stale. */
  webApp: boolean
  /** Allows fetching linked pages for previews, if the organization enables it. */
  linkPreviews: boolean
  /** The web app shows external images through this server, and loads nothing from other sites. */
  imageProxy: boolean
  /** Allows link previews, external images and outgoing webhooks to reach private networks. */
  allowPrivateCallbacks: boolean
  /** Allows services for summaries in private networks, and without TLS. */
  allowPrivateSummaries: boolean
  /** Maximum size of exports that administrators can request; larger ones need the shell. */
  exportLimits: { messages: number; bytes: number }
  /** Timeout of outgoing webhooks. */
  webhookTimeoutMs: number
  /** Token for reading `/metrics` from other machines. */
  metricsToken: string | undefined
  /** API key on another server, for commands that follow it. */
  followKey: string | undefined
  logLevel: string
  /** If unset, there are no traces, at no cost. */
  tracing: TracingConfig | undefined
  /** Checks every reply and event against the contract. On in tests. */
  checkReplies: boolean
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

type Env = Readonly<Record<string, string | undefined>>

/** The only reader of the environment. Reports every problem at once. */
export function configFrom(given: Env): Config {
  const problems: string[] = []
  const env = withSecretFiles(given, problems)

  const word = (name: string, fallback: string) => env[name]?.trim() || fallback
  const choice = (name: string, yes: string, no: string, fallback: boolean) => {
    const value = word(name, fallback ? yes : no)
    if (value !== yes && value !== no) problems.push(`${name} must be "${yes}" or "${no}", not "${value}".`)
    return value === yes
  }

  const host = word('HOST', '127.0.0.1')
  const port = Number(word('PORT', '9991'))
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    problems.push(`PORT must be a number from 0 to 65535, not "${env.PORT}".`)
  }

  const email = word('LOQUAT_OWNER_EMAIL', 'owner@example.com')
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    problems.push(`LOQUAT_OWNER_EMAIL is not an email address: "${email}".`)

  const shownHost = host === '0.0.0.0' || host === '::' || host === '127.0.0.1' ? 'localhost' : host
  const { tls } = tlsConfigFrom(env, problems)
  const url = word('LOQUAT_URL', `${tls === undefined ? 'http' : 'https'}://${shownHost}:${port}`).replace(
    /\/+$/,
    '',
  )
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    problems.push(`LOQUAT_URL must be an http or https address, not "${url}".`)
  }

  const smtpUrl = env.SMTP_URL?.trim() || undefined
  if (smtpUrl !== undefined && !(/^smtps?:\/\//.test(smtpUrl) && URL.canParse(smtpUrl))) {
    problems.push('SMTP_URL must be an address like smtp://user:password@mail.example.com:587.')
  }

  const invitationMinutes = Number(word('INVITATION_LINK_VALIDITY_MINUTES', '14400'))
  if (!Number.isInteger(invitationMinutes) || invitationMinutes < 1) {
    problems.push('INVITATION_LINK_VALIDITY_MINUTES must be a positive whole number.')
  }

  const trustedProxies = ['loopback', ...words(env.LOQUAT_TRUSTED_PROXIES)]
  try {
    trustIn(trustedProxies)
  } catch (error) {
    problems.push(`LOQUAT_TRUSTED_PROXIES must list IP addresses or networks: ${(error as Error).message}.`)
  }

  const metricsToken = env.LOQUAT_METRICS_TOKEN?.trim() || undefined
  if (metricsToken !== undefined && !/^[!-~]{16,}$/.test(metricsToken)) {
    problems.push('LOQUAT_METRICS_TOKEN must have at least 16 characters and no spaces.')
  }

  const count = (name: string, fallback: number) => {
    const value = Number(word(name, String(fallback)))
    if (Number.isInteger(value) && value >= 0) return value
    problems.push(`${name} must be a whole number, not "${env[name]}".`)
    return fallback
  }

  const logLevel = word('LOQUAT_LOG_LEVEL', 'info')
  if (!logLevels.includes(logLevel)) {
    problems.push(`LOQUAT_LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${logLevel}".`)
  }

  const dataDir = resolve(word('LOQUAT_DATA_DIR', './data'))
  const config: Config = {
    host,
    port,
    dataDir,
    owner: { email, password: env.LOQUAT_OWNER_PASSWORD || undefined },
    organization: word('LOQUAT_ORGANIZATION', 'Loquat'),
    trustedProxies,
    tls,
    url,
    smtpUrl,
    mailFrom: word('LOQUAT_MAIL_FROM', `Loquat <${defaultSender(url)}>`),
    invitationMinutes,
    maxInvitationsPerDay: count('LOQUAT_MAX_INVITATIONS_PER_DAY', 500),
    maxInvitationsPerPersonPerDay: count('LOQUAT_MAX_INVITATIONS_PER_PERSON_PER_DAY', 100),
    rateLimits: choice('LOQUAT_RATE_LIMITS', 'on', 'off', true),
    pollServer: choice('LOQUAT_POLL_SERVER', 'on', 'off', true),
    exportLimits: { messages: 250_000, bytes: 20 * 2 ** 30 },
    webhookTimeoutMs: 10_000,
    linkPreviews: choice('LOQUAT_LINK_PREVIEWS', 'on', 'off', true),
    imageProxy: choice('LOQUAT_IMAGE_PROXY', 'on', 'off', true),
    allowPrivateCallbacks: choice('LOQUAT_ALLOW_PRIVATE_CALLBACKS', 'true', 'false', false),
    allowPrivateSummaries: choice('LOQUAT_ALLOW_PRIVATE_SUMMARIES', 'true', 'false', false),
    webPublicChannels: choice('WEB_PUBLIC_STREAMS_ENABLED', 'true', 'false', true),
    webApp: choice('LOQUAT_WEB_APP', 'on', 'off', true),
    metricsToken,
    followKey: env.LOQUAT_FOLLOW_KEY?.trim() || undefined,
    logLevel,
    checkReplies: false,
    ...auditConfigFrom(env, problems),
    ...backupConfigFrom(env, dataDir, problems),
    ...callsConfigFrom(env, problems),
    ...databaseConfigFrom(env, problems),
    ...gifConfigFrom(env, problems),
    ...inboundEmailConfigFrom(env, { host, url, tls }, problems),
    ...loginConfigFrom(env, problems),
    ...masterKeyConfigFrom(env, problems),
    ...reloadConfigFrom(env, problems),
    ...secretKeyConfigFrom(env, problems),
    ...tracingConfigFrom(env, problems),
    ...uploadConfigFrom(env, problems),
  }
  if (problems.length > 0) throw new StartError(problems.join('\n'))
  return config
}

/** Splits a comma-separated list. */
const words = (text = '') =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

/** A no-reply address at the server's domain, if it has one. */
function defaultSender(url: string): string {
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  return `noreply@${host.includes('.') && !/^[\d.]+$/.test(host) ? host : 'loquat.invalid'}`
}
