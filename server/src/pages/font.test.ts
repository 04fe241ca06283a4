import { createWorld } from '@loquat/devkit'
import { expect, it } from 'vitest'

it('Server-rendered pages use the font of the app', async () => {
  const { raw } = await createWorld()
  const page = await raw('/login')
  expect(page.headers.get('content-security-policy')).toContain("font-src 'self'")
  const [, address = ''] = /src: url\(([^)]+)\)/.exec(await page.text()) ?? []
  const font = await raw(address)
  expect([font.status, font.headers.get('content-type')]).toEqual([200, 'font/woff2'])
  const bytes = Buffer.from(await font.arrayBuffer())
  expect(bytes.subarray(0, 4).toString()).toBe('wOF2')
})
