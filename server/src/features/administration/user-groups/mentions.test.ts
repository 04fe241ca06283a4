import { addBot, eventsPerUser, type Person, sendToGeneral, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { deactivate, named, set } from '../../places/channels/testing/fixtures.ts'
import { groupWorld, make } from './testing/fixtures.ts'

const fetched = async ({ api }: Person, id: number) =>
  (await api.getMessages({ message_ids: [id], apply_markdown: true })).messages[0]

/** Names of the users with the flag `mentioned` on a message. */
async function mentioned(id: number, people: Record<string, Person>): Promise<string[]> {
  const names: string[] = []
  for (const [name, person] of Object.entries(people)) {
    if ((await fetched(person, id))?.flags.includes('mentioned')) names.push(name)
  }
  return names
}

/** Dave and, in a subgroup, Greta and the moderators. */
async function withPlums(options: object = {}) {
  const made = await groupWorld()
  const { alice, bob, carol, dave, greta, mona } = made
  const inner = await make(carol, 'inner', [greta], { subgroups: [] })
  const plums = await make(carol, 'plums', [dave], { subgroups: [inner], ...options })
  return { ...made, inner, plums, people: { alice, bob, carol, dave, greta, mona } }
}

describe('The mention of a group', () => {
  it('renders its name and flags the message for all members, including those of subgroups', async () => {
    const { world, plums, people, carol } = await withPlums()
    await sendToGeneral(carol, 'begin')
    let id = 0
    const received = await eventsPerUser(people, async () => {
      id = await sendToGeneral(carol, 'look, @*plums*!')
    })
    expect(await mentioned(id, people)).toEqual(['dave', 'greta'])
    const flags = Object.entries(received).filter(([, events]) =>
      JSON.stringify(events).includes('"mentioned"'),
    )
    expect(flags.map(([name]) => name)).toEqual(['dave', 'greta'])
    expect((await fetched(carol, id))?.content).toBe(
      `<p>look, <span class="user-group-mention" data-user-group-id="${plums}">@plums</span>!</p>`,
    )
    await deactivate(world, world.dave)
    expect(await mentioned(await sendToGeneral(carol, '@*plums*'), { greta: people.greta })).toEqual([
      'greta',
    ])
  })

  it('includes the members of a system group inside it', async () => {
    const { inner, people, roles, carol } = await withPlums()
    await carol.api.changeSubgroups({ user_group_id: inner, add: [roles['role:moderators']] })
    const id = await sendToGeneral(carol, '@*plums* @*inner*')
    expect(await mentioned(id, people)).toEqual(['alice', 'bob', 'dave', 'greta', 'mona'])
  })

  it('flags only users who receive the message', async () => {
    const { people, carol, dave, greta } = await withPlums()
    await carol.api.subscribe({ ...named('plaza'), principals: [carol.id, greta.id] })
    const { id } = await carol.api.sendMessage({
      type: 'channel',
      to: 'plaza',
      topic: '',
      content: '@*plums*',
    })
    expect(await mentioned(id, people)).toEqual(['greta'])
    const direct = await carol.api.sendMessage({ type: 'direct', to: [dave.id], content: '@*plums*' })
    expect(await mentioned(direct.id, people)).toEqual(['dave'])
  })

  it('requires its permission, in direct messages and edits as well; silent mentions do not', async () => {
    const { inner, people, carol, dave, mona } = await withPlums()
    await carol.api.updateUserGroup({ user_group_id: inner, can_mention_group: { new: set(carol) } })
    const naming = withReason('group-mention-denied', { group: 'inner' })
    for (const person of [dave, mona]) {
      await expect(sendToGeneral(person, '@*plums* and @*inner*')).rejects.toMatchObject(naming)
      const direct = person.api.sendMessage({ type: 'direct', to: [carol.id], content: '@*inner*' })
      await expect(direct).rejects.toMatchObject(naming)
      const message_id = await sendToGeneral(person, '@_*inner* and `@*inner*` and\n> @*inner*')
      expect(await mentioned(message_id, people)).toEqual([])
      const edit = person.api.updateMessage({ message_id, content: '@*inner*' })
      await expect(edit).rejects.toMatchObject(naming)
    }
    await sendToGeneral(carol, '@*inner*')
    await carol.api.updateUserGroup({ user_group_id: inner, can_mention_group: { new: inner } })
    await carol.api.changeGroupMembers({ user_group_id: inner, add: [mona.id] })
    await sendToGeneral(mona, '@*inner*')
    await expect(sendToGeneral(carol, '@*inner*')).rejects.toMatchObject(naming)
  })

  it('is added and removed by edits', async () => {
    const { people, carol } = await withPlums()
    const message_id = await sendToGeneral(carol, 'hi')
    const steps: [string, string[]][] = [
      ['@*plums*', ['dave', 'greta']],
      ['@_*plums*', []],
      ['@*inner*', ['greta']],
      ['@*unknown*', []],
    ]
    for (const [content, flagged] of steps) {
      await carol.api.updateMessage({ message_id, content })
      expect(await mentioned(message_id, people), content).toEqual(flagged)
    }
  })

  it('uses the exact current name', async () => {
    const { people, plums, carol } = await withPlums()
    expect(await mentioned(await sendToGeneral(carol, '@*Plums*'), people)).toEqual([])
    await carol.api.updateUserGroup({ user_group_id: plums, name: 'Sweet plums' })
    expect(await mentioned(await sendToGeneral(carol, '@*plums*'), people)).toEqual([])
    expect(await mentioned(await sendToGeneral(carol, '@*Sweet plums*'), people)).toEqual(['dave', 'greta'])
  })

  it('is silent and needs no permission once the group is deactivated', async () => {
    const { people, plums, carol, mona } = await withPlums({ can_mention_group: set() })
    await expect(sendToGeneral(mona, '@*plums*')).rejects.toMatchObject(withReason('group-mention-denied'))
    await carol.api.deactivateUserGroup({ user_group_id: plums })
    const id = await sendToGeneral(mona, '@*plums*')
    expect(await mentioned(id, people)).toEqual([])
    expect((await fetched(mona, id))?.content).toContain('class="user-group-mention silent"')
  })

  it('of a system group is silent or refused, also for owners', async () => {
    const { people, alice } = await withPlums()
    await expect(sendToGeneral(alice, '@*role:members*')).rejects.toMatchObject(
      withReason('group-mention-denied'),
    )
    expect(await mentioned(await sendToGeneral(alice, '@_*role:members*'), people)).toEqual([])
  })

  it("by a bot depends on the bot's own membership", async () => {
    const { world, inner, roles, carol } = await withPlums()
    const bot = await addBot(world, carol)
    await bot.api.subscribe(named('general'))
    await carol.api.updateUserGroup({ user_group_id: inner, can_mention_group: { new: set(carol) } })
    await expect(sendToGeneral(bot, '@*inner*')).rejects.toMatchObject(withReason('group-mention-denied'))
    await carol.api.updateUserGroup({
      user_group_id: inner,
      can_mention_group: { new: roles['role:members'] },
    })
    await sendToGeneral(bot, '@*inner*')
  })
})
