import type { ServerResponse } from 'node:http'
import type { Zoom } from '../../../../platform/calls-config.ts'
import { startWebsite } from '../../../../platform/testing/website.ts'

const reply = (response: ServerResponse, status: number, value: unknown) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

/** A stand-in for Zoom, until the test ends, that gives a token and creates meetings for these owners. */
export async function startZoom(owners: readonly string[], accountId?: string): Promise<Zoom> {
  const meeting = { join_url: 'https://zoom.example.com/j/92746' }
  const site = await startWebsite({
    '/oauth/token': (_, response) =>
      reply(response, 200, { access_token: 'access', refresh_token: 'refresh', expires_in: 3_600 }),
    ...Object.fromEntries(
      owners.map((owner) => [
        `/v2/users/${encodeURIComponent(owner)}/meetings`,
        (_: unknown, response: ServerResponse) => reply(response, 201, meeting),
      ]),
    ),
  })
  const origin = `http://127.0.0.1:${site.port}`
  return { clientId: 'client', clientSecret: 'secret', accountId, loginUrl: origin, apiUrl: origin }
}
