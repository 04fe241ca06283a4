import { readdirSync, readFileSync } from 'node:fs'
import { Browser, createMailbox, createWorld, linkInEmail } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { catalog } from '../texts/texts.ts'
import { languageWanted } from './language.ts'

const english = catalog('pages', 'en')
const source = new URL('../', import.meta.url).pathname
const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(source + file, 'utf8') }))

describe('The texts of the pages', () => {
  it('exist exactly for the keys that pages use', () => {
    const pages = code.filter(
      ({ file, text }) => file.startsWith('pages/') || /pages\/(pages|texts)\.ts/.test(text),
    )
    const asked = pages.flatMap(({ text }) => [
      ...text.matchAll(/(?:\btext\(|field\([\w.]*text, )'([\w.]+)'/g),
    ])
    expect(asked.map(([, id = '']) => id).filter((id) => !(id in english))).toEqual([])
    const composed = /^join\.(role|visibility)|^connect\.scope/
    const all = pages.map(({ text }) => text).join('\n')
    const idle = Object.keys(english).filter((id) => !composed.test(id) && !all.includes(`'${id}'`))
    expect(idle).toEqual([])
  })

  it.each([
    ['', {}, undefined],
    ['', { 'accept-language': 'sv, de-AT;q=0.8, en;q=0.9' }, 'en'],
    ['', { 'accept-language': 'sv;q=1, en;q=0, de;q=0.1' }, 'de'],
    ['', { 'accept-language': ';;q=,,*' }, undefined],
    ['', { 'accept-language': 'en', cookie: 'a=b; loquat_language=de' }, 'de'],
    ['', { cookie: 'loquat_language=constructor' }, undefined],
    ['language=de-CH', { cookie: 'loquat_language=en' }, 'de'],
    ['language=xx', { 'accept-language': 'de' }, 'de'],
  ])('are in the language of the viewer: ?%s %o is %s', (query, headers, language) => {
    expect(languageWanted(new URLSearchParams(query), headers)).toBe(language)
  })
})

describe('Pages', () => {
  it('stay in German after that choice, and keep the target of the login', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    const browser = new Browser(world)
    const first = (await browser.send('GET /login?next=%2Fc%2F7&username=a%40b.c')).text
    expect(first).toContain('<html lang="en">')
    expect(first).toContain('href="?next=%2Fc%2F7&amp;username=a%40b.c&amp;language=de" lang="de"')
    const chosen = (await browser.send('GET /login?next=%2Fc%2F7&language=de')).text
    expect(chosen).toContain('<html lang="de">')
    expect(chosen).toContain('Bei Orchard anmelden')
    expect(chosen).toContain('Dies ist ein gemeinsam genutzter Computer')

    const foreign = await browser.send('POST /login', {}, { origin: 'https://example.net' })
    expect(foreign.text).toContain('Diese Anfrage kommt von einer anderen Website.')

    const wrong = await browser.send('POST /login', { username: world.carol.email, password: 'no' })
    expect(wrong.text).toContain('Falsche E-Mail-Adresse oder falsches Passwort.')
    expect((await browser.send('POST /login', { username: 'x', password: 'no' })).text).toContain(
      'Das ist keine E-Mail-Adresse.',
    )
    expect((await browser.send('GET /reset/nothing')).text).toContain('Dieser Link ist abgelaufen')
    expect((await browser.send('GET /unsubscribe/login/nothing')).text).toContain('Etwas ist schiefgegangen')

    await world.alice.api.sendInvitations({ invitee_emails: 'dia@example.com', stream_ids: [] })
    const { pathname } = new URL(linkInEmail((await mailbox.emails(world))[0], '/join/'))
    const at = pathname.slice(1)
    const join = (await browser.send(`GET /${at}`)).text
    expect(join).toContain('Alice Owner hat dich als Mitglied eingeladen.')
    const easy = { full_name: 'Dia', password: 'abc123', timezone: '', visibility: '' }
    expect((await browser.send(`POST /${at}`, easy)).text).toContain('zu leicht zu erraten')
    const short = { ...easy, full_name: 'D' }
    expect((await browser.send(`POST /${at}`, short)).text).toContain('mindestens zwei Zeichen')

    await world.alice.api.updateRealm({ default_language: 'de' })
    expect((await new Browser(world).send('GET /login')).text).toContain('<html lang="de">')
    const accepting = { 'accept-language': 'en-GB,en;q=0.9' }
    expect((await new Browser(world).send('GET /login', {}, accepting)).text).toContain('<html lang="en">')
  })
})
