import { type Endpoint, endpoints, errorTable, events } from '@loquat/contract'
import { createWorld } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { docsPage } from './page.ts'

const page = docsPage('https://chat.example.com/"<&')
const all = Object.entries(endpoints) as [string, Endpoint][]

describe('the documentation page', () => {
  it('has an entry and a link for every endpoint, with every parameter and reply field', () => {
    for (const [name, { method, path, params, replyShape }] of all) {
      expect(page).toContain(`<a href="#${name}"><b class="${method}">${method}</b> ${path}</a>`)
      const start = page.indexOf(`<article id="${name}">`)
      expect(start, name).toBeGreaterThan(0)
      const article = page.slice(start, page.indexOf('</article>', start))
      expect(article).toContain(`<b class="${method}">${method}</b> <code>${path}</code>`)
      const fields = Object.entries(params).flatMap(([one, { aliases }]) => [one, ...aliases])
      for (const field of [...fields, ...Object.keys(replyShape)]) {
        expect(article, name).toContain(`<code>${field}</code>`)
      }
    }
  })

  it('has an entry and a link for every event', () => {
    for (const key of Object.keys(events)) {
      expect(page).toContain(`<article id="event-${key}">`)
      expect(page).toContain(`<a href="#event-${key}">`)
    }
  })

  it('mentions only errors that exist', () => {
    const codes = new Set<string>(Object.values(errorTable).map((row) => row.code))
    const mentioned = [...page.matchAll(/<code>([A-Z]+_[A-Z_]+)<\/code>/g)].map((match) => match[1])
    expect(mentioned.length).toBeGreaterThan(0)
    for (const code of mentioned) expect(codes).toContain(code)
  })

  it('has no dead link within itself', () => {
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]))
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
  })

  it('escapes what it shows', () => {
    expect(page).not.toContain('example.com/"<&')
    expect(page).toContain('example.com/&#34;&#60;&#38;')
  })
})

describe('the descriptions', () => {
  it('are served without credentials, the page with nothing that could run', async () => {
    const world = await createWorld()
    const docs = await world.raw('/api/docs')
    expect(docs.status).toBe(200)
    expect(docs.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(docs.headers.get('content-security-policy')).toContain("default-src 'none'")
    const openApi = await world.raw('/api/v1/openapi.json')
    expect(openApi.status).toBe(200)
    expect(openApi.headers.get('access-control-allow-origin')).toBe('*')
    const { paths } = (await openApi.json()) as { paths: object }
    expect(Object.keys(paths).sort()).toEqual([...new Set(all.map(([, { path }]) => path))].sort())
  })
})
