import { LiveSession } from '@loquat/client'
import type { Endpoint } from '@loquat/contract'
import { castPassword, createWorld } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { programStart, shellStart } from './page.ts'
import { expectRecorded } from './testing/record.ts'
import {
  type Answer,
  runAsProgram,
  runInShell,
  runProgram,
  runScript,
  samplesInOrder,
} from './testing/run-samples.ts'
import { createSampleWorld } from './testing/sample-world.ts'

/** The response if it is not a success. */
function problemOf({ redirects }: Endpoint, answer: Answer | undefined): string | undefined {
  if (answer === undefined) return 'no answer'
  if (redirects && answer.status === 302) return undefined
  const { result, ignored_parameters_unsupported } = JSON.parse(answer.body || '{}')
  const isGood = answer.status === 200 && result === 'success' && ignored_parameters_unsupported === undefined
  return isGood ? undefined : `${answer.status} ${answer.body}`
}

/** Without names that are repeated for older clients. */
function declaredIn({ replyShape }: Endpoint, reply: Record<string, unknown>): object {
  const isDeclared = ([name]: [string, unknown]) => ['result', 'msg'].includes(name) || name in replyShape
  return Object.fromEntries(Object.entries(reply).filter(isDeclared))
}

describe('The examples of all endpoints', () => {
  it('work unchanged in a shell', async () => {
    const samples = samplesInOrder()
    const answers = await runInShell(await createSampleWorld(), samples)
    for (const [name, endpoint] of samples) {
      expect.soft(problemOf(endpoint, answers.get(name)), name).toBeUndefined()
    }
    const replies = samples.flatMap(([name, endpoint]) => {
      const { body = '' } = answers.get(name) ?? {}
      return endpoint.redirects ? [] : [[name, declaredIn(endpoint, JSON.parse(body || '{}'))] as const]
    })
    await expectRecorded('replies', new Map(replies))
  })

  it('work unchanged as programs', async () => {
    const world = await createSampleWorld()
    for (const sample of samplesInOrder()) {
      const problem = await runAsProgram(world, sample).catch((error: unknown) => error)
      expect.soft(problem, sample[0]).toBeUndefined()
    }
  })

  it('start with the setup that the page describes', async () => {
    const world = await createWorld()
    const { alice } = world
    const start = shellStart(world.url).replace('you@example.com', alice.email)
    expect(await runScript(`${start}\nprintf %s "$KEY"`, { PASSWORD: castPassword })).toBe(alice.apiKey)
    const session = await runProgram(`${programStart(world.url)}\nreturn session`, alice)
    expect(session).toBeInstanceOf(LiveSession)
    await (session as LiveSession).close()
  })
})
