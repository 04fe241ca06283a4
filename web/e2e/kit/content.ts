import type { Person, World } from '@loquat/devkit'
import type { Locator, Page } from 'playwright-core'

/** A channel with some people in it. */
export async function createChannel(
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

/** The text area of the open compose box. */
export const composeField = (page: Page): Locator => page.getByRole('combobox', { name: /^Message/ })

/** Opens the compose box if needed, and types. */
export async function write(page: Page, text: string): Promise<void> {
  if (!(await composeField(page).isVisible())) await page.keyboard.press('r')
  await composeField(page).focus()
  await page.keyboard.type(text)
}

/** Types a message and sends it. */
export async function send(page: Page, text: string): Promise<void> {
  await write(page, text)
  await page.keyboard.press('Control+Enter')
}
