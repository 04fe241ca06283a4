import type { TlsConfig } from './tls-config.ts'

type Env = Readonly<Record<string, string | undefined>>

/** The SMTP listener for incoming emails. */
export interface InboundEmail {
  host: string
  port: number
  /** The domain of the addresses of channels and replies. */
  domain: string
  /** Maximum size of an email in bytes. */
  maxBytes: number
  /** STARTTLS. Without certificate files, the listener does not offer it. */
  tls: (TlsConfig & { isRequired: boolean }) | undefined
  /** Refuse emails that failed DMARC according to the mail server in front of this one. */
  refusesDmarcFailures: boolean
  /** Accept automatically generated emails, such as reports and mailing lists, at the addresses of channels. */
  acceptsAutomated: boolean
}

export interface InboundEmailConfig {
  /** Unset: the server receives no email. */
  inboundEmail: InboundEmail | undefined
}

/** The settings of the server that are defaults of the listener. */
interface ServerDefaults {
  host: string
  url: string
  tls: TlsConfig | undefined
}

const mebibyte = 1_048_576
const tlsModes = ['off', 'optional', 'required']
const domainName = /^(?=.{1,253}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/

export function inboundEmailConfigFrom(
  env: Env,
  { host, url, tls }: ServerDefaults,
  problems: string[],
): InboundEmailConfig {
  const word = (name: string, fallback: string) => env[name]?.trim() || fallback
  const choice = (name: string, choices: readonly string[], fallback: string) => {
    const value = word(name, fallback)
    if (!choices.includes(value))
      problems.push(`${name} must be one of ${choices.join(', ')}, not "${value}".`)
    return value
  }
  const text = word('LOQUAT_SMTP_IN_PORT', '')
  if (text === '') return { inboundEmail: undefined }
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    problems.push(`LOQUAT_SMTP_IN_PORT must be a number from 0 to 65535, not "${text}".`)
  }
  const domain = word('LOQUAT_SMTP_IN_DOMAIN', URL.canParse(url) ? new URL(url).hostname : '').toLowerCase()
  if (!domainName.test(domain)) {
    problems.push(`LOQUAT_SMTP_IN_DOMAIN must be a domain such as chat.example.com, not "${domain}".`)
  }
  const mib = Number(word('LOQUAT_SMTP_IN_MAX_MIB', '20'))
  if (!Number.isInteger(mib) || mib < 1 || mib > 100) {
    problems.push('LOQUAT_SMTP_IN_MAX_MIB must be a whole number from 1 to 100.')
  }
  const mode = choice('LOQUAT_SMTP_IN_TLS', tlsModes, 'off')
  const certFile = word('LOQUAT_SMTP_IN_TLS_CERT', tls?.certFile ?? '')
  const keyFile = word('LOQUAT_SMTP_IN_TLS_KEY', tls?.keyFile ?? '')
  if (mode !== 'off' && (certFile === '' || keyFile === '')) {
    problems.push('LOQUAT_SMTP_IN_TLS needs LOQUAT_SMTP_IN_TLS_CERT and LOQUAT_SMTP_IN_TLS_KEY.')
  }
  return {
    inboundEmail: {
      host: word('LOQUAT_SMTP_IN_HOST', host),
      port,
      domain,
      maxBytes: mib * mebibyte,
      tls: mode === 'off' ? undefined : { certFile, keyFile, isRequired: mode === 'required' },
      refusesDmarcFailures: choice('LOQUAT_SMTP_IN_DMARC', ['refuse', 'ignore'], 'refuse') === 'refuse',
      acceptsAutomated: choice('LOQUAT_SMTP_IN_AUTOMATED', ['refuse', 'accept'], 'refuse') === 'accept',
    },
  }
}
