import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createApi } from '@loquat/client'
import { describe, expect, it } from 'vitest'
import { releases } from '../db/migrations/releases.ts'
import { admin, emptyInstallation, served } from './testing/installations.ts'

interface Facts {
  email: string
  api_key: string
  password: string
  user_id: number
  messages: number[]
  upload: string
}

const released = releases.flatMap(({ version, lastMigration }) =>
  lastMigration === undefined ? [] : [{ version, lastMigration }],
)

describe('a data set of version', () => {
  it.each(released)(
    '$version is upgraded, and its API key still works',
    async ({ version, lastMigration }) => {
      const path = (ending: string) =>
        fileURLToPath(new URL(`testing/releases/${version}${ending}`, import.meta.url))
      const facts = JSON.parse(await readFile(path('.json'), 'utf8')) as Facts
      const { config } = await emptyInstallation()
      expect(await admin(config, 'restore', path('.tar.zst'))).toMatchObject({
        exitCode: 0,
        migration: lastMigration,
      })
      const { url } = await served(config)
      const credentials = { email: facts.email, apiKey: facts.api_key }
      const api = createApi({ url, credentials })
      expect(await api.getOwnUser()).toMatchObject({ user_id: facts.user_id })
      const { messages } = await api.getMessages({
        anchor: 'newest',
        num_before: 100,
        num_after: 0,
        narrow: [],
      })
      const found = new Map(messages.map((message) => [message.id, message]))
      expect(facts.messages.filter((id) => !found.has(id))).toEqual([])
      expect(found.get(facts.messages[0] ?? 0)).toMatchObject({
        content: expect.stringContaining('<strong>1</strong>'),
        reactions: [{ emoji_name: 'tada' }],
        flags: expect.arrayContaining(['starred', 'read']),
      })
      expect(found.get(facts.messages[1] ?? 0)?.content).toBe('<p>Edited</p>')
      const login = await createApi({ url }).fetchApiKey({ username: facts.email, password: facts.password })
      expect(login.api_key).toBe(facts.api_key)
      const state = await api.register({})
      expect(state.drafts).toHaveLength(1)
      expect(state.scheduled_messages).toHaveLength(1)
      expect(state.user_settings?.twenty_four_hour_time).toBe(true)
      expect((await api.getAttachments()).attachments).toHaveLength(1)
      const authorization = `Basic ${Buffer.from(`${facts.email}:${facts.api_key}`).toString('base64')}`
      const file = await fetch(`${url}${facts.upload}`, { headers: { authorization } })
      expect(await file.text()).toBe('figs and plums')
      await api.sendMessage({ type: 'channel', to: 'orchard', topic: 'plums', content: 'after the upgrade' })
    },
  )
})
