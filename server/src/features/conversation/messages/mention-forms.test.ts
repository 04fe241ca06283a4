import {
  createWorld,
  eventsPerUser,
  eventTypesOf,
  type Person,
  sendToGeneral,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { deactivate } from '../../places/channels/testing/fixtures.ts'
import { policiesBy } from '../../places/user-topics/testing/fixtures.ts'
import { tada } from '../reactions/testing/fixtures.ts'
import { addAccounts } from '../typing/testing/fixtures.ts'

const fetched = async ({ api }: Person, id: number) =>
  (await api.getMessages({ message_ids: [id] })).messages[0]

describe('A mention', () => {
  it('begins the text or follows a space, a line break or one of \' " ( { [ / <', async () => {
    const { carol, dave } = await createWorld()
    const name = '@**Dave Member**'
    const flagged = async (content: string) =>
      (await fetched(dave, await sendToGeneral(carol, content)))?.flags
    for (const before of ['', 'a ', 'a\n', 'a\t', "'", '"', '(', '{', '[', '/', '<']) {
      expect(await flagged(`${before}${name}`), JSON.stringify(before)).toEqual(['mentioned'])
    }
    for (const before of ['a', '.', ',', '-', ':', '=', '!', '@', ')']) {
      expect(await flagged(`${before}${name}`), JSON.stringify(before)).toEqual([])
    }
  })

  it('is rendered by its kind; silent mentions have no @ and no effect', async () => {
    const { carol, dave } = await createWorld()
    await carol.api.createUserGroup({ name: 'pickers', description: '', members: [dave.id] })
    const { realm_user_groups = [] } = await carol.api.register()
    const group = realm_user_groups.find((one) => one.name === 'pickers')?.id
    const user = `class="user-mention" data-user-id="${dave.id}">@Dave Member`
    const wildcard = 'class="user-mention channel-wildcard-mention" data-user-id="*">@all'
    const forms: [content: string, html: string, flags: string[]][] = [
      ['@**Dave Member**', `<span ${user}</span>`, ['mentioned']],
      ['@**dave MEMBER**', `<span ${user}</span>`, ['mentioned']],
      ['@**all**', `<span ${wildcard}</span>`, ['stream_wildcard_mentioned', 'wildcard_mentioned']],
      ['@**topic**', '<span class="topic-mention">@topic</span>', []],
      [
        '@*pickers*',
        `<span class="user-group-mention" data-user-group-id="${group}">@pickers</span>`,
        ['mentioned'],
      ],
    ]
    for (const [content, html, flags] of forms) {
      const message = await fetched(dave, await sendToGeneral(carol, content))
      expect(message?.content, content).toBe(`<p>${html}</p>`)
      expect(message?.flags, content).toEqual(flags)
      const silent = await fetched(dave, await sendToGeneral(carol, content.replace('@', '@_')))
      const quietly = html.replace(/class="([^"]*)"/, 'class="$1 silent"').replace('>@', '>')
      expect(silent?.content, content).toBe(`<p>${quietly}</p>`)
      expect(silent?.flags, content).toEqual([])
    }
    for (const plain of ['@**All**', '@**Topic**', '@**nobody**', '@*nobody*', '@all', '@Dave Member']) {
      const message = await fetched(dave, await sendToGeneral(carol, plain))
      expect(message?.content, plain).not.toContain('mention')
      expect(message?.flags, plain).toEqual([])
    }
  })

  it('of a deactivated user is silent, and a wildcard in code or a quote has no effect', async () => {
    const world = await createWorld()
    const { carol, dave, greta } = world
    await deactivate(world, greta)
    await sendToGeneral(dave, 'I was here')
    const forms = [
      '@**Greta Guest**',
      '> @**all** @**topic** @**Dave Member**',
      '```quote\n@**all** @**topic** @**Dave Member**\n```',
      '`@**all**` `@**topic**`',
      '```\n@**all** @**topic** @**Dave Member**\n```',
    ]
    for (const content of forms) {
      const message = await fetched(dave, await sendToGeneral(carol, content))
      expect(message?.flags, content).toEqual([])
      expect(message?.content, content).not.toMatch(/class="[a-z -]*mention"/)
    }
  })

  it('of a group does not make its members follow the topic', async () => {
    const { carol, dave } = await createWorld()
    await carol.api.createUserGroup({ name: 'pickers', description: '', members: [dave.id] })
    await sendToGeneral(carol, 'begin')
    const received = await eventsPerUser({ dave }, () => sendToGeneral(carol, '@*pickers*'))
    expect(eventTypesOf(received.dave ?? [])).toEqual(['message'])
    expect(await policiesBy(dave)).toEqual([])
  })
})

describe('An edit with a topic wildcard mention', () => {
  it('needs permission with more than 15 participants, and flags the message for them', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    const crowd = await addAccounts(world, 14)
    await sendToGeneral(carol, 'one')
    for (const person of crowd) await sendToGeneral(person, 'here')
    const message_id = await sendToGeneral(carol, 'hello')
    const edit = (content: string) => carol.api.updateMessage({ message_id, content })
    // Carol and fourteen others are 15 participants.
    await edit('@**topic** exactly fifteen')
    await edit('hello')
    await dave.api.addReaction({ message_id, ...tada })
    await expect(edit('@**topic**')).rejects.toMatchObject(withReason('topic-wildcard-mention-denied'))
    await edit('@_**topic** `@**topic**`')
    // Later edits do not clear the flag, and later participants do not get it.
    const flags = ['topic_wildcard_mentioned', 'wildcard_mentioned']
    expect((await fetched(carol, message_id))?.flags).toEqual(['read', ...flags])
    expect((await fetched(dave, message_id))?.flags).toEqual([])
    const own = await sendToGeneral(alice, 'hello')
    await alice.api.updateMessage({ message_id: own, content: '@**topic**' })
    expect((await fetched(dave, own))?.flags).toEqual(flags)
  })
})

describe('A narrow to mentions', () => {
  it('finds every kind of them, and a narrow to alerts the alert words at the time of the message', async () => {
    const { carol, dave } = await createWorld()
    await carol.api.createUserGroup({ name: 'pickers', description: '', members: [dave.id] })
    await sendToGeneral(dave, 'I was here')
    await sendToGeneral(carol, 'mirabelle')
    await dave.api.addAlertWords({ alert_words: ['mirabelle'] })
    const ids: number[] = []
    for (const content of ['@**Dave Member**', '@*pickers*', '@**all**', '@**topic**', 'mirabelle']) {
      ids.push(await sendToGeneral(carol, content))
    }
    await dave.api.removeAlertWords({ alert_words: ['mirabelle'] })
    const find = async (operand: string) => {
      const range = { anchor: 'oldest', num_before: 0, num_after: 50 }
      const { messages } = await dave.api.getMessages({ ...range, narrow: [['is', operand]] })
      return messages.map((message) => message.id)
    }
    expect(await find('mentioned')).toEqual(ids.slice(0, 4))
    expect(await find('alerted')).toEqual(ids.slice(4))
  })
})

describe('The flags of a message', () => {
  it('have one order, regardless of the order in which they were set', async () => {
    const { carol, dave } = await createWorld()
    await dave.api.addAlertWords({ alert_words: ['mirabelle'] })
    await sendToGeneral(dave, 'I was here')
    let id = 0
    const received = await eventsPerUser({ dave }, async () => {
      id = await sendToGeneral(carol, 'mirabelle @**topic** @**all** @**Dave Member**')
    })
    const given = ['mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned', 'has_alert_word']
    expect(received.dave?.at(-1)).toMatchObject({ flags: [...given, 'wildcard_mentioned'] })
    for (const flag of ['collapsed', 'starred', 'read']) {
      await dave.api.updateMessageFlags({ messages: [id], op: 'add', flag })
    }
    const all = ['read', 'starred', 'collapsed', ...given, 'wildcard_mentioned']
    expect((await fetched(dave, id))?.flags).toEqual(all)
    expect((await dave.api.getMessage({ message_id: id })).message.flags).toEqual(all)
  })
})

describe('POST /messages/render', () => {
  it('does not check the permission to mention, and notifies nobody', async () => {
    const { alice, dave } = await createWorld()
    const received = await eventsPerUser({ dave }, async () => {
      const { rendered } = await alice.api.renderMessage({ content: '@*role:members* @**Dave Member**' })
      expect(rendered).toContain('user-group-mention')
      expect(rendered).toContain(`data-user-id="${dave.id}"`)
    })
    expect(received.dave).toEqual([])
    await expect(sendToGeneral(alice, '@*role:members*')).rejects.toMatchObject(
      withReason('group-mention-denied'),
    )
  })
})
