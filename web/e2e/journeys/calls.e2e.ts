import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { createChannel, messageWith } from '../kit/content.ts'
import { sendAll } from '../kit/reading.ts'

const dock = (page: Page) =>
  page
    .getByRole('region', { name: 'Call', exact: true })
    .filter({ has: page.getByRole('button', { name: 'Leave the call' }) })
const card = (page: Page) => page.getByRole('feed').getByRole('region', { name: 'Call', exact: true })
const incoming = (page: Page) => page.getByRole('alertdialog', { name: /^Call from/ })
const press = (page: Page, name: string) => dock(page).getByRole('button', { name }).click()

/** Frames of a video, which advance while it plays. */
async function expectFrames(page: Page, selector: string): Promise<void> {
  const video = page.locator(selector).locator('video')
  await video.waitFor()
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.videoWidth)).toBeGreaterThan(0)
  const frames = () =>
    video.evaluate((one: HTMLVideoElement) => one.getVideoPlaybackQuality().totalVideoFrames)
  const before = await frames()
  await expect.poll(frames).toBeGreaterThan(before)
}

/** The microphone of the participant beeps, which shows as speech: an analyser of the received track measures it. */
const expectSound = (page: Page, userId: number) =>
  page.locator(`[data-participant="${userId}"][data-speaking="true"]`).waitFor()

describe('A call', () => {
  it('of three in a topic carries sound, pictures and a screen, stays while one reads elsewhere, and ends', async () => {
    const world = await createAppWorld()
    const { alice, bob, carol } = world
    const { channelId } = await createChannel(world, 'design', [carol, alice, bob])
    await sendAll(carol, { channelId, topic: 'picnic' }, ['Shall we talk?'])
    const path = `/c/${channelId}/t/picnic`
    const first = await openApp(world, carol, path)
    const second = await openApp(world, alice, path, { phone: true })
    await first.getByRole('button', { name: 'Start a call' }).click()
    await dock(first).waitFor()
    await card(second).getByText('Carol Member').waitFor()
    await card(second).getByRole('button', { name: 'Join' }).click()
    await dock(second).waitFor()
    await expectSound(first, alice.id)
    await expectSound(second, carol.id)

    await press(first, 'Turn camera on')
    await expectFrames(second, `[data-participant="${carol.id}"]`)
    await first.keyboard.press('Alt+Shift+M')
    await second.locator(`[data-participant="${carol.id}"]`).getByLabel('Muted').waitFor()

    // The third one joins by the header, and sees and hears both.
    const third = await openApp(world, bob, path)
    await third.getByRole('button', { name: 'Join the call with 2 people' }).click()
    await expectFrames(third, `[data-participant="${carol.id}"]`)
    await expectSound(third, alice.id)
    await press(third, 'Share screen')
    await expectFrames(first, `[data-screen="${bob.id}"]`)
    await expectAccessible(first)

    // One can write meanwhile: the dock does not cover the send button.
    await first.keyboard.press('r')
    await first.keyboard.type('I share the list now')
    await first.getByRole('button', { name: 'Send', exact: true }).click()
    await messageWith(second, 'I share the list now').waitFor()

    // The dock stays.
    await first.getByRole('treeitem', { name: /^Inbox/ }).click()
    await first.waitForURL(/\/inbox$/)
    await expectFrames(first, `[data-screen="${bob.id}"]`)
    await dock(first)
      .getByRole('button', { name: /design\s*picnic/ })
      .click()
    await card(first).getByText('Carol Member, Alice Owner, and Bob Admin').waitFor()

    // A closed tab leaves at once.
    await third.close()
    await expect.poll(() => first.locator(`[data-participant="${bob.id}"]`).count()).toBe(0)
    // A call that was left by mistake is one click away.
    await first.keyboard.press('Alt+Shift+H')
    await expect.poll(() => dock(first).count()).toBe(0)
    await first.getByRole('button', { name: 'Rejoin' }).click()
    await dock(first).waitFor()
    await second.locator(`[data-participant="${carol.id}"]`).waitFor()
    await press(first, 'Leave the call')
    await expect.poll(() => dock(first).count()).toBe(0)
    await press(second, 'Leave the call')
    await card(second)
      .getByText(/^Call ended after \d+ minutes?/)
      .waitFor()
    await expectAccessible(second)
  })

  it('in a direct conversation rings, until it is declined or answered on any device, but never without disturbing', async () => {
    const world = await createAppWorld()
    const { carol, dave } = world
    const caller = await openApp(world, dave, `/dm/${carol.id}`)
    const desk = await openApp(world, carol, '/inbox')
    const phone = await openApp(world, carol, '/inbox', { phone: true })
    await caller.getByRole('button', { name: 'Start a call' }).click()
    await incoming(desk).waitFor()
    await incoming(phone).waitFor()
    await expectAccessible(desk)
    await incoming(phone).getByRole('button', { name: 'Decline' }).click()
    await expect.poll(() => incoming(desk).count()).toBe(0)
    // The message is read, so its notifications are closed everywhere.
    await expect
      .poll(async () => {
        const { messages } = await carol.api.getMessages({ anchor: 'newest', num_before: 1, num_after: 0 })
        return messages[0]?.flags
      })
      .toContain('read')
    await press(caller, 'Leave the call')
    await card(caller)
      .getByText(/^Call ended/)
      .waitFor()

    // The phone does not ring while it is quiet.
    await phone.evaluate(() => localStorage.setItem('dnd', JSON.stringify({ until: Date.now() + 3_600_000 })))
    await phone.reload()
    await phone.locator('main').waitFor()
    await caller.getByRole('button', { name: 'Start a call' }).click()
    await incoming(desk).getByRole('button', { name: 'Accept' }).click()
    await expectSound(desk, dave.id)
    await expectSound(caller, carol.id)
    expect(await incoming(phone).count()).toBe(0)
  })

  it('says that the browser blocks the microphone, and goes on without it', async () => {
    const world = await createAppWorld()
    const { carol, dave } = world
    const page = await openApp(world, carol, `/dm/${dave.id}`)
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    })
    await page.getByRole('button', { name: 'Start a call' }).click()
    await dock(page)
      .getByRole('alert')
      .getByText(/The browser blocks/)
      .waitFor()
    await dock(page).getByRole('button', { name: 'Unmute' }).waitFor()
  })
})
