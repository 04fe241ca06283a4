import { File } from 'node:buffer'
import type { Reason } from '@loquat/contract'
import {
  bodyWithReason,
  createWorld,
  eventsDuring,
  expectEventsToReproduceState,
  type Person,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { look, picture } from '../../identity/pictures/testing/fixtures.ts'

const kinds = ['icon', 'logo', 'night_logo'] as const
type Kind = (typeof kinds)[number]

/** The same calls for each picture of the organization. */
const calls = ({ api }: Person, kind: Kind) => {
  const night = kind === 'night_logo'
  return {
    set: (files: File[]) =>
      kind === 'icon' ? api.setIcon({}, { files }) : api.setLogo({ night }, { files }),
    remove: () => (kind === 'icon' ? api.removeIcon() : api.removeLogo({ night })),
    get: async () => (kind === 'icon' ? await api.getIcon() : await api.getLogo({ night })).url,
  }
}
const shown = async ({ api }: Person, kind: Kind) => {
  const state = (await api.register({ fetch_event_types: ['realm'] })) as Record<string, unknown>
  return { url: String(state[`realm_${kind}_url`]), source: state[`realm_${kind}_source`] }
}
const stock = { icon: 'organization', logo: 'logo', night_logo: 'logo-night' }

describe('A picture of the organization', () => {
  it('is built in until an administrator uploads one, and after it is removed', async () => {
    const world = await createWorld()
    const { bob, carol } = world
    for (const kind of kinds) {
      const { set, remove } = calls(bob, kind)
      const source = kind === 'icon' ? 'G' : 'D'
      const ours = `/static/pictures/${stock[kind]}.png?version=`
      expect(await shown(carol, kind)).toEqual({ url: `${ours}1`, source })
      expect(await look(world, `${ours}1`), kind).toMatchObject({ status: 200, format: 'png', height: 100 })

      await expectEventsToReproduceState(
        carol,
        async () => await set([await picture('a.webp', { format: 'webp' })]),
      )
      const uploaded = await shown(carol, kind)
      expect(uploaded).toEqual({
        url: expect.stringMatching(/^\/user_avatars\/\d+\/realm\/[0-9a-f]{32}\.png\?version=2$/),
        source: 'U',
      })
      expect((await look(world, uploaded.url)).format).toBe('png')
      expect(await calls(carol, kind).get()).toBe(`${world.url}${uploaded.url}`)

      const events = await eventsDuring(carol, remove)
      const data = { [`${kind}_url`]: `${ours}3`, [`${kind}_source`]: source }
      expect(events).toMatchObject([{ type: 'realm', op: 'update_dict', property: kind, data }])
      expect(await shown(carol, kind)).toEqual({ url: `${ours}3`, source })
      expect(await calls(carol, kind).get()).toBe(`${world.url}${ours}3`)
      await expectEventsToReproduceState(carol, remove)
    }
  })

  it('has a fixed size: icons are square, logos are scaled down to fit, never up', async () => {
    const world = await createWorld()
    const { alice } = world
    const rows: [Kind, number, number, number, number][] = [
      ['icon', 300, 100, 100, 100],
      ['icon', 10, 10, 100, 100],
      ['logo', 1600, 100, 800, 50],
      ['logo', 400, 400, 100, 100],
      ['night_logo', 30, 20, 30, 20],
    ]
    for (const [kind, width, height, ...size] of rows) {
      await calls(alice, kind).set([await picture('logo.png', { width, height })])
      const { width: w, height: h } = await look(world, (await shown(alice, kind)).url)
      expect([w, h], `${kind} ${width}x${height}`).toEqual(size)
    }
    const { url } = await shown(alice, 'icon')
    expect((await world.anyone.getServerSettings()).realm_icon).toBe(url)
  })

  it('requires an administrator and one valid file; a logo is for day or night', async () => {
    const world = await createWorld()
    const { alice, mona } = world
    const good = await picture('a.png')
    for (const kind of kinds) {
      const large = new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'a.png')
      const rows: [string, Person, File[], Reason][] = [
        ['not an administrator', mona, [good], 'caller-not-administrator'],
        ['not an administrator, without a file', mona, [], 'caller-not-administrator'],
        ['no file', alice, [], 'body-not-one-file'],
        ['two files', alice, [good, good], 'body-not-one-file'],
        ['too large', alice, [large], 'picture-file-too-large'],
        ['not a picture', alice, [new File(['x'], 'a.png')], 'picture-type-unsupported'],
      ]
      for (const [label, person, files, reason] of rows) {
        await expect(calls(person, kind).set(files), `${kind}: ${label}`).rejects.toMatchObject(
          withReason(reason),
        )
      }
      await expect(calls(mona, kind).remove()).rejects.toMatchObject(withReason('caller-not-administrator'))
      expect((await shown(mona, kind)).url, kind).toContain('version=1')
    }
    for (const method of ['GET', 'POST', 'DELETE']) {
      const response = await world.raw('/api/v1/realm/logo', { as: alice, method })
      expect(await response.json(), method).toMatchObject({
        ...bodyWithReason('parameter-missing'),
        var_name: 'night',
      })
    }
    for (const path of ['/realm/icon', '/realm/logo?night=false']) {
      const anonymous = await world.raw(`/api/v1${path}`, { redirect: 'manual' })
      expect(await anonymous.json()).toMatchObject(bodyWithReason('authentication-required'))
      const found = await world.raw(`/api/v1${path}`, { as: mona, redirect: 'manual' })
      expect([found.status, found.headers.get('location')]).toEqual([
        302,
        expect.stringContaining('.png?version=1'),
      ])
    }
  })
})
