import { File } from 'node:buffer'
import { createWorld, type Person, runJobs, sendToGeneral } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { zipOf } from '../../imports/archives/testing/archives.ts'
import { uploaded } from '../uploads/testing/fixtures.ts'
import { readOlderFiles } from './jobs.ts'
import { documentXml, pdfOf, pdfOfObjects } from './testing/documents.ts'

const docxOf = (...paragraphs: string[]) =>
  zipOf([{ name: 'word/document.xml', content: documentXml(...paragraphs) }])

const range = { anchor: 'oldest', num_before: 0, num_after: 100 }

/** IDs of messages that a search finds, with their files or without. */
const find = async ({ api }: Person, query: string, search_files = true) =>
  (await api.getMessages({ ...range, search_files, narrow: [['search', query]] })).messages.map(
    ({ id }) => id,
  )

describe('A search in files', () => {
  it('finds messages by the names and texts of the files that they link to, for those who can read the message', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    const send = async (name: string, content: string | Uint8Array, to?: Person) => {
      const { url } = await uploaded(alice, new File([content], name))
      const text = `here [it](${url}) is`
      return to === undefined
        ? await sendToGeneral(alice, text)
        : (await alice.api.sendMessage({ type: 'direct', to: [to.id], content: text })).id
    }
    const plain = await send('harvest-notes.txt', 'Quinces ripen late.\nบันทึกการประชุม')
    const markdown = await send('plan.md', '# Mirabelles\n\n- pick *them* in August')
    const utf16 = await send('windows.txt', Buffer.from('\ufeffMedlars rot first', 'utf16le'))
    const pdf = await send('report.pdf', pdfOf('Annual persimmon yield', 'Second page: loganberries'))
    const docx = await send(
      'letter.docx',
      docxOf('Dear Ms. Clementine &amp; sons,', 'the 見積書 is attached'),
    )
    const picture = await send('orchard-map.bin', Buffer.from([0, 1, 2]))
    const direct = await send('secret.txt', 'kumquats', carol)
    await runJobs(world)
    const rows: [query: string, found: number[]][] = [
      ['quince', [plain]],
      ['"ripen late"', [plain]],
      ['"ripen early"', []],
      ['การประชุม', [plain]],
      ['harvest-notes.txt', [plain]],
      ['mirabelle', [markdown]],
      ['medlars', [utf16]],
      ['persimmon yield', [pdf]],
      ['loganberr', [pdf]],
      ['clementine sons', [docx]],
      ['見積書', [docx]],
      ['orchard', [picture]],
      // Words of the message and of its file together.
      ['here persimmon', [pdf]],
      ['kumquats', [direct]],
    ]
    for (const [query, found] of rows) {
      expect([query, await find(carol, query)]).toEqual([query, found])
      // Other clients search messages as before.
      expect([query, await find(carol, query, false)]).toEqual([query, []])
    }
    expect(await find(dave, 'kumquats')).toEqual([])
    expect(await find(dave, 'quince')).toEqual([plain])

    // Edits keep the words of files that are still linked, and forget the others.
    const { content = '' } = (await alice.api.getMessage({ message_id: pdf, apply_markdown: false })).message
    await alice.api.updateMessage({ message_id: pdf, content: `${content} apricots` })
    expect(await find(carol, 'persimmon apricots')).toEqual([pdf])
    await alice.api.updateMessage({ message_id: docx, content: 'no file' })
    await runJobs(world)
    expect(await find(carol, 'persimmon apricots')).toEqual([pdf])
    expect(await find(carol, 'clementine')).toEqual([])
    const [file] = (await alice.api.getAttachments()).attachments.filter(({ name }) => name === 'plan.md')
    await alice.api.deleteAttachment({ attachment_id: file?.id ?? 0 })
    expect(await find(carol, 'mirabelle')).toEqual([])

    // Files that were not read when they were sent, such as imported ones.
    await sql`delete from attachment_text`.execute(world.app.database.db)
    await sql`update message set search = ''`.execute(world.app.database.db)
    expect(await find(carol, 'quince')).toEqual([])
    await readOlderFiles.run(world.app, {})
    expect(await find(carol, 'quince')).toEqual([plain])
  })

  it('survives hostile and damaged files', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const loop = pdfOfObjects([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000000 >>',
    ])
    const laughs = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>${documentXml('&b;&b; giggles')}`
    const files: [name: string, content: string | Uint8Array][] = [
      ['no.pdf', 'this is no PDF'],
      ['empty.pdf', ''],
      ['cut.pdf', pdfOf('quinces').subarray(0, 300)],
      ['loop.pdf', loop],
      ['no.docx', Buffer.alloc(5_000, 7)],
      ['empty.docx', zipOf([{ name: 'other.xml', content: 'quinces' }])],
      ['bomb.docx', zipOf([{ name: 'word/document.xml', content: `<w:t>${'a'.repeat(60_000_000)}` }])],
      ['laughs.docx', zipOf([{ name: 'word/document.xml', content: laughs }])],
      ['binary.txt', Buffer.from([0x7f, 0x45, 0, 0, 1, 2, 3])],
      ['zeros.txt', `${'x'.repeat(3_000)}\u0000 cherimoyas \ud800`],
      ['words.txt', Array.from({ length: 60_000 }, (_, n) => `w${n}`).join(' ')],
      [
        'runs.txt',
        Array.from({ length: 60_000 }, (_, n) => String.fromCodePoint(0x4e00 + (n % 20_000))).join(''),
      ],
    ]
    const links: string[] = []
    for (const [name, content] of files) links.push((await uploaded(alice, new File([content], name))).link)
    const id = await sendToGeneral(alice, links.join(' '))
    await runJobs(world)
    expect(await find(carol, 'cherimoyas')).toEqual([id])
    expect(await find(carol, 'giggles')).toEqual([id])
    expect(await find(carol, 'haha')).toEqual([])
    const { rows } = await sql<{ name: string; length: number }>`
      select a.name, length(t.body) as length from attachment a join attachment_text t on t.attachment_id = a.id
      order by a.id`.execute(world.app.database.db)
    expect(rows.map(({ name }) => name)).toEqual(files.map(([name]) => name))
    expect(Math.max(...rows.map(({ length }) => length))).toBeLessThanOrEqual(200_000)
    // Edits of such a message still work.
    await alice.api.updateMessage({ message_id: id, content: `${links.join(' ')} loquats` })
    expect(await find(carol, 'loquats cherimoyas')).toEqual([id])
  })
})
