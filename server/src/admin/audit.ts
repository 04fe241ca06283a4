import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ChainHead } from '../audit/chain.ts'
import { auditedRealms } from '../audit/store.ts'
import { verifyLog } from '../audit/verify.ts'
import { auditLines } from '../features/administration/audit-log/lines.ts'
import { type Command, CommandError, organizationOption, realmOf, type Values } from './command.ts'

export const verifyAuditCommand: Command = {
  summary: 'Prove that no entry of the audit log was changed or left out',
  options: {
    organization: { ...organizationOption, about: 'the subdomain of one organization; without it, all' },
    expect: {
      value: 'NUMBER:CODE',
      about: 'an entry noted earlier, which must still be there; needs --organization',
    },
  },
  run: async (context, values) => {
    const { trail, database } = await context.app()
    const expected = expectedHead(values)
    const all = await auditedRealms(database.db)
    const wanted = all.filter(
      ({ subdomain }) => values.organization === undefined || subdomain === values.organization,
    )
    if (wanted.length === 0) throw new CommandError(`There is no organization "${values.organization}".`)
    const organizations = []
    for (const { id, subdomain } of wanted) {
      const { entries, first, head, problems } = await verifyLog(database.db, trail.chain, id, expected)
      organizations.push({
        organization: subdomain,
        entries,
        since: first?.toISOString() ?? null,
        newest: `${head.seq}:${head.mac}`,
        problems,
      })
    }
    const failed = organizations.some(({ problems }) => problems.length > 0)
    return {
      data: { ok: !failed, organizations },
      lines: organizations.flatMap(({ organization, entries, since, newest, problems }) => [
        `${organization || '(main)'}: ${entries} entries since ${since ?? 'never'}, ${problems.length === 0 ? 'intact' : 'NOT INTACT'}`,
        `  newest: ${newest}`,
        ...problems.map((problem) => `  ${problem}`),
      ]),
      failed,
    }
  },
}

function expectedHead({ expect, organization }: Values): ChainHead | undefined {
  if (expect === undefined) return undefined
  if (organization === undefined) throw new CommandError('--expect needs --organization.')
  const [, seq = '', mac = ''] = /^(\d{1,15}):([\w-]+)$/.exec(expect) ?? []
  if (mac === '') throw new CommandError('--expect is NUMBER:CODE, as "audit verify" prints it.')
  return { seq: Number(seq), mac }
}

export const exportAuditCommand: Command = {
  summary: 'Write the audit log of an organization to a file, as JSON lines',
  options: {
    organization: organizationOption,
    out: { value: 'FILE', about: 'the file to write, which must not exist', required: true },
  },
  run: async (context, values) => {
    const realm = await realmOf(context, values)
    const { database } = await context.app()
    const { out = '' } = values
    await realm.transact(async (tx) => tx.audit({ kind: 'audit.exported' }))
    const lines = Readable.from(auditLines(database.backgroundDb, realm.id), { objectMode: false })
    await pipeline(lines, createWriteStream(out, { flags: 'wx', mode: 0o600 })).catch((error: Error) => {
      throw new CommandError(`--out cannot be written: ${error.message}`)
    })
    return { data: { file: out }, lines: [`Wrote ${out}.`] }
  },
}
