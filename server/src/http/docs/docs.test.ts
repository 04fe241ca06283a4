import { codeSamples, type Endpoint, endpoints, errorTable, events } from '@loquat/contract'
import { createWorld } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { escapeHtml } from '../../text.ts'
import { allowedCallers } from './endpoint-article.ts'
import { docsPage } from './page.ts'
import { readRecorded } from './recorded.ts'

const url = 'https://chat.example.com/"<&'
const page = docsPage(url)
const all = Object.entries(endpoints) as [string, Endpoint][]

function articleOf(id: string): string {
  const start = page.indexOf(`<article id="${id}"`)
  expect(start, id).toBeGreaterThan(0)
  return page.slice(start, page.indexOf('</article>', start))
}
/** The text without its markup. */
const textOf = (html: string) => html.replace(/<[^>]*>/g, '')

describe('The documentation page', () => {
  it('has a complete entry and a link for every endpoint', () => {
    for (const [name, endpoint] of all) {
      const { method, path, params, pathParams, replyShape, errors, deprecated } = endpoint
      expect(page).toContain(`<a href="#${name}"`)
      const article = articleOf(name)
      const text = textOf(article)
      expect(article).toContain(`>${method}</b> <code>${path}</code>`)
      for (const input of [...Object.keys(pathParams), ...Object.keys(params)]) {
        expect(article, name).toContain(` data-param="${input}"`)
        const isRequired = params[input]?.required ?? true
        expect(text, name).toContain(`${input}${isRequired ? 'required' : 'optional'}`)
      }
      for (const alias of Object.values(params).flatMap((param) => param.aliases)) {
        expect(article, name).toContain(`<code>${alias}</code>`)
      }
      if (!endpoint.redirects) {
        for (const field of Object.keys(replyShape)) expect(article, name).toContain(`>${field}</code>`)
      }
      expect(article.match(/<code class="name">/g)?.length, name).toBe(
        article.match(/<p class="description">(?!<\/p>)/g)?.length,
      )
      for (const error of errors)
        expect(text, name).toContain(`${errorTable[error].code} ${errorTable[error].status}`)
      expect(text).toContain(`Who may call: ${escapeHtml(allowedCallers(endpoint))}`)
      expect(text.includes('deprecated')).toBe(deprecated !== undefined)
      for (const { source } of codeSamples(url, name, endpoint)) expect(text).toContain(escapeHtml(source))
    }
  })

  it('names the allowed callers for each role and each kind of authentication', () => {
    const whoFor = (name: keyof typeof endpoints) => allowedCallers(endpoints[name] as Endpoint)
    expect(whoFor('getUsers')).toBe('all users.')
    expect(whoFor('sendMessage')).toBe('all users, including incoming webhook bots.')
    expect(whoFor('updatePresence')).toBe('people, not bots.')
    expect(whoFor('getBots')).toBe('people except guests; no bots.')
    expect(whoFor('subscribe')).toBe('all users except guests.')
    expect(whoFor('createUser')).toBe('administrators and owners.')
    expect(whoFor('addDomain')).toBe('owners.')
    expect(whoFor('fetchApiKey')).toBe('anyone, without authentication.')
    expect(whoFor('getMessages')).toBe('all users; also spectators, if the organization allows them.')
    expect(whoFor('postToIntegration')).toMatch(/^any account, .* API key as a parameter\.$/)
  })

  it('shows types, defaults and limits', () => {
    const lines = (name: string) => textOf(articleOf(name).replaceAll('<li', '\n<li'))
    expect(lines('getMessages')).toMatch(/narrowoptional .*default \[\] as JSON/)
    expect(lines('sendMessage')).toContain(
      escapeHtml('typerequired "direct" | "private" | "channel" | "stream"'),
    )
    expect(lines('register')).toContain(
      'idle_queue_timeoutoptional integer at least 1, at most 604800 default 600',
    )
    expect(lines('getUser')).toContain('user_idrequired integer in the path')
  })

  it('has an entry, a link and an example for every event', () => {
    const recorded = readRecorded('events')
    for (const [key, { schema }] of Object.entries(events)) {
      expect(page).toContain(`<a href="#event-${key}"`)
      const shown = /<pre[^>]*><code>([\s\S]*)<\/code><\/pre>/.exec(articleOf(`event-${key}`))?.[1] ?? ''
      const example = JSON.parse(readable(textOf(shown)))
      expect(schema.safeParse(example).error, key).toBeUndefined()
      if (recorded[key] !== undefined) expect(example).toEqual(recorded[key])
    }
    const bare = Object.keys(events).filter((key) => recorded[key] === undefined)
    expect(bare.sort()).toEqual(['heartbeat', 'realm:deactivated'])
  })

  it('shows valid replies of the endpoints', () => {
    const recorded = readRecorded('replies')
    for (const [name, { reply, redirects }] of all) {
      if (redirects) continue
      expect(recorded, name).toHaveProperty([name])
      if (name !== 'checkSubdomain') expect(reply.safeParse(recorded[name]).error, name).toBeUndefined()
    }
  })

  it('mentions only existing errors', () => {
    const codes = new Set<string>(Object.values(errorTable).map((row) => row.code))
    const mentioned = [...page.matchAll(/<code>([A-Z]+_[A-Z_]+)<\/code>/g)].map((match) => match[1])
    expect(mentioned.length).toBeGreaterThan(0)
    for (const code of mentioned) if (!code?.startsWith('LOQUAT_')) expect(codes).toContain(code)
  })

  it('has no dead links to itself, and unique anchors', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map((match) => match[1])
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
  })

  it('escapes its values', () => {
    expect(page).not.toContain('example.com/"<&')
    expect(page).toContain('example.com/&quot;&lt;&amp;')
  })
})

/** Back from `escapeHtml`. */
const readable = (html: string) =>
  html.replace(
    /&(lt|gt|quot|#x27|amp);/g,
    (_, name: string) => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name] ?? "'",
  )

describe('The descriptions', () => {
  it('are served without credentials, and the page loads nothing from other sites', async () => {
    const world = await createWorld()
    const docs = await world.raw('/api/docs')
    expect(docs.status).toBe(200)
    expect(docs.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = docs.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'; style-src 'self'; script-src 'self'")
    expect(policy).not.toContain('unsafe')
    const html = await docs.text()
    expect(html).not.toContain('organization.invalid')
    expect(html).toContain(`${world.app.config.url}/api/v1/messages`)
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style|style="| on[a-z]+="/)
    const files = [...html.matchAll(/(?:href|src)="(\/api\/docs\/[^"]+)"/g)].map(([, path = '']) => path)
    const scripts = await Promise.all(
      files.map(async (path) => {
        const file = await world.raw(path)
        expect(file.status, path).toBe(200)
        expect(file.headers.get('content-type'), path).toMatch(/^text\/(css|javascript); charset=utf-8$/)
        return await file.text()
      }),
    )
    expect(scripts).toHaveLength(6)
    for (const [, path] of scripts.join('\n').matchAll(/from '\.\/(.*)'/g)) {
      expect((await world.raw(`/api/docs/${path}`)).status, path).toBe(200)
    }
    const tag = docs.headers.get('etag') ?? ''
    const again = await world.raw('/api/docs', { headers: { 'if-none-match': tag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const plain = await world.raw('/api/docs', { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(await plain.text()).toBe(html)

    const openApi = await world.raw('/api/v1/openapi.json')
    expect(openApi.status).toBe(200)
    expect(openApi.headers.get('access-control-allow-origin')).toBe('*')
    const { paths } = (await openApi.json()) as { paths: object }
    expect(Object.keys(paths).sort()).toEqual([...new Set(all.map(([, { path }]) => path))].sort())
  })
})
