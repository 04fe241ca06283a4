import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { World } from '@loquat/devkit'
import { endProcess } from '@loquat/devkit/server-process'
import { describe, expect, it, onTestFinished } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { composeField, createChannel, messageWith, write } from '../kit/content.ts'
import { phone } from '../kit/touch.ts'

const script = fileURLToPath(new URL('../../../examples/approvals.ts', import.meta.url))

/** Starts the example bot as a process of its own, and waits until it listens. */
async function startApprovals(world: World): Promise<void> {
  const { user_id } = await world.alice.api.createBot({ full_name: 'Approvals', short_name: 'approvals' })
  const bot = world.person(user_id)
  const child: ChildProcess = spawn(process.execPath, [script], {
    env: {
      ...process.env,
      LOQUAT_BOT_URL: world.url,
      LOQUAT_BOT_EMAIL: bot.email,
      LOQUAT_BOT_API_KEY: bot.apiKey,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => endProcess(child, 'SIGTERM'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  await expect.poll(() => output, { timeout: 60_000 }).toContain('listens')
}

describe('Interactive messages', () => {
  it('ask for an approval by command, and are decided by a button with a question, or by a form', async () => {
    const world = await createAppWorld()
    const { carol, dave } = world
    const { channelId } = await createChannel(world, 'garden', [carol, dave])
    await startApprovals(world)
    const path = `/c/${channelId}/t/tools`
    await carol.api.sendMessage({ type: 'channel', to: channelId, topic: 'tools', content: 'Hello' })
    const page = await openApp(world, carol, path)
    const other = await openApp(world, dave, path, phone)
    await messageWith(page, 'Hello').waitFor()

    // Suggested while typing; without a text only Carol gets an answer.
    await write(page, '/appr')
    await page.getByRole('option', { name: /\/approve what/ }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => composeField(page).inputValue()).toBe('/approve ')
    await page.keyboard.press('Control+Enter')
    const hint = page.getByRole('status').filter({ hasText: 'Only you can see this' })
    await hint.getByText('Write what you need').waitFor()
    await expectAccessible(page)
    await hint.getByRole('button', { name: 'Dismiss' }).click()
    await expect.poll(() => hint.count()).toBe(0)

    await write(page, '/approve a new ladder')
    await page.keyboard.press('Control+Enter')
    const request = (one: typeof page) => messageWith(one, 'a new ladder')
    await request(page).getByRole('button', { name: 'Approve' }).waitFor()
    await expect.poll(() => composeField(page).inputValue()).toBe('')

    // The requester cannot decide. The confirmation is answered by keyboard.
    await request(page).getByRole('button', { name: 'Approve' }).focus()
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: 'Approve this request?' })
    await question.waitFor()
    await expectAccessible(page)
    // The button gets the focus back.
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Approve')
    await page.keyboard.press('Enter')
    await question.waitFor()
    await page.keyboard.press('Enter')
    await request(page).getByText('Somebody else has to decide this.').waitFor()
    expect(await other.getByText('Somebody else has to decide this.').count()).toBe(0)

    // On a phone: the form requires a reason.
    await request(other).getByRole('button', { name: 'Decline' }).tap()
    const form = other.getByRole('dialog', { name: 'Decline the request' })
    await form.getByRole('button', { name: 'Decline' }).tap()
    await form.getByRole('alert').getByText('Fill in this field.').waitFor()
    await expectAccessible(other)
    await form.getByLabel('Reason').fill('We have one')
    await form.getByRole('button', { name: 'Decline' }).tap()
    await expect.poll(() => form.count()).toBe(0)
    for (const one of [page, other]) {
      await request(one).getByText('Declined').waitFor()
      await expect.poll(() => request(one).getByRole('button', { name: 'Approve' }).count()).toBe(0)
    }
  })

  it('offer menus, which the bot disables after use; existing text stays', async () => {
    const world = await createAppWorld()
    const { carol } = world
    const { channelId } = await createChannel(world, 'garden', [carol])
    const { user_id } = await carol.api.createBot({ full_name: 'Harvest', short_name: 'harvest' })
    const { api } = world.person(user_id)
    const menu = {
      type: 'select' as const,
      id: 'fruit',
      label: 'Fruit',
      options: [
        { value: 'plum', label: 'Plums' },
        { value: 'fig', label: 'Figs' },
      ],
    }
    const { queue_id, last_event_id } = await api.register({
      event_types: ['interaction'],
      fetch_event_types: [],
      client_capabilities: { interactive_messages: true },
    })
    const place = { type: 'channel', to: channelId, topic: 'picking' } as const
    const { id: message_id } = await api.sendMessage({
      ...place,
      content: 'What is ripe?',
      components: [menu],
    })
    const page = await openApp(world, carol, `/c/${channelId}/t/picking`)
    const message = messageWith(page, 'What is ripe?')
    await message.getByRole('button', { name: 'Fruit' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Figs' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const { events } = await api.getEvents({ queue_id: queue_id ?? '', last_event_id })
    expect(events).toMatchObject([
      { interaction: { user_id: carol.id, message_id, component_id: 'fruit', value: 'fig' } },
    ])
    await api.updateComponents({ message_id, components: [{ ...menu, selected: 'fig', disabled: true }] })
    await message.getByText('Figs').waitFor()
    expect(await message.getByRole('button', { name: 'Fruit' }).getAttribute('aria-disabled')).toBe('true')
    await message.getByText('What is ripe?').waitFor()

    // After a reload, the components are those of the update.
    await page.reload()
    await message.getByText('Figs').waitFor()

    // While the program of the bot is stopped, its commands and menus say so, and the command stays in the box.
    await api.setBotCommands({ commands: [{ name: 'pick', description: 'Pick fruit' }] })
    await api.updateComponents({ message_id, components: [menu] })
    await api.deleteQueue({ queue_id: queue_id ?? '' })
    // Sent before the commands are loaded, which are asked for at the slash.
    const isSent = Promise.withResolvers<void>()
    await page.route('**/json/bot_commands', async (route) => {
      await isSent.promise
      await route.continue()
    })
    await write(page, '/pick plums')
    await page.keyboard.press('Control+Enter')
    isSent.resolve()
    const offline = page.getByText('Harvest is offline and cannot respond. Try again later.', { exact: true })
    await offline.waitFor()
    await expect.poll(() => composeField(page).inputValue()).toBe('/pick plums')
    await message.getByRole('button', { name: 'Fruit' }).click()
    await page.getByRole('menuitem', { name: 'Plums' }).click()
    await expect.poll(() => offline.count()).toBe(2)
  })
})
