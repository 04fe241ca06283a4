import { runJobs, type World } from '@loquat/devkit'
import type { Page } from 'playwright-core'
import {
  channelTabs,
  groupTabs,
  mixedFeeds,
  organizationSections,
  plainViews,
  settingsSections,
} from '../../src/state/narrow.ts'
import { makeChannel } from './content.ts'

/** A little of everything, so that no screen is empty. Answers every address of the app, by area. */
export async function furnish(
  world: World,
): Promise<Record<'views' | 'dialogs' | 'settings' | 'organization', string[]>> {
  const { alice, carol, dave } = world
  const { channelId } = await makeChannel(world, 'design', [alice, carol, dave])
  const place = { type: 'channel', to: channelId, topic: 'logo' } as const
  const content = `Two options, @**Alice Owner**:\n\n- \`leaf\`\n- **fruit**\n\n> quoted\n\n~~~ js\nlet a = 1\n~~~\n\nhttps://example.com`
  const { id } = await carol.api.sendMessage({ ...place, content })
  await carol.api.sendMessage({ ...place, content: '/poll Which?\nLeaf\nFruit' })
  await alice.api.sendMessage({ ...place, content: 'Good.' })
  await carol.api.sendMessage({ type: 'direct', to: [alice.id], content: 'Have you seen them?' })
  await alice.api.addReaction({ message_id: id, emoji_name: 'tada' })
  await alice.api.updateMessageFlags({ messages: [id], op: 'add', flag: 'starred' })
  await alice.api.createDrafts({
    drafts: [
      {
        type: 'stream',
        to: [channelId],
        topic: 'logo',
        content: 'I prefer',
        timestamp: Math.floor(Date.now() / 1_000),
      },
    ],
  })
  await alice.api.createScheduledMessage({
    ...place,
    content: 'Later.',
    scheduled_delivery_timestamp: Math.floor(Date.now() / 1_000) + 3_600,
  })
  await alice.api.createUserGroup({
    name: 'painters',
    description: 'They paint.',
    members: [alice.id, carol.id],
  })
  const { user_groups: groups } = await alice.api.getUserGroups()
  const groupId = groups.find(({ name }) => name === 'painters')?.id
  await runJobs(world)
  const views = [...plainViews, ...mixedFeeds].map((view) => `/${view}`)
  return {
    views: [
      ...views,
      `/c/${channelId}`,
      `/c/${channelId}/topics`,
      `/c/${channelId}/t/logo`,
      `/dm/${carol.id}`,
      '/search?q=options',
      '/search?q=nowhere',
      '/nowhere',
    ],
    dialogs: [
      '/channels',
      '/channels/new',
      ...channelTabs.map((tab) => `/channels/${channelId}/${tab}`),
      '/groups',
      '/groups/new',
      ...groupTabs.map((tab) => `/groups/${groupId}/${tab}`),
      `/people/${carol.id}`,
    ],
    settings: settingsSections.map((section) => `/settings/${section}`),
    organization: organizationSections.map((section) => `/organization/${section}`),
  }
}

/** Goes somewhere as Back and Forward do, and waits until the screen has come to rest. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((path) => {
    history.pushState({}, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  const isAtRest = await page.evaluate(async () => {
    const start = performance.now()
    let changedAt = start
    const observer = new MutationObserver(() => {
      changedAt = performance.now()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    const isBusy = () =>
      performance.now() - changedAt < 120 || document.querySelector('[aria-busy="true"]') !== null
    while (isBusy() && performance.now() - start < 10_000)
      await new Promise((resolve) => setTimeout(resolve, 30))
    observer.disconnect()
    return !isBusy()
  })
  if (!isAtRest) throw new Error(`${path} does not come to rest.`)
}
