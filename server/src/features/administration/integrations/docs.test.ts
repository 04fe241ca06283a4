import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { createWorld } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { curlPath } from '../../../http/docs/testing/curl-path.ts'
import { integrations } from './index.ts'

const run = promisify(execFile)
const read = async () =>
  await readFile(new URL('../../../../../docs/integrations.md', import.meta.url), 'utf8')

describe('The page about integrations', () => {
  it('has working calls for every integration', async () => {
    const world = await createWorld()
    const { alice } = world
    const { api_key } = await alice.api.createBot({ full_name: 'Hook', short_name: 'hook', bot_type: 2 })
    const page = await read()
    const calls = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, call = '']) => call)
    for (const { name } of integrations) {
      expect(
        calls.some((call) => call.includes(`/external/${name}?`)),
        name,
      ).toBe(true)
    }
    for (const call of calls) {
      const script = ['-c', `URL=$0 KEY=$1; ${call}`, `${world.url}/api/v1`, api_key]
      const { stdout } = await run('sh', script, { env: { PATH: await curlPath() } })
      expect(JSON.parse(stdout), call).toEqual({ result: 'success', msg: '' })
    }
    const { messages } = await alice.api.getMessages({ anchor: 'oldest', num_before: 0, num_after: 100 })
    expect(messages.filter((message) => message.sender_full_name === 'Hook')).toHaveLength(calls.length)
  })

  it('names every event', async () => {
    const page = await read()
    for (const { name, events } of integrations) {
      const start = page.indexOf(`\n## \`${name}\``)
      const section = page.slice(start, page.indexOf('\n## ', start + 1))
      for (const event of events) expect(section, name).toContain(`\`${event}\``)
    }
  })
})
