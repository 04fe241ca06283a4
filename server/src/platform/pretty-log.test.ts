import { describe, expect, it } from 'vitest'
import { createLogger } from './logger.ts'
import { prettyLine } from './pretty-log.ts'

/** A line that the server logs. */
function logged(write: (logger: ReturnType<typeof createLogger>) => void): string {
  let line = ''
  write(
    createLogger('debug', {
      write: (text) => {
        line = text.trim()
      },
    }),
  )
  return line
}

describe('The log for people', () => {
  it('has the time, the level, the message and the fields', () => {
    const line = logged((logger) =>
      logger.info({ req_id: 'req-1', route: '/users/{user_id}', ms: 1200, text: 'a b' }, 'slow request'),
    )
    expect(prettyLine(line, false)).toMatch(
      /^\d\d:\d\d:\d\d\.\d{3} info {2}slow request req_id=req-1 route=\/users\/\{user_id\} ms=1200 text="a b"$/,
    )
    expect(prettyLine(line, true)).toContain('\x1b[32minfo \x1b[0m')
  })

  it('has the stack of an error below', () => {
    const line = logged((logger) => logger.error({ err: new Error('no fruit') }, 'a request failed'))
    const [first, second, third] = prettyLine(line, false).split('\n')
    expect(first).toMatch(/error a request failed$/)
    expect(second).toBe('    Error: no fruit')
    expect(third).toMatch(/^ {4}at /)
  })

  it('keeps other lines, and never passes control characters to the terminal', () => {
    expect(prettyLine('Loquat is at http://localhost:9991', true)).toBe('Loquat is at http://localhost:9991')
    expect(prettyLine('\x1b[2Jplain', true)).toBe('plain')
    const line = logged((logger) => logger.info({ to: '\x1b[2Jx' }, '\x1b]0;title\x07text'))
    expect(prettyLine(line, false)).not.toContain('\x1b')
    for (const other of ['', '{}', '[]', 'null', '{"level":30}', '{'])
      expect(prettyLine(other, true)).toBe(other)
  })
})
