import { readFile } from 'node:fs/promises'
import { type AuditEntryObject, auditKinds, endpoints } from '@loquat/contract'
import { createWorld, testInboundEmail } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import type { Ids } from './testing/audit-walk/call.ts'
import { organizationChanges } from './testing/audit-walk/organization-changes.ts'
import { policyChanges } from './testing/audit-walk/policy-changes.ts'
import { secondFactorChanges } from './testing/audit-walk/second-factor-changes.ts'
import { userAndChannelChanges } from './testing/audit-walk/user-changes.ts'

const changes = { ...policyChanges, ...secondFactorChanges, ...userAndChannelChanges, ...organizationChanges }

/** Endpoints for administrators that record nothing here, each with the reason. */
const exceptions: Record<string, string> = {
  deactivateRealm: 'ends the organization of the walk; tested with the log itself',
}

describe('The audit log', () => {
  it('has an entry of every change that requires an administrator or owner', async () => {
    const restricted = Object.entries(endpoints)
      .filter(([, { method, gate }]) => method !== 'GET' && (gate === 'admin' || gate === 'owner'))
      .map(([name]) => name)
    expect(restricted.filter((name) => !(name in changes) && !(name in exceptions))).toEqual([])
    const world = await createWorld({ config: { inboundEmail: testInboundEmail } })
    const { api } = world.alice
    const newest = async (): Promise<AuditEntryObject[]> => (await api.getAuditLog({ limit: 20 })).entries
    const ids: Ids = {}
    for (const [name, [kind, call]] of Object.entries(changes)) {
      const last = (await newest())[0]?.id ?? 0
      await call(world, ids)
      const recorded = (await newest()).filter(({ id }) => id > last)
      expect(
        recorded.map((entry) => entry.kind),
        name,
      ).toContain(kind)
      const entry = recorded.find((one) => one.kind === kind)
      expect(entry, name).toMatchObject({ credential: 'api_key', address: '127.0.0.1' })
      expect(entry?.actor_id, name).toBeGreaterThan(0)
    }
    // The rest of the URL of a webhook may hold credentials.
    expect(JSON.stringify((await api.getAuditLog({ limit: 200 })).entries)).not.toContain('secret-path')
  })

  it('has a documentation and a text for every kind of event', async () => {
    const page = await readFile('docs/self-hosting/audit-log.md', 'utf8')
    const documented = [...page.matchAll(/^\| `([a-z_]+\.[a-z_]+)` \| .+ \|$/gm)].map(([, kind]) => kind)
    expect(documented).toEqual([...auditKinds])
    for (const language of ['en', 'de']) {
      const texts = JSON.parse(await readFile(`web/src/texts/${language}/audit.json`, 'utf8')) as object
      const areas = new Set(auditKinds.map((kind) => `audit.area.${kind.split('.')[0]}`))
      const names = [...areas, ...auditKinds.map((kind) => `audit.kind.${kind}`)]
      expect(names.filter((name) => !(name in texts))).toEqual([])
    }
  })
})
