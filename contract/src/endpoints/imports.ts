import { z } from 'zod'
import { shortText, string } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { given } from '../example.ts'
import { importSources, realmImport } from '../objects/imports.ts'
import { maxRealmNameLength } from '../objects/realm.ts'
import { flag, json, text } from '../param.ts'

const owners = { auth: 'user', gate: 'owner' } as const
const maxFileNameLength = 255
/** Maximum length of the addresses for people without one, as CSV. */
const maxEmailsLength = 500_000

export const getImport = endpoint({
  route: 'GET /import/realm',
  summary: 'Get the import',
  notes:
    'Use this to follow an import that owners of this organization started: poll it every few seconds. The import is null if ' +
    'there is none.',
  ...owners,
  params: {},
  reply: { realm_import: realmImport.nullable(), max_import_mib: z.int() },
  reasons: ['imports-disabled'],
})

export const createImport = endpoint({
  route: 'POST /import/realm',
  summary: 'Create an import',
  notes:
    'Use this to import an archive of another server into a new organization on this server. The reply has an `upload_url`, to which ' +
    'the archive is uploaded with the [tus](https://tus.io) protocol, in any number of chunks. A finished or failed import is ' +
    'replaced. Unfinished imports are deleted after seven days without activity.',
  ...owners,
  params: {
    source: text(z.enum(importSources)),
    file_name: text(string(maxFileNameLength).min(1)),
    size: json(z.int().min(1)),
  },
  example: { source: 'slack', file_name: 'Orchard Slack export.zip', size: 48213 },
  reply: { realm_import: realmImport },
  reasons: ['imports-disabled', 'import-unfinished', 'import-too-large'],
})

export const startImport = endpoint({
  route: 'POST /import/realm/{import_id}/start',
  summary: 'Start an import',
  notes:
    'Use this when the archive is uploaded: first with `dry_run`, which reads and converts everything, stores nothing and reports what ' +
    'will be imported and skipped; then without. The caller becomes an owner of the new organization, with the same password. A ' +
    'failed import can be started again with other options.',
  ...owners,
  path: { import_id: 'text' },
  params: {
    dry_run: flag(),
    subdomain: text(shortText.optional()),
    name: text(
      string(1_000)
        .min(1)
        .refine((name) => [...name].length <= maxRealmNameLength, 'The name is too long')
        .optional(),
    ),
    team: text(shortText.optional()),
    emails: text(string(maxEmailsLength).optional()),
    download_files: flag(),
    keep_unread: flag(),
    private_channels: flag(),
  },
  example: { import_id: given('import_id'), dry_run: true },
  reply: { realm_import: realmImport },
  reasons: [
    'imports-disabled',
    'import-not-found',
    'import-upload-incomplete',
    'import-running',
    'import-imported',
    'import-subdomain-unavailable',
    'import-emails-invalid',
    'import-emails-too-many',
  ],
})

export const deleteImport = endpoint({
  route: 'DELETE /import/realm/{import_id}',
  summary: 'Delete an import',
  notes:
    'Use this to cancel an import, or to remove its report. The uploaded archive is deleted. If the import is running, it ends and ' +
    'leaves nothing behind; its state is `canceling` meanwhile. The organization of a finished import stays.',
  ...owners,
  path: { import_id: 'text' },
  params: {},
  example: { import_id: given('import_id') },
  reply: {},
  reasons: ['imports-disabled', 'import-not-found'],
})

export const getImportedUsers = endpoint({
  route: 'GET /import/users',
  summary: 'Get imported users who never logged in',
  notes:
    'Use this to mark accounts that an import created and that nobody has used yet. Empty if this organization was not imported. Bots are ' +
    'not included.',
  auth: 'user',
  gate: 'admin',
  params: {},
  reply: { never_logged_in: z.array(z.int()) },
  reasons: [],
})
