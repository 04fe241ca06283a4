import { createWorld } from '@loquat/devkit'
import { expect, it } from 'vitest'

it('editing a message takes few statements, because others wait for the log meanwhile', async () => {
  const world = await createWorld({ proxied: true })
  const { carol, dave } = world
  await dave.api.addAlertWords({ alert_words: ['pears'] })
  const { id } = await carol.api.sendMessage({
    type: 'channel',
    to: 'general',
    topic: 'fruit',
    content: 'plums',
  })
  const edit = (content: string) => carol.api.updateMessage({ message_id: id, content })
  await edit('apples')
  const before = world.proxy.statements()
  await edit('pears')
  expect(world.proxy.statements() - before).toBeLessThanOrEqual(12)
  const flagsOf = async () => (await dave.api.getMessage({ message_id: id })).message.flags
  expect(await flagsOf()).toContain('has_alert_word')
  await edit('figs')
  expect(await flagsOf()).not.toContain('has_alert_word')
  const found = await dave.api.getMessages({
    narrow: [['search', 'figs']],
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
  })
  expect(found.messages.map((message) => message.id)).toEqual([id])
})
