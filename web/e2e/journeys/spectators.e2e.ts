import { castPassword } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openBrowser } from '../kit/app.ts'
import { composeField, createChannel, messageWith } from '../kit/content.ts'

describe('Spectators', () => {
  it('read web-public channels, and see which actions need a login', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    await alice.api.updateRealm({ enable_spectator_access: true })
    await alice.api.subscribe({ subscriptions: [{ name: 'window' }], is_web_public: true })
    const { stream_id: windowId } = await alice.api.getChannelId({ stream: 'window' })
    const { channelId: designId } = await createChannel(world, 'design', [alice, carol])
    const topic = { type: 'channel', to: windowId, topic: 'opening hours' } as const
    const { id } = await alice.api.sendMessage({ ...topic, content: 'We open at **nine**.' })
    const secret = await alice.api.sendMessage({
      type: 'channel',
      to: designId,
      topic: 'logo',
      content: 'A secret.',
    })

    const page = await openBrowser()
    await page.goto(`${world.url}/`)
    await page.getByRole('heading', { name: 'Log in to Orchard' }).waitFor()
    await page.getByRole('link', { name: 'Browse public channels' }).click()
    await page.getByRole('main').getByText('opening hours').first().waitFor()
    // Unread, followed and muted are states of an account.
    expect(await page.getByRole('group', { name: 'Show' }).count()).toBe(0)
    const navigation = page.getByRole('tree', { name: 'Views and channels' })
    const links = await navigation.getByRole('treeitem').allTextContents()
    expect(links.map((one) => one.trim()).filter((one) => one !== '')).toEqual(
      expect.arrayContaining(['Recent', 'Combined feed', 'window']),
    )
    for (const hidden of ['Inbox', 'Mentions', 'Starred', 'Drafts', 'design', 'Direct messages'])
      expect(links.join(), hidden).not.toContain(hidden)

    await page.goto(`${world.url}/m/${id}`)
    await messageWith(page, 'We open at nine.').waitFor()
    expect(page.url()).toContain(`/c/${windowId}-window/t/opening%20hours`)
    expect(await composeField(page).count()).toBe(0)
    expect(await page.getByRole('toolbar').count()).toBe(0)
    await expectAccessible(page)

    for (const path of [
      `/m/${secret.id}`,
      `/c/${designId}/t/logo`,
      '/inbox',
      `/dm/${carol.id}`,
      '/settings/profile',
      '/organization/people',
    ]) {
      await page.goto(`${world.url}${path}`)
      await page.getByText('Log in to see this.').waitFor()
      expect(await page.getByText('A secret.').count(), path).toBe(0)
    }
    await expectAccessible(page)

    await page.goto(`${world.url}/c/${windowId}/t/opening%20hours`)
    await page.getByRole('link', { name: 'Log in to reply' }).click()
    await page.getByLabel('Email').fill(carol.email)
    await page.getByLabel('Password').fill(castPassword)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await messageWith(page, 'We open at nine.').waitFor()
    expect(page.url()).toContain('/t/opening%20hours')
    await page.keyboard.press('r')
    await composeField(page).waitFor()
    await expectAccessible(page)
  })
})
