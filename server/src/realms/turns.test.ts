import { createWorld, type Node, type Person, type World } from '@loquat/devkit'
import { describe, expect, it, onTestFinished } from 'vitest'

const atOnce = 20
const edits = 8

/** Keeps sending through several processes, without a pause, until stopped. */
function keepSending(apis: readonly Person['api'][]) {
  let stopped = false
  let count = 0
  const running = Array.from({ length: atOnce }, async (_, n) => {
    const api = apis[n % apis.length]!
    while (!stopped) {
      await api.sendMessage({ type: 'channel', to: 'general', topic: `topic ${n}`, content: 'on and on' })
      count++
    }
  })
  return {
    count: () => count,
    stop: async () => {
      stopped = true
      await Promise.all(running)
    },
  }
}

/** The maximum number of sends while an edit waited. */
async function sendsPerEdit(world: World, apis: readonly Person['api'][]): Promise<number> {
  const { carol } = world
  const { id } = await carol.api.sendMessage({
    type: 'channel',
    to: 'general',
    topic: 'edits',
    content: 'v0',
  })
  const sending = keepSending(apis)
  onTestFinished(sending.stop)
  let most = 0
  for (let n = 1; n <= edits; n++) {
    const before = sending.count()
    await carol.api.updateMessage({ message_id: id, content: `v${n}` })
    most = Math.max(most, sending.count() - before)
  }
  await sending.stop()
  return most
}

describe('A transaction that waits for the log of an organization', () => {
  it('runs soon: an edit waits for no more than a few batches of sends', async () => {
    const world = await createWorld()
    expect(await sendsPerEdit(world, [world.alice.api])).toBeLessThan(6 * atOnce)
  })

  it('runs soon even if many processes send', async () => {
    const world = await createWorld()
    const others: Node[] = [await world.secondNode(), await world.secondNode()]
    const apis = [world.alice.api, ...others.map((node) => node.as(world.alice))]
    expect(await sendsPerEdit(world, apis)).toBeLessThan(6 * atOnce)
  })
})
