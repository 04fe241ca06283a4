import { expect, test } from 'vitest'
import { botUserName, webhookUrl } from './webhook-url.ts'

test('a webhook URL contains the integration and the key or token', () => {
  for (const site of ['https://chat.example.com', 'https://chat.example.com/']) {
    expect(webhookUrl({ site, integration: 'github', apiKey: 'lqw_abc' })).toBe(
      'https://chat.example.com/api/v1/external/github?api_key=lqw_abc',
    )
  }
})

test.each([
  ['Weather', 'weather'],
  ['GitHub (Orchard)', 'github-orchard'],
  ['Deploy Bot', 'deploy'],
  ['Grüße & Küsse', 'grusse-kusse'],
  ['Bot', ''],
  ['  ', ''],
  ['天気', ''],
])('the user name of the bot %j is %j', (fullName, userName) => {
  expect(botUserName(fullName)).toBe(userName)
})
