import { bodyWithReason, createWorld, type Person, post, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { refused } from '../../places/channels/testing/fixtures.ts'
import { addEmoji, deactivateEmoji, reactionsTo, tada } from './testing/fixtures.ts'

type Sent = Parameters<Person['api']['addReaction']>[0]

/** What becomes of a reaction to a new message. */
async function stored({ api }: Person, sent: Omit<Sent, 'message_id'>) {
  const { id: message_id } = await api.sendMessage({
    type: 'channel',
    to: 'general',
    topic: 'x',
    content: 'hi',
  })
  await api.addReaction({ message_id, ...sent })
  const { message } = await api.getMessage({ message_id })
  expect(message.reactions).toHaveLength(1)
  const { emoji_name, emoji_code, reaction_type } = message.reactions[0]!
  return [emoji_name, emoji_code, reaction_type]
}

describe('the emoji of a reaction', () => {
  it('is found by its name: custom ones first, then the extra one, then those of Unicode', async () => {
    const world = await createWorld()
    const { carol } = world
    expect(await stored(carol, { emoji_name: 'tada' })).toEqual(['tada', '1f389', 'unicode_emoji'])
    expect(await stored(carol, { emoji_name: 'thumbs_up' })).toEqual(['thumbs_up', '1f44d', 'unicode_emoji'])
    expect(await stored(carol, { emoji_name: '+1' })).toEqual(['+1', '1f44d', 'unicode_emoji'])
    expect(await stored(carol, { emoji_name: 'chat' })).toEqual(['chat', 'chat', 'zulip_extra_emoji'])
    const code = await addEmoji(world, 'tada')
    const extra = await addEmoji(world, 'chat')
    expect(await stored(carol, { emoji_name: 'tada' })).toEqual(['tada', code, 'realm_emoji'])
    expect(await stored(carol, { emoji_name: 'chat' })).toEqual(['chat', extra, 'realm_emoji'])
    await deactivateEmoji(world, code)
    expect(await stored(carol, { emoji_name: 'tada' })).toEqual(['tada', '1f389', 'unicode_emoji'])
  })

  it('has the missing one of code and type filled in from its name', async () => {
    const world = await createWorld()
    const { carol } = world
    const code = await addEmoji(world, 'gopher')
    expect(await stored(carol, { emoji_name: 'tada', emoji_code: '1f389' })).toEqual(Object.values(tada))
    expect(await stored(carol, { emoji_name: 'tada', reaction_type: 'unicode_emoji' })).toEqual(
      Object.values(tada),
    )
    const custom = ['gopher', code, 'realm_emoji']
    expect(await stored(carol, { emoji_name: 'gopher', emoji_code: code })).toEqual(custom)
    expect(await stored(carol, { emoji_name: 'gopher', reaction_type: 'realm_emoji' })).toEqual(custom)
    // The name is looked up, whatever the code alone would say.
    const unknown = stored(carol, { emoji_name: 'no_such_emoji', emoji_code: '1f389' })
    await expect(unknown).rejects.toMatchObject(withReason('emoji-name-not-found'))
  })

  it('may be given in full, although its name has another meaning here', async () => {
    const world = await createWorld()
    await addEmoji(world, 'tada')
    expect(await stored(world.carol, tada)).toEqual(Object.values(tada))
  })

  it('must exist, in the type that is given, under the name that is given', async () => {
    const world = await createWorld()
    const { carol } = world
    const message_id = await post(carol)
    const code = await addEmoji(world, 'gopher')
    const gone = await addEmoji(world, 'gone')
    await deactivateEmoji(world, gone)
    const bad: [string, string | undefined, string | undefined][] = [
      ['no_such_emoji', undefined, undefined],
      ['gone', undefined, undefined],
      ['Tada', undefined, undefined],
      ['__proto__', undefined, undefined],
      ['tada', '1f389x', 'unicode_emoji'],
      ['tada', '', 'unicode_emoji'],
      ['tada', '1F389', 'unicode_emoji'],
      ['tada', '1f44d', 'unicode_emoji'],
      ['no_such_emoji', '1f389', 'unicode_emoji'],
      ['gopher', code, 'unicode_emoji'],
      ['gopher', `0${code}`, 'realm_emoji'],
      ['gopher', ` ${code}`, 'realm_emoji'],
      ['gopher', '404404', 'realm_emoji'],
      ['gopher', 'gopher', 'realm_emoji'],
      ['other', code, 'realm_emoji'],
      ['gone', gone, 'realm_emoji'],
      ['chat', 'tada', 'zulip_extra_emoji'],
      ['tada', 'chat', 'zulip_extra_emoji'],
      ['tada', 'tada', 'zulip_extra_emoji'],
      ['tada', '1f389', 'animated_emoji'],
      ['tada', '1f389', ''],
      ['', '1f389', 'unicode_emoji'],
      ['', undefined, undefined],
    ]
    for (const [emoji_name, emoji_code, reaction_type] of bad) {
      const sent = { message_id, emoji_name, emoji_code, reaction_type } as Sent
      await expect(carol.api.addReaction(sent), JSON.stringify(sent)).rejects.toMatchObject(refused)
    }
    expect(await reactionsTo(carol, message_id)).toEqual([])
    await carol.api.addReaction({
      message_id,
      emoji_name: 'chat',
      emoji_code: 'chat',
      reaction_type: 'zulip_extra_emoji',
    })
    await carol.api.addReaction({
      message_id,
      emoji_name: 'gopher',
      emoji_code: code,
      reaction_type: 'realm_emoji',
    })
  })

  it('must be named', async () => {
    const { carol, raw } = await createWorld()
    const message_id = await post(carol)
    const body = new URLSearchParams({ emoji_code: '1f389' })
    const response = await raw(`/api/v1/messages/${message_id}/reactions`, {
      method: 'POST',
      as: carol,
      body,
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      ...bodyWithReason('parameter-missing'),
      var_name: 'emoji_name',
    })
  })

  it('is known in every process as soon as it is added anywhere', async () => {
    const world = await createWorld()
    const far = (await world.secondNode()).as(world.carol)
    const message_id = await post(world.carol)
    const emoji_code = await addEmoji(world, 'gopher')
    await far.addReaction({ message_id, emoji_name: 'gopher' })
    expect(await reactionsTo(world.dave, message_id)).toMatchObject([
      { emoji_code, reaction_type: 'realm_emoji' },
    ])
  })

  it('of another organization is not known', async () => {
    const world = await createWorld()
    const { carol, app } = world
    const { id } = await app.database.db
      .insertInto('realm')
      .values({ subdomain: 'elsewhere', name: 'Elsewhere', settings: '{}', permissions: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const code = await addEmoji(world, 'gopher')
    await app.database.db.updateTable('custom_emoji').set({ realm_id: id }).execute()
    await addEmoji(world, 'gnu')
    const message_id = await post(carol)
    const foreign = { message_id, emoji_name: 'gopher' } as const
    await expect(carol.api.addReaction(foreign)).rejects.toMatchObject(withReason('emoji-name-not-found'))
    const byCode = { ...foreign, emoji_code: code, reaction_type: 'realm_emoji' } as const
    await expect(carol.api.addReaction(byCode)).rejects.toMatchObject(withReason('emoji-code-not-found'))
  })
})

describe('a further vote', () => {
  it('counts under the name that was there first, with no other check', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const message_id = await post(carol)
    await carol.api.addReaction({ message_id, emoji_name: '+1' })
    await dave.api.addReaction({ message_id, emoji_name: 'thumbs_up' })
    await world.alice.api.addReaction({
      message_id,
      emoji_name: 'nonsense',
      emoji_code: '1f44d',
      reaction_type: 'unicode_emoji',
    })
    const names = (await reactionsTo(carol, message_id)).map((one) => [one.user_id, one.emoji_name])
    expect(names).toEqual([
      [carol.id, '+1'],
      [dave.id, '+1'],
      [world.alice.id, '+1'],
    ])
  })

  it('works with a custom emoji that was deactivated, which can be taken back but not be started anew', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const message_id = await post(carol)
    const emoji_code = await addEmoji(world, 'gopher')
    const gopher = { message_id, emoji_name: 'gopher', emoji_code, reaction_type: 'realm_emoji' } as const
    await carol.api.addReaction(gopher)
    await deactivateEmoji(world, emoji_code)
    await dave.api.addReaction(gopher)
    expect(await reactionsTo(carol, message_id)).toHaveLength(2)
    await carol.api.removeReaction(gopher)
    await dave.api.removeReaction(gopher)
    await expect(carol.api.addReaction(gopher)).rejects.toMatchObject(withReason('emoji-code-not-found'))
    expect(await reactionsTo(carol, message_id)).toEqual([])
  })

  it('is only for the same code and type', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const message_id = await post(carol)
    await carol.api.addReaction({ message_id, ...tada })
    const other = { message_id, ...tada, reaction_type: 'realm_emoji' } as const
    await expect(dave.api.addReaction(other)).rejects.toMatchObject(withReason('emoji-code-not-found'))
    const elsewhere = { message_id: await post(carol), ...tada, emoji_name: 'nonsense' }
    await expect(dave.api.addReaction(elsewhere)).rejects.toMatchObject(withReason('emoji-name-mismatch'))
  })
})
