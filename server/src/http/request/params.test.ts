import { endpoint, flag, json, jsonOrText, type Reason, type ReasonParams, text } from '@loquat/contract'
import { bodyWithReason, createWorld } from '@loquat/devkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { implement } from '../implement.ts'
import { RouteTable } from '../route-table.ts'
import { createServer } from '../server.ts'

const area = {
  probe: endpoint({
    route: 'POST /probe/{number}',
    summary: 'Says what it understood',
    auth: 'none',
    path: { number: 'int' },
    params: {
      boolean: flag(),
      integer: json(z.int().optional()),
      integerOrNull: json(z.int().nullable().optional()),
      natural: json(z.int().min(0).optional()),
      list: json(z.array(z.int()).optional()),
      object: json(z.object({ key: z.string(), other: z.boolean().optional() }).optional()),
      nested: json(z.array(z.object({ key: z.array(z.string()) })).optional()),
      pairs: json(z.array(z.tuple([z.string(), z.string()])).optional()),
      string: json(z.string().optional()),
      plain: text(z.string().optional()),
      word: text(z.enum(['add', 'remove']).optional()),
      either: jsonOrText(z.union([z.string(), z.int()]).optional()),
      anything: jsonOrText(z.unknown().optional()),
      topic: text(z.string().optional(), { aliases: ['subject'] }),
    },
    reply: { understood: z.unknown(), number: z.int() },
  }),
  demand: endpoint({
    route: 'POST /demand',
    summary: 'Insists',
    auth: 'none',
    params: { first: text(z.string(), { aliases: ['old_first'] }), second: json(z.int()) },
    reply: {},
  }),
}

type Fields = Record<string, string>
type Answer = Record<string, unknown> & { understood: Record<string, unknown> }

/** A server whose only endpoints are the two above. */
async function createProbe() {
  const { app } = await createWorld()
  const routes = implement(area, {
    probe: ({ params, path }) => ({ understood: params, number: path.number }),
    demand: () => ({}),
  })
  const server = createServer(app, { routes: new RouteTable(routes) })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.close())
  const post = async (path: string, fields: Fields) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    })
    return { status: response.status, body: (await response.json()) as Answer }
  }
  return { post, probe: (fields: Fields) => post('/probe/7', fields) }
}

const deep = (levels: number, inner: string) => '['.repeat(levels) + inner + ']'.repeat(levels)

describe('A parameter', () => {
  it('is parsed strictly as its declared type', async () => {
    const { probe } = await createProbe()
    const accepted: [name: string, sent: string, understood: unknown][] = [
      ['boolean', 'true', true],
      ['boolean', 'false', false],
      ['integer', '10', 10],
      ['integer', '-1', -1],
      ['integer', ' 10 ', 10],
      ['integer', '\t10\n', 10],
      ['integerOrNull', 'null', null],
      ['integerOrNull', '3', 3],
      ['natural', '0', 0],
      ['natural', '5', 5],
      ['list', '[]', []],
      ['list', '[1, 2]', [1, 2]],
      ['object', '{"key":"v"}', { key: 'v' }],
      ['object', '{"key":"v","unknown":1}', { key: 'v' }],
      ['pairs', '[["a","b"]]', [['a', 'b']]],
      ['string', '"text"', 'text'],
      ['string', '"1.5"', '1.5'],
      ['plain', '', ''],
      ['plain', '10', '10'],
      ['plain', ' "quoted" ', ' "quoted" '],
      ['plain', '\\u0000', '\\u0000'],
      ['word', 'remove', 'remove'],
      ['either', '7', 7],
      ['either', '"7"', '7'],
      ['either', 'unlimited', 'unlimited'],
      ['anything', 'not json', 'not json'],
      ['anything', '[1,"a",null]', [1, 'a', null]],
      ['subject', 'old name', 'old name'],
    ]
    for (const [name, sent, understood] of accepted) {
      const { status, body } = await probe({ [name]: sent })
      expect(status, `${name}=${sent}`).toBe(200)
      expect(body.understood[name === 'subject' ? 'topic' : name], `${name}=${sent}`).toEqual(understood)
      expect(body).not.toHaveProperty('ignored_parameters_unsupported')
    }
  })

  it('is refused with its name and no further field if it is malformed', async () => {
    const { probe } = await createProbe()
    const refused: Record<string, string[]> = {
      boolean: ['True', 'TRUE', '1', '0', '"true"', '', ' ', 'null', '[true]'],
      integer: ['10.0', '1e1', '1E1', '010', '"10"', 'true', '', 'null', 'abc', '+1', '0x10', '--1', '1_000'],
      integerOrNull: ['10.0', '"10"', '', 'NULL'],
      natural: ['-1', '1.5', '-0.0', '9007199254740993', '1'.repeat(400)],
      list: ['1', 'null', '["a"]', '[1.0]', '[null]', '[1,]', '{"0":1}', '[1', '1,2', deep(20_000, '1')],
      object: ['[]', 'null', '"x"', '{}', '{"key":1}', '{"key":"v","other":"true"}', "{'key':'v'}"],
      pairs: ['[["a"]]', '[["a","b","c"]]', '["a","b"]', '[[1,2]]'],
      string: ['text', '1', 'null', '"open'],
      word: ['ADD', 'ad', '', '"add"', ' add'],
      either: ['1.0', 'true', 'null', '[]'],
    }
    for (const [name, texts] of Object.entries(refused)) {
      for (const sent of texts) {
        const { status, body } = await probe({ [name]: sent })
        const label = `${name}=${sent.slice(0, 30)}`
        expect(status, label).toBe(400)
        const { reason, reason_params } = body as unknown as { reason: Reason; reason_params: ReasonParams }
        expect(body, label).toEqual(bodyWithReason(reason, reason_params))
        expect(['parameter-invalid', 'parameter-not-json', 'parameter-too-deep'], label).toContain(reason)
        expect(reason_params.parameter, label).toMatch(new RegExp(`^${name}\\b`))
      }
    }
  })

  it('is refused with the position of the first problem inside it', async () => {
    const { probe } = await createProbe()
    const positions = [
      ['nested', '[{"key":["a"]},{"key":["a",1]},{}]', 'nested[1]["key"][1]'],
      ['nested', '[{}]', 'nested[0]["key"]'],
      ['object', '{"key":"v","other":1}', 'object["other"]'],
      ['list', '[1,2,"three"]', 'list[2]'],
      ['pairs', '[["a","b"],["c",4]]', 'pairs[1][1]'],
    ] as const
    for (const [name, sent, position] of positions) {
      const { status, body } = await probe({ [name]: sent })
      expect(status).toBe(400)
      expect(String(body.msg).split(':')[0]).toBe(position)
    }
  })

  it('may not contain a null byte, literal or escaped in JSON, at any depth', async () => {
    const { probe } = await createProbe()
    const escaped = '"a\\u0000b"'
    const nuls: [string, string][] = [
      ['plain', 'a\0b'],
      ['plain', '\0'],
      ['topic', '\0'],
      ['subject', 'x\0'],
      ['either', 'a\0'],
      ['either', escaped],
      ['string', escaped],
      ['pairs', `[["a",${escaped}]]`],
      ['object', `{"key":${escaped}}`],
      ['object', `{"key":"v","unknown":${escaped}}`],
      ['object', '{"key":"v","\\u0000":1}'],
      ['anything', `{"a":{"b":[${escaped}]}}`],
      ['anything', deep(20, escaped)],
      ['client', 'My\0App'],
    ]
    for (const [name, sent] of nuls) {
      const { status, body } = await probe({ [name]: sent })
      const label = `${name}=${sent.slice(0, 30)}`
      expect(status, label).toBe(400)
      expect(body, label).toEqual(bodyWithReason('parameter-has-null-byte', { parameter: name }))
    }
  })

  it('may not contain a lone surrogate, which only JSON can express', async () => {
    const { probe } = await createProbe()
    const halves: [string, string][] = [
      ['string', '"\\ud800"'],
      ['string', '"a\\uDFFFb"'],
      ['pairs', '[["a","\\udbff\\ud83c"]]'],
      ['object', '{"key":"v","\\ud800":1}'],
    ]
    for (const [name, sent] of halves) {
      const { status, body } = await probe({ [name]: sent })
      expect(status, sent).toBe(400)
      expect(body, sent).toEqual(bodyWithReason('parameter-has-lone-surrogate', { parameter: name }))
    }
    const { body } = await probe({ string: '"\\ud83c\\udf51"', plain: '\\ud800' })
    expect(body.understood).toMatchObject({ string: '🍑', plain: '\\ud800' })
  })

  it('with two problems is reported for the first declared one', async () => {
    const { probe } = await createProbe()
    const { body } = await probe({ plain: '\0', list: 'x', integer: 'x' })
    expect(body.msg).toMatch(/^integer\b/)
  })

  it('with the name of a path variable is unknown; the path wins', async () => {
    const { probe } = await createProbe()
    const { body } = await probe({ number: '8' })
    expect(body).toMatchObject({ number: 7, ignored_parameters_unsupported: ['number'] })
  })
})

describe('A required parameter', () => {
  it('that is missing is named; only the first of several', async () => {
    const { post } = await createProbe()
    expect(await post('/demand', {})).toEqual({
      status: 400,
      body: {
        ...bodyWithReason('parameter-missing', { parameter: 'first' }),
        var_name: 'first',
      },
    })
    expect((await post('/demand', { first: '' })).body.var_name).toBe('second')
    expect((await post('/demand', { second: 'bad' })).body.var_name).toBe('first')
  })

  it('can be sent under its other name', async () => {
    const { post } = await createProbe()
    expect((await post('/demand', { old_first: 'x', second: '1' })).status).toBe(200)
  })
})

describe('A parameter with two names', () => {
  it('is refused if both are sent, also if one is in the query string', async () => {
    const { post, probe } = await createProbe()
    const confusing = {
      status: 400,
      body: {
        ...bodyWithReason('parameter-sent-twice', { first: 'topic', second: 'subject' }),
        var_name1: 'topic',
        var_name2: 'subject',
      },
    }
    expect(await probe({ topic: 'a', subject: 'a' })).toEqual(confusing)
    expect(await probe({ subject: 'a', topic: 'b' })).toEqual(confusing)
    expect(await post('/probe/7?subject=a', { topic: 'a' })).toEqual(confusing)
    expect(await post('/probe/7?topic=a', { subject: '' })).toEqual(confusing)
  })
})
