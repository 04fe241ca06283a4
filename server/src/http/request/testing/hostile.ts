import type { Person, World } from '@loquat/devkit'
import { expect } from 'vitest'

/** Test helpers: send hostile requests while another account sends messages. */

/** Longest time that a concurrent send may take, generous enough for a busy machine. Attacks made it minutes. */
const longestSendMs = 5_000

interface Attack {
  method?: string
  path: string
  as?: Person
  fields?: Record<string, string>
  /** An encoded form, instead of `fields`. */
  body?: string
}

export interface Answer {
  status: number
  code?: string
  msg: string
}

export async function attack(
  world: World,
  { method = 'POST', path, as, fields = {}, body }: Attack,
): Promise<Answer> {
  const response = await world.raw(`/api/v1${path}`, {
    method,
    ...(as === undefined ? {} : { as }),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: body ?? new URLSearchParams(fields).toString(),
  })
  return { status: response.status, ...((await response.json()) as { code?: string; msg: string }) }
}

/** Runs work while Dave keeps sending messages, and expects each send to be fast. */
export async function whileDaveSends<T>({ dave }: World, work: () => Promise<T>): Promise<T> {
  let isOver = false
  let longest = 0
  const sending = (async () => {
    do {
      const start = performance.now()
      await dave.api.sendMessage({ type: 'channel', to: 'general', topic: 'lunch', content: 'hungry?' })
      longest = Math.max(longest, performance.now() - start)
    } while (!isOver)
  })()
  try {
    return await work()
  } finally {
    isOver = true
    await sending
    expect(longest).toBeLessThan(longestSendMs)
  }
}

/** `[1,1,1]` */
export const ones = (count: number) => `[${'1,'.repeat(count - 1)}1]`
