import { basicAuth, createWorld } from '@loquat/devkit'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { routes } from '../../features/routes.ts'
import { createServer } from '../server.ts'
import { record, type Step, type Transcript } from './testing/transcript.ts'

/** The seed is fixed, so that a run fails for a change and not by chance. A busy machine does fewer runs. */
const bounds = { seed: 20261117, numRuns: 1_000, interruptAfterTimeLimit: 12_000 }

/** Single characters as placeholders for server values, so that mutations do not change them. */
const queue = '\u2460'
const position = '\u2461'
const authorization = '\u2462'

const poll = `/api/v1/events?queue_id=${queue}&last_event_id=${position}`
const target = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(poll, `${poll}&dont_block=true`) },
  fc.constantFrom(
    '/api/v1/events?',
    '/api/v1/events?x',
    '/api/v1/events?queue_id=x&last_event_id=1',
    `${poll}&mystery=1&client=x`,
    `${poll}#fragment`,
    `${poll}?&&=;`,
    `${poll}&last_event_id=-1&queue_id=`,
    `${poll}&a=%zz%00%c3%28`,
    `${poll}&a="<>\\^\`{|}[]`,
    `${poll}&a=ü`,
    `${poll}&a=${'x'.repeat(5_000)}`,
    `${poll}&a=${'x'.repeat(20_000)}`,
    poll.replace('events', '%65vents'),
    poll.replace('events?', 'events/?'),
    poll.replace('/api', '//api'),
    poll.replace('/api', '/./api'),
    poll.replace('/api/v1', '/API/V1'),
    poll.replace('/api/v1', '/json'),
    poll.replace('/api', 'http://localhost/api'),
    poll.replace('/api', 'HTTP://user@elsewhere:80/api'),
    poll.replaceAll('_', '%5f'),
    `/api/v1/events#?queue_id=${queue}`,
    '/api/v1/events',
    '/api/v1/eventsx?',
    '/api/v1/users/me/alert_words',
    '/health/live',
    '/nowhere',
    '*',
    '',
    'localhost:80',
  ),
)
const method = fc.oneof(
  { weight: 10, arbitrary: fc.constant('GET') },
  fc.constantFrom('HEAD', 'OPTIONS', 'POST', 'PUT', 'CONNECT', 'PRI', 'get', 'NONSENSE', ''),
)
const version = fc.oneof(
  { weight: 12, arbitrary: fc.constant('HTTP/1.1') },
  fc.constantFrom('HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.2', 'http/1.1', 'ICE/1.0', 'HTTP/11', ''),
)

const usualHeader = fc.constantFrom(
  `Authorization: ${authorization}`,
  'Accept: */*',
  'Accept-Encoding: gzip, deflate',
  'User-Agent: ZulipMobile/1.0 (x)',
  'Connection: keep-alive',
  'Origin: https://elsewhere.example',
  'Cookie: a=b; session=x',
  'X-Forwarded-For: 10.0.0.1, 10.0.0.2',
  'X-Empty:',
)
const oddHeader = fc.constantFrom(
  'Host: localhost',
  'Host: nowhere.example',
  'Host:',
  'Host: a b',
  'HOST:\tlocalhost\t ',
  'Authorization: Basic eA==',
  'Authorization: Bearer x',
  `authorization:${authorization}`,
  'Connection: close',
  'Connection: Keep-Alive',
  'Connection: keep-alive, close',
  'Connection: TE, upgrade',
  'Connection:',
  'Proxy-Connection: close',
  'Keep-Alive: timeout=1, max=1',
  'Content-Length: 0',
  'Content-Length: 5',
  'Content-Length: +5',
  'Content-Length: 5, 5',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Content-Length : 5',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: CHUNKED',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: identity',
  'Transfer-Encoding: chunked, gzip',
  'Content-Type: application/x-www-form-urlencoded',
  'Content-Encoding: gzip',
  'Expect: 100-continue',
  'Expect: nonsense',
  'Upgrade: websocket',
  'Upgrade: h2c',
  'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA',
  'Trailer: X-After',
  'TE: trailers',
  'Range: bytes=0-1',
  'If-None-Match: *',
  'X-HTTP-Method-Override: DELETE',
  '__proto__: x',
  'constructor: x',
  'toString: x',
  ': no name',
  'no colon',
  'Space : before',
  ' folded',
  '\tfolded',
  'X-Folded: a\r\n b',
  'X-Cr: a\rb',
  'X-Lf: a\nX-More: b',
  'X-Nul: a\0b',
  'X-Delete: \x7f',
  'X-High: \xfc\xff',
  'X-Höhe: a',
  'X(Name): a',
  `X-Long: ${'x'.repeat(9_000)}`,
  `X-Longest: ${'x'.repeat(17_000)}`,
  Array.from({ length: 300 }, (_, n) => `X${n}: ${n}`).join('\r\n'),
)
const headers = fc
  .tuple(
    fc.oneof({ weight: 12, arbitrary: fc.constant(['Host: localhost']) }, fc.constant([])),
    fc.oneof({ weight: 6, arbitrary: fc.constant([`Authorization: ${authorization}`]) }, fc.constant([])),
    fc.subarray(['Accept: */*', 'User-Agent: ZulipMobile/1.0 (x)', 'Connection: keep-alive']),
    fc.array(fc.oneof({ weight: 2, arbitrary: usualHeader }, oddHeader), { maxLength: 2 }),
  )
  .map((all) => all.flat())

const body = fc.oneof(
  { weight: 5, arbitrary: fc.constant('') },
  fc.constantFrom(
    'a=b&c',
    '0\r\n\r\n',
    '5\r\na=b&c\r\n0\r\n\r\n',
    '5;x=y\na=b&c\r\n0\r\nX-After: x\r\n\r\n',
    '\r\n',
  ),
)
const lineEnd = fc.oneof(
  { weight: 20, arbitrary: fc.constant('\r\n') },
  fc.constantFrom('\n', '\r', '\r\r\n'),
)

const request = fc
  .tuple(method, target, version, headers, body, lineEnd)
  .map(([verb, url, protocol, lines, content, end]) =>
    [[verb, url, protocol].join(' ').trimEnd(), ...lines, '', content].join(end),
  )

/** A poll as clients send it. */
const plainPoll = fc.constant(
  `GET ${poll} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n\r\n`,
)

interface Mutation {
  at: number
  drop: number
  insert: string
}
const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(400),
  drop: fc.constantFrom(0, 1, 1, 2, 30),
  insert: fc.constantFrom(
    '',
    '',
    ' ',
    '\t',
    '\0',
    '\r',
    '\n',
    '\r\n',
    ':',
    ';',
    '\x80',
    'x',
    '\v',
    'Host: x\r\n',
  ),
})
const mutate = (text: string, changes: readonly Mutation[]) =>
  changes.reduce((all, { at, drop, insert }) => {
    const start = at % (all.length + 1)
    return all.slice(0, start) + insert + all.slice(start + drop)
  }, text)

const message = fc
  .tuple(
    fc.array(fc.oneof({ weight: 3, arbitrary: request }, { weight: 2, arbitrary: plainPoll }), {
      minLength: 1,
      maxLength: 3,
    }),
    fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, fc.array(mutation, { maxLength: 2 })),
    fc.array(fc.nat(600), { maxLength: 3 }),
  )
  .map(([requests, changes, splits]) => ({ text: mutate(requests.join(''), changes), splits }))

/** Messages that each are sent after the answers to those before. */
const conversation = fc.array(message, { minLength: 1, maxLength: 3 })

function stepsOf({ text, splits }: { text: string; splits: readonly number[] }, secrets: Secrets): Step[] {
  const bytes = text.replaceAll(/[\u2460-\u2462]/g, (one) => secrets[one] ?? '')
  const cuts = [...new Set(splits.map((at) => at % (bytes.length + 1)))].toSorted((a, b) => a - b)
  return [...cuts, bytes.length].map((end, n) => ({
    bytes: bytes.slice(cuts[n - 1] ?? 0, end),
    waitFor: n === cuts.length ? 'answers' : 'read',
  }))
}

type Secrets = Record<string, string>

async function startPair(): Promise<{ ours: FastifyInstance; nodes: FastifyInstance; secrets: Secrets }> {
  const { app, alice, bob } = await createWorld()
  const { queue_id, last_event_id } = await bob.api.register({
    event_types: ['message'],
    fetch_event_types: [],
  })
  await alice.api.sendMessage({ type: 'channel', to: 'general', topic: 'wire', content: 'ü' })
  const start = async (pollServer: boolean) => {
    const server = createServer({ ...app, config: { ...app.config, pollServer } }, { routes })
    onTestFinished(() => server.close())
    await server.listen({ host: '127.0.0.1', port: 0 })
    return server
  }
  const secrets = {
    [queue]: String(queue_id),
    [position]: String(last_event_id),
    [authorization]: basicAuth(bob.email, bob.apiKey),
  }
  return { ours: await start(true), nodes: await start(false), secrets }
}

const malformed =
  /HTTP\/1.1 400 Bad Request\r\ncontent-type: application\/json\r\nconnection: close\r\n[\s\S]*$/

/**
 * The accepted differences, both about a request that ends the connection because it is malformed or a CONNECT. If it follows
 * requests that are not answered yet, `node:http` ends the connection at once and drops their answers; how many is a matter of timing,
 * and the poll server answers polls first. If it follows a response that closes the connection, whether it is still refused is a matter
 * of timing, too.
 */
function withSameEnding(own: Transcript, expected: Transcript, text: string): Transcript {
  if (own.closedAfter === undefined || own.closedAfter !== expected.closedAfter) return own
  const last = own.closedAfter - 1
  const [ours = '', nodes = ''] = [own.received[last], expected.received[last]]
  const [before, nodesBefore] = [ours.replace(malformed, ''), nodes.replace(malformed, '')]
  const refusals = Number(before !== ours) + Number(nodesBefore !== nodes)
  const longer = before.length > nodesBefore.length ? before : nodesBefore
  const isClosing = refusals > 0 && /^connection: close\r$/im.test(longer)
  const isPrefix = before.startsWith(nodesBefore) || nodesBefore.startsWith(before)
  const isAccepted = isPrefix && (refusals === 2 || isClosing || text.includes('CONNECT'))
  return isAccepted ? { ...own, received: own.received.with(last, nodes) } : own
}

it('The poll server and node:http give the same responses to arbitrary bytes', async () => {
  const { ours, nodes, secrets } = await startPair()
  await fc.assert(
    fc.asyncProperty(conversation, async (messages) => {
      const steps = messages.flatMap((one) => stepsOf(one, secrets))
      const [own, expected] = [await record(ours, steps), await record(nodes, steps)]
      const text = messages.map((one) => one.text).join('')
      expect(withSameEnding(own, expected, text)).toEqual(expected)
    }),
    bounds,
  )
})
