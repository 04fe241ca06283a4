import { it } from 'vitest'
import { createAppWorld, openApp } from '../kit/app.ts'
import { makeChannel } from '../kit/content.ts'
import { fill, frames, lines, settled, topMessage } from '../kit/reading.ts'

it('scroll', async () => {
  const world = await createAppWorld()
  const { alice, carol } = world
  const { channelId } = await makeChannel(world, 'design', [alice, carol])
  const contents = lines(260)
  for (let n = 0; n < 260; n += 5) contents[n] = `\`\`\`js\nconst line = ${n}\n${'more()\n'.repeat(n % 7)}\`\`\``
  const ids = await fill(alice, { channelId, topic: 'logo' }, contents)
  const page = await openApp(world, alice, `/c/${channelId}/t/logo`)
  await settled(page)
  await page.locator('[role=feed]').hover()
  const pos = () => page.evaluate(() => ({ s: document.querySelector('[role=feed]')!.scrollTop, p: Object.fromEntries([...document.querySelectorAll<HTMLElement>('[role=feed] [data-message]')].map((row) => [row.dataset.message ?? '', row.getBoundingClientRect().top])) }))
  for (let step = 0; step < 8; step++) {
    const before = await pos()
    await page.mouse.wheel(0, -300)
    await frames(page, 30)
    const after = await pos()
    const moves = Object.keys(after.p).flatMap((id) => before.p[id] === undefined ? [] : [(after.p[id]! - before.p[id]!).toFixed(2)])
    console.log(step, before.s, after.s, [...new Set(moves)].join(' '))
  }
  await page.goto(`${world.url}/c/${channelId}/t/logo?at=${ids[100]}`)
  await settled(page)
  await frames(page, 20)
  const top = await topMessage(page)
  const where = async () => (await page.locator(`[data-message="${top}"]`).boundingBox())?.y
  console.log('at', await where())
  await page.keyboard.press('r')
  await frames(page, 10)
  console.log('r', await where())
  await page.keyboard.type('half')
  await frames(page, 10)
  console.log('typed', await where())
  await carol.api.getOwnUser({})
  await alice.api.updateMessage({ message_id: ids[0] ?? 0, topic: 'brand', propagate_mode: 'change_all' })
  for (let n = 0; n < 8; n++) { await frames(page, 3); console.log('moved', await where(), page.url()) }
  await frames(page, 30); console.log('moved', await where())
  await page.screenshot({ path: '/tmp/feed-a.png' })
})
