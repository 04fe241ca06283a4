import { describe, expect, it } from 'vitest'
import { auditConfigFrom } from './audit-config.ts'

describe('The settings of the audit log', () => {
  it('name receivers outside and how long entries are kept', () => {
    const problems: string[] = []
    const config = auditConfigFrom(
      {
        LOQUAT_AUDIT_SYSLOG: 'tls://logs.example.com',
        LOQUAT_AUDIT_WEBHOOK: 'https://siem.example.com/loquat',
        LOQUAT_AUDIT_WEBHOOK_SECRET: 'plums',
        LOQUAT_AUDIT_KEEP_DAYS: '730',
      },
      problems,
    )
    expect(config.audit).toEqual({
      syslog: { protocol: 'tls', host: 'logs.example.com', port: 6514 },
      webhook: { url: 'https://siem.example.com/loquat', secret: 'plums' },
      keepDays: 730,
    })
    const { audit } = auditConfigFrom({ LOQUAT_AUDIT_SYSLOG: 'udp://[::1]:1514' }, problems)
    expect(audit.syslog).toEqual({ protocol: 'udp', host: '::1', port: 1514 })
    expect(problems).toEqual([])
  })

  it('are rejected with a sentence each', () => {
    const problems: string[] = []
    const bad = {
      LOQUAT_AUDIT_SYSLOG: 'http://logs',
      LOQUAT_AUDIT_WEBHOOK: 'siem',
      LOQUAT_AUDIT_KEEP_DAYS: '30',
    }
    auditConfigFrom(bad, problems)
    const names = problems.map((problem) => problem.split(' ')[0])
    expect(names.sort()).toEqual(Object.keys(bad).sort())
  })
})
