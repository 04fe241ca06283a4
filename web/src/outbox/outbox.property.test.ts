import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  emptyOutbox,
  findSent,
  type Outbox,
  type OutboxAction,
  type OutboxEffect,
  outboxStep,
  restoredOutbox,
} from './outbox.ts'

/** The result of one attempt. */
const fate = fc.record({
  arrives: fc.boolean(),
  /** Milliseconds until a broken call takes effect. */
  late: fc.constantFrom(0, 3_000, 9_000),
  answers: fc.boolean(),
})
const happening = fc.constantFrom(
  'write',
  'answer',
  'offline',
  'online',
  'lose-queue',
  'reload',
  'wait',
  'hear',
)

describe('Under random failures', () => {
  it('every message arrives exactly once, in the order of its conversation', () => {
    fc.assert(
      fc.property(
        fc.array(happening, { maxLength: 60 }),
        fc.array(fate, { minLength: 1, maxLength: 20 }),
        fc.array(fc.nat(4), { minLength: 1, maxLength: 10 }),
        (happenings, fates, places) => {
          const world = simulate(fates, places)
          for (const one of happenings) world.happen(one)
          world.settle()
          expect(world.outbox().entries).toEqual([])
          expect([...world.server.keys()].toSorted()).toEqual(world.written.toSorted())
          for (const times of world.server.values()) expect(times).toHaveLength(1)
          for (const place of new Set(world.written.map((localId) => localId.split('-')[0]))) {
            const mine = world.written.filter((localId) => localId.startsWith(`${place}-`))
            expect(
              mine.toSorted((a, b) => (world.server.get(a)?.[0] ?? 0) - (world.server.get(b)?.[0] ?? 0)),
            ).toEqual(mine)
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})

interface Call {
  localId: string
  queue: number
  arrivesAt: number | undefined
  answers: boolean
}

/** Simulates a server that loses and delays requests, and a client with a queue. */
function simulate(
  fates: readonly { arrives: boolean; late: number; answers: boolean }[],
  places: readonly number[],
) {
  let outbox: Outbox = emptyOutbox
  let now = 0
  let nextId = 1000
  let count = 0
  let fateIndex = 0
  let isKind = false
  const calls: Call[] = []
  const server = new Map<string, number[]>()
  const arrived: { localId: string; id: number; queue: number; isTold: boolean }[] = []
  const written: string[] = []
  const inFlight = () => new Set(calls.map(({ localId }) => localId.split('-')[0]))

  const store = (call: Call) => {
    const id = nextId++
    server.set(call.localId, [...(server.get(call.localId) ?? []), id])
    arrived.push({ localId: call.localId, id, queue: call.queue, isTold: false })
    call.arrivesAt = undefined
    return id
  }
  const late: Call[] = []
  const act = (action: OutboxAction) => {
    const step = outboxStep(outbox, action, { now, newestKnown: nextId - 1 })
    outbox = step.outbox
    for (const effect of step.effects) perform(effect)
  }
  const perform = (effect: OutboxEffect) => {
    if (effect.kind === 'send') {
      const { localId } = effect
      expect(inFlight().has(localId.split('-')[0])).toBe(false)
      const { arrives, late, answers } = isKind
        ? { arrives: true, late: 0, answers: true }
        : (fates[fateIndex++ % fates.length] ?? fail())
      calls.push({
        localId,
        queue: outbox.queue,
        arrivesAt: arrives ? now + late : undefined,
        answers: answers && arrives,
      })
      expect(inFlight().size).toBeLessThanOrEqual(3)
    } else if (effect.kind === 'look') {
      const entry = outbox.entries.find((one) => one.localId === effect.localId) ?? fail()
      const own = arrived
        .filter(({ localId }) => localId.split('-')[0] === entry.conversation)
        .map(({ localId, id }) => ({ id, content: localId }))
      pending.push(() =>
        act({ kind: 'looked', localId: entry.localId, found: findSent(entry, own, new Set()) }),
      )
    }
  }
  const pending: (() => void)[] = []
  /** Calls that broke can take effect later. */
  const pass = (time: number) => {
    now += time
    for (const call of late.filter((one) => (one.arrivesAt ?? Number.POSITIVE_INFINITY) <= now)) store(call)
  }
  const answer = () => {
    const call = calls.shift()
    if (call === undefined) return
    if (call.answers && outbox.isOnline) {
      act({ kind: 'confirmed', localId: call.localId, messageId: store(call) })
      return
    }
    if (call.arrivesAt !== undefined) {
      if (call.arrivesAt <= now) store(call)
      else late.push(call)
    }
    act({ kind: 'broke', localId: call.localId })
  }
  const hear = () => {
    if (!outbox.isOnline) return
    for (const message of arrived) {
      if (message.queue === outbox.queue && !message.isTold) {
        message.isTold = true
        act({ kind: 'confirmed', localId: message.localId, messageId: message.id })
      }
    }
    act({ kind: 'heard' })
    for (const done of pending.splice(0)) done()
  }
  const happen = (what: string) => {
    if (what === 'write') {
      const place = `p${places[count % places.length]}`
      const localId = `${place}-${count++}`
      written.push(localId)
      act({ kind: 'enqueue', localId, conversation: place, content: localId })
    } else if (what === 'answer') answer()
    else if (what === 'offline') act({ kind: 'connection', isOnline: false })
    else if (what === 'online') act({ kind: 'connection', isOnline: true })
    else if (what === 'lose-queue') act({ kind: 'queue-lost' })
    else if (what === 'reload') {
      for (const call of calls.splice(0)) if (call.arrivesAt !== undefined) late.push(call)
      pending.length = 0
      pass(0)
      outbox = restoredOutbox(outbox.entries, outbox.queue + 1, now)
    } else if (what === 'wait') pass(4_000)
    else hear()
  }
  const settle = () => {
    isKind = true
    happen('online')
    for (let round = 0; round < 400 && (outbox.entries.length > 0 || calls.length > 0); round++) {
      answer()
      pass(4_000)
      hear()
    }
  }
  return { happen, settle, server, written, outbox: () => outbox }
}

function fail(): never {
  throw new Error('not there')
}
