import type { QueueEvent } from '@loquat/contract'
import { describe, expect, it } from 'vitest'
import { reduce } from './reduce.ts'

describe('Alert words', () => {
  const event: QueueEvent = { type: 'alert_words', id: 1, alert_words: ['plum'] }

  it('are those of the last event, if they were fetched', () => {
    expect(reduce({ alert_words: ['apple', 'pear'] }, event)).toEqual({ alert_words: ['plum'] })
    expect(reduce({}, event)).toEqual({})
  })
})
