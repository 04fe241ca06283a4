import { describe, expect, it } from 'vitest'
import { readPlainPoll } from './plain-poll.ts'

const line = 'GET /api/v1/events?queue_id=x&last_event_id=1 HTTP/1.1\r\n'
const headers = 'Host: chat.example.com\r\nAuthorization:  Basic eA== \r\nX-Empty:\r\n'
const read = (text: string, previous?: string) =>
  readPlainPoll(
    Buffer.from(text, 'latin1'),
    previous === undefined ? undefined : readPlainPoll(Buffer.from(previous), undefined),
  )

describe('A plain poll', () => {
  it('is parsed with all its headers, independent of the poll before it', () => {
    const expected = { host: 'chat.example.com', authorization: 'Basic eA==', 'x-empty': '' }
    const other = `${line}Host: other.example.com\r\n\r\n`
    for (const previous of [undefined, `${line}${headers}\r\n`, other]) {
      const poll = read(`${line}${headers}\r\n`, previous)
      expect(poll?.url).toBe('/api/v1/events?queue_id=x&last_event_id=1')
      expect(poll?.headers).toEqual(expected)
    }
    expect(read(`${line.replace('/api/v1', '/json')}${headers}Connection: Keep-Alive\r\n\r\n`)).toBeDefined()
  })

  const others: Record<string, string> = {
    'another method': `${line.replace('GET', 'HEAD')}${headers}\r\n`,
    'another path': `${line.replace('events', 'event')}${headers}\r\n`,
    'a path without parameters': `${line.replace(/\?\S+/, '')}${headers}\r\n`,
    'a whole address': `${line.replace('/api', 'http://localhost/api')}${headers}\r\n`,
    'a space in the address': `${line.replace('x&', 'x &')}${headers}\r\n`,
    'an older protocol': `${line.replace('1.1', '1.0')}${headers}\r\n`,
    'no end of the head': `${line}${headers}`,
    'half a line': `${line}${headers}X-Half`,
    'something behind it': `${line}${headers}\r\nG`,
    'a poll behind it': `${line}${headers}\r\n`.repeat(2),
    'lines that end with one character': `${line}${headers}\r\n`.replaceAll('\r\n', '\n'),
    'a lone carriage return': `${line}${headers}X-A: a\rb\r\n\r\n`,
    'a lone line feed': `${line}${headers}X-A: a\nb: c\r\n\r\n`,
    'a folded line': `${line}${headers} folded\r\n\r\n`,
    'a null byte': `${line}${headers}X-A: \0\r\n\r\n`,
    'letters beyond ASCII': `${line}${headers}X-A: ü\r\n\r\n`,
    'a space before the colon': `${line}${headers}X-A : a\r\n\r\n`,
    'a line without a colon': `${line}${headers}X-A\r\n\r\n`,
    'a header without a name': `${line}${headers}: a\r\n\r\n`,
    'no host': `${line}Authorization: Basic eA==\r\n\r\n`,
    'no headers': `${line}\r\n`,
    'a header twice': `${line}${headers}HOST: other.example.com\r\n\r\n`,
    'a header that every object has': `${line}${headers}__proto__: x\r\n\r\n`,
    'a length': `${line}${headers}Content-Length: 0\r\n\r\n`,
    'a body in chunks': `${line}${headers}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    'a compressed body': `${line}${headers}Content-Encoding: gzip\r\n\r\n`,
    'chunks to come': `${line}${headers}transfer-encoding: chunked\r\n\r\n`,
    'an expectation': `${line}${headers}Expect: 100-continue\r\n\r\n`,
    'another protocol to go on with': `${line}${headers}Upgrade: websocket\r\n\r\n`,
    'a wish about the connection': `${line}${headers}Connection: close\r\n\r\n`,
    'a wish in the words of old proxies': `${line}${headers}Proxy-Connection: close\r\n\r\n`,
    'several wishes about it': `${line}${headers}Connection: keep-alive, upgrade\r\n\r\n`,
    'a long head': `${line}${headers}X-Long: ${'x'.repeat(9_000)}\r\n\r\n`,
  }
  it.each(Object.entries(others))('is not read from %s, also behind one that was', (_name, text) => {
    expect(read(text)).toBeUndefined()
    expect(read(text, `${line}${headers}\r\n`)).toBeUndefined()
  })
})
