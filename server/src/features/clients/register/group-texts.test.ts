import { systemGroups, type UserGroupObject } from '@loquat/contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { spectator } from '../../../directory/spectator.ts'
import { emptyDirectory } from '../../../directory/testing/fixtures.ts'
import { groupList } from './group-texts.ts'

const day = 86_400_000

afterEach(() => void vi.useRealTimers())

describe('The list of groups', () => {
  it('is kept until a user or group changes, or becomes a full member by age', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 10 * day })
    const directory = emptyDirectory()
    directory.realm.settings = { waiting_period_threshold: 3 }
    const empty = { members: new Set<number>(), subgroups: new Set<number>(), permissions: {}, createdAt: 0 }
    const group = { ...empty, description: '', isSystem: true, creatorId: null, deactivated: false }
    for (const [n, name] of systemGroups.entries()) directory.putGroup({ ...group, id: n + 1, name })
    const member = { ...spectator, role: 400 as const }
    for (const id of [7, 8]) directory.putUser({ ...member, id, createdAt: id * day })

    const list = () => groupList(directory, { includeDeactivated: false, memberRanges: false })
    const fullMembers = () => {
      const groups: UserGroupObject[] = JSON.parse(Buffer.concat(list().whole().parts).toString())
      return groups.find(({ name }) => name === 'role:fullmembers')?.members
    }
    const first = list()
    expect(fullMembers()).toEqual([7])
    directory.changedAt++
    expect(list()).toBe(first)
    vi.setSystemTime(11 * day)
    expect(fullMembers()).toEqual([7, 8])
    directory.putUser({ ...member, id: 9, createdAt: 0 })
    expect(fullMembers()).toEqual([7, 8, 9])
    directory.realm.settings = { waiting_period_threshold: 20 }
    expect(fullMembers()).toEqual([])
  })
})
