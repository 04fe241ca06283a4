import {
  castPassword,
  createWorld,
  expectEventsToReproduceState,
  runJobs,
  type World,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { verifyLog } from '../../../audit/verify.ts'
import { collectSearchWords } from '../../conversation/similar-words/jobs.ts'
import { createProvider, oktaUser } from '../scim/testing/provider.ts'
import { erasePeople } from './job.ts'
import { continueErasure } from './steps.ts'
import { nextErasure } from './store.ts'
import { keptTables, messageTables, personalTables, rewrittenTables } from './tables.ts'
import { columnsOf, fillAccount, fillPersonalTables, marker, placesWithMarker } from './testing/markers.ts'

const name = 'Zyxmarker Quince'
const email = 'zyxmarker@example.com'

/** An organization with a person whose name, address and texts are all over it. */
async function createFullWorld() {
  const world = await createWorld()
  const { alice, bob, carol, app } = world
  const provider = await createProvider(world)
  const { body } = await provider.send(
    'POST /Users',
    oktaUser(email, { displayName: name, externalId: marker }),
  )
  const person = world.person(Number(body.id))
  const { id: userId } = person
  const realm = await app.realms.bySubdomain('')
  if (realm === undefined) throw new Error('The organization is missing.')
  await person.api.sendMessage({ type: 'direct', to: [carol.id], content: 'Plums are ripe' })
  const { stream_id } = await carol.api.getChannelId({ stream: 'general' })
  await person.api.subscribe({ subscriptions: [{ name: 'general' }] })
  const say = (who: typeof alice, content: string) =>
    who.api.sendMessage({ type: 'channel', to: stream_id, topic: 'fruit', content })
  const own = await say(person, 'I pick *pears*')
  const mention = await say(
    carol,
    `@**${name}** and @_**Other Name|${userId}** said: ask ${name} at ${email.toUpperCase()}`,
  )
  const quote = await say(
    bob,
    `@_**${name}|${userId}** [said](#narrow/near/${own.id}):\n\`\`\`quote\nI pick *pears*\n\`\`\``,
  )
  await carol.api.updateMessage({ message_id: mention.id, content: `Ask @**${name}|${userId}**` })
  await carol.api.subscribe({ subscriptions: [{ name: 'moderators' }], invite_only: true })
  const { stream_id: moderators } = await carol.api.getChannelId({ stream: 'moderators' })
  await alice.api.updateRealm({ moderation_request_channel_id: moderators })
  const hidden = await say(carol, `${name} again`)
  await bob.api.reportMessage({ message_id: hidden.id, report_type: 'spam', description: `About ${name}` })
  await person.api.reportMessage({ message_id: mention.id, report_type: 'spam', description: `I am ${name}` })
  await alice.api.hideMessage({ message_id: hidden.id, reason: name })
  await bob.api.createScheduledMessage({
    type: 'channel',
    to: stream_id,
    topic: 'fruit',
    content: `@**${name}** tomorrow`,
    scheduled_delivery_timestamp: Math.floor(world.clock.now() / 1_000) + 3_600,
  })
  await person.api.updateStatus({ status_text: `${marker} is away` })
  await person.api.createDrafts({
    drafts: [{ type: 'stream', to: [stream_id], topic: 'fruit', content: `${marker} draft` }],
  })
  await alice.api.updateUser({ user_id: userId, full_name: 'Zyxmarker Medlar' })
  await alice.api.updateUser({ user_id: userId, full_name: name })
  await fillPersonalTables(world, userId, realm.id)
  await fillAccount(world, userId)
  await collectSearchWords.run(app, {})
  return { world, person, realm, own, mention, quote, provider }
}

const erase = async (world: World, userId: number, delete_messages: boolean) => {
  await world.alice.api.eraseUser({ user_id: userId, full_name: name, delete_messages })
  await erasePeople.run(world.app, {})
}

const contentOf = async (world: World, message_id: number) =>
  (await world.alice.api.getMessage({ message_id, apply_markdown: false })).raw_content

describe('Erasing a person', () => {
  it('leaves nothing of them in any column of the database, and keeps their messages under a pseudonym', async () => {
    const { world, person, realm, own, mention, quote } = await createFullWorld()
    const pseudonym = `Deleted user ${person.id}`
    const before = await placesWithMarker(world)
    expect(before).toEqual(
      expect.arrayContaining([
        'account.full_name',
        'audit_entry.after',
        'draft.content',
        'event.payload',
        'hidden_message.content',
        'message.content',
        'message.edit_history',
        'message.rendered_content',
        'message.search',
        'message_report.content',
        'passkey.public_key',
        'scheduled_message.content',
        'scim_user.external_id',
        'search_word.word',
        'user_status.status_text',
      ]),
    )
    await expectEventsToReproduceState(world.dave, () => erase(world, person.id, false))
    expect(await placesWithMarker(world)).toEqual([])
    expect(await contentOf(world, own.id)).toBe('I pick *pears*')
    expect(await contentOf(world, mention.id)).toBe(`Ask @**${pseudonym}|${person.id}**`)
    expect(await contentOf(world, quote.id)).toContain(`@_**${pseudonym}|${person.id}** [said]`)
    const { user } = await world.alice.api.getUser({ user_id: person.id })
    expect(user).toMatchObject({ full_name: pseudonym, is_active: false, timezone: '' })
    const { messages } = await world.alice.api.getMessages({
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
      narrow: [{ operator: 'search', operand: 'quince' }],
    })
    expect(messages).toEqual([])
    const history = await world.alice.api.getMessageHistory({ message_id: mention.id })
    expect(JSON.stringify(history)).toContain(pseudonym)
    // The chain of the audit log is intact, although values are gone from it.
    const { database, trail } = world.app
    expect((await verifyLog(database.db, trail.chain, realm.id)).problems).toEqual([])
    const { entries } = await world.alice.api.getAuditLog({
      limit: 50,
      kinds: ['user.erased', 'user.renamed'],
    })
    expect(entries[0]).toMatchObject({
      kind: 'user.erased',
      target_id: person.id,
      after: { messages: 'keep' },
    })
    expect(entries[1]).toMatchObject({ before: { full_name: pseudonym }, after: { full_name: pseudonym } })
    // A forged redaction shows.
    await sql`update audit_entry set after = '{"role":100}' where redaction_mac is not null`.execute(
      database.db,
    )
    expect((await verifyLog(database.db, trail.chain, realm.id)).problems).not.toEqual([])
    expect(await world.alice.api.getErasure({ user_id: person.id })).toMatchObject({
      erasure: { delete_messages: false, progress: 1, finished_at: expect.any(Number) },
    })
  })

  it('deletes their messages and files, too, if that was chosen', async () => {
    const { world, person, own, mention, provider } = await createFullWorld()
    const file = await person.api.uploadFile({}, { files: [new File([marker], `${marker}.txt`)] })
    const { stream_id } = await world.carol.api.getChannelId({ stream: 'general' })
    const content = `[${marker}.txt](${file.url})`
    await person.api.sendMessage({ type: 'channel', to: stream_id, topic: 'fruit', content })
    // The newest message stays, so that its ID does, too.
    await world.carol.api.sendMessage({ type: 'channel', to: stream_id, topic: 'fruit', content: 'Bye' })
    await expectEventsToReproduceState(world.dave, () => erase(world, person.id, true))
    // The names of the files are in the job that deletes them.
    await runJobs(world)
    expect(await placesWithMarker(world)).toEqual([])
    await expect(world.alice.api.getMessage({ message_id: own.id })).rejects.toThrow()
    expect(await contentOf(world, mention.id)).toContain('Deleted user')
    const { rows } = await sql`select from attachment where owner_id = ${person.id}`.execute(
      world.app.database.db,
    )
    expect(rows).toEqual([])
    // The provider no longer sees the account, and its address is free.
    expect((await provider.send(`GET /Users/${person.id}`)).status).toBe(404)
    expect((await provider.send('POST /Users', oktaUser(email))).status).toBe(201)
  })

  it('needs an owner, the name, somebody else and no legal hold; nobody can undo it', async () => {
    const world = await createWorld()
    const { alice, bob, carol } = world
    const request = { user_id: carol.id, full_name: 'Carol Member', delete_messages: false }
    await expect(bob.api.eraseUser(request)).rejects.toMatchObject(withReason('caller-not-owner'))
    await expect(alice.api.eraseUser({ ...request, full_name: 'Carol' })).rejects.toMatchObject(
      withReason('erasure-name-wrong'),
    )
    const self = { ...request, user_id: alice.id, full_name: 'Alice Owner' }
    await expect(alice.api.eraseUser(self)).rejects.toMatchObject(withReason('erasure-of-self-denied'))
    const { legal_hold_id } = await alice.api.createLegalHold({ name: 'Plums', password: castPassword })
    await expect(alice.api.eraseUser(request)).rejects.toMatchObject(withReason('erasure-during-hold'))
    await alice.api.releaseLegalHold({ legal_hold_id, password: castPassword })
    expect(await alice.api.getErasure({ user_id: carol.id })).toMatchObject({ erasure: null })
    await alice.api.eraseUser(request)
    await expect(alice.api.eraseUser(request)).rejects.toMatchObject(withReason('account-erased'))
    await expect(alice.api.reactivateUser({ user_id: carol.id })).rejects.toMatchObject(
      withReason('account-erased'),
    )
    await expect(carol.api.getOwnUser({})).rejects.toMatchObject({ status: 401 })
    expect((await alice.api.getErasure({ user_id: carol.id })).erasure?.finished_at).toBeNull()
    await erasePeople.run(world.app, {})
    expect((await alice.api.getErasure({ user_id: carol.id })).erasure?.finished_at).toBeGreaterThan(0)
  })

  it('continues in another process where one has stopped, and does each batch once', async () => {
    const { world, person } = await createFullWorld()
    const second = await world.secondNode()
    await world.alice.api.eraseUser({ user_id: person.id, full_name: name, delete_messages: true })
    await erasePeople.run(world.app, {}, AbortSignal.abort())
    for (let batch = 1; batch <= 5; batch++) {
      const erasure = await nextErasure(world.app.database.db)
      if (erasure === undefined) throw new Error('The erasure has ended too early.')
      await Promise.all([continueErasure(world.app, erasure), continueErasure(second.app, erasure)])
    }
    const { erasure } = await second.as(world.alice).getErasure({ user_id: person.id })
    expect(erasure).toMatchObject({ finished_at: null, step: 'rows' })
    await erasePeople.run(second.app, {})
    expect(await placesWithMarker(world)).toEqual([])
  })

  it('has a decision for every table, and removes the rows of every column that names a user', async () => {
    const world = await createWorld()
    const columns = (await columnsOf(world)).filter(({ schema }) => schema === 'public')
    const decided = { ...personalTables, ...messageTables, ...rewrittenTables, ...keptTables }
    const tables = [...new Set(columns.map(({ table }) => table))].filter(
      (table) => !table.startsWith('kysely_'),
    )
    expect(tables.filter((table) => !(table in decided)).sort()).toEqual([])
    expect(Object.keys(decided).filter((table) => !tables.includes(table))).toEqual([])
  })
})
