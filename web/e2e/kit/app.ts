import { castPassword, createWorld, type Person, type World, type WorldOptions } from '@loquat/devkit'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { chromiumArgs, chromiumPath } from './chromium.ts'

/** One browser per worker. It ends with the worker. */
let browser: Promise<Browser> | undefined
const launch = () => chromium.launch({ executablePath: chromiumPath() ?? '', args: [...chromiumArgs] })

/** A world whose server has the web app. */
export const createAppWorld = (options: WorldOptions = {}): Promise<World> =>
  createWorld({ ...options, config: { ...options.config, webApp: true } })

export interface Device extends BrowserContextOptions {
  phone?: boolean
}

const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

/** A browser of somebody's own. What goes wrong in it fails the test. */
export async function openBrowser({ phone = false, ...options }: Device = {}): Promise<Page> {
  browser ??= launch()
  const context = await (await browser).newContext({
    viewport: phone ? sizes.phone : sizes.desktop,
    hasTouch: phone,
    isMobile: phone,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    ...options,
  })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error.stack)))
  onTestFinished(async () => {
    await context.close()
    if (problems.length > 0) throw new Error(`The page had errors:\n${problems.join('\n')}`)
  })
  return page
}

/** Logs somebody in, and opens a view. */
export async function openApp(world: World, person: Person, path = '/', device: Device = {}): Promise<Page> {
  const page = await openBrowser(device)
  await logIn(page, world, person, path)
  return page
}

/** Logs somebody in with a browser that is there already. */
export async function logIn(
  page: Page,
  world: Pick<World, 'url'>,
  person: Pick<Person, 'email'>,
  path = '/',
): Promise<void> {
  await page.goto(`${world.url}/login?next=${encodeURIComponent(path)}`)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(castPassword)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('main').waitFor()
}

/** From then on the app can be opened without a network. */
export const workerIsReady = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
