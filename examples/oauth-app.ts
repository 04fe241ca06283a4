/**
 * Connects to an account with OAuth 2.1 and PKCE, using only Node.js.
 *
 *   LOQUAT_URL=http://localhost:9991 CLIENT_ID=… node examples/oauth-app.ts
 *
 * Register a public app with the redirect URI http://127.0.0.1/callback and the scope users:read in the organization settings, and
 * open the printed address in a browser.
 */
import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'

const { LOQUAT_URL: url = 'http://localhost:9991', CLIENT_ID: clientId = '' } = process.env

interface ServerMetadata {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  revocation_endpoint: string
}

interface Tokens {
  access_token: string
  refresh_token: string
}

const discovered = await fetch(`${url}/.well-known/oauth-authorization-server`)
const metadata = (await discovered.json()) as ServerMetadata
const verifier = randomBytes(32).toString('base64url')
const state = randomBytes(16).toString('base64url')

async function post(address: string, fields: Record<string, string>): Promise<unknown> {
  const response = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams({ client_id: clientId, ...fields }),
  })
  if (!response.ok) throw new Error(await response.text())
  return await response.json()
}

async function finish(params: URLSearchParams, redirectUri: string): Promise<string> {
  // Somebody else's answer, or that of another server, must not be used.
  if (params.get('state') !== state || params.get('iss') !== metadata.issuer) return 'Not for this app.'
  const code = params.get('code')
  if (code === null) return `Not allowed: ${params.get('error')}`
  const grant = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri }
  const first = (await post(metadata.token_endpoint, grant)) as Tokens
  // After an hour, the access token is refreshed. The new refresh token replaces the old one.
  const { refresh_token } = first
  const tokens = (await post(metadata.token_endpoint, {
    grant_type: 'refresh_token',
    refresh_token,
  })) as Tokens
  const reply = await fetch(`${url}/api/v1/users/me`, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  })
  const { full_name: name } = (await reply.json()) as { full_name: string }
  await post(metadata.revocation_endpoint, { token: tokens.refresh_token })
  return `Hello ${name}! The app is disconnected again.`
}

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', redirectUri)
  if (pathname !== '/callback') return void response.writeHead(404).end()
  const answer = await finish(searchParams, redirectUri).catch((error: Error) => error.message)
  response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(answer)
  console.log(answer)
  server.close()
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const address = server.address()
const redirectUri = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/callback`
const query = new URLSearchParams({
  response_type: 'code',
  client_id: clientId,
  redirect_uri: redirectUri,
  scope: 'users:read',
  state,
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
})
console.log(`${metadata.authorization_endpoint}?${query}`)
