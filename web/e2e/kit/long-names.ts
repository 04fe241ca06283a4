import type { World } from '@loquat/devkit'
import type { Page } from 'playwright-core'
import { createAppWorld } from './app.ts'

const word = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetzesentwurfsvorlagenausschuss'

interface LongNames {
  world: World
  /** The topic first. */
  paths: string[]
  names: { channel: string; topic: string }
}

/** An organization in which every name is one word of maximum length. */
export async function withLongNames(): Promise<LongNames> {
  const world = await createAppWorld()
  const { alice, carol } = world
  const names = { channel: word.slice(0, 60), topic: word.slice(12, 72) }
  await alice.api.updateUser({ user_id: carol.id, full_name: `Carol ${word}`.slice(0, 100) })
  await carol.api.updateStatus({ status_text: word.slice(0, 60) })
  await alice.api.subscribe({
    subscriptions: [{ name: names.channel, description: word.repeat(5) }],
    principals: [alice.id, carol.id],
  })
  const { stream_id: channelId } = await alice.api.getChannelId({ stream: names.channel })
  const say = (content: string) =>
    carol.api.sendMessage({ type: 'channel', to: channelId, topic: names.topic, content })
  const columns = Array.from({ length: 15 }, () => 'Number of trees')
  await say(`| ${columns.join(' | ')} |\n|${'---|'.repeat(15)}\n| ${columns.join(' | ')} |`)
  await say(
    `\`\`\`js\n${'const trees = 1; '.repeat(30)}\n\`\`\`\n${word.repeat(4)} https://example.com/${word}`,
  )
  await carol.api.sendMessage({ type: 'direct', to: [alice.id], content: word.repeat(2) })
  await alice.api.createDrafts({
    drafts: [{ type: 'stream', to: [channelId], topic: names.topic, content: word.repeat(2) }],
  })
  const topic = encodeURIComponent(names.topic)
  return {
    world,
    names,
    paths: [
      `/c/${channelId}/t/${topic}`,
      `/c/${channelId}`,
      `/c/${channelId}/topics`,
      '/inbox',
      '/recent',
      '/feed',
      `/dm/${carol.id}`,
      '/drafts',
      `/search?q=channel:${encodeURIComponent(names.channel)}`,
      '/channels',
      `/channels/${channelId}/general`,
      `/channels/${channelId}/members`,
      `/people/${carol.id}`,
      '/settings/notifications',
      '/organization/people',
    ],
  }
}

/** Elements that stick out of the window without a scrollable ancestor. */
export const tooWide = (page: Page): Promise<string[]> =>
  // Not `innerWidth`: phones zoom out of pages that are too wide.
  page.evaluate((wide) => {
    const isOut = (box: DOMRect) => box.width > 0 && (box.right > wide + 1 || box.left < -1)
    const isHeld = (element: Element) => {
      for (let one = element.parentElement; one !== null && one !== document.body; one = one.parentElement) {
        if (getComputedStyle(one).overflowX !== 'visible' && !isOut(one.getBoundingClientRect())) return true
      }
      return false
    }
    return [...document.body.querySelectorAll('*')]
      .filter((one) => isOut(one.getBoundingClientRect()) && !isHeld(one))
      .map((one) => `${one.tagName} ${one.textContent.slice(0, 40)}`)
      .slice(0, 5)
  }, page.viewportSize()?.width ?? 0)
