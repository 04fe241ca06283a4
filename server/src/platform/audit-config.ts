export interface SyslogReceiver {
  protocol: 'tcp' | 'tls' | 'udp'
  host: string
  port: number
}

export interface AuditConfig {
  audit: {
    /** Receivers outside, to which entries are copied. */
    syslog: SyslogReceiver | undefined
    /** `secret` signs the body. */
    webhook: { url: string; secret: string | undefined } | undefined
    /** Older entries are deleted. Undefined: never. */
    keepDays: number | undefined
  }
}

type Env = Readonly<Record<string, string | undefined>>

const minKeepDays = 365
const maxKeepDays = 36_500
const defaultPorts = { tcp: 601, tls: 6514, udp: 514 } as const

export function auditConfigFrom(env: Env, problems: string[]): AuditConfig {
  const value = (name: string) => env[name]?.trim() || undefined
  const url = value('LOQUAT_AUDIT_WEBHOOK')
  if (url !== undefined && !(/^https?:\/\//.test(url) && URL.canParse(url))) {
    problems.push('LOQUAT_AUDIT_WEBHOOK must be a URL with http or https.')
  }
  const keep = value('LOQUAT_AUDIT_KEEP_DAYS')
  const keepDays = keep === undefined ? undefined : Number(keep)
  if (
    keepDays !== undefined &&
    !(Number.isInteger(keepDays) && keepDays >= minKeepDays && keepDays <= maxKeepDays)
  ) {
    problems.push(`LOQUAT_AUDIT_KEEP_DAYS must be a whole number from ${minKeepDays} to ${maxKeepDays}.`)
  }
  return {
    audit: {
      syslog: syslogFrom(value('LOQUAT_AUDIT_SYSLOG'), problems),
      webhook: url === undefined ? undefined : { url, secret: value('LOQUAT_AUDIT_WEBHOOK_SECRET') },
      keepDays,
    },
  }
}

function syslogFrom(text: string | undefined, problems: string[]): SyslogReceiver | undefined {
  if (text === undefined) return undefined
  const [, protocol, host = '', port] =
    /^(tcp|tls|udp):\/\/([\w.-]+|\[[\da-f:]+\])(?::(\d{1,5}))?\/?$/i.exec(text) ?? []
  if (protocol === undefined || Number(port ?? 1) > 65_535) {
    problems.push(
      'LOQUAT_AUDIT_SYSLOG must be an address such as tls://logs.example.com:6514, with tcp, tls or udp.',
    )
    return undefined
  }
  const kind = protocol.toLowerCase() as SyslogReceiver['protocol']
  return { protocol: kind, host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? defaultPorts[kind]) }
}
