import { basicAuth } from '@loquat/devkit'
import { dataFolder } from '@loquat/devkit/data-folder'
import { ownerCredentials } from '@loquat/devkit/server-process'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { connectionFor } from '../db/connection.ts'
import { manyMessages } from '../features/imports/requests/testing/requested.ts'
import { logIn } from './testing/log-in.ts'

/** The lease of a dead server expires after a minute, and the job recurs every minute. */
const takeoverMs = 480_000

describe('A server that is killed while it imports an archive', () => {
  it('leaves nothing of the import, and begins it again after a restart', { timeout: 900_000 }, async () => {
    const { start, dataDir } = await dataFolder()
    const killed = await start()
    const api = await logIn(killed)
    const archive = manyMessages()
    const about = { source: 'slack', file_name: 'Acme Slack export.zip', size: archive.length } as const
    const { realm_import } = await api.createImport(about)
    const { api_key } = await api.fetchApiKey({
      username: ownerCredentials.email,
      password: ownerCredentials.password,
    })
    await fetch(`${killed.url}${realm_import.upload_url}`, {
      method: 'PATCH',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        authorization: basicAuth(ownerCredentials.email, api_key),
      },
      body: archive,
    })
    await api.startImport({ import_id: realm_import.id, subdomain: 'acme' })
    const stage = async () => (await api.getImport({})).realm_import?.progress?.stage
    await expect.poll(stage, { timeout: takeoverMs }).toBe('writing messages')

    // Keeps PostgreSQL running.
    const connection = await connectionFor({ dataDir, databaseUrl: undefined })
    const client = new pg.Client(connection.config)
    await client.connect()
    const count = async (table: string) =>
      Number((await client.query(`select count(*) as count from ${table}`)).rows[0].count)
    expect(await count('realm_import')).toBe(1)
    await killed.kill()
    // The importer notices that it is alone.
    await expect.poll(() => count('realm_import')).toBe(0)
    expect(await count("realm where name = 'Acme'")).toBe(0)
    await client.end()
    await connection.release()

    const restarted = await logIn(await start())
    const state = async () => (await restarted.getImport({})).realm_import?.state
    await expect.poll(state, { timeout: takeoverMs }).toBe('imported')
    const { realm_import: done } = await restarted.getImport({})
    expect(done?.report?.imported.messages).toBe(30_000)
  })
})
