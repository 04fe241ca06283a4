import { expect, test } from 'vitest'
import { failuresIn } from './scheduled-failures.ts'

const said = (time: string, reason: string) => ({
  content: `The message you scheduled for <time:${time}> was not sent, because of the following error:\n\n> ${reason}`,
})

test('reasons are found by the time that was meant, each once, whatever else the bot has said', () => {
  const found = failuresIn([
    { content: 'You were added to a channel.' },
    { content: '> Just a quote, of no time.' },
    said('2026-11-15T09:00:00.000Z', 'You may not write there.'),
    said('2026-11-15T09:00:00.000Z', 'The channel is archived.'),
    said('2026-11-15T09:00:00.000Z', 'You may not write there.'),
    said('2026-11-16T09:00:00.000Z', 'The server could not\n> send it in time.'),
  ])
  expect([...found]).toEqual([
    [Date.parse('2026-11-16T09:00:00Z') / 1_000, ['The server could not send it in time.']],
    [Date.parse('2026-11-15T09:00:00Z') / 1_000, ['You may not write there.', 'The channel is archived.']],
  ])
})
