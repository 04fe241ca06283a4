import { describe, expect, it } from 'vitest'
import { organizationSections, settingsSections } from '../../src/state/narrow.ts'
import { barriers } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { makeChannel } from '../kit/content.ts'

/** An organization in which every screen has something to show. */
async function furnished() {
  const world = await createAppWorld()
  const { alice, carol } = world
  const { channelId } = await makeChannel(world, 'design', [alice, carol])
  const say = (topic: string, content: string) =>
    carol.api.sendMessage({ type: 'channel', to: channelId, topic, content })
  await say(
    'logo',
    'Two options, @**Alice Owner**:\n\n```python\nprint("leaf")\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |',
  )
  await say('logo', '> quoted\n\n```spoiler which\nthe second\n```')
  const { id } = await say('lunch', '/poll Where?\nHere\nThere')
  await alice.api.addReaction({ message_id: id, emoji_name: 'tada' })
  await alice.api.updateMessageFlags({ messages: [id], op: 'add', flag: 'starred' })
  await carol.api.sendMessage({ type: 'direct', to: [alice.id], content: 'Can we talk before lunch?' })
  await alice.api.createDrafts({
    drafts: [{ type: 'stream', to: [channelId], topic: 'logo', content: 'half a thought' }],
  })
  return { world, channelId, carol }
}

describe('every screen', () => {
  it.each(['light', 'dark'] as const)(
    'has nothing serious in people’s way, %s',
    { timeout: 300_000 },
    async (theme) => {
      const { world, channelId, carol } = await furnished()
      const page = await openApp(world, world.alice, '/inbox', { colorScheme: theme })
      const paths = [
        ...['inbox', 'recent', 'feed', 'mentions', 'starred', 'dms', 'drafts', 'scheduled'].map(
          (view) => `/${view}`,
        ),
        `/c/${channelId}`,
        `/c/${channelId}/t/logo`,
        `/c/${channelId}/topics`,
        `/dm/${carol.id}`,
        '/search?q=options',
        '/channels',
        '/channels/new',
        `/channels/${channelId}/general`,
        `/channels/${channelId}/members`,
        `/channels/${channelId}/permissions`,
        '/groups',
        `/people/${carol.id}`,
        ...settingsSections.map((section) => `/settings/${section}`),
        ...organizationSections.map((section) => `/organization/${section}`),
        '/nowhere',
      ]
      const found: string[] = []
      for (const path of paths) {
        await page.goto(world.url + path)
        await page.getByRole('main').waitFor()
        // What is loaded for this screen alone.
        await page.waitForTimeout(400)
        for (const barrier of await barriers(page)) found.push(`${path}: ${barrier}`)
      }
      expect(found).toEqual([])
    },
  )
})
