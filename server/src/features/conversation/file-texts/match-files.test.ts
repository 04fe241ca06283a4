import { File } from 'node:buffer'
import { createWorld, type Person, runJobs, sendToGeneral, type World } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { collectSearchWords } from '../similar-words/jobs.ts'
import { uploaded } from '../uploads/testing/fixtures.ts'
import { pdfOf } from './testing/documents.ts'

const range = { anchor: 'newest', num_before: 100, num_after: 0 }

type Options = Parameters<Person['api']['getMessages']>[0]

/** The names of the matching files of each message that a search finds; undefined without the field. */
async function filesFound({ api }: Person, query: string, options: Options = {}) {
  const { messages } = await api.getMessages({
    ...range,
    search_files: true,
    narrow: [['search', query]],
    ...options,
  })
  return messages.map(({ match_files }) => match_files?.map(({ name }) => name))
}

/** Sends a message that links to files. */
async function sendFiles(world: World, text: string, files: Readonly<Record<string, string | Uint8Array>>) {
  const urls: string[] = []
  for (const [name, content] of Object.entries(files)) {
    urls.push((await uploaded(world.alice, new File([content], name))).url)
  }
  const id = await sendToGeneral(world.alice, `${text} ${urls.map((url) => `[it](${url})`).join(' ')}`)
  await runJobs(world)
  return { id, urls }
}

describe('A message that a search in files finds', () => {
  it('names the files with words that it does not have itself', async () => {
    const world = await createWorld()
    const { carol } = world
    const { urls } = await sendFiles(world, 'The *yield* is here:', {
      'report.pdf': pdfOf('Annual persimmon yield'),
      'résumé 見積書.txt': 'Quinces ripen late.\nบันทึกการประชุม',
      'windfall-2027.txt': 'Nothing to see, but a late quince.',
    })
    const rows: [query: string, files: string[] | undefined][] = [
      ['persimmon', ['report.pdf']],
      ['persimm', ['report.pdf']],
      ['quinces', ['résumé 見積書.txt', 'windfall-2027.txt']],
      // Words of the message, alone and together with those of files.
      ['yield', undefined],
      ['yield persimmon', ['report.pdf']],
      ['persimmon windfall', ['report.pdf', 'windfall-2027.txt']],
      // A file with fewer of the words than another one is left out.
      ['quinces ripen', ['résumé 見積書.txt']],
      ['"quinces RIPEN"', ['résumé 見積書.txt']],
      ['nothing quince', ['windfall-2027.txt']],
      // Names, words with punctuation inside, and scripts without spaces.
      ['windfall-2027', ['windfall-2027.txt']],
      ['見積書', ['résumé 見積書.txt']],
      ['การประชุม', ['résumé 見積書.txt']],
    ]
    for (const [query, files] of rows) {
      expect([query, await filesFound(carol, query)]).toEqual([query, [files]])
      expect([
        query,
        await filesFound(carol, query, { search_order: 'relevance', anchor: 'newest' }),
      ]).toEqual([query, [files]])
    }
    await collectSearchWords.run(world.app, {})
    expect(await filesFound(carol, 'persimon', { search_words: 'similar' })).toEqual([['report.pdf']])

    // The path leads to the file.
    const { messages } = await carol.api.getMessages({
      ...range,
      search_files: true,
      narrow: [['search', 'persimmon']],
    })
    expect(messages[0]?.match_files).toEqual([
      { name: 'report.pdf', path_id: urls[0]?.replace('/user_uploads/', '') },
    ])
    // Clients that do not search files, and other views, get no names.
    expect(await filesFound(carol, 'yield', { search_files: false })).toEqual([undefined])
    expect((await filesFound(carol, '', { narrow: [['channel', 'general']] })).at(-1)).toBe(undefined)
  })

  it('does so for guests who see few people, not while it is hidden, and not for files that it no longer has', async () => {
    const world = await createWorld()
    const { alice, greta } = world
    await alice.api.subscribe({ subscriptions: [{ name: 'general' }], principals: [greta.id] })
    const { user_groups } = await alice.api.getUserGroups()
    const members = user_groups.find(({ name }) => name === 'role:members')?.id ?? 0
    await alice.api.updateRealm({ can_access_all_users_group: { new: members } })
    const { id, urls } = await sendFiles(world, 'Read', {
      'plan.txt': 'Mirabelles in August',
      'notes.txt': 'Medlars and mirabelles',
    })
    expect(await filesFound(greta, 'mirabelle')).toEqual([['plan.txt', 'notes.txt']])
    await alice.api.hideMessage({ message_id: id })
    expect(await filesFound(greta, 'mirabelle')).toEqual([])
    await alice.api.unhideMessage({ message_id: id })
    expect(await filesFound(greta, 'mirabelle')).toEqual([['plan.txt', 'notes.txt']])
    await alice.api.updateMessage({ message_id: id, content: `Read [it](${urls[1]})` })
    await runJobs(world)
    expect(await filesFound(greta, 'mirabelle')).toEqual([['notes.txt']])
    expect(await filesFound(alice, 'mirabelle')).toEqual([['notes.txt']])
  })
})
