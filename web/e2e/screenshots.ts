import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { ensureWebApp } from '@loquat/server/web/built.ts'
import { chromium, type Page } from 'playwright-core'
import { chromiumPath } from './kit/chromium.ts'
import { logInTo, startDemo } from './kit/demo.ts'

/** `npm run screenshots`: pictures of the main screens with the demo team, into docs/screenshots. */
const folder = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url))
const themes = ['light', 'dark'] as const
const devices = {
  desktop: { viewport: { width: 1360, height: 850 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
} as const

type Steps = (page: Page, url: string) => Promise<unknown>
const go =
  (path: string): Steps =>
  (page, url) =>
    page.goto(url + path)
/** Uses the list of recent conversations, which also has conversations that were read in the meantime. */
const openRow =
  (name: string): Steps =>
  async (page, url) => {
    await page.goto(`${url}/recent`)
    await page.getByRole('grid').getByText(name).first().click()
  }

const screens: Record<string, Steps> = {
  inbox: go('/inbox'),
  topic: openRow('logo refresh'),
  feed: go('/feed'),
  direct: openRow('Bea Lindt'),
  recent: go('/recent'),
  search: go('/search?q=battery'),
  compose: async (page, url) => {
    await openRow('checkout down')(page, url)
    await page.getByText('Message #ops').click()
    // The draft of the last screenshot is kept.
    await page.keyboard.press('Control+a')
    await page.keyboard.type('The new certificate is in place, @be')
  },
  switcher: async (page, url) => {
    await page.goto(`${url}/inbox`)
    await page.getByRole('grid').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('log')
  },
  channels: go('/channels'),
  settings: go('/settings/preferences'),
  organization: go('/organization/permissions'),
}
const onPhones = ['inbox', 'topic', 'feed', 'settings']

await ensureWebApp((line) => console.log(line))
await mkdir(folder, { recursive: true })
const demo = await startDemo()
const browser = await chromium.launch({
  executablePath: chromiumPath() ?? '',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  for (const theme of themes) {
    for (const [device, options] of Object.entries(devices)) {
      const context = await browser.newContext({
        ...options,
        colorScheme: theme,
        locale: 'en-GB',
        timezoneId: 'Europe/Berlin',
      })
      const page = await context.newPage()
      await logInTo(page, demo.url)
      for (const [name, steps] of Object.entries(screens)) {
        if (device === 'phone' && !onPhones.includes(name)) continue
        await steps(page, demo.url)
        // Fonts and pictures are loaded on demand.
        await page.waitForTimeout(1_500)
        await page.screenshot({ path: `${folder}${name}-${device}-${theme}.png` })
        console.log(`${name}, ${device}, ${theme}`)
      }
      await context.close()
    }
  }
} finally {
  await browser.close()
  await demo.stop()
}
