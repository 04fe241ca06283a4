import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { createWorld } from '@loquat/devkit'
import { expect, it } from 'vitest'
import { addApp, decide, loggedIn, redirectOf } from './testing/connect.ts'

const page = new URL('../../../../../docs/self-hosting/apps.md', import.meta.url)

async function shell(script: string, variables: Record<string, string>): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], {
    env: { PATH: process.env.PATH ?? '', ...variables },
  })
  return stdout.trim()
}

it('The commands of the documentation connect an app', async () => {
  const world = await createWorld()
  const { carol } = world
  const redirect = 'http://127.0.0.1:8123/callback'
  const app = await addApp(world, { redirect_uris: [redirect] })
  const lines = (await readFile(page, 'utf8')).split('\n').filter((line) => line.startsWith('    '))
  const line = (text: string) => lines.find((one) => one.includes(text)) ?? ''
  const variables: Record<string, string> = { LOQUAT: world.url, CLIENT: app.clientId, REDIRECT: redirect }
  const described = await shell(line('.well-known'), variables)
  expect(JSON.parse(described)).toMatchObject({ code_challenge_methods_supported: ['S256'] })
  const start = ['VERIFIER=', 'CHALLENGE=', 'echo'].map(line).join('\n')
  const [verifier = '', address = ''] = (await shell(`${start}\necho $VERIFIER`, variables))
    .split('\n')
    .reverse()
  const answer = await decide(await loggedIn(world, carol), new URL(address).search.slice(1))
  const { code = '', state } = redirectOf(answer).params
  expect(state).toBe('xyz')
  const exchanged = await shell(line('authorization_code -d'), {
    ...variables,
    CODE: code,
    VERIFIER: verifier,
  })
  const issued = JSON.parse(exchanged) as { access_token: string; refresh_token: string }
  const me = await shell(line('/users/me'), { ...variables, ACCESS: issued.access_token })
  expect(JSON.parse(me)).toMatchObject({ user_id: carol.id })
  const refreshed = await shell(line('grant_type=refresh_token'), {
    ...variables,
    REFRESH: issued.refresh_token,
  })
  const { refresh_token: REFRESH } = JSON.parse(refreshed) as { refresh_token: string }
  expect(await shell(line('/oauth/revoke -d'), { ...variables, REFRESH })).toBe('{}')
})
