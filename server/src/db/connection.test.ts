import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { createDatabase } from './connection.ts'

describe('A database', () => {
  it('is created once by processes that start together', async () => {
    const postgres = inject('postgres')
    const name = `together_${randomUUID().replaceAll('-', '')}`
    const client = new pg.Client(postgres)
    await client.connect()
    onTestFinished(async () => {
      await client.query(`drop database if exists ${name}`)
      await client.end()
    })
    await Promise.all(Array.from({ length: 5 }, () => createDatabase(postgres, name)))
    const { rows } = await client.query('select datname from pg_database where datname = $1', [name])
    expect(rows).toEqual([{ datname: name }])
  })
})
