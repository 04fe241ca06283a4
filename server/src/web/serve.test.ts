import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { createWorld } from '@loquat/devkit'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Config } from '../platform/config.ts'
import { serveWebApp } from './serve.ts'

/** A server with an app of three files. */
async function served(config: Partial<Config> = {}, isBuilding = () => false) {
  const world = await createWorld()
  const folder = await mkdtemp(join(tmpdir(), 'loquat-web-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>app</title>')
  await writeFile(join(folder, 'assets', 'index-AbCd1234.js'), 'hello()')
  await writeFile(join(folder, 'assets', 'index-AbCd1234.js.br'), brotliCompressSync('hello()'))
  await writeFile(join(folder, 'assets', 'mark.svg'), '<svg/>')
  await writeFile(`${folder}-secret`, 'secret')
  onTestFinished(async () => {
    await rm(folder, { recursive: true })
    await rm(`${folder}-secret`)
  })
  const server = Fastify()
  const app = { ...world.app, config: { ...world.app.config, webApp: true, ...config } }
  serveWebApp(app, server, folder, isBuilding)
  return { server, folder, world }
}

describe('The web app', () => {
  it('is one page for all its URLs, which loads nothing from other sites', async () => {
    const { server } = await served()
    for (const url of [
      '/',
      '/inbox',
      '/c/12-design/t/logo',
      '/settings',
      '/settings/profile',
      '/channels',
      '/m/220',
      '/later',
      '/help',
      '/help/search',
    ]) {
      const { statusCode, body, headers } = await server.inject({ url })
      expect([url, statusCode, body]).toEqual([url, 200, '<!doctype html><title>app</title>'])
      expect(headers['content-security-policy']).toContain("script-src 'self'")
      expect(headers['permissions-policy']).toContain('microphone=(self), camera=(self)')
      expect(headers['content-security-policy']).toContain(
        "img-src 'self' data: blob:; media-src 'self' blob:;",
      )
      expect(headers['cache-control']).toBe('no-cache')
    }
  })

  it('is replaced by a page that reloads itself while it is being built', async () => {
    let isBuilding = true
    const { server } = await served({}, () => isBuilding)
    const page = (language: string) =>
      server.inject({ url: '/inbox', headers: { 'accept-language': language } })
    const { statusCode, body, headers } = await page('de')
    expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([503, '2', 'no-store'])
    expect(body).toContain('<meta http-equiv="refresh" content="2">')
    expect(body).toContain('Die App wird vorbereitet')
    expect((await page('en')).body).toContain('Preparing the app')
    isBuilding = false
    expect((await page('en')).body).toBe('<!doctype html><title>app</title>')
  })

  it('loads images and videos from any site if the server does not fetch them', async () => {
    const { server } = await served({ imageProxy: false })
    const { headers } = await server.inject({ url: '/' })
    expect(headers['content-security-policy']).toContain(
      "img-src 'self' data: blob: https:; media-src 'self' blob: https:;",
    )
  })

  it('is compressed if the browser supports it, and cached if the name contains a hash', async () => {
    const { server } = await served()
    const url = '/assets/index-AbCd1234.js'
    const packed = await server.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
    expect([packed.headers['content-encoding'], packed.headers['cache-control']]).toEqual([
      'br',
      'public, max-age=31536000, immutable',
    ])
    const plain = await server.inject({ url })
    expect([plain.body, plain.headers['content-type']]).toEqual(['hello()', 'text/javascript; charset=utf-8'])
    const mark = await server.inject({ url: '/assets/mark.svg' })
    expect(mark.headers['cache-control']).toBe('public, max-age=3600')
  })

  it('is not sent again to browsers that have it, until it is built again', async () => {
    const { server, folder } = await served()
    const first = await server.inject({ url: '/' })
    const tag = String(first.headers.etag)
    expect(tag).toMatch(/^"[\w-]{22}"$/)
    const again = () => server.inject({ url: '/inbox', headers: { 'if-none-match': tag } })
    const { statusCode, body, headers } = await again()
    expect([statusCode, body, headers.etag]).toEqual([304, '', tag])
    expect(headers['content-security-policy']).toBe(first.headers['content-security-policy'])
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>new</title>')
    expect([(await again()).statusCode, (await again()).body]).toEqual([
      200,
      '<!doctype html><title>new</title>',
    ])
  })

  it('serves only its own files', async () => {
    const { server, folder } = await served()
    const name = folder.split('/').at(-1)
    for (const url of ['/assets/none.js', '/assets/', `/assets/..%2f..%2f${name}-secret`, '/assets/%00']) {
      const { statusCode, body } = await server.inject({ url })
      expect([url, statusCode, body === 'secret']).toEqual([url, 404, false])
    }
  })

  it('is installed with the name of the organization', async () => {
    const { server, world } = await served()
    const realm = await world.app.realms.byHost('')
    const manifest = (await server.inject({ url: '/manifest.webmanifest' })).json()
    expect([manifest.name, manifest.display]).toEqual([realm?.directory.realm.name, 'standalone'])
    expect(manifest.share_target).toMatchObject({ action: '/share', method: 'POST' })
  })

  it('accepts text shared by other apps even before its service worker is ready', async () => {
    const { raw } = await createWorld({ config: { webApp: true } })
    const form = new FormData()
    form.set('title', 'Plums')
    form.set('url', 'https://example.com/?a=b&c')
    form.set('files', new File(['ripe'], 'plums.txt'))
    const answer = await raw('/share', { method: 'POST', body: form, redirect: 'manual' })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/?write=Plums%0Ahttps%3A%2F%2Fexample.com%2F%3Fa%3Db%26c')
  })
})
