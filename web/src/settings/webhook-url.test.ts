import { expect, test } from 'vitest'
import { botUserName, webhookUrl } from './webhook-url.ts'

test('a webhook URL contains the integration, the key and the channel', () => {
  const webhook = { site: 'https://chat.example.com', integration: 'github', apiKey: 'abc' }
  expect(webhookUrl({ ...webhook, channelId: 12 })).toBe(
    'https://chat.example.com/api/v1/external/github?api_key=abc&stream=12',
  )
  expect(webhookUrl({ ...webhook, site: 'http://localhost:9991/', channelId: undefined })).toBe(
    'http://localhost:9991/api/v1/external/github?api_key=abc',
  )
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
