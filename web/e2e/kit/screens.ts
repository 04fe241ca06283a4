import type { World } from '@loquat/devkit'
import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { organizationSections, settingsSections } from '../../src/navigation/narrow.ts'
import { createAppWorld } from './app.ts'
import { createChannel } from './content.ts'
import { expectStill } from './still.ts'

export interface SampleWorld {
  world: World
  /** Paths of all screens. */
  paths: string[]
  /** Paths of the most used screens. */
  mainPaths: string[]
  /** User-given names, which are not translated. */
  names: string[]
}

/** An organization with content for every screen. */
export async function createSampleWorld(): Promise<SampleWorld> {
  const world = await createAppWorld()
  const { alice, carol } = world
  const { channelId } = await createChannel(world, 'design', [alice, carol])
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
  // Another zone than the browser's, so that every screen has the bar that asks about it.
  await alice.api.updateSettings({ timezone: 'America/New_York' })
  const { members } = await alice.api.getUsers()
  const people = members.flatMap((one) => [one.full_name, one.delivery_email ?? one.email])
  const views = ['inbox', 'recent', 'feed', 'mentions', 'starred', 'dms', 'drafts', 'scheduled', 'later']
  return {
    world,
    names: [...people, 'Orchard', 'general', 'design', 'logo', 'lunch'],
    paths: [
      ...views.map((view) => `/${view}`),
      `/c/${channelId}`,
      `/c/${channelId}/t/logo`,
      `/c/${channelId}/topics`,
      `/c/${channelId}/files`,
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
      '/help',
      '/help/formatting',
      '/nowhere',
    ],
    mainPaths: [
      '/inbox',
      '/recent',
      `/c/${channelId}/t/logo`,
      `/dm/${carol.id}`,
      '/search?q=options',
      '/channels',
      '/settings/preferences',
      '/organization/permissions',
    ],
  }
}

/** Pending requests of each page, without event polls. */
const pendingRequests = new WeakMap<Page, Set<Request>>()

function requestsOf(page: Page): Set<Request> {
  const known = pendingRequests.get(page)
  if (known !== undefined) return known
  const requests = new Set<Request>()
  pendingRequests.set(page, requests)
  page.on('request', (request) => !request.url().includes('/events') && requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
  return requests
}

/** Opens a screen without reloading the page, and waits until it is complete. */
export async function visit(page: Page, path: string): Promise<void> {
  const requests = requestsOf(page)
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)
  // Twice: a response may cause further requests.
  for (let quiet = 0; quiet < 2; ) {
    await expectStill(page)
    quiet = requests.size === 0 ? quiet + 1 : 0
  }
  expect(await page.locator('[data-failure]').count(), `${path} failed to draw`).toBe(0)
}
