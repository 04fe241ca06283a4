import { createWorld } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { StartError } from '../platform/start-error.ts'
import { inspectServer } from './inspect.ts'

const sentence = async (attempt: Promise<unknown>) => {
  const error = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(StartError)
  return (error as StartError).message
}

describe('The first connection to PostgreSQL', () => {
  it('returns the number of available connections', async () => {
    const { database } = await createWorld()
    expect(await inspectServer(database)).toMatchObject({ availableConnections: 297, isReadOnly: false })
  })

  it.each([
    ['28P01', /does not accept the password of "loquat".*DATABASE_URL/],
    ['53300', /no connection left.*max_connections/],
    ['57P03', /starting or stopping/],
  ])('says in a sentence what %s means', async (code, expected) => {
    const { proxy } = await createWorld({ proxied: true, quiet: true })
    proxy.refuse(code)
    expect(await sentence(inspectServer(proxy.config))).toMatch(expected)
  })

  it('fails with the name of a missing database', async () => {
    const { database } = await createWorld()
    const attempt = inspectServer({ ...database, database: 'nowhere' })
    expect(await sentence(attempt)).toMatch(/has no database "nowhere".*createdb nowhere/)
  })

  it('fails with the address of a host that does not respond', async () => {
    const nobody = inspectServer({ host: '127.0.0.1', port: 1, user: 'x', database: 'x' })
    expect(await sentence(nobody)).toMatch(/No PostgreSQL answers at 127\.0\.0\.1:1 \(ECONNREFUSED\)/)
    const unknown = inspectServer({ host: 'nowhere.invalid', user: 'x', database: 'x' })
    expect(await sentence(unknown)).toMatch(/host "nowhere\.invalid" of the database cannot be found/)
  })
})
