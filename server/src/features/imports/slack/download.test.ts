import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fetchOutside, openOutside } from '../../../platform/outbound.ts'
import { fileBytes, slackDownloads } from './download.ts'

async function site(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const read = async (body: AsyncIterable<Buffer>) =>
  Buffer.concat(await Readable.from(body).toArray()).toString()
const limits = { timeoutMs: 5_000, maxBytes: 100, allowPrivate: true }

describe('large bodies of other sites', () => {
  it('are streamed, and fail if they are longer than allowed', async () => {
    const url = await site((_, response) => response.end('x'.repeat(50)))
    expect(await read((await openOutside(url, limits)).body)).toBe('x'.repeat(50))
    await expect(read((await openOutside(url, { ...limits, maxBytes: 49 })).body)).rejects.toThrow('too long')
    expect((await fetchOutside(url, { ...limits, maxBytes: 49 })).isCut).toBe(true)
  })
})

describe('downloads of Slack files', () => {
  it.each([
    'http://files.slack.com/x',
    'https://files.slack.com.example/x',
    'https://example.com/x',
    'https://user@files.slack.com:444/x',
    'file:///etc/passwd',
    '',
  ])('are refused for %j', async (url) => {
    await expect(slackDownloads().file({ url, size: 1, mimeType: '' })).rejects.toMatchObject({
      name: 'MissingBytesError',
    })
  })

  it('fail for a login page, a redirect to one and a file that is too long', async () => {
    const url = await site((request, response) => {
      if (request.url === '/redirect') response.writeHead(302, { location: '/page' }).end()
      else
        response
          .setHeader('content-type', request.url === '/page' ? 'text/html; charset=utf-8' : 'text/plain')
          .end('bytes')
    })
    const bytes = (path: string, mimeType: string, maxBytes = 100) =>
      read(fileBytes(url + path, mimeType, { ...limits, maxBytes }))
    expect(await bytes('file', 'text/plain')).toBe('bytes')
    expect(await bytes('page', 'text/html')).toBe('bytes')
    for (const failing of [
      () => bytes('page', 'image/png'),
      () => bytes('redirect', 'image/png'),
      () => bytes('file', 'text/plain', 4),
    ])
      await expect(failing()).rejects.toMatchObject({ name: 'MissingBytesError' })
  })

  it('go to public addresses only, and errors do not show the address', async () => {
    const downloads = slackDownloads({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
    const body = await downloads.file({
      url: 'https://files.slack.com/x?t=xoxe-1-secret',
      size: 1,
      mimeType: '',
    })
    const failure = await read(body).catch((error: Error) => error)
    expect(failure).toMatchObject({ name: 'MissingBytesError' })
    expect(String((failure as Error).stack)).not.toContain('xoxe')
  })
})
