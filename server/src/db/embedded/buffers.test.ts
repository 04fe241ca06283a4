import { expect, it } from 'vitest'
import { sharedBuffers } from './buffers.ts'

it('The cache of the embedded PostgreSQL grows with the memory, within limits', () => {
  const gib = 2 ** 30
  expect([1, 2, 4, 16, 64].map((size) => sharedBuffers(size * gib))).toEqual([
    '64MB',
    '64MB',
    '128MB',
    '512MB',
    '512MB',
  ])
})
