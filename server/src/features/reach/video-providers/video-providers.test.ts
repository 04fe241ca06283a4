import { createHash } from 'node:crypto'
import { Browser, createWorld, eventsDuring, type Person, type World, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { json, type Receiver, raw, startReceiver } from '../outgoing-webhooks/testing/receiver.ts'

/** Opens pages as a user who is logged in. */
async function openSession(world: World, person: Person) {
  const browser = new Browser(world)
  await browser.logIn(person)
  return async (path: string) => await browser.send(`GET ${path as `/${string}`}`)
}

/** A stand-in for Zoom, and a world whose server uses it. */
async function createZoomWorld(accountId?: string) {
  const site = await startReceiver()
  const origin = new URL(site.url).origin
  const zoom = { clientId: 'client', clientSecret: 'secret', accountId, loginUrl: origin, apiUrl: origin }
  const world = await createWorld({ config: { zoom } })
  return { world, site, origin }
}

/** Answers requests for tokens and meetings. */
function answerAsZoom(
  site: Receiver,
  meeting: Parameters<typeof json>,
  token: Parameters<typeof json>,
): void {
  site.answer = (response, request) =>
    (request.url === '/oauth/token' ? json(...token) : json(...meeting))(response, request)
}

const tokenOf = (access: string) => ({
  access_token: access,
  refresh_token: `${access}-next`,
  expires_in: 3_600,
})
const hasToken = async ({ api }: Person) =>
  (await api.register({ fetch_event_types: ['video_calls'], event_types: [] })).has_zoom_token

describe('A call by Zoom', () => {
  it('needs a connected account, renews its token, and is disconnected when Zoom rejects it', async () => {
    const { world, site, origin } = await createZoomWorld()
    const { carol, clock } = world
    const browser = await openSession(world, carol)
    await expect(carol.api.createZoomCall({})).rejects.toMatchObject(withReason('zoom-token-invalid'))
    const start = await browser('/calls/zoom/register')
    expect(start.status).toBe(303)
    const target = new URL(start.headers.get('location') ?? '')
    expect(`${target.origin}${target.pathname}`).toBe(`${origin}/oauth/authorize`)
    expect(target.searchParams.get('redirect_uri')).toBe(`${world.app.config.url}/calls/zoom/complete`)
    const state = target.searchParams.get('state') ?? ''

    const meeting = { join_url: 'https://zoom.example/j/1' }
    answerAsZoom(site, [meeting, 201], [tokenOf('first')])
    const forged = await browser(`/calls/zoom/complete?code=abc&state=${state.slice(0, -1)}x`)
    expect(forged.status).toBe(400)
    const others = await openSession(world, world.dave)
    expect((await others(`/calls/zoom/complete?code=abc&state=${state}`)).status).toBe(400)
    expect(await hasToken(carol)).toBe(false)
    expect((await browser(`/calls/zoom/complete?code=abc&state=${state}`)).status).toBe(200)
    expect(await hasToken(carol)).toBe(true)
    expect(site.received.at(-1)?.body).toContain('code=abc')

    expect(await carol.api.createZoomCall({ is_video_call: false })).toEqual({ url: meeting.join_url })
    const { request, body } = site.received.at(-1)!
    expect(request.url).toBe('/v2/users/me/meetings')
    expect(request.headers.authorization).toBe('Bearer first')
    expect(JSON.parse(body)).toEqual({ settings: { host_video: false, participant_video: false } })

    clock.advance(3_600)
    answerAsZoom(site, [meeting, 201], [tokenOf('second')])
    await carol.api.createZoomCall({})
    expect(site.received.at(-2)?.body).toBe('grant_type=refresh_token&refresh_token=first-next')
    expect(site.received.at(-1)?.request.headers.authorization).toBe('Bearer second')

    answerAsZoom(site, [{}, 500], [tokenOf('third')])
    await expect(carol.api.createZoomCall({})).rejects.toMatchObject(
      withReason('video-provider-failed', { provider: 'Zoom' }),
    )
    answerAsZoom(site, [{ join_url: 'javascript:alert(1)' }, 201], [tokenOf('third')])
    await expect(carol.api.createZoomCall({})).rejects.toMatchObject(
      withReason('video-provider-failed', { provider: 'Zoom' }),
    )
    expect(await hasToken(carol)).toBe(true)
    answerAsZoom(site, [{}, 401], [tokenOf('third')])
    await expect(carol.api.createZoomCall({})).rejects.toMatchObject(withReason('zoom-token-invalid'))
    expect(await hasToken(carol)).toBe(false)

    // Disconnecting revokes the access, by a new token if the stored one has expired, and needs no reachable Zoom.
    const connect = async () => {
      answerAsZoom(site, [{ status: 'success' }, 200], [tokenOf('fourth')])
      const again = new URL((await browser('/calls/zoom/register')).headers.get('location') ?? '')
      await browser(`/calls/zoom/complete?code=abc&state=${again.searchParams.get('state')}`)
      expect(await hasToken(carol)).toBe(true)
    }
    const last = () => [site.received.at(-1)?.request.url, site.received.at(-1)?.body]
    await connect()
    const events = await eventsDuring(carol, () => carol.api.disconnectZoom())
    expect(events).toMatchObject([{ type: 'has_zoom_token', value: false }])
    expect(last()).toEqual(['/oauth/revoke', 'token=fourth'])
    expect(site.received.at(-1)?.request.headers.authorization).toMatch(/^Basic /)
    expect(await hasToken(carol)).toBe(false)
    const requests = site.received.length
    await carol.api.disconnectZoom()
    expect(site.received).toHaveLength(requests)
    await connect()
    clock.advance(3_600)
    answerAsZoom(site, [{}, 500], [tokenOf('fifth')])
    await carol.api.disconnectZoom()
    expect(last()).toEqual(['/oauth/revoke', 'token=fifth'])
    expect(await hasToken(carol)).toBe(false)
  })

  it('needs no connected account if the server has one for everybody', async () => {
    const { world, site } = await createZoomWorld('account')
    const { alice, carol } = world
    answerAsZoom(site, [{ join_url: 'https://zoom.example/j/2' }, 201], [tokenOf('app')])
    expect((await carol.api.createZoomCall({})).url).toBe('https://zoom.example/j/2')
    expect(site.received[0]?.body).toBe('grant_type=account_credentials&account_id=account')
    expect(site.received[1]?.request.url).toBe(`/v2/users/${encodeURIComponent(carol.email)}/meetings`)
    await carol.api.createZoomCall({})
    expect(site.received).toHaveLength(3)
    answerAsZoom(site, [{}, 404], [tokenOf('app')])
    await expect(carol.api.createZoomCall({})).rejects.toMatchObject(withReason('zoom-user-unknown'))
    await alice.api.updateRealm({ video_chat_provider: 5 })
    await expect(alice.api.updateRealm({ video_chat_provider: 3 })).rejects.toMatchObject(
      withReason('organization-video-provider-unavailable'),
    )
  })
})

describe('A call by BigBlueButton', () => {
  const checksumOf = (call: string, url: URL, secret: string) => {
    const query = url.search.slice(1).replace(/&checksum=.*$/, '')
    return createHash('sha256').update(`${call}${query}${secret}`).digest('hex')
  }

  async function join(world: World, person: Person, url: string) {
    const browser = await openSession(world, person)
    return await browser(url.slice(world.app.config.url.length))
  }

  it('begins when somebody follows its link, for users of the organization only', async () => {
    const site = await startReceiver()
    const url = `${new URL(site.url).origin}/bigbluebutton/api/`
    const world = await createWorld({ config: { bigBlueButton: { url, secret: 'hush' } } })
    const { alice, carol, dave } = world
    expect(
      (await carol.api.register({ fetch_event_types: ['realm'], event_types: [] }))
        .realm_available_video_chat_providers,
    ).toMatchObject({ big_blue_button: { id: 4 } })
    await alice.api.updateRealm({ video_chat_provider: 4 })
    const { url: link } = await carol.api.createBigBlueButtonCall({
      meeting_name: 'Plums & pears',
      voice_only: true,
    })
    expect(link).toContain(`${world.app.config.url}/calls/bigbluebutton/join?meeting=`)
    expect(site.received).toHaveLength(0)

    site.answer = raw('<response><returncode>SUCCESS</returncode><createTime>77</createTime></response>')
    const joined = new URL((await join(world, carol, link)).headers.get('location') ?? '')
    const created = new URL(site.received[0]?.request.url ?? '', url)
    expect(created.pathname).toBe('/bigbluebutton/api/create')
    expect(Object.fromEntries(created.searchParams)).toMatchObject({
      name: 'Plums & pears',
      lockSettingsDisableCam: 'true',
      checksum: checksumOf('create', created, 'hush'),
    })
    expect(joined.pathname).toBe('/bigbluebutton/api/join')
    expect(Object.fromEntries(joined.searchParams)).toMatchObject({
      meetingID: created.searchParams.get('meetingID'),
      role: 'MODERATOR',
      createTime: '77',
      checksum: checksumOf('join', joined, 'hush'),
    })
    const other = new URL((await join(world, dave, link)).headers.get('location') ?? '')
    expect(other.searchParams.get('role')).toBe('VIEWER')

    const visitor = await world.raw(link.slice(world.app.config.url.length), { redirect: 'manual' })
    expect(visitor.headers.get('location')).toMatch(/^\/login\?next=%2Fcalls/)
    expect((await join(world, dave, `${link.slice(0, -1)}x`)).status).toBe(404)
    site.answer = raw('<response><returncode>FAILED</returncode></response>')
    expect((await join(world, dave, link)).status).toBe(400)
  })
})

describe('Without providers', () => {
  it('only Jitsi can be chosen, and the endpoints say so', async () => {
    const { alice, carol } = await createWorld()
    for (const call of [
      () => carol.api.createBigBlueButtonCall({ meeting_name: 'plums' }),
      () => carol.api.createZoomCall({}),
    ]) {
      await expect(call()).rejects.toMatchObject({ reason: 'video-provider-not-configured' })
    }
    for (const video_chat_provider of [3, 4, 5] as const) {
      await expect(alice.api.updateRealm({ video_chat_provider })).rejects.toMatchObject(
        withReason('organization-video-provider-unavailable'),
      )
    }
    const state = await carol.api.register({ fetch_event_types: ['realm'], event_types: [] })
    expect(Object.keys(state.realm_available_video_chat_providers ?? {})).toEqual(['disabled', 'jitsi_meet'])
    expect(state.server_jitsi_server_url).toBe('https://meet.jit.si')
  })
})
