import { createWorld } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { collectSearchWords } from './jobs.ts'

/** Messages of one channel, by a short name. */
const messages = {
  en1: 'The strawberry jam recipe needs two kettles of boiling water.',
  en2: 'Our Kubernetes deployment failed because the certificate expired.',
  en3: 'Please review the quarterly accommodation budget before Thursday.',
  de1: 'Die Donaudampfschifffahrt fährt ab Mai wieder täglich.',
  de2: 'Wir müssen die Straßenbeleuchtung vor dem Rathaus prüfen.',
  de3: 'Zwei Häuser weiter ist die Werkstatt.',
  fr1: 'Le café près de la bibliothèque ferme à dix-huit heures.',
  fr2: 'L’hôpital a confirmé le rendez-vous de mardi.',
  es1: 'Mañana traigo piñas y plátanos del mercado.',
  es2: 'La reunión sobre la facturación empieza a las nueve.',
  pl1: 'Książka leży na półce w bibliotece.',
  tr1: 'Yarın kütüphanede çalışacağız.',
  ru1: 'Завтра привезу новые книги из библиотеки.',
  ru2: 'Сервер перезагрузили после обновления.',
  ar1: 'سأرسل التقرير غداً صباحاً إلى المكتب.',
  he1: 'הפגישה בספרייה נדחתה ליום ראשון.',
  hi1: 'कल सुबह दस बजे पुस्तकालय में बैठक है।',
  zh1: '我们明天下午三点在北京图书馆开会。',
  zh2: '請在週五之前把發票寄給會計部門。',
  ja1: '来週の月曜日に東京タワーの前で待ち合わせしましょう。',
  ja2: 'データベースの移行は無事に完了しました。',
  ko1: '내일 오후에 도서관에서 회의가 있습니다.',
  ko2: '서버점검때문에 잠시 접속이 안됩니다.',
  th1: 'พรุ่งนี้เรามีประชุมที่ห้องสมุดตอนบ่ายสองโมง',
  th2: 'กรุณาส่งใบแจ้งหนี้ก่อนวันศุกร์',
  co1: 'Call `getUserProfile(id)` before `render_sidebar_rows()`.',
  co2: 'See https://git.example.com/orchard/plums/pull/42 for the fix.',
  co3: 'The log is in /var/log/orchard/access-errors.log on the first host.',
  co4: 'Released v2.14.3 with the fix for `foo.barBaz()`.',
  co5: 'The plan: https://example.net/path/spring-2027?tab=costs#Totals',
  co6: 'We meet for spring-2027, and [Q3-report_final.pdf](https://example.net/files/1) is the agenda.',
  co7: 'Call `foo_bar.baz()` twice in spring, not in 2027.',
} as const
type Name = keyof typeof messages

type Row = [language: string, query: string, exact: Name[], similar?: Name[]]

/** Queries with the messages that they must find, and no others: first by exact words, then by similar ones too. */
const table: Row[] = [
  ['English, by stem', 'kettle boil', ['en1']],
  ['English, a beginning', 'straw', ['en1']],
  ['English, a part of a word', 'berry', [], ['en1']],
  ['English, letters swapped', 'kubenretes', [], ['en2']],
  ['English, a letter missing', 'certifcate expired', [], ['en2']],
  ['English, two typos', 'acomodation', [], ['en3']],
  ['English, a beginning before other words', 'quart budg', [], ['en3']],
  ['English, a phrase', '"boiling water"', ['en1']],
  ['German, a part of a compound', 'dampfschiff', [], ['de1']],
  ['German, without umlaut', 'taglich', [], ['de1']],
  ['German, with ss', 'strassenbeleuchtung', [], ['de2']],
  ['German, the end of a compound', 'beleuchtung', [], ['de2']],
  ['German, plural by singular', 'haus', [], ['de2', 'de3']],
  ['German, upper case', 'WERKSTATT', ['de3']],
  ['French, without accents', 'cafe bibliotheque', [], ['fr1']],
  ['French, after an apostrophe', 'hôpital', ['fr2']],
  ['French, a typo', 'rendez-vuos', [], ['fr2']],
  ['Spanish, without tilde', 'manana pinas', [], ['es1']],
  ['Spanish, singular by a typo', 'facturacion', [], ['es2']],
  ['Polish, without marks', 'ksiazka polce', [], ['pl1']],
  ['Turkish, the beginning of a form', 'kütüphane', ['tr1']],
  ['Turkish, without marks', 'kutuphanede', [], ['tr1']],
  ['Russian, another case', 'книга', [], ['ru1']],
  ['Russian, upper case', 'СЕРВЕР', ['ru2']],
  ['Russian, a typo', 'обнавления', [], ['ru2']],
  ['Arabic, without the article', 'تقرير', [], ['ar1']],
  ['Arabic, as written', 'المكتب', ['ar1']],
  ['Hebrew, without the prefix', 'ספרייה', [], ['he1']],
  ['Hindi', 'पुस्तकालय', ['hi1']],
  ['Chinese, a word', '图书馆', ['zh1']],
  ['Chinese, two words', '北京 开会', ['zh1']],
  ['Chinese, traditional', '發票', ['zh2']],
  ['Japanese, katakana', 'データベース', ['ja2']],
  ['Japanese, kanji', '待ち合わせ', ['ja1']],
  ['Korean, without the particle', '도서관', ['ko1']],
  ['Korean, inside a run', '점검', ['ko2']],
  ['Thai, a word', 'ห้องสมุด', ['th1']],
  ['Thai, two words', 'ใบแจ้งหนี้ วันศุกร์', ['th2']],
  ['code, a part of camel case', 'userprofile', [], ['co1']],
  ['code, snake case', 'render_sidebar_rows', ['co1']],
  ['code, a part of snake case', 'sidebar', ['co1']],
  ['code, a call', 'getUserProfile(id)', ['co1']],
  ['a URL, as a whole', 'https://git.example.com/orchard/plums/pull/42', ['co2']],
  ['a URL, its beginning', 'git.example.com/orchard', ['co2']],
  ['a URL, its end', 'plums/pull/42', ['co2']],
  ['a path, as a whole', '/var/log/orchard/access-errors.log', ['co3']],
  ['a path, the name of the file', 'access-errors.log', ['co3']],
  ['a version', 'v2.14.3', ['co4']],
  ['a version without the letter', '2.14.3', [], ['co4']],
  ['a method', 'foo.barBaz()', ['co4']],
  ['a part of a method', 'barBaz', ['co4']],
  ['a URL with a hyphen, as a whole', 'https://example.net/path/spring-2027?tab=costs#Totals', ['co5']],
  ['a URL without its protocol', 'example.net/path/spring-2027', ['co5']],
  ['a URL, its host', 'example.net', ['co5']],
  ['a URL, a segment', 'spring-2027', ['co5', 'co6'], ['co5', 'co6', 'co7']],
  ['a URL, two segments', 'path/spring-2027', ['co5']],
  ['a URL, a word of a segment', 'spring', ['co5', 'co6', 'co7']],
  ['a URL, a number of a segment', '2027', ['co5', 'co6', 'co7']],
  ['a URL, the beginning of a segment', 'spring-20', ['co5', 'co6'], ['co5', 'co6', 'co7']],
  ['a URL, its parameter', 'tab=costs', ['co5']],
  ['a URL, its parts in another order', 'costs path totals', ['co5']],
  ['a word with a hyphen and another word', 'spring-2027 agenda', ['co6']],
  ['the name of a file', 'Q3-report_final.pdf', ['co6']],
  ['the name of a file, its beginning', 'Q3-report', ['co6']],
  ['the name of a file, its end', 'report_final.pdf', ['co6']],
  ['the name of a file, in lower case', 'q3-report_FINAL', ['co6']],
  ['an identifier', 'foo_bar.baz()', ['co7']],
  ['an identifier, its end', 'bar.baz', ['co7']],
  ['an identifier, its beginning', 'foo_bar', ['co7'], ['co4', 'co7']],
]

const mark = (text: string) => `<span class="highlight">${text}</span>`

describe('A search in many languages', () => {
  it('finds messages by exact words, and more by similar ones, which are highlighted', async () => {
    const { app, alice, carol } = await createWorld()
    const names = new Map<number, Name>()
    for (const [name, content] of Object.entries(messages)) {
      const { id } = await alice.api.sendMessage({ type: 'channel', to: 'general', topic: 'x', content })
      names.set(id, name as Name)
    }
    await collectSearchWords.run(app, {})
    const fetch = async (query: string, search_words: 'exact' | 'similar') => {
      const range = { anchor: 'oldest', num_before: 0, num_after: 100, search_words }
      return (await carol.api.getMessages({ ...range, narrow: [['search', query]] })).messages
    }
    const find = async (...search: Parameters<typeof fetch>) =>
      (await fetch(...search)).map(({ id }) => names.get(id))
    const found: unknown[] = []
    for (const [about, query] of table) {
      found.push([about, query, await find(query, 'exact'), await find(query, 'similar')])
    }
    expect(found).toEqual(
      table.map(([about, query, exact, similar]) => [about, query, exact, similar ?? exact]),
    )
    const highlighted = async (query: string) => (await fetch(query, 'similar'))[0]?.match_content
    expect(await highlighted('cafe bibliotheque')).toContain(mark('bibliothèque'))
    const marked = async (query: string) => (await fetch(query, 'exact')).map((one) => one.match_content)
    expect((await marked('path/spring-2027'))[0]).toContain(mark('path/spring-2027'))
    expect((await marked('spring-20')).map((html) => html?.includes(mark('spring-2027')))).toEqual([
      true,
      true,
    ])
    expect((await marked('costs totals'))[0]).toContain(`?tab=${mark('costs')}#${mark('Totals')}`)
    expect((await marked('q3-report'))[0]).toContain(mark('Q3-report_final.pdf'))
    expect((await marked('report_FIN'))[0]).toContain(`Q3-${mark('report_final')}.pdf`)
    expect(await highlighted('kubenretes')).toContain(mark('Kubernetes'))
  })
})
