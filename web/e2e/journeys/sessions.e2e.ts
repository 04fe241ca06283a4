import { castPassword } from '@loquat/devkit'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp, withWorker, workerIsReady } from '../kit/app.ts'
import { composeField, createChannel, messageWith, send, write } from '../kit/content.ts'
import { visit } from '../kit/screens.ts'

const databases = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))

describe('Sessions', () => {
  it('that end elsewhere ask for the password in place, and keep drafts', async () => {
    const world = await createAppWorld()
    const { channelId } = await createChannel(world, 'design', [world.alice, world.carol])
    const topic = { type: 'channel', to: channelId, topic: 'logo' } as const
    await world.carol.api.sendMessage({ ...topic, content: 'Two options.' })
    const alice = await openApp(world, world.alice, `/c/${channelId}/t/logo`)
    await messageWith(alice, 'Two options.').waitFor()
    await write(alice, 'I think that the')
    await world.alice.api.endOtherSessions()
    const dialog = alice.getByRole('dialog', { name: 'Please log in again' })
    await dialog.waitFor()
    await expectAccessible(alice)
    await world.carol.api.sendMessage({ ...topic, content: 'A third one.' })
    await dialog.getByLabel('Password').fill('not this one')
    await alice.keyboard.press('Enter')
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('Password').fill(castPassword)
    await alice.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(await composeField(alice).inputValue()).toBe('I think that the')
    // The app continues in place, with the messages that arrived meanwhile.
    await messageWith(alice, 'A third one.').waitFor()
    // A late error for the old session does not ask for the password again.
    const refusal = { status: 401, json: { result: 'error', code: 'UNAUTHORIZED', msg: 'Not logged in.' } }
    const place = new URL(alice.url()).pathname
    const confirmed = alice.waitForResponse((response) => response.url().endsWith('/json/users/me'))
    await alice.route('**/json/messages?**', (route) => route.fulfill(refusal), { times: 1 })
    await visit(alice, '/search?q=options')
    expect((await confirmed).status()).toBe(200)
    await visit(alice, place)
    await messageWith(alice, 'A third one.').waitFor()
    expect(await dialog.count()).toBe(0)
    await composeField(alice).focus()
    await alice.keyboard.press('End')
    await alice.keyboard.type(' first is best')
    await alice.keyboard.press('Control+Enter')
    await messageWith(alice, 'I think that the first is best').waitFor()
    await expect
      .poll(async () => (await newest(world.carol, channelId)).at(-1))
      .toBe('I think that the first is best')
    await expectAccessible(alice)
  })

  it('leave no data behind on logout, after a warning about unsent messages', async () => {
    const world = await createAppWorld()
    const { channelId } = await createChannel(world, 'design', [world.alice])
    const alice = await openApp(world, world.alice, `/c/${channelId}/t/logo`, withWorker)
    await send(alice, 'One')
    await messageWith(alice, 'One').waitFor()
    await expect.poll(() => databases(alice)).toHaveLength(2)
    await workerIsReady(alice)
    await alice.context().setOffline(true)
    await send(alice, 'Two')
    await messageWith(alice, 'Two').waitFor()
    const leave = async () => {
      const logOut = alice.getByRole('menuitem', { name: 'Log out' })
      const isOpen = async () => {
        if (await logOut.isVisible()) return true
        await alice.getByRole('button', { name: 'Orchard' }).click()
        return false
      }
      // A menu closes when the focus goes elsewhere, as it may just after sending.
      await expect.poll(isOpen, { interval: 1_000 }).toBe(true)
      await logOut.click()
    }
    await leave()
    const question = alice.getByRole('dialog', { name: "A message hasn't been sent" })
    await expectAccessible(alice)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await alice.context().setOffline(false)
    await expect.poll(async () => (await newest(world.alice, channelId)).at(-1)).toBe('Two')
    await leave()
    await alice.waitForURL(/\/login$/)
    expect(await databases(alice)).toEqual([])
    expect(
      await alice.evaluate(() => Object.keys(localStorage).filter((name) => !name.startsWith('layout'))),
    ).toEqual([])
    await expectAccessible(alice)
  })
})

async function newest(person: { api: import('@loquat/client').Api }, channelId: number): Promise<string[]> {
  const { messages } = await person.api.getMessages({
    anchor: 'newest',
    num_before: 20,
    num_after: 0,
    narrow: [{ operator: 'channel', operand: channelId, negated: false }],
    apply_markdown: false,
  })
  return messages
    .filter(({ sender_full_name: name }) => name !== 'Notification Bot')
    .map(({ content }) => content)
}
