/** A version of Loquat and the schema that it brings. */
export interface Release {
  version: string
  /** Its last migration. Unset for the release in development, which has all later ones. */
  lastMigration?: string
  /**
   * The oldest version that works with this schema. Usually the release before, so that servers can be replaced one by
   * one; see docs/recipes/change-the-schema.md.
   */
  worksWith: string
}

/** All releases, oldest first. */
export const releases: readonly [Release, ...Release[]] = [
  { version: '0.1.0', lastMigration: '2026-11-15-41-delivered-schedules', worksWith: '0.1.0' },
  // Sealed secrets: version 0.1.0 finds no API keys.
  { version: '0.2.0', lastMigration: '2026-11-17-01-feeds', worksWith: '0.2.0' },
  { version: '0.3.0', worksWith: '0.2.0' },
]

/** The first version that can read files and secrets encrypted with a master key. */
const firstWithMasterKey = '0.3.0'

/** The releases for a database with a master key, which no version from before works with. */
export const withMasterKey = (all: readonly Release[]): readonly Release[] =>
  all.map((release) =>
    compareVersions(release.version, firstWithMasterKey) >= 0 &&
    compareVersions(release.worksWith, firstWithMasterKey) < 0
      ? { ...release, worksWith: firstWithMasterKey }
      : release,
  )

/** The version whose schema this code has, also while it is in development. */
export const schemaVersion = releases[releases.length - 1]?.version ?? ''

/** The release that a migration belongs to. */
export const releaseOf = (migration: string): Release | undefined =>
  releases.find(({ lastMigration }) => lastMigration === undefined || migration <= lastMigration)

/** Negative if `a` is older than `b`. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number))
  for (let n = 0; n < 3; n++) {
    const difference = (left?.[n] ?? 0) - (right?.[n] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
