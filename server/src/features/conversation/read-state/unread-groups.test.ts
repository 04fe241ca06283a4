import { createWorld, sendChannelMessage, sendDirectMessage, sendToGeneral } from '@loquat/devkit'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { listUnread, type UnreadGroup, unreadGroups } from './flags-store.ts'

it('Groups of unread messages are the newest ones up to any limit', async () => {
  const { app, alice, carol, dave } = await createWorld()
  const { db } = app.database
  for (let n = 0; n < 3; n++) {
    await sendToGeneral(carol, `@**Dave Member** ${n}`, n === 1 ? 'PLUMS' : 'plums')
    await sendToGeneral(carol, '@**all**', 'pears')
    await sendDirectMessage(carol, dave)
    await sendDirectMessage(alice, carol, dave)
  }
  // An own message, and one that is in a gap anyway.
  const own = await sendChannelMessage(dave, 'general', 'mine')
  await dave.api.updateMessageFlags({ messages: [own], op: 'remove', flag: 'read' })
  const all = await listUnread(db, dave.id, 100)
  expect(all.length).toBeGreaterThanOrEqual(13)
  for (const limit of [1, 5, all.length - 1, all.length, 100]) {
    const { rows } = await sql<UnreadGroup>`select * from ${unreadGroups(dave.id, limit)} as found`.execute(
      db,
    )
    const ids = rows.flatMap((group) => group.ids.split(',').map(Number))
    expect(ids.toSorted((a, b) => b - a)).toEqual(all.slice(0, limit).map(({ id }) => id))
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(ids.length)
    const listed = (name: 'mentions' | 'wildcardMentions') =>
      rows.flatMap((group) => group[name]?.split(',').map(Number) ?? []).toSorted((a, b) => b - a)
    const flagged = (bit: number) =>
      all.slice(0, limit).flatMap(({ id, flags }) => ((flags & bit) !== 0 ? [id] : []))
    expect(listed('mentions')).toEqual(flagged(8))
    expect(listed('wildcardMentions')).toEqual(flagged(16))
  }
})
