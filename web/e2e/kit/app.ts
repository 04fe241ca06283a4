import { castPassword, createWorld, type Person, type World, type WorldOptions } from '@loquat/devkit'
import { cookieNames } from '@loquat/server/sessions/cookies.ts'
import { openSession } from '@loquat/server/sessions/sessions.ts'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { chromiumArgs, chromiumPath } from './chromium.ts'

/** Browsers of this worker, by path. They end with it. */
const browsers = new Map<string, Promise<Browser>>()

function launchOnce(executablePath: string): Promise<Browser> {
  const launched = browsers.get(executablePath)
  if (launched !== undefined) return launched
  const browser = chromium.launch({ executablePath, args: [...chromiumArgs] })
  browsers.set(executablePath, browser)
  return browser
}

/** A world with the web app and a running clock. */
export const createAppWorld = (options: WorldOptions = {}): Promise<World> =>
  createWorld({ hasRunningClock: true, ...options, config: { ...options.config, webApp: true } })

export interface Device extends BrowserContextOptions {
  phone?: boolean
  /** `page.clock` can let time pass in the page. */
  hasClock?: boolean
}

/** Allows the service worker: for journeys that open the app offline, get notifications or update it. */
export const withWorker = { serviceWorkers: 'allow' } as const satisfies Device

const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

/** Maximum wait for a condition: long, so that slow machines only need more time. */
const timeoutMs = 60_000

/** How many times slower pages run than they could. For trying whether journeys pass on a slow machine. */
const slowdown = Number(process.env.E2E_SLOWDOWN ?? 1)

/** Opens a new browser profile. An uncaught exception in its page fails the test. */
export async function openBrowser({
  phone = false,
  hasClock = false,
  ...options
}: Device = {}): Promise<Page> {
  const showsNotifications = options.serviceWorkers === 'allow'
  const browser = await launchOnce(chromiumPath({ showsNotifications }) ?? '')
  const context = await browser.newContext({
    viewport: phone ? sizes.phone : sizes.desktop,
    hasTouch: phone,
    isMobile: phone,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // Precaching the app takes as long as rendering it.
    serviceWorkers: 'block',
    ...options,
  })
  context.setDefaultTimeout(timeoutMs)
  const page = await context.newPage()
  if (hasClock) await page.clock.install()
  if (slowdown > 1) await slowDown(page)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error.stack)))
  onTestFinished(async () => {
    await context.close()
    if (problems.length > 0) throw new Error(`The page had errors:\n${problems.join('\n')}`)
  })
  return page
}

async function slowDown(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

/** Opens a view in a new browser profile, logged in as this person. */
export async function openApp(world: World, person: Person, path = '/', device: Device = {}): Promise<Page> {
  const page = await openBrowser(device)
  await startSession(page, world, person)
  await page.goto(`${world.url}${path}`)
  // Not by role: `main` is hidden from screen readers while a dialog is open, and some addresses open one.
  await page.locator('main').waitFor()
  return page
}

/** Logs in without the login page, which takes as long to load as the app. */
export async function startSession(page: Page, world: World, person: Person): Promise<void> {
  const realm = await world.app.realms.byHost('')
  const user = realm?.directory.users.get(person.id)
  if (realm === undefined || user === undefined) throw new Error(`There is no user ${person.id}.`)
  const headers = { 'user-agent': await page.evaluate(() => navigator.userAgent) }
  const { cookies } = await openSession(world.app, realm, user, {
    headers,
    address: '127.0.0.1',
    remember: true,
  })
  const { session } = cookieNames(realm.directory.url)
  await page.context().addCookies(
    cookies.map((cookie) => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      return { name, value, url: world.url, httpOnly: name === session, sameSite: 'Lax' as const }
    }),
  )
}

/** Logs in through the login page. */
export async function logIn(
  page: Page,
  world: Pick<World, 'url'>,
  person: Pick<Person, 'email'>,
  path = '/',
): Promise<void> {
  await page.goto(`${world.url}/login?next=${encodeURIComponent(path)}`)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(castPassword)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('main').waitFor()
}

/** Waits until the app can be opened offline. */
export const workerIsReady = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { serviceWorker } = navigator
    await serviceWorker.ready
    // It is active a moment before it answers for this page.
    if (serviceWorker.controller !== null) return
    await new Promise((resolve) =>
      serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
  })
