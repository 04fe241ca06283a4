import { createWorld, sendToGeneral } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createOrganization } from '../../administration/realm-lifecycle/create.ts'
import { editDistance } from './edit-distance.ts'
import { collectSearchWords, forgetSearchWords } from './jobs.ts'
import { collectAgain } from './word-store.ts'

const similar = { anchor: 'newest', num_before: 100, num_after: 0, search_words: 'similar' } as const

describe('Similar words', () => {
  it('are those of messages that exist, and find only messages that the reader can read', async () => {
    const { app, alice, carol, dave, clock, raw } = await createWorld()
    const find = async (query: string) =>
      (await carol.api.getMessages({ ...similar, narrow: [['search', query]] })).messages.map(({ id }) => id)
    const words = async () => {
      const { rows } = await sql<{ word: string }>`select word from search_word order by word`.execute(
        app.database.db,
      )
      return rows.map(({ word }) => word)
    }
    await dave.api.sendMessage({ type: 'direct', to: [alice.id], content: 'persimmons' })
    const [first, second] = [
      await sendToGeneral(alice, 'nectarines'),
      await sendToGeneral(alice, 'clementines'),
    ]
    expect(await find('clemantines')).toEqual([])
    await collectSearchWords.run(app, {})
    expect(await words()).toEqual(expect.arrayContaining(['clementines', 'nectarines', 'persimmons']))
    expect([await find('clemantines'), await find('nectarnies'), await find('persimons')]).toEqual([
      [second],
      [first],
      [],
    ])
    // Words of later messages are added, and those of deleted ones are forgotten.
    await alice.api.deleteMessage({ message_id: first })
    const third = await sendToGeneral(alice, 'mirabelles')
    clock.advance(2 * 86_400)
    await collectSearchWords.run(app, {})
    await forgetSearchWords.run(app, {})
    expect(await find('mirabeles')).toEqual([third])
    expect(await words()).toEqual(expect.arrayContaining(['clementines', 'mirabelles', 'persimmons']))
    expect(await words()).not.toContain('nectarines')
    const answer = await raw('/api/v1/messages?anchor=newest&num_before=1&num_after=0&search_words=fuzzy', {
      as: carol,
    })
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { msg: expect.stringContaining('search_words') },
    ])
  })

  it('are collected in every organization, up to the newest message of all, and from the first one after an import', async () => {
    const { app, alice } = await createWorld()
    const { db } = app.database
    const owner = { email: 'mira@example.com', password: 'mirabelles-1', fullName: 'Mira' }
    const [first] = app.realms.all()
    const other = await createOrganization(app, { subdomain: 'other', name: 'Other', owner })
    if (first === undefined || other === undefined) throw new Error('An organization is missing.')
    const collected = async () => {
      await collectSearchWords.run(app, {})
      const { rows } = await sql<{ realm: number; upto: number; words: string[] }>`
        select p.realm_id as realm, p.upto_message_id as upto, array_agg(word) as words
        from search_word_progress p join search_word w using (realm_id) group by 1, 2`.execute(db)
      return new Map(rows.map(({ realm, ...one }) => [realm, one]))
    }
    const theirs = await sendToGeneral(alice, 'mirabelles')
    await sql`
      with place as (insert into recipient (realm_id, user_ids, user_set) values (${other.id}, '{}', 'theirs') returning id)
      update message set realm_id = ${other.id}, recipient_id = place.id from place where message.id = ${theirs}`.execute(
      db,
    )
    const id = await sendToGeneral(alice, 'nectarines')
    const words = {
      first: expect.arrayContaining(['nectarines']),
      other: expect.arrayContaining(['mirabelles']),
    }
    const expected = (upto: number) =>
      new Map([
        [first.id, { upto, words: words.first }],
        [other.id, { upto, words: words.other }],
      ])
    expect(await collected()).toEqual(expected(id))
    expect((await collected()).get(other.id)?.words).not.toContain('nectarines')

    await sql`
      insert into message (id, realm_id, recipient_id, sender_id, is_channel, topic, content, rendered_content, client, sent_at)
      select nextval('message_id'), realm_id, recipient_id, sender_id, is_channel, topic, content, rendered_content, client, sent_at
      from message, generate_series(1, 5000) where id = ${id}`.execute(db)
    await collected()
    await sql`delete from search_word where word in ('nectarines', 'mirabelles')`.execute(db)
    await collectAgain(db, other.id)
    const again = await collected()
    expect(again.get(other.id)).toEqual({ upto: id + 5_000, words: words.other })
    expect(again.get(first.id)?.words, 'collected before').not.toContain('nectarines')
  })

  it('are found for any characters and up to a hundred words', async () => {
    const { app, alice, carol } = await createWorld()
    const id = await sendToGeneral(alice, `it's a back\\slash 'quoted' @x ${'ö'.repeat(200)} naïveté`)
    await collectSearchWords.run(app, {})
    const find = async (query: string) =>
      (await carol.api.getMessages({ ...similar, narrow: [['search', query]] })).messages.map((one) => one.id)
    expect(await find(`qouted backslahs naivete`)).toEqual([])
    expect(await find(`qouted naivete`)).toEqual([id])
    for (const query of [`'':* & | ! <-> \\ ''`, 'x'.repeat(1_000), 'the of it', '...', '@#$ \u0001']) {
      expect(await find(query), query).toEqual([])
    }
    expect(await find(Array.from({ length: 100 }, (_, n) => `word${n}`).join(' '))).toEqual([])
  })
})

describe('The distance of two words', () => {
  it('counts added, removed, replaced and swapped characters, up to a limit', () => {
    const rows: [one: string, other: string, distance: number][] = [
      ['kettle', 'kettle', 0],
      ['kettle', 'kettles', 1],
      ['kettle', 'ketle', 1],
      ['kettle', 'kittle', 1],
      ['kettle', 'ketlte', 1],
      ['from', 'form', 1],
      ['kettle', 'nettles', 2],
      ['kettle', 'plum', 3],
      ['ab', 'abcdef', 3],
      ['', 'ab', 2],
      ['😀a', '😀b', 1],
    ]
    for (const [one, other, distance] of rows) {
      expect(editDistance(one, other, 2), `${one} ${other}`).toBe(distance)
      expect(editDistance(other, one, 2), `${other} ${one}`).toBe(distance)
    }
  })
})
