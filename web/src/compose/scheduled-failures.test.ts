import { expect, test } from 'vitest'
import { failuresIn } from './scheduled-failures.ts'

const sentences = {
  en: (time: string) => `The message you scheduled for ${time} wasn't sent because of the following error:`,
  de: (time: string) =>
    `Die Nachricht, die du für ${time} geplant hattest, wurde wegen des folgenden Fehlers nicht gesendet:`,
}
const said = (time: string, reason: string, language: keyof typeof sentences = 'en') => ({
  content: `${sentences[language](`<time:${time}>`)}\n\n> ${reason}`,
})

test('reasons are found by the scheduled time, each once, among other messages of the bot', () => {
  const found = failuresIn([
    { content: 'You were added to a channel.' },
    { content: '> Just a quote, of no time.' },
    said('2026-11-15T09:00:00.000Z', 'You may not write there.'),
    said('2026-11-15T09:00:00.000Z', 'The channel is archived.'),
    said('2026-11-15T09:00:00.000Z', 'You may not write there.'),
    said('2026-11-16T09:00:00.000Z', "The server couldn't\n> send it in time."),
  ])
  expect([...found]).toEqual([
    [Date.parse('2026-11-16T09:00:00Z') / 1_000, ["The server couldn't send it in time."]],
    [Date.parse('2026-11-15T09:00:00Z') / 1_000, ['You may not write there.', 'The channel is archived.']],
  ])
})

test('reasons are found in every language of the bot', () => {
  const time = '2026-11-15T09:00:00.000Z'
  const found = failuresIn([
    { content: '@**Carol|7** hat dich zum Kanal #**plums** hinzugefügt.' },
    said(time, 'You may not write there.', 'de'),
    said(time, 'You may not write there.', 'en'),
    said(time, 'The channel is archived.', 'de'),
  ])
  expect([...found]).toEqual([
    [Date.parse(time) / 1_000, ['The channel is archived.', 'You may not write there.']],
  ])
})
