import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { castPassword, createWorld, eventually, parkedPolls, type World } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { curlPath } from './testing/curl-path.ts'

/** Runs the calls in handwritten docs unchanged, so that readers can copy them. */

const root = new URL('../../../../', import.meta.url)
const read = async (path: string) => await readFile(new URL(path, root), 'utf8')

async function texts(): Promise<string[]> {
  const docs = await readdir(new URL('docs', root), { recursive: true })
  const pages = docs.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)
  return ['README.md', 'CONTRIBUTING.md', ...pages]
}

/** Blocks of commands with `curl` in them: fenced as a shell's, or indented. */
function callsIn(text: string): string[] {
  const fenced = [...text.matchAll(/^```(?:sh|bash|console|shell)\n([\s\S]*?)^```/gm)].map(
    ([, block = '']) => block,
  )
  const rest = text.replace(/^```[\s\S]*?^```/gm, '')
  const indented = [...rest.matchAll(/(?:^ {4}.*\n|^\n(?= {4}))+/gm)].map(([block]) =>
    block.replace(/^ {4}/gm, ''),
  )
  return [...fenced, ...indented].filter((block) => /\bcurl -/.test(block))
}

/** Every call must succeed, even if its output goes through a pipe. */
const strict = 'set -euo pipefail\ncurl() { command curl --fail-with-body "$@"; }\n'

/** Sends a message while a call waits for events. */
async function sendToWaiting(world: World, isOver: () => boolean): Promise<void> {
  await eventually(async () => {
    if (!isOver() && (await parkedPolls(world)) === 0) throw new Error('No poll is waiting.')
  })
  const { bob, alice } = world
  if (!isOver()) await bob.api.sendMessage({ type: 'direct', to: [alice.id], content: 'There you are.' })
}

async function run(world: World, script: string, input: string): Promise<string> {
  let isOver = false
  const shell = promisify(execFile)('bash', ['-c', strict + script], { env: { PATH: await curlPath() } })
  shell.child.stdin?.end(input)
  const [{ stdout }] = await Promise.all([
    shell.finally(() => {
      isOver = true
    }),
    sendToWaiting(world, () => isOver),
  ])
  return stdout
}

describe('Calls in handwritten docs', () => {
  it('work in the README on a new server', async () => {
    const world = await createWorld()
    const blocks = callsIn(await read('README.md'))
    expect(blocks).toHaveLength(1)
    // The docs contain the URL and the owner of a new server.
    const script = (blocks[0] ?? '')
      .replace('URL=http://localhost:9991/', `URL=${world.url}/`)
      .replace('EMAIL=owner@example.com', `EMAIL=${world.alice.email}`)
    expect(script).toContain(world.url)
    expect(script).toContain(world.alice.email)
    const output = await run(world, script, `${castPassword}\n`)
    const answers = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(answers.map(({ result }) => result)).toEqual(Array(4).fill('success'))
    expect(answers[2].messages.at(-1).content).toContain('<strong>ripe</strong>')
    expect(answers[3].events[0]).toMatchObject({ type: 'message', message: { content: 'There you are.' } })
  })

  it('are all run by a test', async () => {
    const found = await Promise.all(
      (await texts()).map(async (path) => (callsIn(await read(path)).length > 0 ? [path] : [])),
    )
    // Others: features/administration/integrations/docs.test.ts, features/administration/oauth/docs.test.ts.
    expect(found.flat().sort()).toEqual(['README.md', 'docs/integrations.md', 'docs/self-hosting/apps.md'])
  })
})
