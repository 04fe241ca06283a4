import { describe, expect, it } from 'vitest'
import { createLogger } from './logger.ts'

function collect(level: string) {
  const lines: string[] = []
  return { lines, logger: createLogger(level, { write: (line) => void lines.push(line) }) }
}

describe('The log', () => {
  it('is one JSON object per line, with the time as text', () => {
    const { lines, logger } = collect('info')
    logger.info({ realm_id: 7 }, 'started')
    logger.debug('not shown')
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      realm_id: 7,
      msg: 'started',
    })
  })

  it('omits secrets in errors of the database and in careless log calls', () => {
    const { lines, logger } = collect('debug')
    const err = Object.assign(new Error('duplicate key'), {
      detail: 'Key (email)=(SECRET) already exists.',
      where: 'unnamed portal parameter $1 = SECRET',
      parameters: ['SECRET'],
      client: { secretKey: 'SECRET' },
    })
    logger.error({ err }, 'failed')
    logger.error({ request: { authorization: 'SECRET', password: 'SECRET', api_key: 'SECRET' } }, 'x')
    logger.error({ message: { content: 'SECRET' } }, 'x')
    expect(lines).toHaveLength(3)
    expect(lines.join('')).not.toContain('SECRET')
    expect(lines[0]).toContain('duplicate key')
  })
})
