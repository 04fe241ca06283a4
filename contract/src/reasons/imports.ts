import type { ReasonTable } from './declare.ts'

/** Reasons of imports in the app. */
export const importsReasons = {
  'imports-disabled': {
    kind: 'BadRequest',
    text: 'Imports must be made by an administrator of this server, with the command "npm run admin -- import".',
  },
  'import-not-found': { kind: 'BadRequest', text: 'There is no such import.' },
  'import-unfinished': {
    kind: 'BadRequest',
    text: 'There is an unfinished import already. Finish or cancel it first.',
  },
  'import-too-large': {
    kind: 'BadRequest',
    parameter: 'size',
    text: 'archives can have at most {max} MiB here. An administrator of this server can import larger ones.',
  },
  'import-upload-incomplete': { kind: 'BadRequest', text: 'The archive has not been uploaded completely.' },
  'import-chunks-too-many': {
    kind: 'BadRequest',
    text: 'The archive was uploaded in more than {max} chunks.',
  },
  'import-running': { kind: 'BadRequest', text: 'This import is running already.' },
  'import-imported': { kind: 'BadRequest', text: 'This archive has been imported already.' },
  'import-subdomain-unavailable': {
    kind: 'BadRequest',
    parameter: 'subdomain',
    text: 'this subdomain is invalid, reserved or taken.',
  },
  'import-emails-invalid': {
    kind: 'BadRequest',
    parameter: 'emails',
    text: 'the first line must name the column email, and userid or username.',
  },
  'import-emails-too-many': {
    kind: 'BadRequest',
    parameter: 'emails',
    text: 'at most {max} addresses can be added.',
  },
} as const satisfies ReasonTable
