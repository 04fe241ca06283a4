import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, withWorker } from '../kit/app.ts'
import { apiOf, logInTo, startDemo } from '../kit/demo.ts'
import { going } from './going.ts'
import { Notes } from './notes.ts'
import { scrolling } from './scrolling.ts'
import { starting } from './starting.ts'
import { talking } from './talking.ts'
import { busyMinute, hour } from './traffic.ts'

/**
 * Measures the app in an organization of 5,000 users, 500 channels and 100,000 messages against its performance budgets. The
 * figures are printed and kept in bench/web.json; the limits are for two quiet cores.
 */
const file = fileURLToPath(new URL('../../../bench/web.json', import.meta.url))
const notes = new Notes()

let demo: Awaited<ReturnType<typeof startDemo>>
beforeAll(async () => {
  demo = await startDemo({ big: true })
}, 300_000)
afterAll(async () => {
  console.table(notes.figures, ['value', 'limit', 'unit'])
  await writeFile(file, `${JSON.stringify(notes.figures, null, 2)}\n`)
  await demo.stop()
})

describe('Performance budgets', () => {
  it('are met', { timeout: 600_000 }, async () => {
    const page = await openBrowser(withWorker)
    await logInTo(page, demo.url)
    await starting(page, demo.url, notes)
    await going(page, demo.url, notes)
    await scrolling(page, demo.url, notes)

    const [ben, chen] = await Promise.all(['ben', 'chen'].map((name) => apiOf(demo.url, name)))
    if (ben === undefined || chen === undefined) throw new Error('Ben and Chen are not there.')
    const ids = await Promise.all(
      ['design', 'general', 'hardware'].map(async (stream) => (await ben.getChannelId({ stream })).stream_id),
    )
    const topic = `${demo.url}/c/${ids[0]}/t/logo%20refresh`
    const other = await openBrowser(withWorker)
    await logInTo(other, demo.url, 'ben@wrendibber.example')
    await talking(page, other, topic, notes)
    await other.context().close()

    await busyMinute(page, [ben, chen], ids, `${demo.url}/c/${ids[0]}/t/busy%20minute`, notes)
    const paths = ['/inbox', topic, '/feed', `/c/${ids[1]}`, '/recent', `/c/${ids[2]}/topics`, '/mentions']
    await hour(
      page,
      [ben, chen],
      ids,
      paths.map((path) => new URL(path, demo.url).href),
      notes,
    )
    expect(notes.beyond()).toEqual([])
  })
})
