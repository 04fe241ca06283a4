import { describe, expect, it } from 'vitest'
import { picture } from '../features/identity/pictures/testing/fixtures.ts'
import { pictureExtensions, withPicture } from './images.ts'

describe('Image processing', () => {
  it('decodes a few images at a time; when too many wait, more are rejected until some are done', async () => {
    const file = await picture('x.png')
    const sent = { name: file.name, bytes: Buffer.from(await file.arrayBuffer()) }
    let underWay = 0
    let most = 0
    const decode = () =>
      withPicture(sent, pictureExtensions, async (one) => {
        most = Math.max(most, ++underWay)
        const bytes = await one.square(4)
        underWay--
        return bytes.length
      })
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, decode))
    expect(most).toBe(2)
    const rejected = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(rejected).toHaveLength(8)
    for (const { reason } of rejected) expect(reason).toMatchObject({ reason: 'picture-queue-full' })
    expect(await decode()).toBeGreaterThan(0)
  })

  it('frees its slot after a failure', async () => {
    const broken = { name: 'x.gif', bytes: Buffer.from('GIF89a') }
    const decode = () => withPicture(broken, pictureExtensions, (one) => one.square(4))
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, decode))
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ reason: { reason: 'picture-unreadable' } })
    }
    const file = await picture('x.png')
    const sent = { name: file.name, bytes: Buffer.from(await file.arrayBuffer()) }
    expect(await withPicture(sent, pictureExtensions, (one) => one.within(9, 9))).toBeInstanceOf(Buffer)
  })
})
