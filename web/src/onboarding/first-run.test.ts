import type { InitialState } from '@loquat/contract'
import { describe, expect, it } from 'vitest'
import { doneFirstSteps } from './first-run.ts'

const start = { hasSent: false, permission: 'default' as const }

describe('First steps', () => {
  it('are done when the state of the user shows it', () => {
    const state: InitialState = { avatar_source: 'J', user_topics: [] }
    expect(doneFirstSteps(state, start)).toEqual([])
    expect(doneFirstSteps(state, { hasSent: true, permission: 'denied' })).toEqual([
      'message',
      'notifications',
    ])
    const unmuted = { stream_id: 1, topic_name: 'lunch', last_updated: 1, visibility_policy: 2 as const }
    expect(doneFirstSteps({ user_topics: [unmuted] }, start)).toEqual([])
    const topic = { stream_id: 1, topic_name: 'logo', last_updated: 1, visibility_policy: 3 as const }
    expect(doneFirstSteps({ avatar_source: 'U', user_topics: [topic] }, start)).toEqual(['picture', 'topic'])
  })

  it('do not ask for a picture where the organization manages pictures', () => {
    expect(doneFirstSteps({ realm_avatar_changes_disabled: true }, start)).toEqual(['picture'])
  })
})
