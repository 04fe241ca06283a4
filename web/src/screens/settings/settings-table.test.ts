import {
  channelPermissions,
  groupPermissions,
  realmPermissions,
  realmSettings,
  userSettings,
} from '@loquat/contract'
import { describe, expect, test } from 'vitest'
import { readCatalog } from '../../../build/catalog.ts'
import { organizationSections, settingsSections } from '../../navigation/narrow.ts'
import { organizationTable, orgGroupsOf } from '../organization/organization-table.ts'
import { groupsOf, matrix, matrixColumns, settingsExtras, settingsTable } from './settings-table.ts'

const folder = new URL('../../texts', import.meta.url).pathname

describe('Settings pages', () => {
  test('offer only values that the server accepts', () => {
    for (const { id, choices = [] } of settingsTable)
      for (const choice of choices)
        expect(userSettings[id].schema.safeParse(choice).success, `${id}: ${choice}`).toBe(true)
    for (const { id, choices = [] } of organizationTable)
      for (const choice of choices) {
        const { schema } = realmSettings[id as keyof typeof realmSettings]
        expect(schema.safeParse(choice).success, `${id}: ${choice}`).toBe(true)
      }
  })

  test('offer the default values', () => {
    for (const { id, choices } of settingsTable)
      if (choices !== undefined) expect(choices, id).toContain(userSettings[id].initial)
  })

  test('mark the settings that only owners can change', () => {
    for (const { id, isOwnerOnly, kind } of organizationTable) {
      const rows: Record<string, object> = kind === 'holders' ? realmPermissions : realmSettings
      expect(isOwnerOnly, id).toBe('ownerOnly' in (rows[id] ?? {}))
    }
  })

  test('have all texts', () => {
    const texts = readCatalog(folder, 'en')
    const wanted = [
      ...settingsSections.map((section) => `settings.section.${section}`),
      ...organizationSections.map((section) => `organization.section.${section}`),
      ...settingsSections.flatMap((section) => groupsOf(section).map((group) => `settings.group.${group}`)),
      ...organizationSections.flatMap((section) =>
        orgGroupsOf(section).map((group) => `organization.group.${group}`),
      ),
      ...settingsTable.flatMap(({ id, choices = [] }) => [
        `settings.${id}`,
        `settings.${id}.effect`,
        ...choices.map((choice) => `settings.${id}.${choice}`),
      ]),
      ...settingsExtras.map(({ id }) => `settings.${id}`),
      ...Object.keys(matrix).map((row) => `settings.matrix.${row}`),
      ...matrixColumns.map((column) => `settings.matrix.${column}`),
      ...organizationTable.flatMap(({ id, choices = [] }) => [
        `organization.${id}`,
        `organization.${id}.effect`,
        ...choices.map((choice) => `organization.${id}.${choice}`),
      ]),
      ...Object.keys(channelPermissions).map((name) => `channels.${name}`),
      ...Object.keys(groupPermissions).map((name) => `groups.${name}`),
    ]
    expect(wanted.filter((id) => texts[id] === undefined)).toEqual([])
  })
})
