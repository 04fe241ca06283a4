import { expect, it } from 'vitest'
import { documentedEvents } from '../testing/github/index.ts'
import { github, silentGithubEvents } from './index.ts'

it('Every documented GitHub event sends a message or is silent for a stated reason', () => {
  const silent = Object.keys(silentGithubEvents)
  expect([...github.events, ...silent].sort()).toEqual([...documentedEvents].sort())
  expect(github.events.filter((event) => silent.includes(event))).toEqual([])
})
