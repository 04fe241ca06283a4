import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import {
  addBot,
  createWorld,
  eventsDuring,
  eventsPerUser,
  runJobs,
  sendToGeneral,
  type World,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { problemsIn } from '../../../markdown/testing/html-check.ts'
import { startWebsite } from '../../../platform/testing/website.ts'
import { deliverScheduled } from '../../conversation/scheduled-messages/jobs.ts'
import { htmlOf, uploaded } from '../../conversation/uploads/testing/fixtures.ts'
import { picture } from '../../identity/pictures/testing/fixtures.ts'
import { idOf } from '../../places/channels/testing/fixtures.ts'
import { deleteOldPreviews, previewLinks } from './jobs.ts'

const page = (title: string, image = 'https://i.example/fig.png') =>
  `<title>${title}</title><meta name="description" content="Sweet"><meta property="og:image" content='${image}'>`
const link = (url: string) => `<p><a href="${url}">${url}</a></p>`
const card = (url: string, title: string, image = 'https://i.example/fig.png', description = 'Sweet') =>
  `<div class="message_embed"><a class="message_embed_image" href="${url}" ` +
  `style="background-image: url(&quot;${image}&quot;)"></a><div class="data-container">` +
  `<div class="message_embed_title"><a href="${url}" title="${title}">${title}</a></div>` +
  `<div class="message_embed_description">${description}</div></div></div>`

/** A world that fetches websites on this machine. */
async function worldWithCards(): Promise<World> {
  const world = await createWorld({ config: { allowPrivateCallbacks: true } })
  await world.alice.api.updateRealm({ inline_url_embed_preview: true })
  return world
}

describe('The preview of a website', () => {
  it('is shown after the page was fetched, with an event to everyone; and not if turned off', async () => {
    const world = await createWorld({ config: { allowPrivateCallbacks: true } })
    const { alice, carol, dave } = world
    const site = await startWebsite({ '/': page('Figs'), '/two': page('Two'), '/three': page('Three') })
    const before = await sendToGeneral(carol, site.url)
    await runJobs(world)
    expect(await htmlOf(dave, before)).toBe(link(site.url))

    await alice.api.updateRealm({ inline_url_embed_preview: true })
    const id = await sendToGeneral(carol, site.url)
    expect(await htmlOf(dave, id)).toBe(link(site.url))
    expect(site.requests).toEqual([])
    const received = await eventsPerUser({ carol, dave }, () => runJobs(world))
    const html = `${link(site.url)}\n${card(site.url, 'Figs')}`
    expect(await htmlOf(dave, id)).toBe(html)
    for (const events of Object.values(received)) {
      expect(events).toMatchObject([
        { type: 'update_message', user_id: null, rendering_only: true, message_id: id, message_ids: [id] },
      ])
      expect(events).toMatchObject([{ content: site.url, rendered_content: html }])
    }
    expect(received).toMatchObject({ carol: [{ flags: ['read'] }], dave: [{ flags: [] }] })
    expect((await dave.api.getMessageHistory({ message_id: id })).message_history).toHaveLength(1)
    expect((await dave.api.renderMessage({ content: site.url })).rendered).toBe(link(site.url))

    // A page is cached for a day.
    const { id: direct } = await dave.api.sendMessage({ type: 'direct', to: [carol.id], content: site.url })
    await runJobs(world)
    expect(await htmlOf(carol, direct)).toBe(html)
    expect(site.requests).toHaveLength(1)
    world.clock.advance(25 * 3600)
    const later = await sendToGeneral(carol, site.url)
    await runJobs(world)
    expect(await htmlOf(dave, later)).toBe(html)
    expect(site.requests).toHaveLength(2)

    // Edits, and messages with images and several links.
    const { link: file } = await uploaded(carol, await picture('a.png'))
    const edited = await sendToGeneral(carol, 'figs')
    await carol.api.updateMessage({ message_id: edited, content: `${file} ${site.url}two ${site.url}` })
    await runJobs(world)
    const shown = await htmlOf(dave, edited)
    expect(shown).toContain('840x560.webp')
    expect(shown.endsWith(card(`${site.url}two`, 'Two') + card(site.url, 'Figs'))).toBe(true)
    await carol.api.updateMessage({ message_id: edited, content: 'dates' })
    await runJobs(world)
    expect(await htmlOf(dave, edited)).toBe('<p>dates</p>')

    // Scheduled messages, when they are sent.
    await carol.api.createScheduledMessage({
      type: 'channel',
      to: await idOf(carol, 'general'),
      topic: 'figs',
      content: `${site.url}three`,
      scheduled_delivery_timestamp: Math.floor(world.clock.now() / 1_000) + 600,
    })
    world.clock.advance(601)
    const [sent] = await eventsDuring(dave, () => deliverScheduled.run(world.app, {}))
    expect(sent).toMatchObject({ type: 'message', message: { content: link(`${site.url}three`) } })
    await runJobs(world)
    expect(site.requests.at(-1)?.url).toBe('/three')
  })

  it('contains the escaped texts of the site, and is left out without them', async () => {
    const world = await worldWithCards()
    const { carol, dave } = world
    const other = await startWebsite({
      '/photo': (_, response) =>
        response
          .setHeader('content-type', 'application/json')
          .end('{"type":"photo","url":"/p.png","title":"P"}'),
      '/film': (_, response) =>
        response.setHeader('content-type', 'application/json').end(
          JSON.stringify({
            type: 'video',
            html: '<iframe src="x"></iframe>',
            thumbnail_url: '/t.png',
            title: '"',
          }),
        ),
    })
    const offer = (path: string) =>
      `${page('Figs')}<link rel="alternate" type="application/json+oembed" href="${other.url}${path}">`
    const site = await startWebsite({
      '/hostile': page('&lt;b&gt;"&amp;lt;', 'https://i.example/"x\\y&amp;quot;);color:red'),
      '/relative': page('Figs', 'fig.png'),
      '/moved': (_, response) => response.writeHead(301, { location: '/a/b' }).end(),
      '/a/b': page('Moved', 'fig.png'),
      '/latin': (_, response) =>
        response.setHeader('content-type', 'text/html; charset=iso-8859-1').end(page('Café'), 'latin1'),
      '/packed': (_, response) =>
        response
          .setHeader('content-type', 'text/html')
          .setHeader('content-encoding', 'gzip')
          .end(gzipSync(page('Packed') + ' '.repeat(5_000_000))),
      '/photo': offer('photo'),
      '/film': offer('film'),
      '/broken-offer': offer('nowhere'),
      '/no-image': '<title>Figs</title>',
      '/bad-image': page('Figs', 'javascript:alert(1)'),
      '/text': (_, response) => response.setHeader('content-type', 'text/plain').end(page('Figs')),
      '/untyped': (_, response) => response.end(page('Figs')),
      '/failing': (_, response) =>
        response.setHeader('content-type', 'text/html').writeHead(500).end(page('Figs')),
      '/gone': (_, response) => void response.destroy(),
      '/round': (_, response) => response.writeHead(302, { location: '/round' }).end(),
    })
    const at = (path: string) => `${site.url}${path}`
    const photo = `<div class="message_inline_image"><a href="${at('photo')}" title="P"><img src="${other.url}p.png"></a></div>`
    const film =
      `<div class="embed-video message_inline_image"><a data-id="&lt;iframe src=&quot;x&quot;&gt;&lt;/iframe&gt;" ` +
      `href="${at('film')}" title="&quot;"><img src="${other.url}t.png"></a></div>`
    const expected: Record<string, string> = {
      hostile: card(
        at('hostile'),
        '&lt;b&gt;"&amp;lt;',
        'https://i.example/\\&quot;x\\\\y&amp;quot;);color:red',
      ).replace('title="&lt;b&gt;"&amp;lt;"', 'title="&lt;b&gt;&quot;&amp;lt;"'),
      relative: card(at('relative'), 'Figs', at('fig.png')),
      moved: card(at('moved'), 'Moved', at('a/fig.png')),
      latin: card(at('latin'), 'Café'),
      packed: card(at('packed'), 'Packed'),
      photo: photo,
      film,
      'broken-offer': card(at('broken-offer'), 'Figs'),
    }
    const nothing = ['no-image', 'bad-image', 'text', 'untyped', 'failing', 'gone', 'round', 'missing']
    const ids = new Map<string, number>()
    for (const path of [...Object.keys(expected), ...nothing])
      ids.set(path, await sendToGeneral(carol, at(path)))
    ids.set('nobody', await sendToGeneral(carol, 'http://127.0.0.1:1/nobody'))
    // Not fetched: links that are quoted, sent by a bot, or too many.
    const bot = await addBot(world, carol)
    await carol.api.sendMessage({ type: 'direct', to: [bot.id], content: 'figs' })
    const silent = [
      await sendToGeneral(carol, `> ${at('quoted')}`),
      (await bot.api.sendMessage({ type: 'direct', to: [carol.id], content: at('bot') })).id,
      await sendToGeneral(carol, Array.from({ length: 25 }, (_, n) => at(`many-${n}`)).join(' ')),
    ]
    const received = await eventsDuring(dave, () => runJobs(world))
    for (const [path, id] of ids) {
      const html = await htmlOf(carol, id)
      const [, ...rest] = html.split('\n')
      expect({ path, html: rest.join('\n') }).toEqual({ path, html: expected[path] ?? '' })
      expect({ path, problems: problemsIn(html) }).toEqual({ path, problems: [] })
    }
    expect(received).toHaveLength(Object.keys(expected).length)
    for (const id of silent) expect(await htmlOf(carol, id)).not.toContain('message_embed')
    expect(site.requests.filter(({ url }) => /quoted|bot|many/.test(url ?? ''))).toEqual([])
    const { messages } = await dave.api.getMessages({
      anchor: 'newest',
      num_before: 99,
      num_after: 0,
      narrow: [{ operator: 'has', operand: 'image' }],
    })
    expect(messages.map(({ id }) => id)).toEqual([ids.get('photo'), ids.get('film')])

    // A missing page is retried later.
    const requestCount = () => site.requests.filter(({ url }) => url === '/missing').length
    for (const [seconds, times] of [
      [60, 1],
      [600, 2],
    ] as const) {
      world.clock.advance(seconds)
      await sendToGeneral(carol, at('missing'))
      await runJobs(world)
      expect(requestCount()).toBe(times)
    }
  })

  it('is not shown for a message that was meanwhile edited, deleted or excluded, nor fetched from the local network', async () => {
    const world = await worldWithCards()
    const { alice, carol, dave } = world
    let meanwhile = async () => {}
    const site = await startWebsite({
      '/': (_, response) => {
        void meanwhile().then(() => response.setHeader('content-type', 'text/html').end(page('Figs')))
      },
      '/in': (_, response) => response.writeHead(302, { location: site.url }).end(),
    })
    const edited = await sendToGeneral(carol, site.url)
    meanwhile = async () => void (await carol.api.updateMessage({ message_id: edited, content: 'dates' }))
    await runJobs(world)
    expect(await htmlOf(dave, edited)).toBe('<p>dates</p>')

    world.clock.advance(25 * 3600)
    const deleted = await sendToGeneral(carol, site.url)
    meanwhile = async () => void (await alice.api.deleteMessage({ message_id: deleted }))
    expect((await eventsDuring(dave, () => runJobs(world))).map(({ type }) => type)).toEqual([
      'delete_message',
    ])
    expect(site.requests).toHaveLength(2)

    // Deleted or changed before the job began.
    meanwhile = async () => {}
    const first = await sendToGeneral(carol, site.url)
    const second = await sendToGeneral(carol, site.url)
    const third = await sendToGeneral(carol, site.url)
    await alice.api.deleteMessage({ message_id: first })
    await carol.api.updateMessage({ message_id: second, content: 'dates' })
    await alice.api.updateRealm({ inline_url_embed_preview: false })
    expect(await eventsDuring(dave, () => runJobs(world))).toEqual([])
    expect(await htmlOf(dave, third)).toBe(link(site.url))

    await alice.api.updateRealm({ inline_url_embed_preview: true })
    const requestCount = site.requests.length
    world.app.config.linkPreviews = false
    await sendToGeneral(carol, `${site.url}in`)
    expect(await eventsDuring(dave, () => runJobs(world))).toEqual([])
    expect((await dave.api.register({})).server_inline_url_embed_preview).toBe(false)
    expect(site.requests).toHaveLength(requestCount)
    world.app.config.linkPreviews = true

    world.app.config.allowPrivateCallbacks = false
    world.clock.advance(25 * 3600)
    await deleteOldPreviews.run(world.app, {})
    const blocked = [await sendToGeneral(carol, site.url), await sendToGeneral(carol, `${site.url}in`)]
    expect(await eventsDuring(dave, () => runJobs(world))).toEqual([])
    for (const id of blocked) expect(await htmlOf(dave, id)).not.toContain('message_embed')
    expect(site.requests).toHaveLength(2)
  })
})

describe('Fetching pages', () => {
  it('leaves capacity for other jobs: excess requests are delayed', async () => {
    const world = await worldWithCards()
    const { carol, dave } = world
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    const slow: RequestListener = (_, response) =>
      void opened.then(() => response.setHeader('content-type', 'text/html').end(page('Figs')))
    const paths = ['a', 'b', 'c']
    const site = await startWebsite(Object.fromEntries(paths.map((path) => [`/${path}`, slow])))
    const ids = await Promise.all(paths.map((path) => sendToGeneral(carol, `${site.url}${path}`)))
    const { db } = world.app.database
    await sql`delete from graphile_worker._private_jobs`.execute(db)
    const realm = (await world.app.realms.byHost(''))!
    const running = ids.map((messageId) => previewLinks.run(world.app, { realmId: realm.id, messageId }))
    await running[2]
    open()
    await Promise.all(running)
    const shown = async () =>
      (await Promise.all(ids.map((id) => htmlOf(dave, id)))).map((html) => html.includes('message_embed'))
    expect(await shown()).toEqual([true, true, false])
    await sql`update graphile_worker._private_jobs set run_at = now() - interval '1 second'`.execute(db)
    await runJobs(world)
    expect(await shown()).toEqual([true, true, true])
  })
})
