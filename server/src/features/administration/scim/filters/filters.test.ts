import { describe, expect, it } from 'vitest'
import { attributesOf } from '../schemas.ts'
import { assertUsable, matches } from './match.ts'
import { parseFilter, parsePath } from './parse.ts'

const user = {
  id: '7',
  externalId: 'Ext-1',
  userName: 'bjensen@example.com',
  name: { formatted: "Barbara J'ensen", familyName: "O'Malley" },
  displayName: 'Barbara Jensen',
  active: true,
  emails: [{ value: 'bjensen@example.com', type: 'work', primary: true }],
  meta: { resourceType: 'User', created: '2011-05-13T04:42:34.000Z' },
}

const isFound = (filter: string) => matches(parseFilter(filter), user, attributesOf.User)
const problemOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return error
  }
  return undefined
}

describe('A SCIM filter', () => {
  it('matches as the examples of RFC 7644 say', () => {
    const found = [
      'userName eq "bjensen@example.com"',
      'userName Eq "BJensen@Example.com"',
      'name.familyName co "O\'Malley"',
      'userName sw "b"',
      'urn:ietf:params:scim:schemas:core:2.0:User:userName sw "B"',
      'displayName pr',
      'meta.created gt "2011-05-13T04:42:33Z"',
      'meta.created ge "2011-05-13T06:42:34+02:00"',
      'meta.created lt "2011-05-13T04:42:35Z"',
      'meta.created le "2011-05-13T04:42:34Z"',
      'displayName pr and active eq true',
      'active eq "True"',
      'title pr or userName ew ".com"',
      'name pr',
      'title ne "Boss"',
      'userName ne "x"',
      'emails co "example.com"',
      'emails.type eq "work"',
      'emails[type eq "work" and value co "@example.com"]',
      'emails[primary eq true]',
      'not (userName eq "x")',
      'userName eq "x" or active eq true and displayName sw "bar"',
      '(userName eq "x" or active eq true) and (emails co "example.com" or emails.value co "example.org")',
      'title eq null',
      'userName gt "a" and userName lt "c"',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department ne "x"',
    ]
    expect(found.filter((filter) => !isFound(filter))).toEqual([])
    const other = [
      'userName eq "bjensen"',
      'externalId eq "ext-1"',
      'active eq false',
      'title pr',
      'title eq "Boss"',
      'emails[type eq "home"]',
      'not (displayName pr)',
      'meta.created gt "2011-05-13T04:42:34Z"',
      'userName eq "x" and (active eq true or displayName pr)',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department eq "x"',
    ]
    expect(other.filter(isFound)).toEqual([])
  })

  it('is rejected with a sentence if it is malformed, unknown or too large', () => {
    const wrong = [
      '',
      'userName',
      'userName eq',
      'userName eq x',
      'userName is "x"',
      'userName eq "x',
      'userName eq "x" and',
      '(userName eq "x"',
      'userName eq "x")',
      'not userName eq "x"',
      'emails[type eq "work"',
      'eq "x"',
      'userName eq "x" displayName pr',
      'userName; drop',
      'favorites eq "x"',
      'emails.color eq "x"',
      'active gt true',
      'active eq "maybe"',
      'userName eq 5',
      'meta.created gt "yesterday"',
      'meta.created co "2011"',
      'title pr or favorites pr',
      `${'('.repeat(12)}active pr${')'.repeat(12)}`,
      Array.from({ length: 51 }, () => 'active pr').join(' or '),
      `userName eq "${'x'.repeat(2_000)}"`,
    ]
    for (const filter of wrong) {
      const problem = problemOf(() => assertUsable(parseFilter(filter), attributesOf.User))
      expect(problem, filter).toMatchObject({ status: 400, scimType: 'invalidFilter' })
    }
  })

  it('shares its grammar with the paths of PATCH requests', () => {
    expect(parsePath('name.familyName').path).toEqual({ attribute: 'name', subAttribute: 'familyname' })
    expect(parsePath('urn:ietf:params:scim:schemas:core:2.0:User:name.givenName').path).toEqual({
      attribute: 'name',
      subAttribute: 'givenname',
    })
    expect(parsePath('addresses[type eq "work"].streetAddress')).toMatchObject({
      path: { attribute: 'addresses' },
      filter: { kind: 'compare', op: 'eq', value: 'work' },
      subAttribute: 'streetaddress',
    })
    for (const path of ['', 'members[', 'members[value eq "1"].', 'name eq "x"', '[x eq "1"]']) {
      expect(
        problemOf(() => parsePath(path)),
        path,
      ).toMatchObject({ scimType: 'invalidPath' })
    }
  })
})
