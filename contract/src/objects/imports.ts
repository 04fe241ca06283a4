import { z } from 'zod'

/** The products whose archives can be imported. */
export const importSources = ['zulip', 'slack', 'mattermost', 'loquat', 'rocketchat', 'discord'] as const
export type ImportSource = (typeof importSources)[number]

/**
 * From `uploading` by a complete upload to `uploaded`; by a start to `waiting` and `running`; from there to `checked` after a
 * dry run, `imported`, or `failed`. An import that was canceled while it ran is `canceling` until nothing of it is left.
 */
export const importStates = [
  'uploading',
  'uploaded',
  'waiting',
  'running',
  'canceling',
  'checked',
  'imported',
  'failed',
] as const
export type ImportState = (typeof importStates)[number]

/** Things that are counted as imported, in the order of the report. */
export const importedKinds = [
  'users',
  'bots',
  'channels',
  'messages',
  'direct_messages',
  'reactions',
  'files',
  'emoji',
  'groups',
  'subscriptions',
  'avatars',
] as const
export type ImportedKind = (typeof importedKinds)[number]

/** As in errors: the sentence in English, and the reason with its values for a translation. */
export const importWarning = z.strictObject({
  message: z.string(),
  reason: z.string(),
  reason_params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type ImportWarning = z.output<typeof importWarning>

export const importReport = z.strictObject({
  organization: z.strictObject({
    subdomain: z.string(),
    name: z.string(),
    url: z.string(),
    realm_id: z.int().nullable(),
  }),
  imported: z.record(z.enum(importedKinds), z.int()),
  skipped: z.array(z.strictObject({ what: z.string(), why: z.string(), count: z.int() })),
  without_email: z.array(z.strictObject({ id: z.string(), name: z.string() })),
  bots: z.array(z.strictObject({ name: z.string(), email: z.string(), owner: z.string().nullable() })),
  owners: z.array(z.string()),
  warnings: z.array(importWarning),
  seconds: z.number(),
  dry_run: z.boolean(),
})
export type ImportReport = z.output<typeof importReport>

export const importProgress = z.strictObject({
  stage: z.string(),
  done: z.int(),
  total: z.int().nullable(),
  seconds: z.number(),
})
export type ImportProgress = z.output<typeof importProgress>

export const realmImport = z.strictObject({
  id: z.string(),
  source: z.enum(importSources),
  file_name: z.string(),
  size: z.int(),
  received: z.int(),
  upload_url: z.string(),
  state: z.enum(importStates),
  dry_run: z.boolean(),
  progress: importProgress.nullable(),
  report: importReport.nullable(),
  error: z.string().nullable(),
  reason: z.string().nullable(),
  reason_params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type RealmImport = z.output<typeof realmImport>
