import {
  byKind,
  byPermission,
  type Cells,
  forEachKind,
  holdersWorld,
  letNobodyAdd,
  type MatrixWorld,
  matrixWorld,
  type OperationName,
  outcomes,
  parseTable,
  relations,
} from '@loquat/devkit/permission-matrix'
import { describe, expect, it } from 'vitest'

async function attempt(
  world: MatrixWorld,
  operation: OperationName | 'add others, where nobody may',
  people: Parameters<typeof outcomes>[2],
): Promise<Cells> {
  if (operation !== 'add others, where nobody may') return await outcomes(world, operation, people)
  await letNobodyAdd(world)
  return await outcomes(world, 'add others', people)
}

describe('The permission to act on a channel', () => {
  it('follows from its privacy, the role and the subscription, as the tables say', async () => {
    const world = await matrixWorld()
    const kinds = world.places.map(({ kind }) => kind)
    for (const [operation, table] of byKind) {
      const found = await attempt(world, operation, relations)
      expect.soft(found, operation).toEqual(forEachKind(table, kinds))
    }
  })

  it.each(byPermission)('follows from holding %s, as the table says', async (...row) => {
    const [permission, table] = row
    const world = await holdersWorld(permission)
    for (const [operation, expected] of Object.entries(parseTable(table))) {
      const found = await attempt(world, operation as OperationName, ['never'])
      const cells = Object.keys(expected).map((role) => [
        role,
        world.places.map(({ kind }) => found[kind]?.[role]).join(''),
      ])
      expect.soft(Object.fromEntries(cells), operation).toEqual(expected)
    }
  })
})
