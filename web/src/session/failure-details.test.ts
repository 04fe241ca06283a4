import { describe, expect, it } from 'vitest'
import { failureDetails } from './failure-details.ts'

const where = {
  part: 'feed',
  address: '/c/12-design',
  userAgent: 'A browser',
  scripts: ['/assets/app-1a2b.js'],
  time: '2026-11-14T09:00:00.000Z',
}

describe('Failure details', () => {
  it('name the part, the build, the exception and the components around it', () => {
    const error = new TypeError('Invalid URL')
    error.stack = 'TypeError: Invalid URL\n    at links (content.ts:86)'
    expect(failureDetails({ error, componentStack: '\n    at MessageRow' }, where)).toBe(
      [
        'Part: feed',
        'Address: /c/12-design',
        'Time: 2026-11-14T09:00:00.000Z',
        'Browser: A browser',
        'Scripts: /assets/app-1a2b.js',
        'TypeError: Invalid URL',
        '    at links (content.ts:86)',
        'Components:',
        '    at MessageRow',
      ].join('\n'),
    )
  })

  it('include the message if the stack does not', () => {
    const error = new TypeError('Invalid URL')
    error.stack = 'links@content.ts:86'
    expect(failureDetails({ error, componentStack: '' }, where)).toContain(
      'TypeError: Invalid URL\nlinks@content.ts:86',
    )
  })

  it('include thrown values that are not errors', () => {
    expect(failureDetails({ error: 'out of luck', componentStack: '' }, where)).toContain(
      'Thrown: out of luck',
    )
  })
})
