import type { Person, World } from '@loquat/devkit'
import type { Locator, Page } from 'playwright-core'

/** A channel with some people in it. */
export async function makeChannel(
  world: World,
  name: string,
  people: readonly Person[],
): Promise<{ channelId: number }> {
  const [creator = world.alice] = people
  await creator.api.subscribe({ subscriptions: [{ name }], principals: people.map(({ id }) => id) })
  const { stream_id: channelId } = await creator.api.getChannelId({ stream: name })
  return { channelId }
}

/** The message on screen that has this text. */
export const messageWith = (page: Page, text: string): Locator =>
  page.getByRole('article').filter({ hasText: text }).last()
