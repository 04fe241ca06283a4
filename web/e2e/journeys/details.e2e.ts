import { castPassword } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp, openBrowser } from '../kit/app.ts'
import { composeField, createChannel, messageWith, send, write } from '../kit/content.ts'
import { sendAll } from '../kit/reading.ts'

describe('Details', () => {
  it('include setting a status, and showing the editor of a message', async () => {
    const world = await createAppWorld()
    const { channelId } = await createChannel(world, 'design', [world.alice, world.carol])
    const path = `/c/${channelId}/t/logo`
    await sendAll(world.carol, { channelId, topic: 'logo' }, ['The leaf.'])
    const alice = await openApp(world, world.alice, path)
    const carol = await openApp(world, world.carol, path)
    for (const page of [alice, carol]) await messageWith(page, 'The leaf.').waitFor()

    await carol.keyboard.press('Control+k')
    await carol.getByRole('combobox', { name: 'Go anywhere' }).fill('set sta')
    await carol.getByRole('option', { name: /Set status/ }).waitFor()
    await carol.keyboard.press('Enter')
    const dialog = carol.getByRole('dialog', { name: 'Set status' })
    await dialog.getByRole('button', { name: 'On vacation' }).click()
    await dialog.getByLabel('Status', { exact: true }).fill('In the garden')
    await dialog.getByRole('button', { name: /Change emoji/ }).click()
    await carol.getByRole('searchbox', { name: 'Search emoji' }).fill('seedling')
    await carol.getByRole('gridcell', { name: 'seedling' }).waitFor()
    await carol.keyboard.press('Enter')
    await expectAccessible(carol)
    await dialog.getByLabel('Status', { exact: true }).fill('x'.repeat(61))
    expect(await dialog.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
    await dialog.getByLabel('Status', { exact: true }).fill('In the garden')
    await carol.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await messageWith(alice, 'The leaf.').getByRole('img', { name: 'seedling' }).waitFor()
    const { user_status: all } = await world.alice.api.register({ fetch_event_types: ['user_status'] })
    expect(all?.[world.carol.id]).toMatchObject({ status_text: 'In the garden', emoji_name: 'seedling' })

    await messageWith(carol, 'The leaf.').focus()
    await carol.keyboard.press('e')
    await expect.poll(() => carol.getByLabel('Edit message').isEditable()).toBe(true)
    await carol.keyboard.type(' And the fruit.')
    await messageWith(alice, 'The leaf.').getByText('editing…').waitFor()
    await alice.getByText('Carol Member is editing a message').waitFor()
    await carol.keyboard.press('Control+Enter')
    await messageWith(alice, 'And the fruit.').getByText('edited').waitFor()
    expect(await alice.getByText(/is editing/).count()).toBe(0)
    await expectAccessible(alice)
  })

  it('include marks for guests, unless the organization disables them', async () => {
    const world = await createAppWorld()
    const { alice, greta } = world
    const { channelId } = await createChannel(world, 'design', [alice, greta])
    await sendAll(greta, { channelId, topic: 'logo' }, ['Hello from outside.'])
    await sendAll(alice, { channelId, topic: 'logo' }, ['Welcome.'])
    const page = await openApp(world, alice, `/c/${channelId}/t/logo`)
    const row = messageWith(page, 'Hello from outside.')
    await row.getByText('(guest)').waitFor()
    expect(await messageWith(page, 'Welcome.').getByText('(guest)').count()).toBe(0)
    await page
      .getByRole('complementary')
      .getByRole('link', { name: /Greta Guest \(guest\)/ })
      .waitFor()
    await write(page, '@Gre')
    await page.getByRole('option', { name: /Greta Guest \(guest\)/ }).waitFor()
    await page.keyboard.press('Tab')
    await expect.poll(() => composeField(page).inputValue()).toBe('@**Greta Guest** ')
    await row.getByRole('button', { name: 'Greta Guest', exact: true }).click()
    const card = page.getByRole('dialog', { name: 'Greta Guest' })
    await card.getByText('(guest)').waitFor()
    await expectAccessible(page)

    await page.goto(`${world.url}/organization/permissions`)
    await page.getByRole('switch', { name: 'Mark guests' }).click()
    await page.getByText('Saved').first().waitFor()
    await page.goto(`${world.url}/c/${channelId}/t/logo`)
    await row.waitFor()
    expect(await page.getByText('(guest)').count()).toBe(0)
  })

  it('include hints for guests without channels and for users without colleagues', async () => {
    const world = await createAppWorld()
    const { alice, greta } = world
    const { subscriptions } = await greta.api.getSubscriptions()
    for (const { name } of subscriptions) await greta.api.unsubscribe({ subscriptions: [name] })
    const page = await openApp(world, greta, '/channels')
    const dialog = page.getByRole('dialog', { name: 'Channels' })
    await dialog.getByText(/haven't been added to any channels yet\. .+ can add you\./).waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await dialog.getByRole('button', { name: 'Copy a request' }).click()
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toContain(`My account is ${greta.email}`)
    await expectAccessible(page)

    const { members } = await alice.api.getUsers()
    for (const { user_id: id, is_bot: isBot } of members)
      if (!isBot && id !== alice.id) await alice.api.deactivateUser({ user_id: id })
    await alice.api.markAllAsRead()
    const owner = await openApp(world, alice, '/inbox')
    await owner.getByText('Nothing here yet. Invite the people you work with.').waitFor()
    await expectAccessible(owner)
    await owner.getByRole('link', { name: 'Invite people' }).click()
    await owner.getByRole('dialog').getByRole('heading', { name: 'Invitations' }).waitFor()
    await expectAccessible(owner)
  })

  it('include sorting channels by size, joining channel sets, and previews', async () => {
    const world = await createAppWorld()
    const { alice, carol, dave } = world
    const { channelId } = await createChannel(world, 'workshop', [alice, dave])
    await createChannel(world, 'tools', [alice])
    await sendAll(alice, { channelId, topic: 'lathe' }, ['It runs again.'])
    const owner = await openApp(world, alice, '/organization/channels')
    await owner.getByRole('button', { name: 'New set' }).click()
    const dialog = owner.getByRole('dialog', { name: 'New set' })
    await dialog.getByLabel('Name').fill('Makers')
    await dialog.getByLabel('Description').fill('For those who make things')
    for (const name of ['workshop', 'tools']) {
      await dialog.getByRole('combobox', { name: 'Channels' }).fill(name)
      await owner.getByRole('option', { name }).waitFor()
      await owner.keyboard.press('Enter')
    }
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await owner.getByText('#tools, #workshop').waitFor()
    await expectAccessible(owner)

    const page = await openApp(world, carol, '/channels')
    await page.getByText('2 people').waitFor()
    const names = () =>
      page
        .getByRole('dialog')
        .getByRole('link', { name: /^(general|tools|workshop)$/ })
        .allInnerTexts()
    expect(await names()).toEqual(['general', 'tools', 'workshop'])
    await page.getByLabel('Sort').selectOption('people')
    await expect.poll(names).toEqual(['general', 'workshop', 'tools'])
    await page.getByRole('button', { name: 'Makers' }).click()
    await expect.poll(names).toEqual(['workshop', 'tools'])
    await page.getByText('For those who make things').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Preview workshop' }).click()
    await messageWith(page, 'It runs again.').waitFor()
    await page.getByText("You're not subscribed.").waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Makers' }).click()
    await page.getByRole('button', { name: 'Subscribe to the other 2' }).click()
    await expect
      .poll(async () => (await carol.api.getSubscriptions()).subscriptions.map(({ name }) => name))
      .toEqual(['general', 'tools', 'workshop'])
    await page.getByRole('button', { name: 'Unsubscribe' }).nth(1).waitFor()
    await expectAccessible(page)
  })

  it('include the recipient, the permission and the draft beside the compose box', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    await sendAll(alice, { channelId, topic: 'logo' }, ['The leaf.'])
    await sendAll(alice, { channelId, topic: 'paper' }, ['Thick or thin?'])
    await alice.api.updateRealm({ message_content_edit_limit_seconds: 600 })
    const page = await openApp(world, carol, '/feed')
    await messageWith(page, 'The leaf.').focus()
    await page.keyboard.press('e')
    await page.getByText('Only the author can edit a message.', { exact: true }).waitFor()
    await page.keyboard.press('Delete')
    await page.getByText("You don't have permission to delete this message.", { exact: true }).waitFor()

    await page.keyboard.press('r')
    await composeField(page).waitFor()
    expect(await messageWith(page, 'Thick or thin?').getAttribute('data-dimmed')).toBe('true')
    expect(await messageWith(page, 'The leaf.').getAttribute('data-dimmed')).toBeNull()
    await expectAccessible(page)
    await page.keyboard.type('/shrug whatever')
    await page.keyboard.press('Control+Enter')
    await page.getByText("There's no command /shrug.").waitFor()
    expect(await composeField(page).inputValue()).toBe('/shrug whatever')
    await page.keyboard.press('Control+Enter')
    await messageWith(page, '/shrug whatever').waitFor()
    await page.keyboard.type('A word more')
    await page.getByRole('button', { name: 'Go there' }).waitFor()
    await page.keyboard.press('Control+.')
    await page.waitForURL(/\/t\/logo/)
    await page.getByText('Started by Alice Owner on').waitFor()
    expect(await composeField(page).inputValue()).toBe('A word more')
    await page.keyboard.press('Escape')

    await page.goto(`${world.url}/c/${channelId}/t/paper`)
    await messageWith(page, 'Thick or thin?').waitFor()
    await write(page, 'Thin')
    await page.keyboard.press('Escape')
    await page.goto(`${world.url}/c/${channelId}/t/logo`)
    await messageWith(page, 'The leaf.').waitFor()
    await page.getByRole('main').getByText('Draft', { exact: true }).waitFor()
    await page.keyboard.press('d')
    await expect
      .poll(async () => (await page.getByRole('listitem').allInnerTexts()).join('|'))
      .toMatch(/In this conversation.*A word more.*Elsewhere.*Thin/s)
    await expectAccessible(page)

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Go anywhere' }).fill('>log')
    await page.getByRole('option', { name: /Log out/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /^Log in/ }).waitFor()
    await expectAccessible(page)
  })

  it('include optimistic votes that are rolled back on failure', async () => {
    const world = await createAppWorld()
    const { channelId } = await createChannel(world, 'design', [world.alice, world.carol])
    await sendAll(world.alice, { channelId, topic: 'lunch' }, ['/poll Lunch?\nSoup\nPizza'])
    // A service worker would hide requests from the test.
    const page = await openApp(world, world.carol, `/c/${channelId}/t/lunch`, { serviceWorkers: 'block' })
    let answer: () => void = () => {}
    const asked = new Promise<void>((resolve) => {
      void page.route('**/json/submessage', async (route) => {
        resolve()
        await new Promise<void>((done) => {
          answer = done
        })
        await route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Too late.' } })
      })
    })
    const soup = page.getByRole('checkbox', { name: /^Soup/ })
    await soup.click()
    await asked
    expect(await soup.isChecked()).toBe(true)
    await page.getByRole('group', { name: 'Lunch?' }).getByText('Carol Member').waitFor()
    answer()
    await expect.poll(() => soup.isChecked()).toBe(false)
    await page.getByText('Too late.', { exact: true }).waitFor()
    await page.unroute('**/json/submessage')
    await soup.click()
    await expect
      .poll(async () => {
        const { messages } = await world.alice.api.getMessages({
          anchor: 'newest',
          num_before: 1,
          num_after: 0,
        })
        return messages[0]?.submessages.length
      })
      .toBe(2)
    expect(await soup.isChecked()).toBe(true)
    await expectAccessible(page)
  })

  it('include leaving no data on shared computers, and following time zone changes', async () => {
    const world = await createAppWorld()
    const { channelId } = await createChannel(world, 'design', [world.carol])
    await world.carol.api.updateSettings({ timezone: 'America/Toronto' })
    const page = await openBrowser()
    await page.goto(`${world.url}/login?next=/c/${channelId}/t/logo`)
    await page.getByLabel('Email').fill(world.carol.email)
    await page.getByLabel('Password').fill(castPassword)
    await page.getByLabel('This is a shared computer').check()
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByText('your profile says America/Toronto').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Update profile' }).click()
    await page.getByText('your profile says').waitFor({ state: 'detached' })
    await expect.poll(async () => (await world.carol.api.getOwnUser()).timezone).toBe('Europe/Berlin')

    await send(page, 'Said here.')
    await messageWith(page, 'Said here.').waitFor()
    await write(page, 'Half a thought')
    await page.keyboard.press('Escape')
    await page.keyboard.press('e')
    await page.getByLabel('Edit message').waitFor()
    await page.keyboard.type(' Or there.')
    await page.getByLabel('Edit message').press('Escape')
    // The draft is stored on the server, so it is not needed here.
    await expect.poll(async () => (await world.carol.api.getDrafts()).count).toBe(1)
    await page.reload()
    await messageWith(page, 'Said here.').waitFor()
    const kept = await page.evaluate(async () => ({
      databases: (await indexedDB.databases()).map(({ name }) => name),
      names: Object.keys(localStorage).filter((name) => !name.startsWith('layout.')),
    }))
    expect(kept.databases).toEqual([])
    expect(kept.names).toEqual([])
    await expectAccessible(page)
  })
})
