import type { Reason } from '@loquat/contract'
import { bodyWithReason, createWorld, type Person, sendChannelMessage, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

import { addEmoji, deactivateEmoji, reactionsTo, tada } from './testing/fixtures.ts'

type Sent = Parameters<Person['api']['addReaction']>[0]

/** The stored reaction to a new message. */
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

describe('The emoji of a reaction', () => {
  it('is found by its name: custom emoji first, then the extra one, then Unicode', async () => {
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

  it('has a missing code or type filled in from its name', async () => {
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
    // The name is looked up, regardless of the code.
    const unknown = stored(carol, { emoji_name: 'no_such_emoji', emoji_code: '1f389' })
    await expect(unknown).rejects.toMatchObject(withReason('emoji-name-not-found'))
  })

  it('can be given in full, even if its name now means another emoji', async () => {
    const world = await createWorld()
    await addEmoji(world, 'tada')
    expect(await stored(world.carol, tada)).toEqual(Object.values(tada))
  })

  it('must exist with the given type and name', async () => {
    const world = await createWorld()
    const { carol } = world
    const message_id = await sendChannelMessage(carol)
    const code = await addEmoji(world, 'gopher')
    const gone = await addEmoji(world, 'gone')
    await deactivateEmoji(world, gone)
    const bad: [name: string, code: string | undefined, type: string | undefined, reason: Reason][] = [
      ['no_such_emoji', undefined, undefined, 'emoji-name-not-found'],
      ['gone', undefined, undefined, 'emoji-name-not-found'],
      ['Tada', undefined, undefined, 'emoji-name-not-found'],
      ['__proto__', undefined, undefined, 'emoji-name-not-found'],
      ['tada', '1f389x', 'unicode_emoji', 'emoji-code-not-found'],
      ['tada', '', 'unicode_emoji', 'emoji-code-not-found'],
      ['tada', '1F389', 'unicode_emoji', 'emoji-code-not-found'],
      ['tada', '1f44d', 'unicode_emoji', 'emoji-name-mismatch'],
      ['no_such_emoji', '1f389', 'unicode_emoji', 'emoji-name-mismatch'],
      ['gopher', code, 'unicode_emoji', 'emoji-code-not-found'],
      ['gopher', `0${code}`, 'realm_emoji', 'emoji-code-not-found'],
      ['gopher', ` ${code}`, 'realm_emoji', 'emoji-code-not-found'],
      ['gopher', '404404', 'realm_emoji', 'emoji-code-not-found'],
      ['gopher', 'gopher', 'realm_emoji', 'emoji-code-not-found'],
      ['other', code, 'realm_emoji', 'emoji-name-mismatch'],
      ['gone', gone, 'realm_emoji', 'emoji-code-not-found'],
      ['chat', 'tada', 'zulip_extra_emoji', 'emoji-code-not-found'],
      ['tada', 'chat', 'zulip_extra_emoji', 'emoji-name-mismatch'],
      ['tada', 'tada', 'zulip_extra_emoji', 'emoji-code-not-found'],
      ['tada', '1f389', 'animated_emoji', 'parameter-invalid'],
      ['tada', '1f389', '', 'parameter-invalid'],
      ['', '1f389', 'unicode_emoji', 'parameter-invalid'],
      ['', undefined, undefined, 'parameter-invalid'],
    ]
    for (const [emoji_name, emoji_code, reaction_type, reason] of bad) {
      const sent = { message_id, emoji_name, emoji_code, reaction_type } as Sent
      await expect(carol.api.addReaction(sent), JSON.stringify(sent)).rejects.toMatchObject(
        withReason(reason),
      )
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
    const message_id = await sendChannelMessage(carol)
    const body = new URLSearchParams({ emoji_code: '1f389' })
    const response = await raw(`/api/v1/messages/${message_id}/reactions`, {
      method: 'POST',
      as: carol,
      body,
    })

    expect(await response.json()).toMatchObject({
      ...bodyWithReason('parameter-missing'),
      var_name: 'emoji_name',
    })
  })

  it('is known to every process as soon as it is added', async () => {
    const world = await createWorld()
    const far = (await world.secondNode()).as(world.carol)
    const message_id = await sendChannelMessage(world.carol)
    const emoji_code = await addEmoji(world, 'gopher')
    await far.addReaction({ message_id, emoji_name: 'gopher' })
    expect(await reactionsTo(world.dave, message_id)).toMatchObject([
      { emoji_code, reaction_type: 'realm_emoji' },
    ])
  })

  it('of another organization is unknown', async () => {
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
    const message_id = await sendChannelMessage(carol)
    const foreign = { message_id, emoji_name: 'gopher' } as const
    await expect(carol.api.addReaction(foreign)).rejects.toMatchObject(withReason('emoji-name-not-found'))
    const byCode = { ...foreign, emoji_code: code, reaction_type: 'realm_emoji' } as const
    await expect(carol.api.addReaction(byCode)).rejects.toMatchObject(withReason('emoji-code-not-found'))
  })
})

describe('Another vote for the same emoji', () => {
  it('counts under the first name, without further checks', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const message_id = await sendChannelMessage(carol)
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

  it('works for a deactivated custom emoji, which can be removed but not added anew', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const message_id = await sendChannelMessage(carol)
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

  it('needs the same code and type', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const message_id = await sendChannelMessage(carol)
    await carol.api.addReaction({ message_id, ...tada })
    const other = { message_id, ...tada, reaction_type: 'realm_emoji' } as const
    await expect(dave.api.addReaction(other)).rejects.toMatchObject(withReason('emoji-code-not-found'))
    const elsewhere = { message_id: await sendChannelMessage(carol), ...tada, emoji_name: 'nonsense' }
    await expect(dave.api.addReaction(elsewhere)).rejects.toMatchObject(withReason('emoji-name-mismatch'))
  })
})
