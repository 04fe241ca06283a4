import type { AuditConfig } from '../../../platform/audit-config.ts'

type Receivers = AuditConfig['audit']

export type AuditDestination = { name: string } & (
  | { syslog: NonNullable<Receivers['syslog']> }
  | { webhook: NonNullable<Receivers['webhook']> }
)

/** The receivers outside. A name identifies the position that the receiver has reached; another address starts from the beginning. */
export function destinationsOf({ audit: { syslog, webhook } }: AuditConfig): AuditDestination[] {
  const destinations: AuditDestination[] = []
  if (syslog !== undefined) {
    destinations.push({ name: `syslog ${syslog.protocol} ${syslog.host} ${syslog.port}`, syslog })
  }
  if (webhook !== undefined) {
    // Without the query, which may hold credentials.
    const { host, pathname } = new URL(webhook.url)
    destinations.push({ name: `webhook ${host}${pathname}`, webhook })
  }
  return destinations
}
