import { systemGroups } from '@loquat/contract'
import { describe, expect, it } from 'vitest'
import { Directory, type Group, type User } from './directory.ts'
import { contains, contentsOf, isInGroup, membersOf } from './groups.ts'

const group = (id: number, members: number[] = [], subgroups: number[] = []): Group => ({
  id,
  name: `group ${id}`,
  description: '',
  isSystem: false,
  creatorId: null,
  deactivated: false,
  permissions: {},
  createdAt: 0,
  members: new Set(members),
  subgroups: new Set(subgroups),
})

const person = (id: number, changes: Partial<User> = {}) =>
  ({ id, role: 400, isActive: true, isSystemBot: false, createdAt: 0, ...changes }) as User

/** Groups by role have the IDs 1 to 8. */
function createDirectory(...groups: Group[]): Directory {
  const directory = new Directory({ settings: {}, permissions: {} } as never)
  for (const [n, name] of systemGroups.entries())
    directory.putGroup({ ...group(n + 1), name, isSystem: true })
  for (const one of groups) directory.putGroup(one)
  for (const id of [100, 101, 102])
    directory.putUser({ ...person(id), apiKeyHash: `${id}`, deliveryEmail: `${id}` })
  return directory
}

const members = (directory: Directory, id: number) =>
  [...membersOf(directory, directory.groups.get(id)!)].sort()

describe('The members of a group', () => {
  it('are found at any depth, each once', () => {
    const directory = createDirectory(
      group(10, [100], [11, 12]),
      group(11, [101], [13]),
      group(12, [101], [13]),
      group(13, [102]),
    )
    expect(members(directory, 10)).toEqual([100, 101, 102])
    expect([...contentsOf(directory, 10).groups].sort()).toEqual([10, 11, 12, 13])
    expect(contains(directory, 10, 13)).toBe(true)
    expect(contains(directory, { direct_members: [100], direct_subgroups: [12] }, 13)).toBe(true)
    expect(contains(directory, 13, 10)).toBe(false)
    expect(members(directory, 13)).toEqual([102])
  })

  it('are found even in cycles, which no request can create', () => {
    const directory = createDirectory(group(10, [100], [11]), group(11, [101], [10]))
    expect(members(directory, 10)).toEqual([100, 101])
    expect(members(directory, 11)).toEqual([100, 101])
  })

  it('follow every change, and a hypothetical change only in its copy', () => {
    const directory = createDirectory(group(10, [], [11]), group(11, [101]))
    const user = directory.users.get(100)!
    expect(isInGroup(directory, user, 10)).toBe(false)
    const supposed = directory.withGroup(group(11, [100]))
    expect(isInGroup(supposed, user, 10)).toBe(true)
    expect(supposed.userByKeyHash('100')).toBe(user)
    expect(supposed.systemGroup('role:nobody').id).toBe(1)
    expect(isInGroup(directory, user, 10)).toBe(false)
    directory.putGroup(group(11, [100]))
    expect(isInGroup(directory, user, 10)).toBe(true)
    directory.putUser({ ...user, isActive: false })
    expect(isInGroup(directory, directory.users.get(100)!, 10)).toBe(false)
    expect(members(directory, 10)).toEqual([])
  })

  it('include those of system groups; only everyone includes system bots', () => {
    const directory = createDirectory(group(10, [], [2, 4]), group(11, [], [7]))
    const moderator = person(1, { role: 300 })
    expect(isInGroup(directory, moderator, 10)).toBe(true)
    expect(isInGroup(directory, person(1), 10)).toBe(false)
    const bot = person(1, { isSystemBot: true, role: 100 })
    expect(isInGroup(directory, bot, 10)).toBe(false)
    expect(isInGroup(directory, bot, 11)).toBe(true)
    expect(isInGroup(directory, moderator, 404)).toBe(false)
  })
})
