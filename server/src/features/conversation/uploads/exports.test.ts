import { createWorld } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { filesOf, uploadedBytes } from '../../reach/exports/files.ts'
import { inSnapshot } from '../../reach/exports/snapshot-store.ts'
import { fileKey } from './names.ts'
import { uploaded, words } from './testing/fixtures.ts'

describe('An export', () => {
  it('contains the files that its messages link to, and all files of consenting users', async () => {
    const world = await createWorld()
    const { app, carol, dave } = world
    const open = await uploaded(carol, words('open.txt'))
    const direct = await uploaded(dave, words('direct.txt'))
    const own = await uploaded(carol, words('own.txt'))
    await carol.api.sendMessage({ type: 'channel', to: 'general', topic: 'figs', content: open.link })
    await dave.api.sendMessage({ type: 'direct', to: [carol.id], content: direct.link })
    const { db } = app.database
    const realmId = 2
    const filesFor = (consenting: number[]) =>
      inSnapshot(db, async (snapshot) => {
        const scope = { realmId, type: consenting.length > 0 ? (2 as const) : (1 as const), consenting }
        const keys: string[] = []
        for await (const { kind, key } of filesOf(snapshot, scope)) if (kind === 'attachment') keys.push(key)
        return keys
      })
    const keys = (...files: { pathId: string }[]) => files.map(({ pathId }) => fileKey(pathId))
    expect(await filesFor([])).toEqual(keys(open))
    expect(await filesFor([carol.id])).toEqual(keys(open, direct, own))
    expect(await filesFor([dave.id])).toEqual(keys(open, direct))
    expect(await uploadedBytes(db, realmId)).toBe(12)
  })
})
