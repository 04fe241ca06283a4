import {
  createWorld,
  eventsPerUser,
  eventTypesOf,
  type Person,
  runJobs,
  sendToGeneral,
  type World,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { deliverScheduled } from '../scheduled-messages/jobs.ts'
import { deleteUnusedUploads } from './jobs.ts'
import { attachmentsOf, statusFor, uploaded, words } from './testing/fixtures.ts'

/** IDs of the messages that a search for attachments finds. */
const withFiles = async (person: Person) => {
  const { messages } = await person.api.getMessages({
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    narrow: [{ operator: 'has', operand: 'attachment' }],
  })
  return messages.map(({ id }) => id)
}
const messagesOf = async (person: Person) =>
  (await attachmentsOf(person)).map(({ messages }) => messages.map(({ id }) => id))

describe('A message that links to a file', () => {
  it('keeps it, and its sender gets an event', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const { url, link } = await uploaded(carol)
    await sendToGeneral(carol, 'the first in its topic')
    let id = 0
    const received = await eventsPerUser({ carol, dave }, async () => {
      id = await sendToGeneral(carol, `see ${link}`)
    })
    const [attachment] = await attachmentsOf(carol)
    expect(attachment?.messages).toEqual([{ id, date_sent: world.clock.now() }])
    expect(eventTypesOf(received.carol ?? [])).toEqual(['message', 'attachment:update'])
    expect(received.carol?.[1]).toMatchObject({ attachment, upload_space_used: 4 })
    expect(eventTypesOf(received.dave ?? [])).toEqual(['message'])
    // The sender of the link gets the event, not the owner of the file.
    const again = await eventsPerUser({ carol, dave }, async () => {
      await dave.api.sendMessage({ type: 'direct', to: [dave.id], content: `${link} and ${link}` })
    })
    expect(eventTypesOf(again.dave ?? [])).toEqual(['message', 'attachment:update'])
    expect(again.carol).toEqual([])
    expect((await attachmentsOf(carol))[0]?.messages).toHaveLength(2)

    const rows: [string, string, boolean][] = [
      ['an address of the organization', `[x](${world.app.config.url}${url})`, true],
      ['a quote', `> ${link}`, true],
      ['an escaped name and a query', `[x](${url.replace('figs', '%66igs')}?a=b#c)`, true],
      ['code', `\`${link}\``, false],
      ['a block of code', `~~~\n${link}\n~~~`, false],
      ['another organization', `[x](https://elsewhere.example${url})`, false],
      ['a file that is not there', '[x](/user_uploads/2/abc/figs.txt)', false],
      ['a path that no file has', '[x](/user_uploads/2/%00/%zz)', false],
    ]
    for (const [what, content, claims] of rows) {
      const sent = await sendToGeneral(carol, content)
      expect((await withFiles(carol)).includes(sent), what).toBe(claims)
      expect((await messagesOf(carol))[0]?.includes(sent), what).toBe(claims)
    }
  })

  it('keeps only the files it still links to when edited, and reports files that are no longer needed', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const one = await uploaded(carol, words('one.txt'))
    const two = await uploaded(carol, words('two.txt'))
    const three = await uploaded(carol, words('three.txt'))
    const foreign = await uploaded(dave, words('foreign.txt'))
    await sendToGeneral(dave, foreign.link)
    const other = await sendToGeneral(carol, two.link)
    const id = await sendToGeneral(carol, `${one.link} ${two.link} ${foreign.link}`)
    let detached: unknown
    const received = await eventsPerUser({ carol, dave }, async () => {
      detached = (await carol.api.updateMessage({ message_id: id, content: three.link })).detached_uploads
    })
    const [first] = await attachmentsOf(carol)
    expect(detached).toEqual([first])
    expect(first).toMatchObject({ name: 'one.txt', messages: [] })
    expect(eventTypesOf(received.carol ?? [])).toEqual(['update_message', 'attachment:update'])
    expect(received.carol?.[1]).toMatchObject({ attachment: { name: 'three.txt', messages: [{ id }] } })
    expect(await messagesOf(carol)).toEqual([[], [other], [id]])
    expect(await statusFor(world, one.url, dave)).toBe(403)
    expect(await statusFor(world, three.url, dave)).toBe(200)
    // Kept files are not published again; a scheduled message still needs its files.
    await carol.api.createScheduledMessage({
      type: 'channel',
      to: (await carol.api.getChannelId({ stream: 'general' })).stream_id,
      topic: 'figs',
      content: three.link,
      scheduled_delivery_timestamp: Math.floor(Date.now() / 1_000) + 3_600,
    })
    const same = await eventsPerUser({ carol }, async () => {
      await carol.api.updateMessage({ message_id: id, content: `now ${three.link}` })
    })
    expect(eventTypesOf(same.carol ?? [])).toEqual(['update_message'])
    expect(await carol.api.updateMessage({ message_id: id, content: 'nothing' })).toMatchObject({
      detached_uploads: [],
    })
    expect(await withFiles(carol)).not.toContain(id)
    expect((await attachmentsOf(carol)).map(({ name }) => name)).toEqual(['one.txt', 'two.txt', 'three.txt'])
  })

  it('deletes the files that only it links to when deleted, without an event about them', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const only = await uploaded(carol, words('only.txt'))
    const both = await uploaded(carol, words('both.txt'))
    await sendToGeneral(carol, 'the first of its channel')
    const id = await sendToGeneral(carol, `${only.link} ${both.link}`)
    const other = await sendToGeneral(carol, both.link)
    const received = await eventsPerUser({ carol }, () => alice.api.deleteMessage({ message_id: id }))
    expect(eventTypesOf(received.carol ?? [])).toEqual(['delete_message'])
    expect((await attachmentsOf(carol)).map(({ name }) => name)).toEqual(['both.txt'])
    expect(await messagesOf(carol)).toEqual([[other]])
    expect(await carol.api.getAttachments()).toMatchObject({ upload_space_used: 4 })
    expect(await statusFor(world, only.url, carol)).toBe(404)
    const { stream_id } = await alice.api.getChannelId({ stream: 'general' })
    await alice.api.deleteTopic({ stream_id, topic_name: 'plums' })
    expect(await attachmentsOf(carol)).toEqual([])
  })

  it('is sent whole or not at all while its file is being deleted', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    for (let n = 0; n < 3; n++) {
      const { link, url } = await uploaded(carol)
      const [attachment] = await attachmentsOf(carol)
      const [id] = await Promise.all([
        sendToGeneral(carol, link),
        sendToGeneral(dave, 'plums'),
        carol.api.deleteAttachment({ attachment_id: attachment?.id ?? 0 }),
      ])
      const { messages } = await dave.api.getMessages({ message_ids: [id] })
      expect(messages).toHaveLength(1)
      expect(await statusFor(world, url, dave)).toBe(404)
    }
    expect(await carol.api.getAttachments()).toEqual({ attachments: [], upload_space_used: 0 })
  })
})

describe('A scheduled message', () => {
  it('keeps its files, and shows them to nobody before it is sent', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const { stream_id } = await carol.api.getChannelId({ stream: 'general' })
    const { link, url } = await uploaded(carol)
    const soon = Math.floor(Date.now() / 1_000) + 60
    let id = 0
    const received = await eventsPerUser({ carol }, async () => {
      id = (
        await carol.api.createScheduledMessage({
          type: 'channel',
          to: stream_id,
          topic: 'plums',
          content: link,
          scheduled_delivery_timestamp: soon,
        })
      ).scheduled_message_id
    })
    expect(eventTypesOf(received.carol ?? [])).toEqual(['scheduled_messages:add'])
    expect(await statusFor(world, url, dave)).toBe(403)
    await afterWeeks(world, 6)
    expect(await attachmentsOf(carol)).toHaveLength(1)
    // It failed, because it is late; with a new time it is sent.
    const later = Math.floor(world.clock.now() / 1_000) + 60
    await carol.api.editScheduledMessage({ scheduled_message_id: id, scheduled_delivery_timestamp: later })
    world.clock.advance(61)
    await deliverScheduled.run(world.app, {})
    expect(await statusFor(world, url, dave)).toBe(200)
    expect((await messagesOf(carol))[0]).toHaveLength(1)
  })
})

async function afterWeeks(world: World, weeks: number) {
  world.clock.advance(weeks * 7 * 86_400)
  await deleteUnusedUploads.run(world.app, {})
}

describe('An unused file', () => {
  it('is deleted after five weeks, unless a message, draft or snippet links to it', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    await carol.api.updateSettings({ enable_drafts_synchronization: true })
    const files = {
      linked: await uploaded(carol, words('linked.txt')),
      drafted: await uploaded(carol, words('drafted.txt')),
      saved: await uploaded(carol, words('saved.txt')),
      scheduled: await uploaded(carol, words('scheduled.txt')),
      forgotten: await uploaded(carol, words('forgotten.txt')),
    }
    await sendToGeneral(carol, files.linked.link)
    await carol.api.createDrafts({
      drafts: [{ type: '', to: [], topic: '', content: files.drafted.link }],
    })
    await carol.api.createSavedSnippet({ title: 'x', content: files.saved.link })
    const scheduled = await carol.api.createScheduledMessage({
      type: 'direct',
      to: [dave.id],
      content: files.scheduled.link,
      scheduled_delivery_timestamp: Math.floor(Date.now() / 1_000) + 90 * 86_400,
    })
    // Drafts of other users do not keep the file.
    await dave.api.updateSettings({ enable_drafts_synchronization: true })
    await dave.api.createDrafts({
      drafts: [{ type: '', to: [], topic: '', content: files.forgotten.link }],
    })
    await afterWeeks(world, 4.9)
    const names = async () => (await attachmentsOf(carol)).map(({ name }) => name.replace('.txt', ''))
    expect(await names()).toEqual(Object.keys(files))
    const young = await uploaded(carol, words('young.txt'))
    const received = await eventsPerUser({ carol }, () => afterWeeks(world, 0.2))
    expect(await names()).toEqual(['linked', 'drafted', 'saved', 'scheduled', 'young'])
    expect(received.carol).toMatchObject([{ type: 'attachment', op: 'remove', upload_space_used: 20 }])
    expect(await statusFor(world, files.forgotten.url, carol)).toBe(404)
    await runJobs(world)
    expect(
      await world.app.files.get(`uploads/${young.pathId.split('/').slice(0, 2).join('/')}/file`),
    ).toBeDefined()
    expect(
      await world.app.files.get(`uploads/${files.forgotten.pathId.split('/').slice(0, 2).join('/')}/file`),
    ).toBeUndefined()
    await carol.api.deleteScheduledMessage(scheduled)
    await deleteUnusedUploads.run(world.app, {})
    expect(await names()).toEqual(['linked', 'drafted', 'saved', 'young'])
  })
})
