import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as client from '@loquat/client'
import { curlSample, type Endpoint, type EndpointName, endpoints, sdkSample } from '@loquat/contract'
import type { CastName, Person } from '@loquat/devkit'
import { onTestFinished } from 'vitest'
import { zipOf } from '../../../features/conversation/custom-emoji/testing/zip-of.ts'
import { picture } from '../../../features/identity/pictures/testing/fixtures.ts'
import { curlByFetch } from './curl-by-fetch.ts'
import { curlPath, hasCurl } from './curl-path.ts'
import type { SampleWorld } from './sample-world.ts'

/** For tests only: runs the samples of the documentation. */

type SampleCaller = CastName | 'rain'

/** The caller is Alice, an owner, unless the call would remove her. */
const callers: Partial<Record<EndpointName, SampleCaller>> = {
  deactivateOwnUser: 'dave',
  regenerateApiKey: 'bob',
  updateComponents: 'rain',
  joinCall: 'mona',
  sendEphemeralMessage: 'rain',
  setBotCommands: 'rain',
}

/** Examples that must run before or after all others, because they would break each other. */
const first: EndpointName[] = [
  'summarizeMessages',
  'testSummaryService',
  'interact',
  'updateComponents',
  'sendEphemeralMessage',
  'setBotCommands',
  'runBotCommand',
  'sendTestNotification',
  'reorderProfileFields',
  'reorderLinkifiers',
  'reorderBookmarks',
  'reorderChannelFolders',
  'getFactors',
  'forgetBrowser',
  'getConnectedApps',
  'disconnectApp',
  'resetFactors',
]
const last: EndpointName[] = [
  'deleteProfileField',
  'eraseUser',
  'createLegalHold',
  'createImport',
  'deactivateRealm',
]

export type Sample = [name: EndpointName, endpoint: Endpoint, caller: SampleCaller]

/** Every example, in an order that works in one organization: destructive ones run late. */
export function samplesInOrder(): Sample[] {
  const rank = (name: EndpointName, { method }: Endpoint) => {
    if (first.includes(name)) return 0
    return last.includes(name) ? 3 + last.indexOf(name) : method === 'DELETE' ? 2 : 1
  }
  return (Object.entries(endpoints) as [EndpointName, Endpoint][])
    .sort((a, b) => rank(...a) - rank(...b))
    .map(([name, endpoint]) => [name, endpoint, callers[name] ?? 'alice'])
}

/** A folder with the files that examples upload. */
async function folderWithFiles(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'samples-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'notes.txt'), 'Ladders are in the shed.\n')
  const image = await picture('picture.png', { width: 64, height: 64, color: '#3b7d4f' })
  const bytes = Buffer.from(await image.arrayBuffer())
  await writeFile(join(folder, 'picture.png'), bytes)
  await writeFile(join(folder, 'emoji.zip'), await zipOf({ 'Ripe Plum.png': bytes }))
  return folder
}

export interface Answer {
  status: number
  body: string
}

const separator = '\u001e'
const status = "-w '\\n%{http_code}'"
/** Prints its arguments instead of running curl. */
const talkative = `curl() { printf '%s${separator}' "$@"; }`

/** The output of a script, run in a folder. */
export async function runScript(
  script: string,
  variables: Record<string, string>,
  cwd = '.',
): Promise<string> {
  const env = { PATH: await curlPath(), ...variables }
  return (await promisify(execFile)('sh', ['-c', script], { cwd, env, maxBuffer: 64 * 1024 * 1024 })).stdout
}

/** Runs all samples in one shell, in order, exactly as shown. */
export async function runInShell(
  world: SampleWorld,
  samples: readonly Sample[],
): Promise<Map<string, Answer>> {
  const folder = await folderWithFiles()
  const given = Object.entries(world.given).map(([name, value]) => [
    name.toUpperCase(),
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ])
  const isReal = await hasCurl()
  const lines = samples.map(([, endpoint, caller]) => {
    const { email, apiKey } = world[caller]
    const call = `${curlSample(world.url, endpoint)}${isReal ? ` ${status}` : ''}`
    return `EMAIL=${email} KEY=${apiKey}\n${call}\nprintf '${separator}${separator}'\n`
  })
  const script = [isReal ? '' : talkative, ...lines].join('\n')
  const output = (await runScript(script, Object.fromEntries(given), folder)).split(separator + separator)
  const answers = new Map<string, Answer>()
  for (const [n, [name]] of samples.entries()) answers.set(name, await read(output[n] ?? ''))
  return answers

  async function read(text: string): Promise<Answer> {
    if (!isReal) return await curlByFetch(text.split(separator), folder)
    const end = text.lastIndexOf('\n')
    return { status: Number(text.slice(end)), body: text.slice(0, end) }
  }
}

const AsyncFunction = (async () => {}).constructor as new (
  ...args: string[]
) => (...values: unknown[]) => Promise<unknown>

/** A program with its imports and the variables that it expects. */
export async function runProgram(
  source: string,
  { email, apiKey }: Person,
  given: Record<string, unknown> = {},
): Promise<unknown> {
  const imports: Record<string, unknown> = { '@loquat/client': client, 'node:fs': await filesIn() }
  const lines = source.replace(/^import (\{ [\w, ]+ \}) from ('[^']+')$/gm, 'const $1 = imports[$2]')
  const variables = new Map(Object.entries({ imports, email, apiKey, ...given }))
  return await new AsyncFunction(...variables.keys(), lines)(...variables.values())
}

/** Runs one sample as a program, exactly as shown. */
export async function runAsProgram(world: SampleWorld, [name, endpoint, caller]: Sample): Promise<void> {
  const given = Object.entries(world.given).map(([one, value]) => [camel(one), value])
  await runProgram(sdkSample(world.url, name, endpoint), world[caller], Object.fromEntries(given))
}

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Programs run in our own folder, so files are opened from the other one. */
let files: { openAsBlob(name: string): Promise<Blob> } | undefined
async function filesIn() {
  if (files !== undefined) return files
  const { openAsBlob } = await import('node:fs')
  const folder = await folderWithFiles()
  files = { openAsBlob: (name) => openAsBlob(join(folder, name)) }
  onTestFinished(() => {
    files = undefined
  })
  return files
}
