import { countStatements, createWorld, type Person, sendToGeneral, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

type Narrow = NonNullable<NonNullable<Parameters<Person['api']['getMessages']>[0]>['narrow']>

const all = { anchor: 'oldest', num_before: 0, num_after: 100 }
const mark = (text: string) => `<span class="highlight">${text}</span>`

/** Messages of Alice to everyone, found by their content. */
async function library(...messages: (string | [topic: string, content: string])[]) {
  const world = await createWorld()
  const { alice, carol } = world
  for (const message of messages) {
    const [topic, content] = typeof message === 'string' ? ['x', message] : message
    await alice.api.sendMessage({ type: 'channel', to: 'general', topic, content })
  }
  const fetch = async (narrow: Narrow, viewer = carol) =>
    (await viewer.api.getMessages({ ...all, narrow, apply_markdown: false })).messages
  const find = async (query: string, viewer = carol) =>
    (await fetch([['search', query]], viewer)).map((message) => message.content)
  return { ...world, fetch, find }
}

describe('A search', () => {
  it('finds messages with all the words, in any order, in topic and content together', async () => {
    const messages = ['red plums', 'plums that are red', 'green plums'] as const
    const { find } = await library(...messages, ['Plums', 'only red ones'], ['red', 'nothing'])
    expect(await find('red plums')).toEqual(['red plums', 'plums that are red', 'only red ones'])
    expect(await find('PLUMS')).toEqual([...messages, 'only red ones'])
    expect(await find('red blue')).toEqual([])
  })

  it('finds words by their stems, on both sides', async () => {
    const messages = ['it waves', 'waving', 'one wave', 'a wavelet here']
    const { find } = await library(...messages)
    expect(await find('wave!')).toEqual(['it waves', 'waving', 'one wave'])
    expect(await find('waves!')).toEqual(['it waves', 'waving', 'one wave'])
  })

  it('matches the last word as a prefix too, from two characters on', async () => {
    const { find } = await library('running late', 'strawberries', 'runs', 'a theme')
    expect(await find('runn')).toEqual(['running late'])
    expect(await find('RUNN')).toEqual(['running late'])
    expect(await find('late runn')).toEqual(['running late'])
    expect(await find('straw')).toEqual(['strawberries'])
    expect(await find('s')).toEqual([])
    expect(await find('straw late')).toEqual([])
    expect(await find('"straw"')).toEqual([])
    // A common word is no beginning, or it would be everybody's.
    expect(await find('the')).toEqual([])
    expect(await find('them')).toEqual([])
    expect(await find('thema theme')).toEqual([])
  })

  it('ignores common words, and finds nothing by them alone', async () => {
    const { find } = await library('the plums of it', 'plums')
    expect(await find('the plums')).toEqual(['the plums of it', 'plums'])
    expect(await find('the of it')).toEqual([])
    expect(await find('"the plums of"')).toEqual(['the plums of it'])
    expect(await find('...')).toEqual([])
  })

  it('finds quoted phrases in the source or the topic, ignoring case', async () => {
    const { find } = await library('red *plums* tonight', 'plums red', '100%_sure', '100 sure', [
      'Red Plums',
      'in the topic',
    ])
    expect(await find('"RED plums"')).toEqual(['in the topic'])
    expect(await find('"red *plums*"')).toEqual(['red *plums* tonight'])
    expect(await find('"red plum"')).toEqual(['in the topic'])
    expect(await find('"%_sure"')).toEqual(['100%_sure'])
    expect(await find('"1_0"')).toEqual([])
    expect(await find('plums "tonight')).toEqual(['red *plums* tonight'])
    expect(await find('plums "red" "tonight"')).toEqual(['red *plums* tonight'])
  })

  it('ignores case in phrases of all scripts', async () => {
    const { find } = await library(
      'Süßer SAFT',
      'ΚΟΚΚΙΝΑ δαμάσκηνα',
      'a 5\u212a run',
      'to \u0130stanbul by train',
      ['\u0130stanbul by', 'ripe'],
    )
    expect(await find('"süßer saft"')).toEqual(['Süßer SAFT'])
    expect(await find('"κόκκινα δαμάσκηνα"')).toEqual([])
    expect(await find('"κοκκινα ΔΑΜΆΣΚΗΝΑ"')).toEqual(['ΚΟΚΚΙΝΑ δαμάσκηνα'])
    // Letters that take fewer bytes in lower case.
    expect(await find('"5k RUN"')).toEqual(['a 5\u212a run'])
    expect(await find('"istanbul by"')).toEqual(['to \u0130stanbul by train', 'ripe'])
  })

  it('finds URLs and email addresses as a whole, but not hidden link targets', async () => {
    const { find } = await library(
      'https://example.com/plums/red',
      'https://example.org',
      'write to bob@example.com',
      '[shown](https://hidden.example/secret)',
    )
    expect(await find('https://example.com/plums/red')).toEqual(['https://example.com/plums/red'])
    expect(await find('example.com')).toEqual(['https://example.com/plums/red'])
    expect(await find('bob@example.com')).toEqual(['write to bob@example.com'])
    expect(await find('bob')).toEqual(['write to bob@example.com'])
    expect(await find('shown')).toEqual(['[shown](https://hidden.example/secret)'])
    expect(await find('hidden.example')).toEqual([])
    expect(await find('secret')).toEqual([])
  })

  it('finds a mention by name, not by address, and emoji by name', async () => {
    const { find, carol, alice } = await library(':thumbs_up:')
    const { full_name } = await carol.api.getOwnUser()
    await alice.api.sendMessage({
      type: 'channel',
      to: 'general',
      topic: 'x',
      content: `hello @**${full_name}**`,
    })
    expect(await find(full_name)).toEqual([`hello @**${full_name}**`])
    expect(await find(carol.email)).toEqual([])
    expect(await find('thumbs_up')).toEqual([':thumbs_up:'])
  })

  it('finds parts of text in scripts without spaces, from one character on', async () => {
    const messages = [
      '我们去北京吃饭',
      '東京タワーで会いましょう',
      '오늘점심먹자',
      'วันนี้กินข้าวกัน',
      '北海和南京',
    ]
    const { find } = await library(...messages)
    expect(await find('北京')).toEqual([messages[0]])
    expect(await find('京')).toEqual([messages[0], messages[1], messages[4]])
    expect(await find('タワー')).toEqual([messages[1]])
    expect(await find('점심')).toEqual([messages[2]])
    expect(await find('กิน')).toEqual([messages[3]])
    expect(await find('北京 吃饭')).toEqual([messages[0]])
    // It has both pairs of neighbors, and not the three together.
    const { find: findOther } = await library('北京和京南', '北京南站')
    expect(await findOther('北京南')).toEqual(['北京南站'])
  })

  it('joins several search terms to one query, and ignores negation', async () => {
    const { fetch } = await library('red plums', 'red figs')
    const contents = async (narrow: Narrow) => (await fetch(narrow)).map((message) => message.content)
    expect(
      await contents([
        ['search', 'red'],
        ['search', 'plums'],
      ]),
    ).toEqual(['red plums'])
    expect(await contents([{ operator: 'search', operand: 'figs', negated: true }])).toEqual(['red figs'])
  })

  it('works with every other operator, and a channel term includes its shared history', async () => {
    const { alice, carol, dave, fetch } = await library('ripe plums', 'ripe figs')
    await alice.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    await alice.api.sendMessage({ type: 'channel', to: 'plaza', topic: 'x', content: 'far plums' })
    await dave.api.sendMessage({ type: 'direct', to: [carol.id], content: 'plums for you' })
    await dave.api.sendMessage({ type: 'direct', to: [alice.id], content: 'plums for her' })
    const rows: [narrow: Narrow, found: string[]][] = [
      [[], ['ripe plums', 'plums for you']],
      [[['channel', 'plaza']], ['far plums']],
      [[['channels', 'public']], ['ripe plums', 'far plums']],
      [[['topic', 'x']], ['ripe plums']],
      [[['is', 'dm']], ['plums for you']],
      [[{ operator: 'is', operand: 'dm', negated: true }], ['ripe plums']],
      [[{ operator: 'sender', operand: dave.id }], ['plums for you']],
      [[['is', 'unread']], ['ripe plums', 'plums for you']],
      [[['is', 'starred']], []],
      [[['has', 'link']], []],
      [[['in', 'home']], ['ripe plums', 'plums for you']],
      [[{ operator: 'dm', operand: [dave.id] }], ['plums for you']],
    ]
    for (const [narrow, found] of rows) {
      const messages = await fetch([...narrow, ['search', 'plums']])
      expect(
        messages.map((message) => message.content),
        JSON.stringify(narrow),
      ).toEqual(found)
    }
    const { messages } = await carol.api.getMessages({
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [['search', 'plums']],
    })
    expect(messages.map((message) => message.content)).toEqual(['<p>plums for you</p>'])
  })

  it('finds the same when it is repeated, with fewer statements', async () => {
    const world = await createWorld({ proxied: true })
    const { alice, carol } = world
    const find = async () =>
      (await carol.api.getMessages({ ...all, narrow: [['search', 'ripe plums']] })).messages.map(
        ({ id }) => id,
      )
    const expected = [await sendToGeneral(alice, 'ripe plums'), await sendToGeneral(alice, 'a ripe plum')]
    const search = async () => expect(await find()).toEqual(expected)
    const first = await countStatements(world, search)
    const again = await countStatements(world, search)
    expect([first, again]).toEqual([6, 1])
    expected.push(await sendToGeneral(alice, 'plums, ripe'))
    await search()
  })

  it('in a channel takes one statement when it is repeated, however little it finds', async () => {
    const world = await createWorld({ proxied: true })
    const { alice, carol } = world
    const id = await sendToGeneral(alice, 'ripe plums')
    const narrow: Narrow = [
      ['channel', 'general'],
      ['search', 'plums'],
    ]
    const search = async () => {
      const { messages } = await carol.api.getMessages({ ...all, narrow })
      expect(messages.map((message) => message.id)).toEqual([id])
    }
    await search()
    expect(await countStatements(world, search)).toBe(1)
  })

  it('without words is rejected', async () => {
    const { carol } = await createWorld()
    for (const operand of ['', ' ', '\n\t']) {
      await expect(carol.api.getMessages({ ...all, narrow: [['search', operand]] })).rejects.toMatchObject(
        withReason('narrow-search-empty'),
      )
    }
  })

  it('accepts words of any length', async () => {
    const word = 'x'.repeat(3_000)
    const { find } = await library(`long ${word}`)
    expect(await find('long')).toEqual([`long ${word}`])
    expect(await find(`${word.slice(0, 490)} ${word.slice(0, 490)}`)).toEqual([])
    expect(await find(`it's \\ 'a':* & | ! <-> ${"'".repeat(50)}`)).toEqual([])
  })
})

describe('A match', () => {
  async function highlight(topic: string, content: string, ...queries: string[]) {
    const { fetch } = await library([topic, content])
    const [message] = await fetch(queries.map((query): [string, string] => ['search', query]))
    return [message?.match_subject, message?.match_content]
  }

  it('is highlighted at every occurrence, as the whole word in its original spelling', async () => {
    expect(await highlight('x', 'discuss lunch after lunch', 'lunch')).toEqual([
      'x',
      `<p>discuss ${mark('lunch')} after ${mark('lunch')}</p>`,
    ])
    expect(await highlight('x', 'Waves, waving', 'wave!')).toEqual([
      'x',
      `<p>${mark('Waves')}, ${mark('waving')}</p>`,
    ])
    expect(await highlight('x', 'a "tie" & tying \\\\', 'tie tied!')).toEqual([
      'x',
      `<p>a "${mark('tie')}" &amp; ${mark('tying')} \\\\</p>`,
    ])
    expect(await highlight('x', 'running the thing', 'the runn')).toEqual([
      'x',
      `<p>${mark('running')} the thing</p>`,
    ])
    expect(await highlight('x', '去北京吃饭', '北京')).toEqual(['x', `<p>去${mark('北京')}吃饭</p>`])
  })

  it('is highlighted in the topic, which is escaped, and the other field stays unchanged', async () => {
    expect(await highlight('bread & butter', 'yum', 'butter')).toEqual([
      `bread &amp; ${mark('butter')}`,
      '<p>yum</p>',
    ])
    expect(await highlight('', 'bread', 'bread')).toEqual(['', `<p>${mark('bread')}</p>`])
  })

  it('is highlighted word by word in a phrase, and for each of several terms', async () => {
    expect(await highlight('x', 'red plums', '"red plums"')).toEqual([
      'x',
      `<p>${mark('red')} ${mark('plums')}</p>`,
    ])
    expect(await highlight('x', 'red plums', 'red', 'plums')).toEqual([
      'x',
      `<p>${mark('red')} ${mark('plums')}</p>`,
    ])
  })

  it('is highlighted without the URL scheme, and never inside a tag', async () => {
    const [, html] = await highlight('x', 'see https://google.com now', 'https://google.com')
    expect(html).toBe(`<p>see <a href="https://google.com">https://${mark('google.com')}</a> now</p>`)
  })

  it('is HTML even if the source is requested, and is missing without a search', async () => {
    const { fetch, dave, carol } = await library('*plums*')
    const [found] = await fetch([['search', 'plums']])
    expect(found).toMatchObject({
      content: '*plums*',
      match_content: `<p><em>${mark('plums')}</em></p>`,
      match_subject: 'x',
    })
    await dave.api.sendMessage({ type: 'direct', to: [carol.id], content: 'plums' })
    expect((await fetch([['search', 'plums']])).at(-1)).toMatchObject({ match_subject: '' })
    const [plain] = await fetch([])
    expect(plain).not.toHaveProperty('match_content')
    expect(plain).not.toHaveProperty('match_subject')
  })
})
