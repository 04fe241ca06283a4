import { expect, test } from 'vitest'
import { nameProblem } from './name-problem.ts'

test.each([
  ['design', undefined, undefined],
  ['  ', undefined, 'empty'],
  ['x'.repeat(61), undefined, 'long'],
  ['🍊'.repeat(60), undefined, undefined],
  ['a\u0007b', undefined, 'characters'],
  ['design', { is_archived: false }, 'taken'],
  ['design', { is_archived: true }, 'archived'],
] as const)('the channel name %j is validated', (name, holder, problem) => {
  expect(nameProblem(name, 60, holder)).toBe(problem)
})
