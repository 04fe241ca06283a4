import { describe, expect, it } from 'vitest'
import {
  componentViolations,
  cyclesOf,
  environmentViolations,
  layerViolations,
  packageViolations,
  routeViolations,
  sqlViolations,
  testSupportViolations,
  weakMapViolations,
} from './rules.ts'
import { readSources, type Source } from './sources.ts'

const sources = readSources()

describe('The source code', () => {
  it('has no import cycles', () => {
    expect(cyclesOf(sources)).toEqual([])
  })

  it('imports only earlier layers of the server', () => {
    expect(layerViolations(sources)).toEqual([])
  })

  it('imports only the allowed packages of the workspace', () => {
    expect(packageViolations(sources)).toEqual([])
  })

  it('keeps test support out of production code', () => {
    expect(testSupportViolations(sources)).toEqual([])
  })

  it('has SQL only in stores', () => {
    expect(sqlViolations(sources)).toEqual([])
  })

  it('reads the environment only in the programs', () => {
    expect(environmentViolations(sources)).toEqual([])
  })

  it('keeps product state out of the components of the web app', () => {
    expect(componentViolations(sources)).toEqual([])
  })

  it('leaves routes to the composition', () => {
    expect(routeViolations(sources)).toEqual([])
  })

  it('keeps state with its owner, not in module-level WeakMaps', () => {
    expect(weakMapViolations(sources)).toEqual([])
  })
})

describe('The rules', () => {
  const file = (path: string, text: string, ...imports: string[]): Source => ({ path, text, imports })

  it('find cycles of any length', () => {
    const circle = [
      file('a.ts', '', 'b.ts'),
      file('b.ts', '', 'c.ts'),
      file('c.ts', '', 'a.ts'),
      file('d.ts', '', 'a.ts'),
    ]
    expect(cyclesOf(circle).map((cycle) => cycle.sort())).toEqual([['a.ts', 'b.ts', 'c.ts']])
  })

  it('find imports of later areas, SQL, the environment, module-level WeakMaps and the wrong package', () => {
    const send = 'server/src/features/conversation/messages/send.ts'
    const push = 'server/src/features/reach/web-push/jobs.ts'
    expect(layerViolations([file(send, '', push)])).toHaveLength(1)
    expect(layerViolations([file(push, '', send)])).toEqual([])
    expect(sqlViolations([file(send, 'await sql`select 1`.execute(db)')])).toHaveLength(1)
    expect(sqlViolations([file(send.replace('send', 'send-store'), 'await sql`select 1`')])).toEqual([])
    expect(environmentViolations([file(send, 'const port = process.env.PORT')])).toHaveLength(1)
    expect(weakMapViolations([file(send, '\nconst outboxes = new WeakMap<Realm, Outbox>()')])).toHaveLength(1)
    expect(weakMapViolations([file(send, '  readonly #sizes = new WeakMap()')])).toEqual([])
    expect(packageViolations([file('web/src/main.tsx', '', send)])).toHaveLength(1)
    const dialog = 'web/src/components/Dialog.tsx'
    expect(componentViolations([file(dialog, '', 'web/src/session/session.ts')])).toHaveLength(1)
    expect(componentViolations([file(dialog, '', 'web/src/lib/touch.ts')])).toEqual([])
    expect(packageViolations([file('client/src/api.ts', '', 'contract/src/index.ts')])).toEqual([])
  })
})
