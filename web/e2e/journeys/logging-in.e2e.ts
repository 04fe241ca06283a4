import { castPassword, createMailbox, linkInEmail } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openBrowser } from '../kit/app.ts'
import { createChannel } from '../kit/content.ts'

describe('Logging in', () => {
  it('counts down after too many wrong passwords, and then opens the requested view', async () => {
    const world = await createAppWorld({ config: { rateLimits: true } })
    const { channelId } = await createChannel(world, 'design', [world.alice])
    const page = await openBrowser()
    await page.goto(`${world.url}/c/${channelId}/t/logo`)
    await page.getByRole('heading', { name: 'Log in to Orchard' }).waitFor()
    await page.getByLabel('Email').fill(world.alice.email)
    const attempt = async (password: string) => {
      await page.getByLabel('Password').fill(password)
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')])
    }
    for (let n = 0; n < 5; n++) {
      await attempt('not this one')
      expect(await page.getByRole('alert').textContent()).toBe('Wrong email address or password.')
      expect(await page.getByLabel('Email').inputValue()).toBe(world.alice.email)
    }
    // The caret is in the field for the next attempt.
    expect(await page.locator(':focus').getAttribute('name')).toBe('password')
    await attempt('not this one')
    const told = page.getByRole('alert')
    expect(await told.textContent()).toMatch(/Try again in (29:\d\d|30:00)\.$/)
    const first = await told.textContent()
    await page.waitForFunction(
      (before) => document.querySelector('[role=alert]')?.textContent !== before,
      first,
    )
    await expectAccessible(page)

    world.clock.advance(1_800)
    await attempt(castPassword)
    await page.waitForURL(/\/c\/\d+-design\/t\/logo/)
    await page.getByRole('main').waitFor()
    await expectAccessible(page)
  })

  it('offers a new link instead of a used one', async () => {
    const mailbox = await createMailbox()
    const world = await createAppWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    const page = await openBrowser()
    await page.goto(`${world.url}/login`)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByLabel('Email').fill(world.carol.email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    const emails = await mailbox.emails(world)
    const { pathname } = new URL(linkInEmail(emails[0], '/reset/'))
    await page.goto(`${world.url}${pathname}`)
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByLabel('New password').fill('the quiet loquat tree')
    expect(await page.getByLabel('New password').getAttribute('type')).toBe('text')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('link', { name: 'Log in', exact: true }).click()
    await page.getByLabel('Password').fill('the quiet loquat tree')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.waitForURL(/\/inbox$/)

    const second = await openBrowser()
    await second.goto(`${world.url}${pathname}`)
    await second.getByRole('heading', { name: 'This link has expired' }).waitFor()
    await expectAccessible(second)
    await second.getByRole('link', { name: 'Get a new link' }).click()
    await second.getByRole('button', { name: 'Send reset link' }).waitFor()
  })
})
