import { describe, expect, it } from 'vitest'
import { picture } from '../features/identity/pictures/testing/fixtures.ts'
import { pictureExtensions, withPicture } from './images.ts'

describe('pictures', () => {
  it('are decoded a few at a time; when too many wait, more are turned away until some are done', async () => {
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
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused.map(({ reason }) => reason.code)).toEqual(Array.from({ length: 8 }, () => 'UNAVAILABLE'))
    expect(await decode()).toBeGreaterThan(0)
  })

  it('that fail make room for the next', async () => {
    const broken = { name: 'x.gif', bytes: Buffer.from('GIF89a') }
    const decode = () => withPicture(broken, pictureExtensions, (one) => one.square(4))
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, decode))
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { code: 'BAD_IMAGE' } })
    const file = await picture('x.png')
    const sent = { name: file.name, bytes: Buffer.from(await file.arrayBuffer()) }
    expect(await withPicture(sent, pictureExtensions, (one) => one.within(9, 9))).toBeInstanceOf(Buffer)
  })
})
