import { createWorld } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { textArray } from './array-literals.ts'

describe('The literal of a text array', () => {
  it('is read by PostgreSQL as the same texts', async () => {
    const { app } = await createWorld()
    const arrays = [
      [],
      [''],
      ['', ''],
      [
        'NULL',
        'null',
        '{}',
        ',',
        '"',
        '\\',
        '\\"',
        '\\\\',
        '{"a":"\\n"}',
        ' spaces ',
        "it's",
        '$1',
        '\u0001',
        '😀\n',
      ],
    ]
    for (const texts of arrays) {
      const { rows } = await sql<{ texts: string[] }>`select ${textArray(texts)}::text[] as texts`.execute(
        app.database.db,
      )
      expect(rows).toEqual([{ texts }])
    }
  })
})
