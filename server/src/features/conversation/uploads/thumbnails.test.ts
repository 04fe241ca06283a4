import { File } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { createWorld, eventsPerUser, type Person, runJobs, sendToGeneral, type World } from '@loquat/devkit'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { look, moving, picture } from '../../identity/pictures/testing/fixtures.ts'
import { fetched, htmlOf, statusFor, uploaded, words } from './testing/fixtures.ts'

const thumbnail = (pathId: string, name = '840x560.webp') => `/user_uploads/thumbnail/${pathId}/${name}`
/** The stored file, fetched without creating it. */
const seen = async (world: World, person: Person, path: string) =>
  await look(world, `${path}?api_key=${person.apiKey}`)

const placeholder = (size: string, type = 'image/png') =>
  `<img class="image-loading-placeholder" data-original-content-type="${type}" data-original-dimensions="${size}" ` +
  'src="/static/images/loading/loader-black.svg">'
const preview = (url: string, image: string) =>
  `<p><a href="${url}">file</a></p>\n<div class="message_inline_image"><a href="${url}" title="file">${image}</a></div>`
const ready = (pathId: string, size: string) =>
  `<img data-original-content-type="image/png" data-original-dimensions="${size}" src="${thumbnail(pathId)}">`

describe('An uploaded image', () => {
  it('is shown in messages: first as a placeholder, then as a thumbnail, with an event to everyone', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const one = await uploaded(carol, await picture('one.png', { width: 1_680, height: 560 }))
    const two = await uploaded(carol, await picture('two.bin', { width: 30, height: 20 }))
    const id = await sendToGeneral(carol, `${one.link}\n\n~~~\n${one.link}\n~~~`)
    const before = await htmlOf(dave, id)
    expect(before).toContain(preview(one.url, placeholder('1680x560')))
    // The name does not matter, but the type must be an image.
    const other = await sendToGeneral(carol, two.link)
    expect(await htmlOf(dave, other)).toBe(`<p><a href="${two.url}">file</a></p>`)

    const received = await eventsPerUser({ carol, dave }, () => runJobs(world))
    const html = await htmlOf(dave, id)
    expect(html).toBe(before?.replace(placeholder('1680x560'), ready(one.pathId, '1680x560')))
    for (const events of Object.values(received)) {
      expect(events).toMatchObject([
        {
          type: 'update_message',
          user_id: null,
          rendering_only: true,
          message_id: id,
          message_ids: [id],
          content: `${one.link}\n\n~~~\n${one.link}\n~~~`,
          rendered_content: html,
        },
      ])
      expect(events[0]).not.toHaveProperty('orig_content')
    }
    expect(received).toMatchObject({ carol: [{ flags: ['read'] }], dave: [{ flags: [] }] })
    const { message } = await dave.api.getMessage({ message_id: id })
    expect(message).not.toHaveProperty('last_edit_timestamp')
    expect((await dave.api.getMessageHistory({ message_id: id })).message_history).toHaveLength(1)
    expect(await seen(world, dave, thumbnail(one.pathId))).toMatchObject({
      status: 200,
      type: 'image/webp',
      width: 840,
      height: 280,
    })
    const again = await sendToGeneral(dave, one.link)
    expect(await htmlOf(carol, again)).toBe(preview(one.url, ready(one.pathId, '1680x560')))
    const { messages } = await dave.api.getMessages({
      anchor: 'newest',
      num_before: 9,
      num_after: 0,
      narrow: [{ operator: 'has', operand: 'image' }],
    })
    expect(messages.map((one) => one.id)).toEqual([id, again])
    expect((await dave.api.renderMessage({ content: one.link })).rendered).toBe(
      preview(one.url, ready(one.pathId, '1680x560')),
    )
  })

  it('of any format, animated or not, gets thumbnails that browsers can show, only for users who can see it', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const turned = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#f00' } })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const files: [File, string][] = [
      [await moving('a.gif', 'gif'), 'image/gif 20x10 moves'],
      [new File([new Uint8Array(turned)], 'b.jpg'), 'image/jpeg 40x60'],
      [await picture('c.tiff', { width: 33, height: 22, format: 'tiff' }), 'image/tiff 33x22 copied'],
      [await picture('d.webp', { format: 'webp' }), 'image/webp 8x8'],
      [await picture('e.avif', { format: 'avif' }), 'image/avif 8x8'],
    ]
    for (const [file, facts] of files) {
      const { link, pathId } = await uploaded(carol, file)
      await runJobs(world)
      const html = await htmlOf(carol, await sendToGeneral(carol, link))
      const [type = '', size = '', kind] = facts.split(' ')
      const name = kind === 'moves' ? '840x560-anim.webp' : '840x560.webp'
      expect(html, facts).toContain(
        `<img ${kind === 'moves' ? 'data-animated="true" ' : ''}data-original-content-type="${type}" ` +
          `data-original-dimensions="${size}" ${kind === 'copied' ? `data-transcoded-image="${size}.webp" ` : ''}` +
          `src="${thumbnail(pathId, name)}">`,
      )
      const shown = await seen(world, carol, thumbnail(pathId, name))
      const [width, height] = size.split('x').map(Number)
      expect(shown, facts).toMatchObject({ status: 200, format: 'webp', width })
      expect(shown.pages ?? 1, facts).toBe(kind === 'moves' ? 3 : 1)
      if (kind === 'moves') {
        expect((await seen(world, carol, thumbnail(pathId))).pages ?? 1).toBe(1)
      }
      if (kind === 'copied') {
        expect(await seen(world, carol, thumbnail(pathId, `${size}.webp`))).toMatchObject({ width, height })
      }
      // An existing thumbnail is served for other sizes.
      expect((await seen(world, carol, thumbnail(pathId, '100x100.webp'))).width, facts).toBe(width)
    }
    const { pathId } = await uploaded(carol, await picture('f.png'))
    expect(await statusFor(world, thumbnail(pathId, '100x100.webp'), carol)).toBe(404)
    expect(await statusFor(world, thumbnail(pathId), dave)).toBe(403)
    // A request for a missing thumbnail creates it.
    expect(await seen(world, carol, thumbnail(pathId))).toMatchObject({ status: 200, width: 8 })
    const { headers } = await fetched(world, thumbnail(pathId), carol)
    expect(headers.get('cache-control')).toBe('private, immutable')
  })

  it('that cannot be decoded is a plain file, even if that is found out late', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const broken = await uploaded(
      carol,
      words('broken.png', '\x89PNG\r\n\x1a\n and nothing else', 'image/png'),
    )
    expect(await htmlOf(carol, await sendToGeneral(carol, broken.link))).not.toContain('<img')

    // The header has the dimensions, but the rest is missing.
    const noise = await sharp(randomBytes(300 * 200 * 3), { raw: { width: 300, height: 200, channels: 3 } })
      .png()
      .toBuffer()
    const cut = await uploaded(carol, new File([new Uint8Array(noise.subarray(0, 40_000))], 'cut.png'))
    const fine = await uploaded(carol, await picture('fine.png', { width: 30, height: 20 }))
    const id = await sendToGeneral(carol, `${cut.link}\n\n${fine.link}`)
    const alone = await sendToGeneral(carol, cut.link)
    expect(await htmlOf(dave, id)).toContain(placeholder('300x200'))
    const received = await eventsPerUser({ dave }, () => runJobs(world))
    expect(received.dave).toHaveLength(3)
    expect(await htmlOf(dave, id)).toBe(
      `<p><a href="${cut.url}">file</a></p>\n${preview(fine.url, ready(fine.pathId, '30x20'))}`,
    )
    expect(await htmlOf(dave, alone)).toBe(`<p><a href="${cut.url}">file</a></p>`)
    expect(await statusFor(world, thumbnail(cut.pathId), carol)).toBe(404)
  })

  it('that is processed or deleted while a message is being sent is shown or left out correctly', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const { ensureThumbnails } = await import('./thumbnails.ts')
    const realm = (await world.app.realms.byHost(''))!
    for (let n = 0; n < 3; n++) {
      const { link } = await uploaded(carol, await picture('a.png'))
      const { attachments } = await carol.api.getAttachments()
      const first = await sendToGeneral(carol, 'figs')
      const [sent] = await Promise.all([
        sendToGeneral(carol, link),
        ensureThumbnails(world.app, realm, attachments.at(-1)?.id ?? 0),
        carol.api.updateMessage({ message_id: first, content: `see ${link}` }),
      ])
      for (const id of [sent, first]) {
        const html = await htmlOf(dave, id)
        expect(html).not.toContain('placeholder')
        expect(html).toContain('840x560.webp')
      }
    }
    const lost = await uploaded(carol, await picture('b.png'))
    const { attachments } = await carol.api.getAttachments()
    const [id] = await Promise.all([
      sendToGeneral(carol, lost.link),
      carol.api.deleteAttachment({ attachment_id: attachments.at(-1)?.id ?? 0 }),
    ])
    await runJobs(world)
    // The thumbnail was too late, or the image was shown and then deleted.
    expect(await htmlOf(dave, id)).toMatch(/<a href="[^"]*">file<\/a>/)
    expect(
      await world.app.files.get(`uploads/${lost.pathId.split('/').slice(0, 2).join('/')}/file`),
    ).toBeUndefined()
  })

  it('linked from 45 messages is shown in all of them, 20 per transaction', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const { link, pathId } = await uploaded(carol, await picture('a.png'))
    const ids = await Promise.all(Array.from({ length: 45 }, () => sendToGeneral(carol, link)))
    const changed = await eventsPerUser({ dave }, () => runJobs(world))
    const updates = (changed.dave ?? []).filter((event) => event.type === 'update_message')
    expect(updates.map((event) => (event as { message_id?: number }).message_id).sort()).toEqual(ids.sort())
    for (const id of ids) expect(await htmlOf(dave, id)).toContain(thumbnail(pathId))
  })
})
